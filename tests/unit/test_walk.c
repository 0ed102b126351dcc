/* The parts of statements and expressions, and their order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_missing_is_no_part),
		cmocka_unit_test(test_statements_in_the_order_of_the_source),
		cmocka_unit_test(test_expressions_with_all_that_hangs_on_them),
		cmocka_unit_test(test_conditions_of_branches_but_not_of_loops),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
