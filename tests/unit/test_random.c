/* The modelled generator compared with the C library's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "eval/state/glibc_random.h"

static const unsigned seeds[] = {1, 0, 7, 42, 123456789, 2147483647, 2147483648, 4294967295};
enum { SEEDS = sizeof seeds / sizeof *seeds };

static void
test_sequences_are_the_librarys(void **state)
{
	(void)state;
	for (unsigned s = 0; s < SEEDS; s++) {
		struct glibc_random random;
		glibc_random_seed(&random, seeds[s]);
		srand(seeds[s]);
		for (int i = 0; i < 2000; i++)
			assert_int_equal(glibc_random_next(&random), rand());
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sequences_are_the_librarys),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
