#include "frontend/nesting.h"

#include <ctype.h>
#include <string.h>

/* Far above what is written by hand or by generators, and a tenth of what a stack of 1 GiB was seen to bear. */
enum { MAX_BRACKETS = 1000, MAX_PENDING = 10000 };

/* What may be waiting for its end: open brackets, and in each of them the operators and words since the last separator,
 * every one of which may have opened a level of recursion (`!!!!x`, `if (a) if (b) …`, `a = b = c = …`). */
struct nesting {
	const char *at, *end;
	uint32_t line;
	uint32_t brackets;
	uint32_t pending[MAX_BRACKETS + 1];
};

static char
peek(const struct nesting *n, size_t ahead)
{
	return (size_t)(n->end - n->at) > ahead ? n->at[ahead] : '\0';
}

static void
advance(struct nesting *n)
{
	n->line += *n->at++ == '\n';
}

/* Moves behind the next `mark`, or to the end. */
static void
skip_to(struct nesting *n, const char *mark, size_t length)
{
	while (n->at < n->end && ((size_t)(n->end - n->at) < length || memcmp(n->at, mark, length)))
		advance(n);
	n->at += n->at < n->end ? length : 0;
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
	while (isalnum((unsigned char)peek(n, 0)) || peek(n, 0) == '_' || (is_number && peek(n, 0) == '\''))
		n->at++;
	if (peek(n, 0) == '"' && n->at[-1] == 'R')
		skip_raw_literal(n);
}

/* A directive has no separator at its end, and nests nothing. */
static void
skip_directive(struct nesting *n)
{
	for (; n->at < n->end && *n->at != '\n'; advance(n))
		if (*n->at == '\\' && n->end - n->at > 1)
			advance(n);
}

/* Takes one token or comment; false when it makes the nesting excessive. */
static bool
take(struct nesting *n)
{
	const char c = *n->at;
	if (isspace((unsigned char)c)) {
		advance(n);
	} else if (c == '/' && peek(n, 1) == '/') {
		skip_to(n, "\n", 1);
		n->line += n->at[-1] == '\n';
	} else if (c == '/' && peek(n, 1) == '*') {
		n->at += 2;
		skip_to(n, "*/", 2);
	} else if (c == '"' || c == '\'') {
		skip_literal(n, c);
	} else if (c == '#') {
		skip_directive(n);
	} else if (c == '(' || c == '[' || c == '{') {
		n->at++;
		if (n->brackets == MAX_BRACKETS)
			return false;
		n->pending[++n->brackets] = 0;
	} else if (c == ')' || c == ']' || c == '}') {
		n->at++;
		n->brackets -= n->brackets > 0;
		/* A block is a statement's end; a call's or a cast's bracket is a part of what goes on. */
		n->pending[n->brackets] = c == '}' ? 0 : n->pending[n->brackets] + 1;
	} else if (c == ',' || c == ';') {
		n->at++;
		n->pending[n->brackets] = 0;
	} else {
		if (isalnum((unsigned char)c) || c == '_')
			skip_word(n);
		else
			n->at++;
		n->pending[n->brackets]++;
	}
	return n->pending[n->brackets] <= MAX_PENDING;
}

bool
nesting_is_excessive(const char *text, size_t length, uint32_t *line)
{
	struct nesting n = {.at = text, .end = text + length, .line = 1};
	while (n.at < n.end) {
		if (!take(&n)) {
			*line = n.line;
			return true;
		}
	}
	return false;
}
