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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_address_for_all_lanes),
		cmocka_unit_test(test_an_address_for_each_lane),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
