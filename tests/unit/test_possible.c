/* What is said of the numbers that a result may be holds for each of those that operands may be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "ir/integer.h"
#include "ir/possible.h"

static const struct ir_type types[] = {
	{.kind = IR_TYPE_INT, .size = 1, .is_signed = true},
	{.kind = IR_TYPE_INT, .size = 1},
}, boolean = {.kind = IR_TYPE_BOOL, .size = 1}, wide = {.kind = IR_TYPE_INT, .size = 8};

static bool
holds(struct possible p, int64_t number)
{
	const uint64_t bits = (uint64_t)number;
	return p.low <= number && number <= p.high && !(bits & p.zeros) && !(~bits & p.ones);
}

/* Sets of every make: of bounds, of known bits, of both. */
static struct possible
set_of(unsigned number, const struct ir_type *type)
{
	static const struct possible sets[] = {
		{.low = INT64_MIN, .high = INT64_MAX}, {.low = 5, .high = 5}, {.low = -3, .high = 9}, {.low = 1, .high = 7},
		{.low = 100, .high = 127}, {.zeros = 3, .low = INT64_MIN, .high = INT64_MAX},
		{.ones = 1, .zeros = 4, .low = INT64_MIN, .high = INT64_MAX}, {.low = 8, .high = 8},
		{.low = -128, .high = -60}, {.zeros = 1, .low = 0, .high = 40}, {.low = 0, .high = 0},
	};
	return possible_meet(number < sizeof sets / sizeof *sets ? sets[number] : possible_none(), possible_of_type(type));
}

enum { SETS = 11 };

static bool
is_comparison(enum ir_op op)
{
	return op >= IR_LT && op <= IR_NE;
}

static bool
overflows(enum ir_op op, const struct ir_type *type, int64_t a, int64_t b)
{
	const int64_t exact = op == IR_ADD ? a + b : op == IR_SUB ? a - b : op == IR_MUL ? a * b : op == IR_NEG ? -a : 0;
	return type->is_signed && exact != integer_wrap(exact, type);
}

static void
check_pair(enum ir_op op, const struct ir_type *type, struct possible a, struct possible b)
{
	const struct possible result = possible_operation(op, is_comparison(op) ? &boolean : type, type, a, b);
	for (int64_t x = -128; x < 256; x++)
		for (int64_t y = -128; y < 256 && holds(a, x); y++) {
			int64_t made;
			const bool shifts_out = (op == IR_SHL || op == IR_SHR) && (y < 0 || y > 7);
			if (!holds(b, y) || shifts_out || overflows(op, type, x, y) || !integer_binary(op, type, x, y, &made))
				continue;
			if (!holds(result, made))
				fail_msg("%s: %d and %d make %d", ir_op_text(op), (int)x, (int)y, (int)made);
			if (is_comparison(op) && made)
				assert_true(holds(possible_where(op, type, a, b), x));
		}
}

static void
test_operations(void **state)
{
	(void)state;
	for (unsigned t = 0; t < 2; t++)
		for (unsigned op = IR_ADD; op <= IR_NE; op++)
			for (unsigned pair = 0; pair < SETS * SETS; pair++)
				check_pair(op, &types[t], set_of(pair / SETS, &types[t]), set_of(pair % SETS, &types[t]));
}

static void
test_unary_operations(void **state)
{
	(void)state;
	static const enum ir_op ops[] = {IR_NEG, IR_BIT_NOT, IR_NOT};
	for (unsigned t = 0; t < 2; t++)
		for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
			for (unsigned n = 0; n < SETS; n++)
				check_pair(ops[i], &types[t], set_of(n, &types[t]), possible_exactly(0));
}

static void
check_conversion(const struct ir_type *to, const struct ir_type *from, struct possible a)
{
	const struct possible result = possible_converted(to, from, a);
	for (int64_t x = -128; x < 256; x++)
		if (holds(a, x))
			assert_true(holds(result, integer_wrap(x, to)));
}

static void
test_conversions(void **state)
{
	(void)state;
	const struct ir_type *const to[] = {&types[0], &types[1], &boolean, &wide};
	for (unsigned t = 0; t < 2; t++)
		for (unsigned i = 0; i < sizeof to / sizeof *to; i++)
			for (unsigned n = 0; n < SETS; n++)
				check_conversion(to[i], &types[t], set_of(n, &types[t]));
}

static void
test_least_and_most(void **state)
{
	(void)state;
	for (unsigned pair = 0; pair < SETS * SETS; pair++) {
		const struct possible a = set_of(pair / SETS, &types[0]), b = set_of(pair % SETS, &types[0]);
		const struct possible least = possible_least(&types[0], a, b), most = possible_most(&types[0], a, b);
		for (int64_t x = -128; x < 128; x++)
			for (int64_t y = -128; y < 128 && holds(a, x); y++)
				if (holds(b, y)) {
					assert_true(holds(least, x < y ? x : y));
					assert_true(holds(most, x > y ? x : y));
				}
	}
}

static void
test_what_is_known(void **state)
{
	(void)state;
	const struct ir_type *const type = &types[1];
	const struct possible all = possible_of_type(type), three = possible_exactly(3);
	assert_true(possible_is_one(possible_operation(IR_REM, type, type, all, possible_exactly(1))));
	assert_true(possible_is_one(possible_operation(IR_SHR, &wide, &wide, all, possible_exactly(8))));
	assert_true(possible_is_one(possible_operation(IR_LT, &boolean, type, all, possible_exactly(256))));
	const struct possible even = possible_operation(IR_MUL, type, type, all, possible_exactly(2));
	assert_true(possible_is_one(possible_operation(IR_EQ, &boolean, type, even, three)));
	assert_true(possible_is_none(possible_where(IR_LT, type, possible_where(IR_GT, type, all, possible_exactly(5)), three)));
	assert_true(possible_is_one(possible_least(type, possible_most(type, all, three), three)));
}

static void
test_rounds_end(void **state)
{
	(void)state;
	struct possible head = possible_exactly(0);
	unsigned rounds = 0;
	for (struct possible next; rounds < 4; rounds++) {
		next = possible_join(head, possible_operation(IR_ADD, &types[0], &types[0], head, possible_exactly(4)));
		if (possible_same(next, head))
			break;
		head = possible_widen(head, next);
	}
	assert_true(rounds < 4);
	assert_int_equal(head.low, 0);
	assert_int_equal(head.zeros & 3, 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_operations),
		cmocka_unit_test(test_unary_operations),
		cmocka_unit_test(test_conversions),
		cmocka_unit_test(test_least_and_most),
		cmocka_unit_test(test_what_is_known),
		cmocka_unit_test(test_rounds_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
