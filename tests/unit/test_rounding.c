/* Floating-point arithmetic of device code as the compiler and the GPU do it, where the last bits matter. */
#include "evaluate.h"

static struct evaluation e;

static void
expect_lanes(const char *body, double lanes)
{
	char source[1024];
	snprintf(source, sizeof source,
	         "__global__ void k(float *o, float a, float c, double d)\n"
	         "{ int t = threadIdx.x; %s\n"
	         "    o[t] = 1; }\n"
	         "int main() { float *o; cudaMalloc(&o, 1 << 20); k<<<1, 32>>>(o, 0.1f, 0.3f, 0.1); }\n",
	         body);
	evaluate(&e, source, NULL);
	const struct site *store = site_at(first_launch(&e), 3, SITE_STORE);
	assert_int_equal(store->confidence, CONFIDENCE_EXACT);
	expect_double(store->predicted.lanes / store->predicted.requests, lanes, 1e-9);
	evaluation_free(&e);
}

/* 3 * 0.1f equals 0.3f after rounding, and is less before. */
static void
test_a_product_is_not_rounded_before_its_sum(void **state)
{
	(void)state;
	expect_lanes("if (t * a - c >= 0)", 28);
	expect_lanes("if (c - t * a <= 0)", 28);
	expect_lanes("float x = -c; x += t * a; if (x >= 0)", 28);
	expect_lanes("float x = c; x -= t * a; if (x <= 0)", 28);
	expect_lanes("if (t * d - 3 * d > 0)", 28);
	/* The result of a rounding function is not contracted. */
	expect_lanes("if (__fmul_rn(t, a) - c >= 0)", 29);
}

static void
test_what_is_beyond_an_integer_is_cut(void **state)
{
	(void)state;
	expect_lanes("if ((unsigned)(t * a - 1.5f) < 1)", 25);
	expect_lanes("if ((int)(t * 1e9f) == 2147483647)", 29);
	expect_lanes("if ((int)(-t * 1e9f) < -2147483647)", 29);
	expect_lanes("if (__float2int_rz(t * 1e9f) == 2147483647)", 29);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_product_is_not_rounded_before_its_sum),
		cmocka_unit_test(test_what_is_beyond_an_integer_is_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
