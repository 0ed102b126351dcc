#include "support/pragma_macro.h"

#include <string.h>

#include "support/blanks.h"
#include "support/name_letter.h"

/* The replacement of `#pragma`, which has the same length with the closing parenthesis after the pragma. */
static const char opening[] = "__GLP(", word[] = "pragma";
enum { OPENING = sizeof opening - 1, WORD = sizeof word - 1 };

/* The pragma of a definition, from `#` to the end of its text. */
struct pragma {
	size_t start, text, end;
};

static size_t
skip_name(const char *text, size_t at, size_t length)
{
	while (at < length && is_name_letter(text[at]))
		at++;
	return at;
}

/* The position after the word if the text has that whole word at `at`; else 0. */
static size_t
behind_word(const char *text, size_t at, size_t length, const char *expected)
{
	const size_t end = skip_name(text, at, length);
	return end - at == strlen(expected) && !memcmp(text + at, expected, end - at) ? end : 0;
}

/* Whether the `#` at text[at] begins a one-line definition of a pragma macro. */
static bool
defines_pragma(const char *text, size_t at, size_t length, struct pragma *found)
{
	const size_t define = behind_word(text, skip_blanks(text, at + 1, length), length, "define");
	const size_t name = skip_blanks(text, define, length), behind = skip_name(text, name, length);
	found->start = skip_blanks(text, behind, length);
	const bool has_parts = define && name > define && behind > name && found->start > behind;
	if (!has_parts || found->start >= length || text[found->start] != '#')
		return false;
	found->text = behind_word(text, skip_blanks(text, found->start + 1, length), length, word);
	const char *line = found->text ? memchr(text + found->text, '\n', length - found->text) : NULL;
	found->end = line ? (size_t)(line - text) : length;
	while (found->text && found->end > found->text && strchr(" \t\r", text[found->end - 1]))
		found->end--;
	return found->text && found->end > found->text + 1 && text[found->end - 1] != '\\' &&
	       !memchr(text + found->text, '"', found->end - found->text);
}

static bool
next(const char *text, size_t from, size_t length, struct pragma *found)
{
	while (from < length) {
		const char *hash = memchr(text + from, '#', length - from);
		if (!hash)
			return false;
		from = (size_t)(hash - text);
		if (defines_pragma(text, from++, length, found))
			return true;
	}
	return false;
}

bool
pragma_macro_in(const char *text, size_t length)
{
	struct pragma found;
	return next(text, 0, length, &found);
}

void
pragma_macro_join(char *text, size_t length)
{
	struct pragma found;
	for (size_t at = 0; next(text, at, length, &found); at = found.end) {
		const size_t first = skip_blanks(text, found.text, found.end), count = found.end - first;
		memcpy(text + found.start, opening, OPENING);
		memmove(text + found.start + OPENING, text + first, count);
		memset(text + found.start + OPENING + count, ' ', found.end - found.start - OPENING - count);
		text[found.start + OPENING + count] = ')';
	}
}
