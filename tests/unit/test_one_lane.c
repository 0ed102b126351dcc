/* Code that at most one lane of a warp executes, although data decides which. */
#include "evaluate.h"

static struct evaluation e;

/* Checks the store on line 3 of a kernel under this condition, which depends on unknown data. */
static void
expect_store(const char *condition, double lanes, double sectors)
{
	char source[1024];
	snprintf(
		source, sizeof source,
		"__global__ void k(float *out, const int *chosen, const int *each, int n) { const int lane = threadIdx.x & 31;\n"
		"  if (%s)\n"
		"    out[threadIdx.x] = 1; }\n"
		"int pick(int); int main() { float *o; int *c, *d, h[64]; for (int i = 0; i < 64; i++) h[i] = pick(i);\n"
		"  cudaMalloc(&o, 4096); cudaMalloc(&c, 256); cudaMalloc(&d, 256); cudaMemcpy(c, h, 256, cudaMemcpyHostToDevice);\n"
		"  cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice); k<<<1, 64>>>(o, c, d, 64); }\n",
		condition);
	evaluate(&e, source, NULL);
	const struct site *store = site_at(first_launch(&e), 3, SITE_STORE);
	assert_int_equal(store->confidence, CONFIDENCE_ASSUMED);
	expect_double(store->predicted.lanes / store->predicted.requests, lanes, 1e-9);
	expect_double(store->predicted.sectors / store->predicted.requests, sectors, 1e-9);
	evaluation_free(&e);
}

static void
test_lanes_that_are_asked_for_by_number(void **state)
{
	(void)state;
	expect_store("threadIdx.x == chosen[0]", 1, 1);
	expect_store("lane == *chosen", 1, 1);
	expect_store("n > 3 && chosen[blockIdx.x] == lane", 1, 1);
	expect_store("!(chosen[0] + 2 != lane)", 1, 1);
	expect_store("3 * lane == chosen[1]", 1, 1);
}

/* Any number of lanes may satisfy the condition. */
static void
test_lanes_that_are_not_distinguished(void **state)
{
	(void)state;
	expect_store("each[threadIdx.x] == lane", 32, 4);
	expect_store("chosen[0] == each[threadIdx.x]", 32, 4);
	expect_store("lane / 2 == chosen[0]", 32, 4);
	expect_store("lane != chosen[0]", 32, 4);
	expect_store("lane < chosen[0]", 32, 4);
	expect_store("lane == chosen[0] || lane == chosen[1]", 32, 4);
}

/* After the branch all lanes continue, and what one of them may have changed is unknown for all. */
static void
test_what_one_lane_changes(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__global__ void k(float *out, const int *chosen) { int at = threadIdx.x;\n"
		"  if (threadIdx.x == chosen[0]) at += chosen[1];\n"
		"  out[at] = 1; }\n"
		"int pick(int); int main() { float *o; int *c, h[2]; h[0] = pick(0); h[1] = pick(1);\n"
		"  cudaMalloc(&o, 1 << 20); cudaMalloc(&c, 8); cudaMemcpy(c, h, 8, cudaMemcpyHostToDevice); k<<<1, 32>>>(o, c); }\n",
		NULL);
	assert_int_equal(site_at(first_launch(&e), 3, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lanes_that_are_asked_for_by_number),
		cmocka_unit_test(test_lanes_that_are_not_distinguished),
		cmocka_unit_test(test_what_one_lane_changes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
