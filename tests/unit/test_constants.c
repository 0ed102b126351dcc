/* What the compiler does with reads of constant memory: instructions are those of nvcc 13.0 for sm_90. */
#include "evaluate.h"

static void
expect_standing(const struct launch *launch, unsigned line, enum standing standing, const char *why)
{
	const struct site *site = site_at(launch, line, SITE_LOAD);
	assert_int_equal(site->space, SPACE_CONSTANT);
	assert_int_equal(site->standing, standing);
	assert_non_null(strstr(site->why, why));
}

/* ULDC.64 for two of them, or an operand c[3][...]. */
static void
test_one_address_for_all_lanes(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e, "__constant__ float weights[8];\n"
	             "__global__ void k(float *p, int n)\n"
	             "{ float s = 0; for (int i = 0; i < n; i++)\n"
	             "    s += p[threadIdx.x] *\n"
	             "         weights[i];\n"
	             "  p[threadIdx.x] = s; }\n", "k<<<1, 32>>>(128, 8)");
	expect_standing(first_launch(&e), 5, STANDING_ASSUMED, "operand");
	evaluation_free(&e);
}

/* LDC for one alone, LDC.64 for members side by side; two of that for 16 bytes. */
static void
test_an_address_for_each_lane(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e, "__constant__ float alone[64];\n__constant__ struct { float x, y; } pairs[64];\n__constant__ float4 wide[64];\n"
	             "__global__ void k(float *p)\n"
	             "{ int i = threadIdx.x; float s =\n"
	             "    alone[i]; s +=\n"
	             "    pairs[i].x; s *=\n"
	             "    pairs[i].y; float4 v =\n"
	             "    wide[i];\n"
	             "  p[i] = s + v.x + v.y + v.z + v.w; }\n", "k<<<1, 32>>>(128)");
	const struct launch *launch = first_launch(&e);
	expect_standing(launch, 6, STANDING_EXACT, "");
	expect_standing(launch, 7, STANDING_ASSUMED, "several at once");
	expect_standing(launch, 8, STANDING_ASSUMED, "several at once");
	expect_standing(launch, 9, STANDING_ASSUMED, "8 bytes");
	evaluation_free(&e);
}

/* The load of a parameter's element at the line, NULL: none is told. */
static const struct site *
element_at(const struct launch *launch, unsigned line)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].place.line == line && launch->sites[i].space == SPACE_CONSTANT)
			return &launch->sites[i];
	return NULL;
}

/* LDC with an index: of what all threads read where it lies, and of what is larger than the compiler copies. */
static void
test_elements_of_a_parameter(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e, "struct table { float w[64]; int n[8]; __device__ float at(int i) const { return w[i]; } };\n"
	             "struct little { float w[8]; };\n"
	             "__device__ float sum(const table &t, int i) { return t.w[i] + 1; }\n"
	             "__global__ void k(const __grid_constant__ little small, const table large, float *p)\n"
	             "{ int i = threadIdx.x; float s =\n"
	             "    small.w[i & 7] +\n"
	             "    large.w[i * 2 & 63] +\n"
	             "    large.n[3] + small.w[2] + large.w[blockIdx.x];\n"
	             "  p[i] = s; }\n"
	             "__global__ void called(table large, float *p)\n"
	             "{ p[threadIdx.x] = large.at(threadIdx.x) + sum(large, threadIdx.x); }\n"
	             "int main()\n"
	             "{ little a; table b; float *p; cudaMalloc(&p, 128); k<<<1, 32>>>(a, b, p); called<<<1, 32>>>(b, p); }\n", NULL);
	const struct launch *launch = first_launch(&e);
	assert_int_equal(element_at(launch, 6)->standing, STANDING_EXACT);
	expect_double(element_at(launch, 6)->predicted.wavefronts, 8, 0);
	assert_int_equal(element_at(launch, 7)->standing, STANDING_ASSUMED);
	assert_non_null(strstr(element_at(launch, 7)->why, "copy of the parameter"));
	expect_double(element_at(launch, 7)->predicted.wavefronts, 32, 0);
	assert_null(element_at(launch, 8));
	evaluation_free(&e);
}

/* Stores to local memory and loads of that, or chosen from registers: a copy of each thread's own. */
static void
test_parameters_that_are_copied(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e, "struct table { float w[64]; };\nstruct little { float w[8]; };\n"
	             "__device__ void mend(float *w) { w[1] = 2; }\n"
	             "__global__ void k(little small, table large, table mended, float *p)\n"
	             "{ int i = threadIdx.x; if (p[i]) large.w[i & 1] = 1; mend(mended.w);\n"
	             "  p[i] = small.w[i & 7] + large.w[i] + mended.w[i]; }\n"
	             "int main() { little a; table b; float *p; cudaMalloc(&p, 128); k<<<1, 32>>>(a, b, b, p); }\n", NULL);
	assert_null(element_at(first_launch(&e), 5));
	assert_null(element_at(first_launch(&e), 6));
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_address_for_all_lanes),
		cmocka_unit_test(test_an_address_for_each_lane),
		cmocka_unit_test(test_elements_of_a_parameter),
		cmocka_unit_test(test_parameters_that_are_copied),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
