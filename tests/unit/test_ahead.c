/* Accesses that the compiler makes elsewhere than the source has them, and for other lanes. */
#include "evaluate.h"

static struct evaluation e;

static void
expect_lanes(unsigned line, enum site_kind kind, double lanes, enum standing standing)
{
	const struct site *site = site_at(first_launch(&e), line, kind);
	expect_double(site->predicted.lanes / site->predicted.requests, lanes, 1e-9);
	assert_int_equal(site->standing, standing);
}

/* What is always there is loaded before it is known whether it is needed, if a comparison is all that is made of it. */
static void
test_loads_ahead_of_conditions(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ int total;\n"
	         "__global__ void k(int *o, int n)\n"
	         "{ __shared__ int flag, list[8], other, last, unused; extern __shared__ int pool[];\n"
	         "  int i = threadIdx.x, z = 0;\n"
	         "  if (i == 3 && flag) o[0] = 1;\n"
	         "  if (i == 4 || list[2] > n) o[1] = 1;\n"
	         "  if (i == 5 && pool[1]) o[2] = 1;\n"
	         "  if (i == 6 && list[i] == 0) o[3] = 1;\n"
	         "  if (i == 7 && total != 3) o[4] = 1;\n"
	         "  o[i + 64] = i < 5 ? other : 0;\n"
	         "  if (i < 9)\n"
	         "    z = last;\n"
	         "  o[i + 128] = z;\n"
	         "  if (false && unused) o[5] = 1;\n"
	         "  flag = list[i & 7] = other = last = i; }\n",
	         "k<<<1, 32, 64>>>(4096, 7)");
	expect_lanes(5, SITE_LOAD, 32, STANDING_ASSUMED);
	expect_lanes(6, SITE_LOAD, 32, STANDING_ASSUMED);
	expect_lanes(7, SITE_LOAD, 1, STANDING_EXACT);
	expect_lanes(8, SITE_LOAD, 1, STANDING_EXACT);
	expect_lanes(9, SITE_LOAD, 32, STANDING_ASSUMED);
	expect_lanes(10, SITE_LOAD, 32, STANDING_ASSUMED);
	expect_lanes(12, SITE_LOAD, 32, STANDING_ASSUMED);
	for (size_t i = 0; i < first_launch(&e)->site_count; i++)
		assert_false(first_launch(&e)->sites[i].place.line == 14 && first_launch(&e)->sites[i].kind == SITE_LOAD);
	evaluation_free(&e);
}

/* nvcc makes one store of both sides' in most of such branches, but not in all of them. */
static void
test_stores_that_end_both_sides_are_not_exact(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o, const float *p, float *q, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  if (i == 0)\n"
	         "    o[i] = p[i];\n"
	         "  else if (i == n) {\n"
	         "    o[i + 64] = 1;\n"
	         "    o[i] = 2;\n"
	         "  } else\n"
	         "    o[i] = p[i + 1];\n"
	         "  if (i & 1)\n"
	         "    o[i + 32] = 3;\n"
	         "  else\n"
	         "    q[i] = 4; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 7)");
	const unsigned assumed[] = {4, 6, 7, 9, 11, 13};
	for (size_t i = 0; i < sizeof assumed / sizeof *assumed; i++)
		assert_int_equal(site_at(first_launch(&e), assumed[i], SITE_STORE)->standing, STANDING_ASSUMED);
	evaluation_free(&e);
}

/* What both sides load is loaded before the branch, and of two addresses the one that a lane has chosen behind it. Where
 * literals decide there is one side only. */
static void
test_loads_of_both_sides_are_not_exact(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o, const float *p, const float *q)\n"
	         "{ int i = threadIdx.x; float v;\n"
	         "  if (i & 1) {\n"
	         "    v = p[i];\n"
	         "    v *= v;\n"
	         "  } else\n"
	         "    v = p[i] + 1;\n"
	         "  o[i] = v;\n"
	         "  o[i + 32] = i & 1 ?\n"
	         "    p[i + 32] :\n"
	         "    q[i];\n"
	         "  if (i & 1)\n"
	         "    v = p[i + 64] * 2;\n"
	         "  else\n"
	         "    v = q[i + 64] * 2;\n"
	         "  o[i + 64] = v;\n"
	         "  if (i & 1)\n"
	         "    v = p[i + 96] * 2;\n"
	         "  else\n"
	         "    v = q[i + 96] + 3;\n"
	         "  o[i + 96] = v;\n"
	         "  if (sizeof(int) == 4 || i > 3)\n"
	         "    v = p[i + 128];\n"
	         "  else\n"
	         "    v = p[i + 128] + 1;\n"
	         "  o[i + 128] = v; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096)");
	const unsigned assumed[] = {4, 7, 10, 11, 13, 15, 18, 20};
	for (size_t i = 0; i < sizeof assumed / sizeof *assumed; i++)
		assert_int_equal(site_at(first_launch(&e), assumed[i], SITE_LOAD)->standing, STANDING_ASSUMED);
	assert_int_equal(site_at(first_launch(&e), 23, SITE_LOAD)->standing, STANDING_EXACT);
	evaluation_free(&e);
}

