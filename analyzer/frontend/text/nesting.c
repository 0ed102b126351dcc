#include "frontend/text/nesting.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "support/memory.h"
#include "support/name_letter.h"

/* Far above what is written by hand or by generators; a stack of 1 GiB was seen to bear five times as much, and libclang
 * takes seconds for it. A bracket and an `else` weigh as much as so many operators. What a bracket holds needs room. */
enum { MAX_DEPTH = 20000, BRACKET = 20, ELSE = 4, ROOM = 1000, MAX_BRACKETS = MAX_DEPTH / BRACKET };

/* What may be waiting for its end: open brackets, and in each of them the operators and words since the last separator,
 * every one of which may have opened a level of recursion (`!!!!x`, `if (a) if (b) …`, `a = b = c = …`). */
struct nesting {
	char *text, *at, *end;
	const char *line_start, *statement_start;
	uint32_t line;
	uint32_t brackets;
	uint32_t pending[MAX_BRACKETS + 1];
	uint32_t elses[MAX_BRACKETS + 1];   /* of the statement that a separator has ended, unless one more follows */
	bool is_ended;        /* a statement may be */
	uint32_t depth;       /* of all that is waiting */
	bool is_cutting;      /* what is nested too deeply is being taken out */
	uint32_t cut_brackets;   /* those open in it */
	struct nesting_cuts *cuts;
};

static char
peek(const struct nesting *n, size_t ahead)
{
	return (size_t)(n->end - n->at) > ahead ? n->at[ahead] : '\0';
}

static void
advance(struct nesting *n)
{
	if (*n->at++ != '\n')
		return;
	n->line++;
	n->line_start = n->at;
}

/* Moves behind the next `mark`, or to the end. */
static void
skip_to(struct nesting *n, const char *mark, size_t length)
{
	while (n->at < n->end && ((size_t)(n->end - n->at) < length || memcmp(n->at, mark, length)))
		advance(n);
	for (size_t i = 0; i < length && n->at < n->end; i++)
		advance(n);
}

static void
skip_literal(struct nesting *n, char quote)
{
	for (n->at++; n->at < n->end && *n->at != quote && *n->at != '\n'; advance(n))
		if (*n->at == '\\' && n->end - n->at > 1)
			advance(n);
	if (n->at < n->end && *n->at == quote)
		n->at++;
}

/* At the quote of R"mark( … )mark". */
static void
skip_raw_literal(struct nesting *n)
{
	char mark[20] = ")";
	size_t length = 1;
	for (n->at++; n->at < n->end && *n->at != '(' && length < sizeof mark - 2; n->at++)
		mark[length++] = *n->at;
	mark[length++] = '"';
	skip_to(n, mark, length);
}

static void
skip_word(struct nesting *n)
{
	const bool is_number = isdigit((unsigned char)*n->at);
	while (is_name_letter(peek(n, 0)) || (is_number && peek(n, 0) == '\''))
		n->at++;
	if (peek(n, 0) == '"' && n->at[-1] == 'R')
		skip_raw_literal(n);
}

/* From the start to here. */
static void
blank(struct nesting *n, const char *start)
{
	for (char *at = n->text + (start - n->text); at < n->at; at++)
		if (*at != '\n' && *at != '\r')
			*at = ' ';
}

/* A directive has no separator at its end, and nests nothing. */
static void
skip_directive(struct nesting *n)
{
	for (; n->at < n->end && *n->at != '\n'; advance(n))
		if (*n->at == '\\' && n->end - n->at > 1)
			advance(n);
}

static void
wait_for(struct nesting *n)
{
	n->pending[n->brackets]++;
	n->depth++;
}

/* What was waiting in the innermost bracket has come to its end. */
static void
settle(struct nesting *n)
{
	n->depth -= n->pending[n->brackets];
	n->pending[n->brackets] = 0;
}

static void
forget_elses(struct nesting *n)
{
	n->depth -= ELSE * n->elses[n->brackets];
	n->elses[n->brackets] = 0;
}

static void
open_bracket(struct nesting *n)
{
	n->brackets++;
	n->pending[n->brackets] = n->elses[n->brackets] = 0;
	n->depth += BRACKET;
}

