/* How often loops go round whose counters run from one end of their type to the other. */
#include "evaluate.h"

static struct evaluation e;

static void
expect_loads(const char *source, unsigned line, double requests)
{
	evaluate(&e, source, NULL);
	const struct site *load = site_at(first_launch(&e), line, SITE_LOAD);
	assert_int_equal(load->confidence, CONFIDENCE_EXACT);
	expect_double(load->predicted.requests, requests, 1e-6);
	evaluation_free(&e);
}

#define MAIN "int main() { float *o, *i; cudaMalloc(&o, 1 << 20); cudaMalloc(&i, 1 << 20); k<<<1, 32>>>(o, i, 500); }\n"

/* Below zero there is nothing: such a counter goes on from the other end, and ends the loop. */
static void
test_an_unsigned_counter_runs_out(void **state)
{
	(void)state;
	expect_loads("__global__ void k(float *o, const float *in, int n)\n"
	             "{ float s = 0; int j = 0;\n"
	             "  for (unsigned i = 99; i < 100 && j < n; i--) {\n"
	             "    s += in[i * 32 + threadIdx.x]; j++; }\n"
	             "  o[threadIdx.x] = s; }\n" MAIN,
	             4, 100);
	expect_loads("__global__ void k(float *o, const float *in, int n)\n"
	             "{ float s = 0;\n"
	             "  for (unsigned char i = 99; i < 100; i--)\n"
	             "    s += in[i * 32 + threadIdx.x];\n"
	             "  o[threadIdx.x] = s; }\n" MAIN,
	             4, 100);
}

static void
test_counters_that_come_to_their_end(void **state)
{
	(void)state;
	static const char *const loops[] = {
		"for (int i = 0; i < n; i++)",        "for (int i = n; i > 0; i--)",
		"for (int i = n - 1; i >= 0; i--)",   "for (int i = 1; i <= n; i++)",
		"for (int i = 0; i != n; i++)",       "for (unsigned i = n; i != 0; i--)",
		"for (long long i = -n; i < 0; i++)", "for (unsigned long long i = n; i > 0; i--)",
		"for (int i = 0; n > i; i++)",        "for (int i = 0; !(i >= n); i++)",
	};
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
		char source[512];
		snprintf(source, sizeof source,
		         "__global__ void k(float *o, const float *in, int n)\n"
		         "{ float s = 0;\n"
		         "  %s\n"
		         "    s += in[(i & 15) * 32 + threadIdx.x];\n"
		         "  o[threadIdx.x] = s; }\n" MAIN,
		         loops[i]);
		evaluate(&e, source, NULL);
		expect_double(site_at(first_launch(&e), 4, SITE_LOAD)->predicted.requests, 500, 1e-6);
		evaluation_free(&e);
	}
}

/* How often line 3 loads in a loop that goes on while that holds. */
static void
expect_iterations(const char *condition, double rounds)
{
	char source[1024];
	snprintf(
		source, sizeof source,
		"#define LEAST(a, b) ({ __typeof__(a) x = (a); __typeof__(b) y = (b); x < y ? x : y; })\n"
		"__device__ int least(int a, int b) { return a < b ? a : b; } "
		"__global__ void k(float *o, const float *in, int n) { float s = 0; int far = n * 100; for (int i = 0; %s; i++) { far--;\n"
		"    s += in[(i & 15) * 32 + threadIdx.x]; }\n"
		"  o[threadIdx.x] = s; }\n" MAIN,
		condition);
	evaluate(&e, source, NULL);
	expect_double(site_at(first_launch(&e), 3, SITE_LOAD)->predicted.requests, rounds, 1e-6);
	evaluation_free(&e);
}

/* A long loop's end may be one of several numbers, if it stays the same one. */
static void
test_ends_that_are_picked(void **state)
{
	(void)state;
	expect_iterations("i < min(n * 90, 300000)", 45000);
	expect_iterations("i < (n * 90 < 300000 ? n * 90 : 300000)", 45000);
	expect_iterations("i < LEAST(n * 90, 300000)", 45000);
	expect_iterations("i < LEAST(300000, max(n * 90, 3))", 45000);
	expect_iterations("i < least(n * 90, 300000)", 45000);
}

/* What is picked later may be another one. */
static void
test_ends_that_change_while_they_are_picked(void **state)
{
	(void)state;
	expect_iterations("i < (i < 80 ? 5000 : 300)", 300);
	expect_iterations("i < min(5000, far - 49700)", 150);
	expect_iterations("i < least(2000, 3000 - i)", 1500);
	expect_iterations("i < LEAST(5000, 800 - i)", 400);
	expect_iterations("i < min(2000, far - 49000)", 500);
}

/* The farthest from zero that a number of 64 bits can be, in steps of either sign. */
static void
test_counters_from_the_end_of_their_type(void **state)
{
	(void)state;
	static const char *const loops[] = {
		"unsigned long long i = 0x8000000000000003; i != 0; i--",
		"long long i = -0x7fffffffffffffff - 1; i != 0; i++",
		"unsigned long long i = 0x7ffffffffffffffd; i > 5; i++",
		"long long i = -0x7fffffffffffffff - 1; i < 0; i += 3",
	};
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
		char source[512];
		snprintf(source, sizeof source,
		         "__global__ void k(float *o, const float *in, int n)\n"
		         "{ float s = 0;\n"
		         "  for (%s) {\n"
		         "    s += in[threadIdx.x];\n"
		         "    if (s > n) break; }\n"
		         "  o[threadIdx.x] = s; }\n" MAIN,
		         loops[i]);
		evaluate(&e, source, NULL);
		expect_double(site_at(first_launch(&e), 6, SITE_STORE)->predicted.requests, 1, 1e-9);
		evaluation_free(&e);
	}
}

/* Nobody asks whether to go on, in the compiled code as little as in the report. */
static void
test_loops_without_end_have_no_branch(void **state)
{
	static const char *const loops[] = {"while (true) { %s }", "while (1) { %s }", "for (;;) { %s }",
	                                    "do { %s } while (true);"};
	(void)state;
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
		char loop[128], source[512];
		snprintf(loop, sizeof loop, loops[i], "p = next[p];\n if (p < 0) break;");
		snprintf(
			source, sizeof source,
			"__global__ void k(const int *next, int *out) { int p = threadIdx.x;\n %s\n out[threadIdx.x] = p; }\n"
			"int main() { int *a, *b; cudaMalloc(&a, 4096); cudaMalloc(&b, 4096); k<<<1, 32>>>(a, b); }\n",
			loop);
		evaluate(&e, source, NULL);
		const struct launch *launch = first_launch(&e);
		unsigned branches = 0;
		for (size_t s = 0; s < launch->site_count; s++)
			branches += launch->sites[s].kind == SITE_BRANCH;
		assert_int_equal(branches, 1);
		assert_int_equal(site_at(launch, 3, SITE_BRANCH)->confidence, CONFIDENCE_UNKNOWN);
		evaluation_free(&e);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_an_unsigned_counter_runs_out),
		cmocka_unit_test(test_counters_that_come_to_their_end),
		cmocka_unit_test(test_ends_that_are_picked),
		cmocka_unit_test(test_ends_that_change_while_they_are_picked),
		cmocka_unit_test(test_counters_from_the_end_of_their_type),
		cmocka_unit_test(test_loops_without_end_have_no_branch),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
