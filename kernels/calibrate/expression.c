#include "kernels/calibrate/expression.h"
#include "support/name_letter.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 32 };

struct reader {
	const char *at;
	const struct binding *bindings;
	size_t count;
	int depth;
	const char *problem; /* NULL: none so far */
};

static int64_t read_sum(struct reader *reader);

static int64_t
fail(struct reader *reader, const char *problem)
{
	if (!reader->problem)
		reader->problem = problem;
	return 0;
}

/* The next non-blank character. */
static char
peek(struct reader *reader)
{
	while (isspace((unsigned char)*reader->at))
		reader->at++;
	return *reader->at;
}

static int64_t
read_name(struct reader *reader)
{
	const char *begin = reader->at;
	while (is_name_letter(*reader->at))
		reader->at++;
	const size_t length = (size_t)(reader->at - begin);
	for (size_t i = 0; i < reader->count; i++) {
		const struct binding *binding = &reader->bindings[i];
		if (strlen(binding->name) == length && !memcmp(binding->name, begin, length))
			return binding->value;
	}
	return fail(reader, "an unknown name");
}

static int64_t
read_number(struct reader *reader)
{
	char *end;
	errno = 0;
	const int64_t value = strtoll(reader->at, &end, 10);
	reader->at = end;
	return errno ? fail(reader, "a number that is too large") : value;
}

static int64_t
read_primary(struct reader *reader)
{
	const char next = peek(reader);
	if (isdigit((unsigned char)next))
		return read_number(reader);
	if (isalpha((unsigned char)next) || next == '_')
		return read_name(reader);
	if (next != '(' || reader->depth >= MAX_DEPTH)
		return fail(reader, "no number, name or parenthesis where one is needed");
	reader->at++;
	reader->depth++;
	const int64_t value = read_sum(reader);
	reader->depth--;
	if (peek(reader) != ')')
		return fail(reader, "an unclosed parenthesis");
	reader->at++;
	return value;
}

static int64_t
apply(struct reader *reader, char operation, int64_t left, int64_t right)
{
	int64_t result = 0;
	bool overflow = false;
	switch (operation) {
	case '+': overflow = __builtin_add_overflow(left, right, &result); break;
	case '-': overflow = __builtin_sub_overflow(left, right, &result); break;
	case '*': overflow = __builtin_mul_overflow(left, right, &result); break;
	default:
		if (right == 0 || (left == INT64_MIN && right == -1))
			return fail(reader, "a division by zero");
		result = operation == '/' ? left / right : left % right;
	}
	return overflow ? fail(reader, "a result that is too large") : result;
}

static int64_t
read_product(struct reader *reader)
{
	int64_t value = read_primary(reader);
	for (char next = peek(reader); next && strchr("*/%", next) && !reader->problem; next = peek(reader)) {
		reader->at++;
		value = apply(reader, next, value, read_primary(reader));
	}
	return value;
}

static int64_t
read_sum(struct reader *reader)
{
	int64_t value = read_product(reader);
	for (char next = peek(reader); next && strchr("+-", next) && !reader->problem; next = peek(reader)) {
		reader->at++;
		value = apply(reader, next, value, read_product(reader));
	}
	return value;
}

bool
expression_value(const char *text, const struct binding *bindings, size_t count, int64_t *value, const char **problem)
{
	struct reader reader = {.at = text, .bindings = bindings, .count = count};
	*value = read_sum(&reader);
	if (peek(&reader))
		fail(&reader, "extra text at its end");
	*problem = reader.problem;
	return !reader.problem;
}