static void
close_bracket(struct nesting *n, char bracket)
{
	settle(n);
	forget_elses(n);
	if (n->brackets) {
		n->brackets--;
		n->depth -= BRACKET;
	}
	/* A block is a statement's end; a call's or a cast's bracket is a part of what goes on. */
	if (bracket == '}')
		settle(n);
	else
		wait_for(n);
}

static bool
is_opening(char c)
{
	return c == '(' || c == '[' || c == '{';
}

static bool
is_closing(char c)
{
	return c == ')' || c == ']' || c == '}';
}

static bool
is_separator(char c)
{
	return c == ',' || c == ';';
}

static bool
is_else(const struct nesting *n, const char *at)
{
	const size_t length = strlen("else");
	return (size_t)(n->end - at) > length && !memcmp(at, "else", length) && !isalnum((unsigned char)at[length]) &&
	       at[length] != '_';
}

/* Whether the separator here ends a statement for good. */
static bool
is_end(const struct nesting *n)
{
	const char *at = n->at + 1;
	while (at < n->end && isspace((unsigned char)*at))
		at++;
	return !is_else(n, at);
}

/* Moves behind the token that begins here. */
static void
skip_token(struct nesting *n)
{
	if (is_name_letter(*n->at))
		skip_word(n);
	else
		n->at++;
}

static void
begin_cut(struct nesting *n)
{
	struct nesting_cuts *cuts = n->cuts;
	const struct nesting_cut cut = {
		.offset = (size_t)(n->at - n->text),
		.line = n->line,
		.column = (uint32_t)(n->at - n->line_start) + 1,
		.first = (size_t)(n->statement_start - n->text),
		.last = (size_t)(n->end - n->text),
	};
	memory_push(cuts->items, cuts->count, cuts->capacity, cut);
	n->is_cutting = true;
	n->cut_brackets = 0;
}

/* Within a cut only brackets count; it ends before what ends the bracket or statement that it stands in. */
static void
cut_token(struct nesting *n)
{
	const char c = *n->at, *start = n->at;
	if (!n->cut_brackets && (is_closing(c) || (is_separator(c) && is_end(n)))) {
		n->is_cutting = false;
		n->cuts->items[n->cuts->count - 1].last = (size_t)(n->at - n->text);
		return;
	}
	n->cut_brackets += is_opening(c);
	n->cut_brackets -= is_closing(c);
	skip_token(n);
	blank(n, start);
}

static void
count_token(struct nesting *n)
{
	const char c = *n->at;
	const bool goes_on = n->is_ended && is_else(n, n->at);
	if (n->is_ended && !goes_on)
		forget_elses(n);
	n->is_ended = c == ';' || c == '}';
	skip_token(n);
	if (c == ';' || c == '{' || c == '}')
		n->statement_start = n->at;
	if (is_opening(c)) {
		open_bracket(n);
	} else if (is_closing(c)) {
		close_bracket(n, c);
	} else if (is_separator(c)) {
		settle(n);
	} else if (goes_on) {
		n->elses[n->brackets]++;
		n->depth += ELSE;
	} else {
		wait_for(n);
	}
}

static bool
is_excessive(const struct nesting *n, char c)
{
	const uint32_t least = is_opening(c) ? BRACKET + ROOM : ELSE;
	return n->depth + least > MAX_DEPTH && !is_closing(c) && !is_separator(c);
}

/* Takes one token or comment, or begins or ends a cut before it. */
static void
take(struct nesting *n)
{
	const char c = *n->at, *start = n->at;
	if (isspace((unsigned char)c)) {
		advance(n);
	} else if (c == '/' && peek(n, 1) == '/') {
		skip_to(n, "\n", 1);
	} else if (c == '/' && peek(n, 1) == '*') {
		n->at += 2;
		skip_to(n, "*/", 2);
	} else if (c == '"' || c == '\'') {
		skip_literal(n, c);
		if (n->is_cutting)
			blank(n, start);
	} else if (c == '#') {
		skip_directive(n);
	} else if (n->is_cutting) {
		cut_token(n);
	} else if (is_excessive(n, c)) {
		begin_cut(n);
	} else {
		count_token(n);
	}
}

void
nesting_cut(char *text, size_t length, struct nesting_cuts *cuts)
{
	struct nesting n = {.text = text, .at = text, .end = text + length, .line_start = text, .statement_start = text, .line = 1,
	                    .cuts = cuts};
	while (n.at < n.end)
		take(&n);
}
