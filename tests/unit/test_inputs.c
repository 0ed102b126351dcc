/* A launch's inputs, as far as a measurement needs them: what stands in for numbers that nothing binds. */
#include "evaluate.h"

static struct evaluation e;

static int32_t
integer_in(const struct launch_argument *argument, size_t at)
{
	int32_t number;
	assert_int_equal(argument->kind, ARGUMENT_BYTES);
	memcpy(&number, argument->bytes + at, sizeof number);
	return number;
}

static void
test_numbers_that_nothing_binds_have_stand_ins(void **state)
{
	(void)state;
	evaluate(&e, "int rows(); bool flag();\n"
	             "__global__ void k(float *p, int width, int height, bool twice, int m)\n"
	             "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	             "  if (i < width * height) p[i] = m; }\n"
	             "int main() { float *p; cudaMalloc(&p, 1000 * sizeof *p);\n"
	             "  k<<<4, 256>>>(p, rows(), rows(), flag(), 7); }\n", NULL);
	const struct launch *launch = first_launch(&e);
	/* Together they stay within the buffer. */
	assert_int_equal(integer_in(&launch->inputs[1], 0), 31);
	assert_int_equal(integer_in(&launch->inputs[2], 0), 31);
	assert_int_equal(integer_in(&launch->inputs[4], 0), 7);
	assert_string_equal(launch->stand_ins, "width = 31, height = 31, twice = 1");
	/* The prediction knows nothing of them. */
	assert_int_not_equal(site_at(launch, 4, SITE_STORE)->standing, STANDING_EXACT);
	assert_string_equal(launch->arguments[1].text, "unknown");
	evaluation_free(&e);
}

static void
test_members_that_nothing_binds_have_stand_ins(void **state)
{
	(void)state;
	evaluate(&e, "int rows();\n"
	             "struct grid { float *p; int width, mode; };\n"
	             "__global__ void k(grid g)\n"
	             "{ if (threadIdx.x < g.width) g.p[threadIdx.x] = 1; }\n"
	             "int main() { grid g; cudaMalloc(&g.p, 4096); g.width = rows(); g.mode = rows(); k<<<1, 256>>>(g); }\n", NULL);
	const struct launch *launch = first_launch(&e);
	assert_int_equal(integer_in(&launch->inputs[0], 8), 1024);
	assert_int_equal(integer_in(&launch->inputs[0], 12), 0);
	assert_string_equal(launch->stand_ins, "g.width = 1024, g.mode = 0");
	evaluation_free(&e);
}

static void
test_nothing_stands_in_for_a_handle(void **state)
{
	(void)state;
	evaluate(&e, "unsigned long long handle();\n"
	             "__global__ void k(float *p, unsigned long long h)\n"
	             "{ p[threadIdx.x] = h; }\n"
	             "int main() { float *p; cudaMalloc(&p, 4096); k<<<1, 256>>>(p, handle()); }\n", NULL);
	const struct launch *launch = first_launch(&e);
	assert_int_equal(launch->inputs[1].kind, ARGUMENT_UNKNOWN);
	assert_null(launch->stand_ins);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers_that_nothing_binds_have_stand_ins),
		cmocka_unit_test(test_members_that_nothing_binds_have_stand_ins),
		cmocka_unit_test(test_nothing_stands_in_for_a_handle),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
