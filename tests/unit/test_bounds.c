/* Requests whose lanes' data is not known, by where each of them may go. */
#include "evaluate.h"

/* Data that takes few values is taken to be spread evenly over these, however far apart they lead; of what leads through all of a
 * large array nothing is said. */
static void
test_few_places(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__global__ void k(float *many, const unsigned char *c, const int *d) { int t = threadIdx.x;\n"
	         "  many[c[t] * 256 + t] = 1;\n"
	         "  many[(unsigned)d[t] % 100 * 64] = 2;\n"
	         "  many[d[t] * 256 + t] = 3;\n"
	         "  many[(d[t] & 4095) * 16] = 4; }\n"
	         "int main() { float *m; unsigned char *c; int *d; cudaMalloc(&m, 1 << 20); cudaMalloc(&c, 32); cudaMalloc(&d, 128);\n"
	         "  k<<<1, 32>>>(m, c, d); }\n", NULL);
	static const enum standing expected[] = {STANDING_BOUNDED, STANDING_BOUNDED, STANDING_UNKNOWN, STANDING_UNKNOWN};
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(site_at(first_launch(&e), 2 + i, SITE_STORE)->standing, expected[i]);
	expect_double(site_at(first_launch(&e), 2, SITE_STORE)->predicted.sectors, 31, 1);
	expect_double(site_at(first_launch(&e), 3, SITE_STORE)->predicted.sectors, 27.5, 1.5);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_few_places)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
