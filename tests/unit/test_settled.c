/* Branches that constants decide, and other differences between the compiler's code and the source; the instructions
 * are those of nvcc 13.0 for sm_90. */
#include "evaluate.h"

static struct evaluation e;

static const struct launch *
run(const char *before, const char *body)
{
	char source[1000];
	snprintf(source, sizeof source,
	         "%s__global__ void k(float *p, int n)\n{ int i = threadIdx.x; float s = 0;\n%s\np[i] = s; }\n", before,
	         body);
	evaluate(&e, source, "k<<<1, 64>>>(65536, 8)");
	return first_launch(&e);
}

static size_t
count_branches(const struct launch *launch)
{
	size_t count = 0;
	for (size_t i = 0; i < launch->site_count; i++)
		count += launch->sites[i].kind == SITE_BRANCH;
	return count;
}

static void
expect_branch(const struct launch *launch, unsigned line, enum confidence confidence)
{
	assert_int_equal(site_at(launch, line, SITE_BRANCH)->confidence, confidence);
}

static void
test_loops_of_every_form(void **state)
{
	(void)state;
	static const char *const loops[] = {
		"int k = 0; do { s += p[k * 64 + i]; k += 2; }\n while (k < 7);",
		"int k = 6; while (k > 0)\n{ s += p[k * 64 + i]; k -= 2; }",
		"int k = 0; again: s += p[k * 64 + i];\nif (++k < 5) goto again;",
		"float v[4] = {s, 1, 2, s}; for (float x : v)\ns += p[(int)x * 64 + i];",
	};
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
		assert_int_equal(count_branches(run("", loops[i])), 1);
		evaluation_free(&e);
	}
}

/* Arguments and lanes are not constants. */
static void
test_branches_that_stay(void **state)
{
	(void)state;
	const struct launch *launch = run(
		"", "int k = 0; _Pragma(\"unroll 1\") do\n{ s += p[k * 64 + i]; if (k == n)\ns = sinf(s); k += 2; } "
		    "while (k < n);\nif (i < 32)\ns = sinf(s);");
	expect_branch(launch, 4, CONFIDENCE_EXACT);
	expect_branch(launch, 5, CONFIDENCE_EXACT);
	expect_branch(launch, 6, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

static void
test_conditions_of_templates(void **state)
{
	(void)state;
	evaluate(&e,
	         "template <class T, int n> __global__ void k(T *p)\n{ int i = threadIdx.x;\n"
	         "  if constexpr (sizeof(T) == 4 && n > 3) p[i] = 1; else p[2 * i] = 1;\n"
	         "  if (n > 3) p[i + 64] = 1; }\n"
	         "int main() { float *a; cudaMalloc(&a, 4096); k<float, 4><<<1, 64>>>(a); }\n",
	         NULL);
	assert_int_equal(count_branches(first_launch(&e)), 0);
	assert_int_equal(first_launch(&e)->site_count, 2);
	evaluation_free(&e);
}

/* They are device variables; host memory is out of reach. */
static void
test_static_variables_of_device_code(void **state)
{
	(void)state;
	const struct launch *launch =
		run("__device__ int next(int i) { static const int t[4] = {1, 3, 0, 2}; return t[i & 3]; }\n",
	            "static int calls;\ns = p[64 * next(i)];\natomicAdd(&calls, 1);");
	assert_int_equal(site_at(launch, 1, SITE_LOAD)->space, SPACE_GLOBAL);
	expect_double(per_request(site_at(launch, 5, SITE_LOAD)), 4, 1e-9);
	for (size_t i = 0; i < launch->site_count; i++)
		assert_null(strstr(launch->sites[i].why, "host"));
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_loops_of_every_form),
		cmocka_unit_test(test_branches_that_stay),
		cmocka_unit_test(test_conditions_of_templates),
		cmocka_unit_test(test_static_variables_of_device_code),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
