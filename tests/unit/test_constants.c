/* How the compiler reads constant memory; the instructions are those of nvcc 13.0 for sm_90. */
#define EVALUATE_COMPILED
#include "evaluate.h"

/* The load of a parameter's element on the line; NULL: none is reported. */
static const struct site *
element_at(const struct launch *launch, unsigned line)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].place.line == line && launch->sites[i].space == SPACE_CONSTANT)
			return &launch->sites[i];
	return NULL;
}

/* Stores to and loads from local memory, or selection from registers: each thread has its own copy. */
static void
test_parameters_that_are_copied(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "struct table { float w[64]; };\nstruct little { float w[8]; };\n"
	         "__device__ void mend(float *w) { w[1] = 2; }\n"
	         "__global__ void k(little small, table large, table mended, float *p)\n"
	         "{ int i = threadIdx.x; if (p[i]) large.w[i & 1] = 1; mend(mended.w);\n"
	         "  p[i] = small.w[i & 7] + large.w[i] + mended.w[i]; }\n"
	         "int main() { little a; table b; float *p; cudaMalloc(&p, 128); k<<<1, 32>>>(a, b, b, p); }\n",
	         NULL);
	assert_null(element_at(first_launch(&e), 5));
	assert_null(element_at(first_launch(&e), 6));
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parameters_that_are_copied),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
