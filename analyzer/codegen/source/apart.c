#include "codegen/source/apart.h"

#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"
#include "support/lexer.h"
#include "support/line_part.h"

struct finding {
	const char *text;
	const struct token *tokens, *at;
	size_t line_begin;          /* of the current token's line */
	size_t lines;               /* lines before the current token */
	unsigned accesses;          /* accesses of the line so far */
	const struct token *access; /* the last one */
	size_t before_line;         /* ranges before this line */
	bool has_choices;           /* the line has conditional operators */
	unsigned depth;             /* nesting of subscripts */
	struct range *ranges;
	size_t count, capacity;
	bool is_open; /* the last range has no end yet */
};

static bool
is(const struct finding *finding, const struct token *token, const char *spelling)
{
	return token->kind == TOKEN_PUNCTUATION && token_is(finding->text, token, spelling);
}

/* ---- accesses ---------------------------------------------------------------------------------------------------- */

/* Whether a name begins here that a subscript or an arrow follows, after any members. */
static bool
begins_object(const struct finding *finding)
{
	const struct token *token = finding->at, *before = token > finding->tokens ? token - 1 : NULL;
	if (token->kind != TOKEN_NAME ||
	    (before && (is(finding, before, ".") || is(finding, before, "->") || is(finding, before, "::"))))
		return false;
	for (token++; (is(finding, token, ".") || is(finding, token, "::")) && token[1].kind == TOKEN_NAME; token += 2)
		continue;
	return is(finding, token, "[") || is(finding, token, "->");
}

/* Whether the asterisk dereferences: an operand follows it, and none precedes it. */
static bool
dereferences(const struct finding *finding)
{
	if (!is(finding, finding->at, "*") || finding->at == finding->tokens)
		return false;
	const struct token *before = finding->at - 1;
	return before->kind == TOKEN_NAME
	               ? token_is(finding->text, before, "return")
	               : before->kind == TOKEN_PUNCTUATION && !is(finding, before, ")") && !is(finding, before, "]") &&
	                         !is(finding, before, "*") && !is(finding, before, ">");
}

/* Whether an operator begins here that may skip the evaluation of its other operand. */
static bool
chooses(const struct finding *finding)
{
	const struct token *token = finding->at;
	const bool is_twice = token[1].begin == token->end &&
	                      (is(finding, token, "&") ? is(finding, token + 1, "&") : is(finding, token + 1, "|"));
	return is(finding, token, "?") || ((is(finding, token, "&") || is(finding, token, "|")) && is_twice);
}

/* ---- ranges ------------------------------------------------------------------------------------------------------ */

static void
end_part(struct finding *finding)
{
	if (finding->is_open)
		finding->ranges[finding->count - 1].end = finding->at->begin;
	finding->is_open = false;
}

/* Casts, calls and unary operators belong to the operand after them. */
static bool
belongs_to_next(const struct finding *finding, const struct token *token)
{
	static const char *const own[] = {"(", "<", ">", "*", "&", "!", "~", "::", "."};
	bool belongs = token->kind == TOKEN_NAME;
	for (size_t i = 0; i < sizeof own / sizeof *own && !belongs; i++)
		belongs = is(finding, token, own[i]);
	return belongs;
}

/* The opening parenthesis of a cast that ends before the operand; NULL: no cast. */
static const struct token *
cast_before(const struct finding *finding, const struct token *operand)
{
	const struct token *end = operand - 1, *begin = end;
	if (!is(finding, end, ")") || (operand->kind != TOKEN_NAME && !is(finding, end - 1, "*")))
		return NULL;
	for (unsigned open = 1; open && begin > finding->tokens;) {
		begin--;
		open += is(finding, begin, ")");
		open -= is(finding, begin, "(");
	}
	return begin;
}

/* The first token of the operand; it comes after the previous access. */
static const struct token *
first_of_operand(const struct finding *finding)
{
	const struct token *first = finding->at, *before = finding->access;
	while (is(finding, before + 1, "->") || is(finding, before + 1, ".") || is(finding, before + 1, "::"))
		before += 2;
	for (const struct token *next = first; next && next > before;
	     next = belongs_to_next(finding, first - 1) ? first - 1 : cast_before(finding, first))
		first = next;
	return first;
}

/* Whether the previous access is an asterisk that dereferences this operand. */
static bool
is_dereferenced(const struct finding *finding)
{
	return finding->accesses && is(finding, finding->access, "*") &&
	       first_of_operand(finding) == finding->access + 1;
}

static void
begin_part(struct finding *finding)
{
	const size_t begin = first_of_operand(finding)->begin, column = begin - finding->line_begin + 1;
	if (finding->is_open)
		finding->ranges[finding->count - 1].end = begin;
	finding->is_open = column <= LINE_PART_COLUMNS && !(finding->lines >> LINE_PART_BITS);
	if (finding->is_open)
		memory_push(finding->ranges, finding->count, finding->capacity, ((struct range){begin, begin}));
}

static void
begin_line(struct finding *finding, const char *newline)
{
	for (; newline;
	     newline = memchr(newline + 1, '\n', (size_t)(finding->text + finding->at->begin - newline - 1))) {
		finding->line_begin = (size_t)(newline - finding->text) + 1;
		finding->lines++;
	}
	end_part(finding);
	finding->accesses = 0;
	finding->before_line = finding->count;
	finding->has_choices = false;
}

static void
take_token(struct finding *finding)
{
	if (chooses(finding) && !finding->has_choices) {
		finding->has_choices = true;
		finding->count = finding->before_line;
		finding->is_open = false;
	}
	if (!finding->has_choices && !finding->depth && (begins_object(finding) || dereferences(finding))) {
		if (!is_dereferenced(finding) && finding->accesses++)
			begin_part(finding);
		finding->access = finding->at;
	}
	if (is(finding, finding->at, "["))
		finding->depth++;
	else if (is(finding, finding->at, "]") && finding->depth)
		finding->depth--;
}

struct range *
apart_find(const char *text, size_t length, size_t *count)
{
	struct token *tokens = lexer_read(text, length);
	struct finding finding = {.text = text, .tokens = tokens};
	size_t from = 0;
	for (finding.at = tokens; finding.at->kind != TOKEN_END; finding.at++) {
		const char *newline = memchr(text + from, '\n', finding.at->begin - from);
		if (newline)
			begin_line(&finding, newline);
		take_token(&finding);
		from = finding.at->begin;
	}
	end_part(&finding);
	free(tokens);
	*count = finding.count;
	return finding.ranges;
}
