/* Symbols: equal computations are equal symbols, however long ago they were first requested. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "domain/symbol.h"
#include "ir/ir.h"

enum { MANY = 10000 };

static struct term
number(int64_t offset)
{
	return (struct term){0, offset};
}

static void
an_operation_is_one_symbol(void **state)
{
	(void)state;
	struct symbols symbols;
	symbols_init(&symbols);
	const struct term x = {symbols_fresh(&symbols, 0), 0}, y = {symbols_fresh(&symbols, 0), 0};
	symbol_id rests[MANY];
	/* The first user of x, and many others. */
	for (int i = 0; i < MANY; i++)
		rests[i] = symbols_operation(&symbols, IR_REM, x, number(i + 1));
	const symbol_id of_both = symbols_operation(&symbols, IR_ADD, x, y);
	const symbol_id product = symbols_operation(&symbols, IR_MUL, x, y);
	for (int i = 1; i < MANY; i++)
		assert_int_not_equal(rests[i - 1], rests[i]);
	assert_int_not_equal(of_both, product);
	for (int i = 0; i < MANY; i++)
		assert_int_equal(symbols_operation(&symbols, IR_REM, x, number(i + 1)), rests[i]);
	assert_int_equal(symbols_operation(&symbols, IR_MUL, x, y), product);
	assert_int_equal(symbols_operation(&symbols, IR_ADD, x, y), of_both);
	/* The order of operands matters. */
	assert_int_not_equal(symbols_operation(&symbols, IR_ADD, y, x), of_both);
	symbols_free(&symbols);
}

static void
what_varies_is_not_distinguished(void **state)
{
	(void)state;
	struct symbols symbols;
	symbols_init(&symbols);
	const struct term x = {symbols_varying(&symbols, 0), 0}, y = {symbols_fresh(&symbols, 0), 0};
	assert_int_equal(symbols_operation(&symbols, IR_MUL, x, number(3)), x.symbol);
	assert_int_equal(symbols_operation(&symbols, IR_MUL, x, y), x.symbol);
	symbols_free(&symbols);
}

/* Host computations with known values are known; a kernel's calls may give each lane another value. */
static void
what_the_host_computes_it_knows(void **state)
{
	(void)state;
	struct symbols symbols;
	symbols_init(&symbols);
	const struct term x = {symbols_argument(&symbols, 0, (struct interval){0, 100}), 0},
			  y = {symbols_fresh(&symbols, 0), 0};
	assert_true(symbols_is_of_arguments(&symbols, symbols_operation(&symbols, SYMBOL_SELECT, x, number(1))));
	assert_true(symbols_is_of_arguments(&symbols, symbols_operation(&symbols, SYMBOL_BUILTIN, x, number(1))));
	assert_false(symbols_is_of_arguments(&symbols, symbols_operation(&symbols, SYMBOL_SELECT, y, number(1))));
	symbols.reader = 1;
	assert_true(symbols_is_of_arguments(&symbols, symbols_operation(&symbols, IR_DIV, x, number(3))));
	assert_false(symbols_is_of_arguments(&symbols, symbols_operation(&symbols, SYMBOL_BUILTIN, x, number(3))));
	symbols_free(&symbols);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_operation_is_one_symbol),
		cmocka_unit_test(what_varies_is_not_distinguished),
		cmocka_unit_test(what_the_host_computes_it_knows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
