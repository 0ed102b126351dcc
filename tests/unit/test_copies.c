/* Stores of a loop's iterations that go to one place, by turns: which are left of them when the compiler has made copies of the
 * loop's body. What is expected is what nvcc 13.0 leaves. */
#define EVALUATE_COMPILED
#include "evaluate.h"

static void
assert_stores(const char *index, unsigned rounds, double stores)
{
	struct evaluation e;
	char source[512];
	snprintf(source, sizeof source,
	         "__global__ void k(float *p) { float v = threadIdx.x;\n"
	         "for (int i = 0; i < %u; i++) { v = v * 0.5f + i;\n"
	         "p[%s] = v; } }\n"
	         "int main() { float *p; cudaMalloc(&p, 1 << 20); k<<<1, 32>>>(p); }\n",
	         rounds, index);
	evaluate(&e, source, NULL);
	expect_double(site_at(first_launch(&e), 3, SITE_STORE)->predicted.requests, stores, 1e-9);
	evaluation_free(&e);
}

/* All copies know their counter: what is overwritten goes, whether or not all rounds are run here. */
static void
test_copies_of_a_small_loop_see_all(void **state)
{
	(void)state;
	assert_stores("i % 22", 16, 16);
	assert_stores("i % 22", 48, 22);
	assert_stores("i % 22", 64, 22);
	assert_stores("i % 7 * 32 + threadIdx.x", 64, 7);
	assert_stores("i / 4 * 32 + threadIdx.x", 64, 16);
}

/* A longer one goes whole in steps, and nothing is known of counters before the last one. */
static void
test_copies_made_in_steps_see_neighbours(void **state)
{
	(void)state;
	assert_stores("i % 22", 100, 100);
	assert_stores("i % 22", 2048, 2048);
	assert_stores("i % 3", 1024, 1024);
	assert_stores("i % 7 * 32 + threadIdx.x", 500, 500);
	assert_stores("i / 4 * 32 + threadIdx.x", 100, 25);
	assert_stores("i / 4 * 32 + threadIdx.x", 2048, 512);
	assert_stores("(i & 1) * 32 + threadIdx.x", 100, 2);
	assert_stores("(i & 1) * 32 + threadIdx.x", 2048, 2);
	assert_stores("i & 15", 500, 500);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_copies_of_a_small_loop_see_all),
		cmocka_unit_test(test_copies_made_in_steps_see_neighbours),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
