/* How far it is from one number of a guard graph to another: what both are made of cancels out, unless their type may have
 * cut it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "eval/guard/guard_distance.h"

enum { LAST_BLOCK = 63 };

static const struct ir_type natural = {.kind = IR_TYPE_INT, .size = 4};
static const struct ir_type integer = {.kind = IR_TYPE_INT, .size = 4, .is_signed = true};
static struct guard_graph graph;
static struct guard_nodes nodes;

static int
set_up(void **state)
{
	(void)state;
	guard_nodes_begin(&nodes, &graph);
	return 0;
}

/* blockIdx.x, or .y. */
static guard_id
block(unsigned dimension)
{
	return guard_add_node(&nodes, (struct guard_node){.kind = GUARD_BLOCK, .type = &natural, .dimension = dimension,
	                                                  .integer = LAST_BLOCK});
}

static guard_id
of(const struct ir_type *type, guard_id a, enum ir_op op, int64_t b)
{
	return guard_binary(&nodes, op, type, a, guard_number(&nodes, type, b));
}

static void
assert_distance(guard_id from, guard_id to, int64_t expected)
{
	int64_t way;
	assert_true(guard_is_number(&nodes, guard_distance(&nodes, from, to), &way));
	assert_int_equal(way, expected);
}

static void
assert_no_number(guard_id from, guard_id to)
{
	int64_t way;
	const guard_id distance = guard_distance(&nodes, from, to);
	assert_int_not_equal(distance, GUARD_NODE_UNKNOWN);
	assert_false(guard_is_number(&nodes, distance, &way));
}

static void
test_what_both_are_made_of_cancels_out(void **state)
{
	(void)state;
	/* int begin = 2048 * (int)blockIdx.y, end = begin + 1024 - 1; */
	const guard_id begin = of(&integer, guard_convert(&nodes, block(1), &integer), IR_MUL, 2048);
	const guard_id end = of(&integer, of(&integer, begin, IR_ADD, 1024), IR_SUB, 1);
	assert_distance(guard_convert(&nodes, begin, &guard_wide), guard_convert(&nodes, end, &guard_wide), 1023);
	assert_distance(end, begin, -1023);
	/* blockIdx.x * 100 and (blockIdx.x + 1) * 100 are as far apart for each block, whose numbers are known to be small. */
	const guard_id row = of(&natural, block(0), IR_MUL, 100), next = of(&natural, of(&natural, block(0), IR_ADD, 1), IR_MUL, 100);
	assert_distance(row, next, 100);
}

static void
test_what_differs_is_left(void **state)
{
	(void)state;
	const guard_id row = of(&natural, block(0), IR_MUL, 100);
	assert_no_number(row, of(&natural, block(1), IR_MUL, 100));
	assert_no_number(row, of(&natural, block(0), IR_MUL, 101));
	assert_no_number(guard_number(&nodes, &guard_wide, 7), row);
	/* What is shifted or divided is taken as it is. */
	assert_distance(of(&natural, row, IR_SHR, 1), of(&natural, of(&natural, row, IR_SHR, 1), IR_ADD, 5), 5);
	assert_no_number(of(&natural, row, IR_DIV, 3), row);
}

/* 63 * 100000000 needs more than 32 bits, and 5 - blockIdx.x is below zero. */
static void
test_what_types_cut_off_does_not_cancel_out(void **state)
{
	(void)state;
	const guard_id far = of(&natural, block(0), IR_MUL, 100000000);
	const guard_id back = guard_binary(&nodes, IR_SUB, &natural, guard_number(&nodes, &natural, 5), block(0));
	assert_no_number(far, of(&natural, of(&natural, block(0), IR_ADD, 1), IR_MUL, 100000000));
	assert_no_number(guard_convert(&nodes, block(0), &guard_wide), guard_convert(&nodes, of(&natural, back, IR_ADD, 1), &guard_wide));
	assert_distance(back, of(&natural, back, IR_ADD, 0), 0);
	assert_distance(far, far, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_what_both_are_made_of_cancels_out, set_up),
		cmocka_unit_test_setup(test_what_differs_is_left, set_up),
		cmocka_unit_test_setup(test_what_types_cut_off_does_not_cancel_out, set_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
