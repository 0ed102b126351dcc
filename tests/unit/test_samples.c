/* Samples: their places and weights. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sampling/samples.h"

static struct arena arena;

/* The weighted sum of the numbers' power, relative to the sum of all. */
static double
sum_of_powers(const struct samples *samples, unsigned power)
{
	double sampled = 0, all = 0;
	for (size_t i = 0; i < samples->count; i++)
		sampled += samples->items[i].weight * pow((double)samples->items[i].at, power);
	for (uint64_t at = 0; at < samples->total; at++)
		all += pow((double)at, power);
	return sampled / all;
}

static void
expect_sums(const struct samples *samples, const double within[4])
{
	for (unsigned power = 0; power < 4; power++) {
		const double sum = sum_of_powers(samples, power);
		if (fabs(sum - 1) > within[power])
			fail_msg("%zu samples of %llu: the sum of powers %u is %g times that of all", samples->count,
			         (unsigned long long)samples->total, power, sum);
	}
}

/* Constant, linear, quadratic and cubic quantities are summed as if all numbers were sampled. */
static void
test_sums_come_out_right(void **state)
{
	(void)state;
	static const double within[4] = {1e-12, 0.03, 0.06, 0.09};
	for (unsigned windows = 2; windows <= 20; windows++)
		for (unsigned length = 1; length <= 4; length++)
			for (uint64_t total = 40 * (uint64_t)windows * length; total < 20000; total = total * 7 / 4) {
				const struct samples loop = samples_spread(&arena, total, windows, length, ENDS_NONE),
						     grid = samples_spread(&arena, total, windows, length, ENDS_BOTH);
				expect_sums(&loop, within);
				expect_sums(&grid, within);
			}
}

static void
test_places_ascend_within_the_total(void **state)
{
	(void)state;
	for (uint64_t total = 0; total < 400; total++)
		for (unsigned windows = 1; windows <= 16; windows++)
			for (unsigned length = 1; length <= 4; length++)
				for (int ends = ENDS_NONE; ends <= ENDS_BOTH; ends++) {
					const struct samples s =
						samples_spread(&arena, total, windows, length, (enum sample_ends)ends);
					double weights = 0;
					for (size_t i = 0; i < s.count; i++) {
						assert_true(s.items[i].at < total);
						assert_true(!i || s.items[i].at > s.items[i - 1].at);
						assert_true(s.items[i].weight >= 1);
						weights += s.items[i].weight;
					}
					assert_true(fabs(weights - (double)total) < 1e-9 * (double)total + 1e-12);
					assert_true(s.count <= (size_t)windows * length + 2);
					if (ends == ENDS_BOTH && total) {
						assert_true(s.items[0].at == 0 && s.items[0].weight == 1);
						assert_true(s.items[s.count - 1].at == total - 1 &&
						            s.items[s.count - 1].weight == 1);
					}
				}
}

/* As many of the samples are multiples of 2, 4 and so on as of all numbers. */
static void
test_remainders_are_met_equally_often(void **state)
{
	(void)state;
	for (uint64_t total = 2100; total < 9000; total += 37)
		for (unsigned windows = 2; windows <= 16; windows++)
			for (unsigned divisor = 2; divisor <= 16; divisor *= 2) {
				const struct samples s = samples_spread(&arena, total, windows, 1, ENDS_NONE);
				unsigned multiples = 0;
				for (size_t i = 0; i < s.count; i++)
					multiples += s.items[i].at % divisor == 0;
				assert_true(fabs(multiples - (double)windows / divisor) < 1);
			}
}

static void
test_adjacent(void **state)
{
	(void)state;
	const struct samples s = samples_adjacent(&arena, 1000, 20), few = samples_adjacent(&arena, 5, 20);
	assert_int_equal(s.count, 20);
	assert_int_equal(s.items[0].at, 496);
	assert_int_equal(s.items[19].at, 515);
	assert_true(s.items[7].weight == 50);
	assert_int_equal(few.count, 5);
	assert_int_equal(few.items[0].at, 0);
	assert_int_equal(samples_adjacent(&arena, 0, 20).count, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sums_come_out_right),
		cmocka_unit_test(test_places_ascend_within_the_total),
		cmocka_unit_test(test_remainders_are_met_equally_often),
		cmocka_unit_test(test_adjacent),
	};
	const int failed = cmocka_run_group_tests(tests, NULL, NULL);
	arena_free(&arena);
	return failed;
}
