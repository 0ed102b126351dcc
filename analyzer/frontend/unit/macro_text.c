#include "frontend/unit/macro_text.h"

#include <stdbool.h>
#include <string.h>

#include "support/name_letter.h"

struct text {
	const char *chars;
	size_t length;
};

/* The end of the literal that begins at `at`, or of the one character. */
static size_t
next(const struct text *text, size_t at)
{
	const char quote = text->chars[at++];
	if (quote != '"' && quote != '\'')
		return at;
	while (at < text->length && text->chars[at] != quote && text->chars[at] != '\n')
		at += text->chars[at] == '\\' ? 2 : 1;
	return at < text->length ? at + 1 : text->length;
}

/* The end of the parenthesised group that opens at `open`. */
static size_t
behind_group(const struct text *text, size_t open)
{
	size_t depth = 0;
	for (size_t at = open; at < text->length; at = next(text, at)) {
		if (text->chars[at] == '(')
			depth++;
		else if (text->chars[at] == ')' && --depth == 0)
			return at + 1;
	}
	return text->length;
}

static size_t
behind_name(const struct text *text, size_t at)
{
	while (at < text->length && is_name_letter(text->chars[at]))
		at++;
	return at;
}

size_t
macro_text_end(const char *chars, size_t length, size_t macro)
{
	const struct text text = {chars, length};
	const size_t name = behind_name(&text, macro);
	size_t open = name;
	while (open < length && strchr(" \t\r\n\\", chars[open]))
		open++;
	return open < length && chars[open] == '(' ? behind_group(&text, open) : name;
}

/* The innermost name, from `first` on, whose parentheses enclose `at`; `at` itself: none. */
static size_t
macro_around(const struct text *text, size_t first, size_t at)
{
	enum { DEEPEST = 64 };
	size_t names[DEEPEST], depth = 0, name = at; /* the name before each open parenthesis; `at`: none */
	for (size_t i = first; i < at; i = next(text, i)) {
		const char c = text->chars[i];
		if (is_name_letter(c) && (i == first || !is_name_letter(text->chars[i - 1])))
			name = i;
		if (c == '(' && depth++ < DEEPEST)
			names[depth - 1] = name;
		depth -= c == ')' && depth > 0;
		if (!is_name_letter(c) && !strchr(" \t\r\n\\", c))
			name = at;
	}
	for (size_t i = depth < DEEPEST ? depth : DEEPEST; i-- > 0;)
		if (names[i] < at)
			return names[i];
	return at;
}

/* Why a text is not an expression by itself. */
enum excess { EXCESS_NONE, EXCESS_OPEN, EXCESS_CLOSED, EXCESS_COMMA };

/* A comma between angle brackets is accepted: it may separate template arguments in a variadic macro. */
static enum excess
excess(const struct text *text, const struct macro_range *range)
{
	size_t depth = 0, angles = 0;
	for (size_t at = range->begin; at < range->end; at = next(text, at)) {
		const char c = text->chars[at];
		angles += c == '<';
		angles -= c == '>' && angles > 0;
		depth += c == '(';
		if (c == ')' && depth-- == 0)
			return EXCESS_CLOSED;
		if (c == ',' && depth == 0 && angles == 0)
			return EXCESS_COMMA;
	}
	return range->end <= range->begin ? EXCESS_COMMA : depth ? EXCESS_OPEN : EXCESS_NONE;
}

struct macro_range
macro_text_whole(const char *chars, size_t length, struct macro_range range)
{
	const struct text text = {chars, length};
	const size_t name = behind_name(&text, range.begin);
	/* libclang gives an empty range for a word from the body of a macro that is used in another macro's
	 * argument. */
	if (range.begin == range.end)
		range.end = macro_text_end(chars, length, range.begin);
	if (excess(&text, &range) == EXCESS_NONE)
		return range;
	/* For the last word, libclang may give the end of the outermost macro instead. */
	const size_t end = macro_text_end(chars, length, range.macro), own = macro_text_end(chars, length, range.begin);
	if (range.begin > range.macro && range.end == end && own > name)
		range.end = own;
	for (enum excess found; (found = excess(&text, &range)) != EXCESS_NONE;) {
		const size_t within = found == EXCESS_OPEN ? range.end : range.begin,
			     begin = macro_around(&text, range.macro, within);
		if (begin >= within)
			return (struct macro_range){range.macro, range.macro, end > range.end ? end : range.end};
		const size_t behind = macro_text_end(chars, length, begin);
		range.begin = begin < range.begin ? begin : range.begin;
		range.end = range.end == end || behind > range.end ? behind : range.end;
	}
	return range;
}
