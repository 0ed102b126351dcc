/* The parts of statements and expressions, and their order; the scalars of types. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ir/leaves.h"
#include "ir/walk.h"

static const struct ir_expr one = {.kind = IR_INT}, two = {.kind = IR_INT}, three = {.kind = IR_INT};
static const struct ir_stmt first = {.kind = IR_STMT_BREAK}, second = {.kind = IR_STMT_BREAK};

/* expected: up to `count` nodes, each a statement or an expression. */
static void
expect_parts(struct ir_node whole, const void *const *expected, size_t count)
{
	struct ir_parts parts = ir_parts_of(whole);
	struct ir_node part;
	for (size_t i = 0; i < count; i++) {
		assert_true(ir_next_part(&parts, &part));
		assert_ptr_equal(part.stmt ? (const void *)part.stmt : part.expr, expected[i]);
		assert_true(!part.stmt || !part.expr);
	}
	assert_false(ir_next_part(&parts, &part));
}

#define EXPECT_STMT(whole, ...) \
	expect_parts((struct ir_node){.stmt = (whole)}, (const void *const[]){__VA_ARGS__}, \
	             sizeof((const void *const[]){__VA_ARGS__}) / sizeof(void *))
#define EXPECT_EXPR(whole, ...) \
	expect_parts((struct ir_node){.expr = (whole)}, (const void *const[]){__VA_ARGS__}, \
	             sizeof((const void *const[]){__VA_ARGS__}) / sizeof(void *))

static void
test_what_is_missing_is_no_part(void **state)
{
	(void)state;
	const struct ir_stmt leave = {.kind = IR_STMT_RETURN};
	const struct ir_stmt endless = {.kind = IR_STMT_LOOP, .body = &first};
	const struct ir_stmt one_sided = {.kind = IR_STMT_IF, .expr = &one, .then = &first};
	expect_parts((struct ir_node){.stmt = NULL}, NULL, 0);
	expect_parts((struct ir_node){.expr = &one}, NULL, 0);
	expect_parts((struct ir_node){.stmt = &leave}, NULL, 0);
	EXPECT_STMT(&endless, &first);
	EXPECT_STMT(&one_sided, &one, &first);
}

static void
test_statements_in_the_order_of_the_source(void **state)
{
	(void)state;
	const struct ir_stmt *list[] = {&first, &second};
	const struct ir_stmt choice = {.kind = IR_STMT_SWITCH, .expr = &one, .stmts = list, .stmt_count = 2};
	const struct ir_stmt loop = {.kind = IR_STMT_LOOP, .expr = &one, .body = &first, .step = &two};
	const struct ir_stmt tested_last = {.kind = IR_STMT_LOOP, .expr = &one, .body = &first, .test_last = true};
	const struct ir_stmt declaration = {.kind = IR_STMT_DECLARE, .var = &(const struct ir_var){.name = "v"}};
	EXPECT_STMT(&choice, &one, &first, &second);
	EXPECT_STMT(&loop, &one, &first, &two);
	EXPECT_STMT(&tested_last, &first, &one);
	expect_parts((struct ir_node){.stmt = &declaration}, NULL, 0);
}

static void
test_expressions_with_all_that_hangs_on_them(void **state)
{
	(void)state;
	const struct ir_expr *args[] = {&two, &three};
	const struct ir_launch configuration = {.grid = &one, .block = &two, .stream = &three};
	const struct ir_expr store = {.kind = IR_STORE, .a = &one, .b = &two};
	const struct ir_expr call = {.kind = IR_CALL_POINTER, .a = &one, .args = args, .arg_count = 2};
	const struct ir_expr launch = {.kind = IR_LAUNCH, .launch = &configuration, .args = args, .arg_count = 2};
	const struct ir_expr block = {.kind = IR_STATEMENTS, .body = &first, .a = &one};
	EXPECT_EXPR(&store, &one, &two);
	EXPECT_EXPR(&call, &one, &two, &three);
	EXPECT_EXPR(&launch, &one, &two, &three, &two, &three);
	EXPECT_EXPR(&block, &first, &one);
}