/* sincos has no table, nor has a float's cosine. */
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
		assert_int_equal(table->standing, STANDING_ASSUMED);
		assert_string_equal(table->object, "the math library's table");
	}
	assert_int_equal(site_at(first_launch(&e), 6, SITE_STORE)->standing, STANDING_EXACT);
	for (size_t i = 0; i < first_launch(&e)->site_count; i++)
		assert_int_not_equal(first_launch(&e)->sites[i].place.line, 5);
	evaluation_free(&e);
}

/* A float's sine does so where its argument is known to be large. */
static void
test_the_math_library_loads_the_digits_of_pi(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o, int n)\n"
	         "{ int i = threadIdx.x; float x = (float)(i * n);\n"
	         "  float y = sinf(x);\n"
	         "  float z = cosf(o[i]) + sinpif(x);\n"
	         "  o[i] = y + z; }\n",
	         "k<<<1, 64>>>(4096, 10000)");
	const struct site *digits = site_at(first_launch(&e), 3, SITE_LOAD);
	expect_double(digits->predicted.requests, 2 * 6, 1e-9);
	expect_double(digits->predicted.lanes, 6 * (64 - 11), 1e-9);
	expect_double(per_request(digits), 1, 1e-9);
	assert_int_equal(digits->standing, STANDING_ASSUMED);
	assert_int_equal(site_at(first_launch(&e), 4, SITE_LOAD)->width, 4);
	evaluation_free(&e);
}

/* A variable that was loaded on several ways to where it is read is loaded there, from the address that each lane has
 * chosen: but not across a store, nor if it was read before. */
static void
test_loads_that_meet_are_not_exact(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__device__ float at(const float *p, int i) {\n"
	         "  return p[i]; }\n"
	         "__device__ void add(float *p, float x) {\n"
	         "  *p += x; }\n"
	         "__global__ void k(const float *a, const float *b, float *o, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float x = a[i];\n"
	         "  if (i < 7) x = b[i];\n"
	         "  o[i] = x;\n"
	         "  float y = a[i + 1];\n"
	         "  o[i + 32] = 1;\n"
	         "  if (i < 7) y = b[i + 1];\n"
	         "  o[i + 64] = y;\n"
	         "  float z = a[i + 2], twice = 2 * z;\n"
	         "  if (i < 7) z = b[i + 2];\n"
	         "  o[i + 96] = z + twice;\n"
	         "  float next = a[i + 3], s = 0;\n"
	         "  for (int k = 0; k < n; k++) {\n"
	         "    s += next * next;\n"
	         "    next = b[i + k];\n"
	         "  }\n"
	         "  o[i + 128] = i < 7 ? at(a, i) : at(b, i);\n"
	         "  if (i < 9) add(o, s); else add(o + 1, 2); }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 8)");
	const struct launch *launch = first_launch(&e);
	const unsigned assumed_loads[] = {2, 4, 7, 8, 10, 17, 20}, exact_loads[] = {12, 14, 15};
	for (unsigned i = 0; i < sizeof assumed_loads / sizeof *assumed_loads; i++)
		assert_int_equal(site_at(launch, assumed_loads[i], SITE_LOAD)->standing, STANDING_ASSUMED);
	for (unsigned i = 0; i < sizeof exact_loads / sizeof *exact_loads; i++)
		assert_int_equal(site_at(launch, exact_loads[i], SITE_LOAD)->standing, STANDING_EXACT);
	assert_int_equal(site_at(launch, 4, SITE_STORE)->standing, STANDING_ASSUMED);
	evaluation_free(&e);
}

/* A store before a branch becomes that of its other side, and both one behind it: not across what reads memory. What is
 * behind a side that returns is a side itself. */
