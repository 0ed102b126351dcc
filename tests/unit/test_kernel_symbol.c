#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/kernel_symbol.h"

static void
test_names_of_one_kernel(void **state)
{
	(void)state;
	assert_true(kernel_symbols_match("_Z4copyPfPKf", "_Z4copyPfPKf"));
	assert_true(kernel_symbols_match("plain", "plain"));
	/* static */
	assert_true(kernel_symbols_match("_ZL4copyPf", "_Z4copyPf"));
	assert_true(kernel_symbols_match("_ZN5outerL4copyEPf", "_ZN5outer4copyEPf"));
	/* in an unnamed namespace, and with a type from one */
	assert_true(
		kernel_symbols_match("_ZN12_GLOBAL__N_14copyEPf", "_ZN33_GLOBAL__N__b5facda5_5_st_cu_main4copyEPf"));
	assert_true(kernel_symbols_match("_Z4copyIN12_GLOBAL__N_11TEEvPf",
	                                 "_Z4copyIN33_GLOBAL__N__b5facda5_5_st_cu_main1TEEvPf"));
}

static void
test_names_of_different_kernels(void **state)
{
	(void)state;
	static const char *const names[] = {
		"_Z4copyPf",
		"_Z4copyPKf",
		"_Z5copy2Pf",
		"_Z4copyILi1EEvPf",
		"_Z4copyILi10EEvPf",
		"_ZN1a4copyEPf",
		"copy",
		"",
		"99copy",
		"_ZN12_GLOBAL__N_14copyEPf",
		"_ZN12_GLOBAL__N_15copy2EPf",
	};
	const size_t count = sizeof names / sizeof *names;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < count; k++)
			assert_int_equal(kernel_symbols_match(names[i], names[k]), i == k);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_of_one_kernel),
		cmocka_unit_test(test_names_of_different_kernels),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
