/* Loops of kernels that do something now and then: how often follows from their counters, in the iterations that are left out
 * as well. */
#include "evaluate.h"

static struct evaluation e;

/* The store on line 4, in a loop on line 3 with that body, of one block of 64 threads. */
static const struct figures *
store_in_loop(const char *before, const char *loop, const char *body)
{
	char source[1024];
	snprintf(source, sizeof source,
	         "__global__ void k(float *o, const int *d, int n) { int t = threadIdx.x, j = 0, flag = 0; %s\n"
	         "\n"
	         "%s {\n"
	         "%s\n"
	         "} o[t] = j + flag; }\n"
	         "int main() { float *o; int *d; cudaMalloc(&o, 1 << 30); cudaMalloc(&d, 1 << 20); k<<<1, 64>>>(o, d, 10000); }\n",
	         before, loop, body);
	evaluate(&e, source, NULL);
	const struct site *site = site_at(first_launch(&e), 4, SITE_STORE);
	assert_true(site->extrapolated);
	return &site->predicted;
}

static void
expect_store(const char *loop, const char *body, double requests, double sectors)
{
	const struct figures *figures = store_in_loop("", loop, body);
	expect_double(figures->requests, requests, 1e-6 * requests);
	expect_double(figures->sectors, sectors, 1e-6 * sectors);
	evaluation_free(&e);
}

static void
test_conditions_of_long_period_are_counted(void **state)
{
	(void)state;
	expect_store("for (int i = 0; i < n; i++)", "if (i % 100 == 0) o[t * 128 + i / 100] = i;", 100 * 2, 100 * 64);
	expect_store("for (int i = 0; i < n; i++)", "if ((i & 255) == 255) o[t + i] = i;", 39 * 2, 39 * (5 + 5));
	expect_store("for (int i = n - 1; i >= 0; i--)", "if (i % 100 == 99) o[t * 8] = i;", 100 * 2, 100 * 64);
	expect_store("for (int i = 0; i < n; i += 2)", "if (i >= 9000 && i < 9100) o[t * 8] = i;", 50 * 2, 50 * 64);
}

static void
test_lanes_have_conditions_of_their_own(void **state)
{
	(void)state;
	/* Each thread once in 40 iterations; 32 of these see one of the first warp, and 32 one of the second. */
	expect_store("for (int i = 0; i < n; i++)", "if ((i + t) % 40 == 0) o[t * 8 + 512 * i] = i;", 2 * 8000, 2 * 8000);
}

static void
test_counters_that_begin_again_are_followed(void **state)
{
	(void)state;
	expect_store("for (int i = 0; i < n; i++)", "if (++j == 125) { j = 0; o[t * 8 + 512 * i] = i; }", 80 * 2, 80 * 64);
	expect_store("for (int i = 0; i < n; i++)", "{ if (i % 500 == 499) flag = !flag; if (flag) o[t * 8 + 512 * i] = i; }", 5000 * 2,
	             5000 * 64);
	expect_store("for (int i = 0; i < n; i++)", "{ if (i % 200 == 7) j += 64; o[t + j] = i; }", 10000 * 2, 10000 * 8);
}

/* What a choice leads to is told apart like what stands under a condition. */
static void
test_choices_are_told_apart(void **state)
{
	(void)state;
	expect_store("for (int i = 0; i < n; i++)", "{ int s = i % 97 == 5 ? 8 : 1; o[t * s + 512 * i] = i; }", 10000 * 2,
	             104 * 64 + (10000 - 104) * 8);
	expect_store("for (int i = 0; i < n; i++)", "o[t * (i % 256 < 128 ? 1 : 8) + 512 * i] = i;", 10000 * 2, 4992 * 64 + 5008 * 8);
}

static void
test_inner_loops_go_round_as_often_as_they_do(void **state)
{
	(void)state;
	expect_store("for (int i = 0; i < n; i++)", "for (int k = 0; k < i % 7; k++) o[t + 64 * k + 512 * i] = i;", 29994 * 2, 29994 * 8);
}

/* Of four warps one after the other falls away lane by lane: while it does so, and not before, its lanes part. */
static void
test_lanes_that_fall_away(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o)\n"
	         "{ int t = threadIdx.x; for (int i = 2048; i > 0; i--)\n"
	         "  if (i > t * 16)\n"
	         "    o[t * 8] = i; }\n"
	         "int main() { float *o; cudaMalloc(&o, 1 << 20); k<<<1, 128>>>(o); }\n",
	         NULL);
	const struct figures *branch = &site_at(first_launch(&e), 3, SITE_BRANCH)->predicted;
	expect_double(branch->requests, 4 * 2048, 1e-6);
	expect_double(branch->divergent, 4 * 31 * 16, 1e-6 * branch->requests);
	const struct figures *store = &site_at(first_launch(&e), 4, SITE_STORE)->predicted;
	expect_double(store->requests, 2048 + 1536 + 1024 + 512, 1e-6 * store->requests);
	expect_double(store->sectors, 128 * 2048 - 16 * 128 * 127 / 2, 0.02 * store->sectors);
	evaluation_free(&e);
}

/* Where an iteration costs much, few of them are run: which warp's turn it is matters less than that it is that of one, or none. */
static void
test_turns_of_warps_are_counted_where_they_are_dear(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(unsigned *o, int turns)\n"
	         "{ unsigned t = threadIdx.x, x = t; for (unsigned i = 0; i < turns; i++) if (i == t / 32) {\n"
	         "  for (unsigned m = 0; m < 1024; m++) x = (x ^ x >> 7) * 69069 + m;\n"
	         "  o[t] = x; } }\n"
	         "int main() { unsigned *o; cudaMalloc(&o, 1 << 20); k<<<4096, 256>>>(o, 33); }\n",
	         NULL);
	expect_double(site_at(first_launch(&e), 4, SITE_STORE)->predicted.requests, 4096 * 8, 1e-6);
	expect_double(site_at(first_launch(&e), 3, SITE_BRANCH)->predicted.requests, 4096. * 8 * 1025, 1);
	evaluation_free(&e);
}

/* Of ten blocks each one is run. */
static void
test_small_grids_are_run_whole(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o)\n"
	         "{ o[blockIdx.x * 105 + threadIdx.x] = 1; }\n"
	         "int main() { float *o; cudaMalloc(&o, 1 << 20); k<<<10, 105>>>(o); }\n",
	         NULL);
	const struct site *site = site_at(first_launch(&e), 2, SITE_STORE);
	assert_int_equal(site->standing, STANDING_EXACT);
	assert_false(site->extrapolated);
	double sectors = 0;
	for (unsigned block = 0; block < 10; block++)
		for (unsigned first = block * 105; first < block * 105 + 105; first += 32)
			sectors += (first + (first + 32 > block * 105 + 105 ? 105 % 32 : 32) - 1) / 8 - first / 8 + 1;
	expect_double(site->predicted.sectors, sectors, 1e-6);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_conditions_of_long_period_are_counted),
		cmocka_unit_test(test_lanes_have_conditions_of_their_own),
		cmocka_unit_test(test_counters_that_begin_again_are_followed),
		cmocka_unit_test(test_choices_are_told_apart),
		cmocka_unit_test(test_inner_loops_go_round_as_often_as_they_do),
		cmocka_unit_test(test_lanes_that_fall_away),
		cmocka_unit_test(test_turns_of_warps_are_counted_where_they_are_dear),
		cmocka_unit_test(test_small_grids_are_run_whole),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
