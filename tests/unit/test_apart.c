/* Which parts of lines are distinguished. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "codegen/source/apart.h"
#include "support/line_part.h"

/* The parts are each preceded by '|'. */
static void
assert_parts(const char *text, const char *parts)
{
	size_t count;
	struct range *ranges = apart_find(text, strlen(text), &count);
	char reported[512] = "";
	for (size_t i = 0; i < count; i++) {
		strcat(reported, "|");
		strncat(reported, text + ranges[i].begin, ranges[i].end - ranges[i].begin);
	}
	free(ranges);
	assert_string_equal(reported, parts);
}

static void
each_access_behind_the_first_is_a_part(void **state)
{
	(void)state;
	assert_parts("x = a[i];", "");
	assert_parts("a[i] = b[i] * c[i];", "|b[i] |* c[i];");
	assert_parts("p->x += *q + (*r).y;", "|*q + |(*r).y;");
	assert_parts("s.t[0] = u::v[1];", "|u::v[1];");
}

static void
subscripts_are_part_of_what_they_stand_in(void **state)
{
	(void)state;
	assert_parts("x = a[b[i] + c[i]] + d[e[i]];", "|d[e[i]];");
}

static void
calls_casts_and_operators_belong_to_their_operand(void **state)
{
	(void)state;
	assert_parts("a[i] = f(b[i], -c[i]);", "|f(b[i], -|c[i]);");
	assert_parts("a[i] = reinterpret_cast<const float4 *>(&b[i])[0];",
	             "|reinterpret_cast<const float4 *>(&b[i])[0];");
	assert_parts("a[i] = *(volatile int *)&b[i] + (float)c[i];", "|*(volatile int *)&b[i] + |(float)c[i];");
	assert_parts("a[i] = **b;", "|**b;");
}

/* A load that the compiler merges for both arms is in no part. */
static void
lines_with_choices_are_left_whole(void **state)
{
	(void)state;
	assert_parts("x = i ? a[i] : b[i];", "");
	assert_parts("if (a[i] < b[i] && c[i] < d[i])", "");
	assert_parts("x = a[i] & b[i] | c[i];", "|& b[i] | |c[i];");
}

static void
parts_end_where_the_next_line_has_a_token(void **state)
{
	(void)state;
	assert_parts("a[i] = b[i]; /* of\ntwo lines */ c = d;\n", "|b[i]; /* of\ntwo lines */ ");
	assert_parts("a[i] = b[i];\n#pragma unroll\n", "|b[i];\n");
	assert_parts("a[i] =\nb[i] +\nc[i];", "");
}

static void
far_columns_are_no_parts(void **state)
{
	enum { FAR = LINE_PART_COLUMNS + 100 };
	(void)state;
	char text[FAR + 32];
	memset(text, ' ', sizeof text);
	memcpy(text, "a[i] =", 6);
	strcpy(text + FAR, "b[i] + c[i];");
	assert_parts(text, "");
}

static void
any_text_is_taken(void **state)
{
	(void)state;
	assert_parts("", "");
	assert_parts("*", "");
	assert_parts("]]]a[*)->", "");
	assert_parts("a[i] + ) ) b[", "|b[");
	assert_parts(")b[i]*)c[i]", "|c[i]");
}

static void
numbers_hold_line_and_column(void **state)
{
	(void)state;
	const struct line_part_place place =
		line_part_of(line_part_number((struct line_part_place){123456, LINE_PART_COLUMNS}));
	assert_int_equal(place.line, 123456);
	assert_int_equal(place.column, LINE_PART_COLUMNS);
	assert_int_equal(line_part_number((struct line_part_place){.line = 7}), 7);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_access_behind_the_first_is_a_part),
		cmocka_unit_test(subscripts_are_part_of_what_they_stand_in),
		cmocka_unit_test(calls_casts_and_operators_belong_to_their_operand),
		cmocka_unit_test(lines_with_choices_are_left_whole),
		cmocka_unit_test(parts_end_where_the_next_line_has_a_token),
		cmocka_unit_test(far_columns_are_no_parts),
		cmocka_unit_test(any_text_is_taken),
		cmocka_unit_test(numbers_hold_line_and_column),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