static void
test_conditions_of_branches_but_not_of_loops(void **state)
{
	(void)state;
	const struct ir_expr choice = {.kind = IR_CONDITIONAL, .a = &one, .b = &two, .c = &three};
	const struct ir_expr sum = {.kind = IR_BINARY, .a = &one, .b = &two};
	const struct ir_stmt branch = {.kind = IR_STMT_IF, .expr = &one, .then = &first};
	const struct ir_stmt loop = {.kind = IR_STMT_LOOP, .expr = &one, .body = &first};
	const struct ir_node condition = {.expr = &one};
	assert_true(ir_is_condition((struct ir_node){.expr = &choice}, condition));
	assert_false(ir_is_condition((struct ir_node){.expr = &choice}, (struct ir_node){.expr = &two}));
	assert_false(ir_is_condition((struct ir_node){.expr = &sum}, condition));
	assert_true(ir_is_condition((struct ir_node){.stmt = &branch}, condition));
	assert_false(ir_is_condition((struct ir_node){.stmt = &branch}, (struct ir_node){.stmt = &first}));
	assert_false(ir_is_condition((struct ir_node){.stmt = &loop}, condition));
}

/* ---- types ---- */

static const struct ir_type byte = {.kind = IR_TYPE_INT, .size = 1}, word = {.kind = IR_TYPE_INT, .size = 4};

static void
expect_leaf(const struct ir_leaves *leaves, size_t index, const struct ir_type *type, uint64_t offset)
{
	assert_true(index < leaves->count);
	assert_ptr_equal(leaves->items[index].type, type);
	assert_int_equal(leaves->items[index].offset, offset);
}

static void
test_members_of_members_are_leaves(void **state)
{
	(void)state;
	const struct ir_type pair = {.kind = IR_TYPE_ARRAY, .element = &word, .count = 2, .size = 8};
	const struct ir_field either[] = {{.type = &byte}, {.type = &pair}};
	const struct ir_type choice = {
		.kind = IR_TYPE_RECORD, .is_union = true, .fields = either, .field_count = 2, .size = 8};
	const struct ir_field fields[] = {
		{.type = &word, .bit_width = 3},
		{.type = &word, .bit_offset = 3, .bit_width = 5},
		{.type = &choice, .offset = 4},
	};
	const struct ir_type record = {.kind = IR_TYPE_RECORD, .fields = fields, .field_count = 3, .size = 12};
	const struct ir_leaves leaves = ir_leaves_of(&record, 3);
	assert_int_equal(leaves.count, 3);
	assert_false(leaves.too_many);
	expect_leaf(&leaves, 0, &word, 0);
	expect_leaf(&leaves, 1, &word, 4);
	expect_leaf(&leaves, 2, &word, 8);
	free(leaves.items);
}

static void
test_large_types_end_the_list(void **state)
{
	(void)state;
	const struct ir_type many = {.kind = IR_TYPE_ARRAY, .element = &byte, .count = UINT64_MAX, .size = UINT64_MAX};
	const struct ir_type empty = {.kind = IR_TYPE_RECORD, .size = 1};
	const struct ir_type nothing = {
		.kind = IR_TYPE_ARRAY, .element = &empty, .count = UINT64_MAX, .size = UINT64_MAX};
	const struct ir_leaves first = ir_leaves_of(&many, 4), none = ir_leaves_of(&nothing, 4);
	assert_true(first.too_many);
	assert_int_equal(first.count, 4);
	assert_false(none.too_many);
	assert_int_equal(none.count, 0);
	free(first.items);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_missing_is_no_part),
		cmocka_unit_test(test_statements_in_the_order_of_the_source),
		cmocka_unit_test(test_expressions_with_all_that_hangs_on_them),
		cmocka_unit_test(test_conditions_of_branches_but_not_of_loops),
		cmocka_unit_test(test_members_of_members_are_leaves),
		cmocka_unit_test(test_large_types_end_the_list),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
