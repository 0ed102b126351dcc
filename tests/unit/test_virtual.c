/* Virtual functions whose tables are not modelled. The accesses of the others: tests/figures/virtual_functions.cu. */
#include "evaluate.h"

static struct evaluation e;

/* Virtual bases, and functions whose result is at another offset in the object than the caller's class. */
static void
test_tables_that_are_not_followed(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct A { int a; __device__ virtual int f() { return a; } };\n"
	         "struct B : virtual A { __device__ int f() override { return 2; } };\n"
	         "struct C { int c; __device__ virtual C *me() { return this; } };\n"
	         "struct D : A, C { __device__ D *me() override { return this; } };\n"
	         "__global__ void k(B *b, int *out) {\n"
	         "  C *c = new D;\n"
	         "  out[threadIdx.x] = c->me()->c;\n"
	         "  out[threadIdx.x + 32] = b[threadIdx.x].f();\n"
	         "  out[threadIdx.x + 64] = 1; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	assert_true(e.facts.kernels[0].is_partial);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tables_that_are_not_followed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
