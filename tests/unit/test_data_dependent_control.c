#include "analysis/data_dependent_control.h"
#include "evaluate.h"

static bool
is_controlled_by_data(const char *source)
{
	struct ir_unit unit;
	bool is_data_dependent = false;
	parse_program(&unit, source);
	for (size_t i = 0; i < unit.func_count; i++)
		if (unit.funcs[i]->is_kernel)
			is_data_dependent = func_has_data_dependent_control(unit.funcs[i]);
	ir_unit_free(&unit);
	return is_data_dependent;
}

static void
data_that_is_only_computed_with_decides_nothing(void **state)
{
	(void)state;
	assert_false(is_controlled_by_data("__global__ void k(int *o, const int *a, int n) {\n"
	                                   "	int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	                                   "	if (i < n) o[i] = a[i] * 3 ^ a[i + 1];\n}"));
	assert_false(is_controlled_by_data(
		"__global__ void k(int *o, const int *a) {\n"
		"	__shared__ int s[64];\n"
		"	int sum = 0;\n"
		"	for (int i = 0; i < 8; i++) sum += a[i * 64 + threadIdx.x];\n"
		"	s[threadIdx.x] = sum;\n"
		"	__syncthreads();\n"
		"	for (int d = 32; d; d /= 2) { if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d]; __syncthreads(); }\n"
		"	if (!threadIdx.x) atomicAdd(o, s[0]);\n}"));
	assert_false(is_controlled_by_data(
		"__device__ int twice(int x) { return 2 * x; }\n"
		"__global__ void k(int *o, const int *a) { o[threadIdx.x] = twice(a[threadIdx.x]); }"));
	/* Floating-point values are never tracked separately. */
	assert_false(is_controlled_by_data(
		"__global__ void k(float *o, const float *a) { if (a[threadIdx.x] > 0) o[threadIdx.x] = 1; }"));
}

static void
data_in_an_address_decides(void **state)
{
	(void)state;
	assert_true(is_controlled_by_data("__global__ void k(float *o, const int *a) { o[a[threadIdx.x]] = 1; }"));
	assert_true(is_controlled_by_data("__global__ void k(float *o, const int *a) {\n"
	                                  "	int j = 0, i;\n"
	                                  "	for (int n = 0; n < 4; n++) { i = j; o[i] = n; j = a[n]; }\n}"));
	assert_true(is_controlled_by_data("__global__ void k(float *o, const int *a) {\n"
	                                  "	__shared__ int s[32];\n"
	                                  "	s[threadIdx.x] = a[threadIdx.x];\n"
	                                  "	o[s[31 - threadIdx.x]] = 1;\n}"));
	assert_true(is_controlled_by_data("__global__ void k(float **o) { o[threadIdx.x][0] = 1; }"));
	assert_true(
		is_controlled_by_data("__global__ void k(float *o, const int *a) { o[__ldg(a + threadIdx.x)] = 1; }"));
}

static void
data_in_a_branch_decides(void **state)
{
	(void)state;
	assert_true(is_controlled_by_data(
		"__global__ void k(float *o, const int *a) { if (a[threadIdx.x] > 0) o[threadIdx.x] = 1; }"));
	assert_true(is_controlled_by_data(
		"__global__ void k(float *o, const int *a) { o[0] = a[threadIdx.x] ? o[1] : o[2]; }"));
	assert_true(is_controlled_by_data(
		"__global__ void k(float *o, const int *a) { for (int i = 0; i < *a; i++) o[i] = 1; }"));
}

static void
data_is_followed_through_calls_records_and_references(void **state)
{
	(void)state;
	assert_true(is_controlled_by_data("__device__ int at(int x) { return x + 1; }\n"
	                                  "__global__ void k(float *o, const int *a) { o[at(a[threadIdx.x])] = 1; }"));
	assert_true(is_controlled_by_data("__device__ void put(float *o, int x) { o[x] = 1; }\n"
	                                  "__global__ void k(float *o, const int *a) { put(o, a[threadIdx.x]); }"));
	assert_true(is_controlled_by_data(
		"struct pair { int x, y; };\n"
		"__global__ void k(float *o, const pair *a) { pair p = a[threadIdx.x]; o[p.y] = 1; }"));
	assert_true(is_controlled_by_data("struct pair { int x, y; };\n"
	                                  "__device__ void put(float *o, pair p) { o[p.x] = 1; }\n"
	                                  "__global__ void k(float *o, const pair *a) { put(o, a[threadIdx.x]); }"));
	assert_true(is_controlled_by_data("__device__ void get(const int *a, int &x) { x = a[threadIdx.x]; }\n"
	                                  "__global__ void k(float *o, const int *a) { int x; get(a, x); o[x] = 1; }"));
	assert_true(is_controlled_by_data("__global__ void k(float *o, const int *a) {\n"
	                                  "	int t[2], *p = t;\n	*p = a[threadIdx.x];\n	o[t[0]] = 1;\n}"));
}

static void
a_choice_of_what_is_computed_decides_nothing(void **state)
{
	(void)state;
	assert_false(is_controlled_by_data("__global__ void k(int *o, const int *a) {\n"
	                                   "	int x = a[threadIdx.x], y = a[threadIdx.x + 1];\n"
	                                   "	o[threadIdx.x] = x < y ? x : y;\n}"));
	assert_false(is_controlled_by_data("__global__ void k(int *o, const int *a) {\n"
	                                   "	int x = a[threadIdx.x], y = 0;\n"
	                                   "	if (x > 3 && x < 9) y = x; else y = 2;\n"
	                                   "	o[threadIdx.x] = y;\n}"));
	assert_false(is_controlled_by_data(
		"__device__ int most(int a, int b) { if (a > b) return a; return b; }\n"
		"__global__ void k(int *o, const int *a) { o[threadIdx.x] = most(a[threadIdx.x], most(o[0], 3)); }"));
}

static void
what_was_chosen_by_data_is_data(void **state)
{
	(void)state;
	assert_true(is_controlled_by_data(
		"__global__ void k(int *o, const int *a) { o[a[threadIdx.x] > 3 ? 1 : 2] = 1; }"));
	assert_true(is_controlled_by_data(
		"__global__ void k(int *o, const int *a) { int at = 0; if (a[threadIdx.x]) at = 9; o[at] = 1; }"));
	assert_true(is_controlled_by_data("__device__ int at(int x) { if (x > 3) return 1; return 0; }\n"
	                                  "__global__ void k(int *o, const int *a) { o[at(a[threadIdx.x])] = 1; }"));
}

static void
a_choice_that_leaves_decides(void **state)
{
	(void)state;
	assert_true(is_controlled_by_data(
		"__global__ void k(int *o, const int *a) { if (a[threadIdx.x]) return; o[threadIdx.x] = 1; }"));
	assert_true(is_controlled_by_data(
		"__device__ int at(const int *p, int x) { return x > 3 ? p[1] : p[2]; }\n"
		"__global__ void k(int *o, const int *a) { o[threadIdx.x] = at(a, a[threadIdx.x]); }"));
	assert_true(is_controlled_by_data(
		"__global__ void k(int *o, const int *a) {\n"
		"	int x = a[threadIdx.x];\n	if (x) __syncthreads();\n	o[threadIdx.x] = x;\n}"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(data_that_is_only_computed_with_decides_nothing),
		cmocka_unit_test(data_in_an_address_decides),
		cmocka_unit_test(data_in_a_branch_decides),
		cmocka_unit_test(a_choice_of_what_is_computed_decides_nothing),
		cmocka_unit_test(what_was_chosen_by_data_is_data),
		cmocka_unit_test(a_choice_that_leaves_decides),
		cmocka_unit_test(data_is_followed_through_calls_records_and_references),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
