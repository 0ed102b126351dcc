/* Accesses that the compiler makes at other places than the source, and for other lanes. */
#define EVALUATE_COMPILED
#include "evaluate.h"

static struct evaluation e;

/* sincos has no table, and neither has a float's cosine. */
static void
test_the_math_library_loads_its_table(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(double *o, const double *p)\n"
	         "{ int i = threadIdx.x; double x = p[i], s, c;\n"
	         "  double y = cos(x),\n"
	         "    z = sinpi(x);\n"
	         "  sincos(x, &s, &c);\n"
	         "  o[i] = y * z + s * c + cosf((float)x); }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	for (unsigned line = 3; line <= 4; line++) {
		const struct site *table = site_at(first_launch(&e), line, SITE_LOAD);
		assert_int_equal(table->width, 16);
		expect_double(table->predicted.requests, 3, 1e-9);
		expect_double(per_request(table), 1, 1e-9);
		assert_int_equal(table->confidence, CONFIDENCE_ASSUMED);
		assert_string_equal(table->object.name, "the math library's table");
	}
	assert_int_equal(site_at(first_launch(&e), 6, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	for (size_t i = 0; i < first_launch(&e)->site_count; i++)
		assert_int_not_equal(first_launch(&e)->sites[i].place.line, 5);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_math_library_loads_its_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
