/* Lanes that end the thread, or the whole kernel, early. */
#include "evaluate.h"

static struct evaluation e;

/* All 32 lanes of `v = a[i]` reach the store after the code in between. */
static void
expect_to_go_on(const char *between)
{
	char source[512];
	snprintf(source, sizeof source,
	         "#include <cassert>\n"
	         "__device__ __noinline__ int fail(int code) { if (code) __trap(); return code; }\n"
	         "__global__ void k(int *o, const int *a, int n) { int i = threadIdx.x;\n"
	         "  int v = a[i];\n"
	         "  %s\n"
	         "  o[i * 32] = v; }\n",
	         between);
	evaluate(&e, source, "k<<<1, 32>>>(4096, 4096, 7)");
	const struct site *store = site_at(first_launch(&e), 6, SITE_STORE);
	assert_int_equal(store->confidence, CONFIDENCE_ASSUMED);
	assert_non_null(strstr(store->why, "no trap executes"));
	expect_double(store->predicted.requests, 1, 1e-9);
	expect_double(store->predicted.lanes, 32, 1e-9);
	evaluation_free(&e);
}

static void
test_what_may_fail_does_not(void **state)
{
	(void)state;
	expect_to_go_on("assert(v < n);");
	expect_to_go_on("assert(v < n && \"too large\");");
	expect_to_go_on("v < n ? (void)0 : __trap();");
	expect_to_go_on("v < n || (__trap(), 0);");
	expect_to_go_on("v >= n && (__trap(), 0);");
	expect_to_go_on("if (v >= n) __trap();");
	expect_to_go_on("if (v >= n) { v = 0; fail(1); }");
	expect_to_go_on("fail(v >= n);");
	expect_to_go_on("switch (v) { case 0: v = 4; break; default: __trap(); }");
	expect_to_go_on("for (int left = 0; left < v; left++) if (left > 1) __trap();");
	expect_to_go_on("if (v >= n) asm volatile(\"trap;\");");
}

static void
test_what_surely_holds_needs_no_assumption(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <cassert>\n"
	         "__global__ void k(int *o, int n) { int i = threadIdx.x;\n"
	         "  assert(i < n);\n"
	         "  o[i] = 3; }\n",
	         "k<<<1, 32>>>(4096, 32)");
	assert_int_equal(site_at(first_launch(&e), 4, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

static void
test_threads_that_surely_left_are_gone(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *o, const int *a) { int i = threadIdx.x;\n"
	         "  if (i >= 8) asm volatile(\"exit;\");\n"
	         "  o[i] = 3;\n"
	         "  a[i] > 0 ? __trap() : __trap();\n"
	         "  o[i + 32] = 3; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	expect_double(site_at(first_launch(&e), 3, SITE_STORE)->predicted.lanes, 8, 1e-9);
	assert_int_equal(e.facts.kernels[0].unreached_count, 1);
	evaluation_free(&e);
}

static void
test_threads_that_may_have_left(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *o, const int *a) { int i = threadIdx.x;\n"
	         "  if (a[i] > 3) asm volatile(\"exit;\");\n"
	         "  o[i] = 3; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	const struct site *store = site_at(first_launch(&e), 3, SITE_STORE);
	assert_int_equal(store->confidence, CONFIDENCE_ASSUMED);
	assert_non_null(strstr(store->why, "have exited"));
	evaluation_free(&e);
}

/* A label may be before an empty statement: control continues after the switch. */
static void
test_an_empty_last_case_ends_nothing(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *o, int n) { int i = threadIdx.x;\n"
	         "  switch (n) { case 1: i++; break; default: ; }\n"
	         "  o[i] = 3; }\n",
	         "k<<<1, 32>>>(4096, 2)");
	expect_double(site_at(first_launch(&e), 3, SITE_STORE)->predicted.lanes, 32, 1e-9);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_may_fail_does_not),
		cmocka_unit_test(test_what_surely_holds_needs_no_assumption),
		cmocka_unit_test(test_threads_that_surely_left_are_gone),
		cmocka_unit_test(test_threads_that_may_have_left),
		cmocka_unit_test(test_an_empty_last_case_ends_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