static void
test_stores_before_a_branch_may_become_its_own(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__global__ void k(const float *a, float *o, int n)\n"
	         "{ __shared__ float s[64];\n"
	         "  int i = threadIdx.x;\n"
	         "  o[i] = a[i];\n"
	         "  if (i < 7)\n"
	         "    o[i] = 3;\n"
	         "  o[i + 32] = 1;\n"
	         "  if (i < 7)\n"
	         "    o[i + 32] = a[i + 1];\n"
	         "  s[i] = 0;\n"
	         "  if (i < 7)\n"
	         "    s[i] = a[i + 2];\n"
	         "  __syncthreads();\n"
	         "  if (i > 30) { o[i + 96] = 1; return; }\n"
	         "  o[i + 64] = 1;\n"
	         "  if (i < 7) { o[i + 64] = 2; o[i + 128] = 4; }\n"
	         "  o[i + 96] = s[i ^ 1]; }\n",
	         "k<<<1, 32>>>(4096, 4096, 8)");
	const struct launch *launch = first_launch(&e);
	const unsigned assumed[] = {4, 6, 10, 12, 14, 15, 17}, exact[] = {7, 9};
	for (unsigned i = 0; i < sizeof assumed / sizeof *assumed; i++)
		assert_int_equal(site_at(launch, assumed[i], SITE_STORE)->standing, STANDING_ASSUMED);
	for (unsigned i = 0; i < sizeof exact / sizeof *exact; i++)
		assert_int_equal(site_at(launch, exact[i], SITE_STORE)->standing, STANDING_EXACT);
	evaluation_free(&e);
}

/* However lanes part, what is alike on their ways may become one: not what is of another width or in other memory. */
static void
test_ways_that_part_by_jumps_are_not_exact(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__device__ float edge(const float *a, const float *b, int i) {\n"
	         "  if (i % 4 == 0)\n"
	         "    return b[i];\n"
	         "  return a[i]; }\n"
	         "__global__ void k(const float *a, const float *b, float *o, short *h)\n"
	         "{ __shared__ float s[64];\n"
	         "  int i = threadIdx.x;\n"
	         "  o[i] = edge(a, b, i);\n"
	         "  switch (i & 3) {\n"
	         "  case 0: o[i + 32] = 1; break;\n"
	         "  case 1: h[i] = 2; break;\n"
	         "  default:\n"
	         "    o[i + 64] = 3;\n"
	         "  }\n"
	         "  for (int j = 0; j < 4; j++) {\n"
	         "    if ((i ^ j) & 1) {\n"
	         "      o[i + 32 * j + 96] = 4;\n"
	         "      continue;\n"
	         "    }\n"
	         "    o[i + 32 * j + 96] = 5;\n"
	         "  }\n"
	         "  if (i & 2)\n"
	         "    s[i] = 7;\n"
	         "  else\n"
	         "    o[i + 256] = 8;\n"
	         "  __syncthreads();\n"
	         "  o[i + 512] = s[i ^ 1]; }\n",
	         "k<<<1, 32>>>(4096, 4096, 8192, 4096)");
	const struct launch *launch = first_launch(&e);
	const unsigned assumed[] = {10, 13, 17, 20}, exact[] = {11, 23, 25, 27};
	assert_int_equal(site_at(launch, 3, SITE_LOAD)->standing, STANDING_ASSUMED);
	assert_int_equal(site_at(launch, 4, SITE_LOAD)->standing, STANDING_ASSUMED);
	for (unsigned i = 0; i < sizeof assumed / sizeof *assumed; i++)
		assert_int_equal(site_at(launch, assumed[i], SITE_STORE)->standing, STANDING_ASSUMED);
	for (unsigned i = 0; i < sizeof exact / sizeof *exact; i++)
		assert_int_equal(site_at(launch, exact[i], SITE_STORE)->standing, STANDING_EXACT);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_loads_ahead_of_conditions),
		cmocka_unit_test(test_the_math_library_loads_its_table),
		cmocka_unit_test(test_the_math_library_loads_the_digits_of_pi),
		cmocka_unit_test(test_stores_that_end_both_sides_are_not_exact),
		cmocka_unit_test(test_loads_of_both_sides_are_not_exact),
		cmocka_unit_test(test_loads_that_meet_are_not_exact),
		cmocka_unit_test(test_stores_before_a_branch_may_become_its_own),
		cmocka_unit_test(test_ways_that_part_by_jumps_are_not_exact),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
