/* The replayed generators beside the C library's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "eval/builtin/glibc_random.h"

static const unsigned seeds[] = {1, 0, 7, 42, 123456789, 2147483647, 2147483648, 4294967295};
enum { SEEDS = sizeof seeds / sizeof *seeds };

static void
test_sequences_are_the_librarys(void **state)
{
	(void)state;
	for (unsigned s = 0; s < SEEDS; s++) {
		struct glibc_random random;
		uint32_t mine = seeds[s];
		unsigned its = seeds[s];
		uint64_t linear = glibc_srand48((int32_t)seeds[s]);
		glibc_random_seed(&random, seeds[s]);
		srand(seeds[s]);
		srand48((int32_t)seeds[s]);
		for (int i = 0; i < 2000; i++) {
			assert_int_equal(glibc_random_next(&random), rand());
			assert_int_equal(glibc_rand_r(&mine), rand_r(&its));
			linear = glibc_next48(linear);
			assert_int_equal(linear >> 17, lrand48());
			linear = glibc_next48(linear);
			assert_true((double)linear / (double)((uint64_t)1 << 48) == drand48());
		}
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
