/* Numbers, variables and buffers that are many, large or narrow. */
#include <time.h>

#include "evaluate.h"

static struct evaluation e;

#define MAIN "int main() { float *o; int *i; cudaMalloc(&o, 1 << 20); cudaMalloc(&i, 1 << 20); k<<<1, 32>>>(o, i); }\n"

/* A function's result of an unknown number has bounds of its own. */
static void
test_bounds_of_operands_are_none_of_results(void **state)
{
	(void)state;
	static const char *const conditions[] = {"max((int)c, 1000) > 500", "__brev(c) > 255", "min((int)c, -3) < 0",
	                                         "__funnelshift_l(c, c, 8) > 255"};
	for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
		char source[512];
		snprintf(source, sizeof source,
		         "__global__ void k(float *o, const int *in) { int q = 0;\n"
		         "  for (int i = 0; in[i]; i++) q++;\n"
		         "  unsigned char c = q;\n"
		         "  if (%s)\n"
		         "    o[threadIdx.x] = 1; }\n" MAIN,
		         conditions[i]);
		evaluate(&e, source, NULL);
		expect_double(site_at(first_launch(&e), 5, SITE_STORE)->predicted.requests, 1, 1e-9);
		evaluation_free(&e);
	}
}

static void
test_products_of_24_bits(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o, int x, unsigned y) {\n"
	         "  o[threadIdx.x + __mul24(x, 2) / 8] = 1;\n"
	         "  o[threadIdx.x + __umul24(y, 3) / 8] = 1;\n"
	         "  o[threadIdx.x + __mul24(threadIdx.x, 3)] = 1; }\n",
	         "k<<<1, 32>>>(4096, 0x1000004, 0x80000008)");
	expect_double(per_request(site_at(first_launch(&e), 2, SITE_STORE)), 5, 1e-9);
	expect_double(per_request(site_at(first_launch(&e), 3, SITE_STORE)), 5, 1e-9);
	expect_double(per_request(site_at(first_launch(&e), 4, SITE_STORE)), 16, 1e-9);
	evaluation_free(&e);
}

/* The last blocks have the largest offsets in the buffer. */
static void
test_a_buffer_of_many_gigabytes(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o) {\n"
	         "  o[(size_t)blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
	         "int main() { float *o; cudaMalloc(&o, 100ull << 30); k<<<104857600, 256>>>(o); }\n",
	         NULL);
	const struct site *store = site_at(first_launch(&e), 2, SITE_STORE);
	assert_int_equal(store->space, SPACE_GLOBAL);
	assert_int_equal(store->confidence, CONFIDENCE_EXACT);
	expect_double(store->predicted.requests, 838860800, 1);
	evaluation_free(&e);
}

static double
loads_in_loop_of(unsigned variables)
{
	static char source[32768], declared[8192], moved[8192], all[8192];
	size_t d = 0, m = 0, a = 0;
	for (unsigned i = 0; i < variables; i++) {
		d += (size_t)snprintf(declared + d, sizeof declared - d, "float v%u = 0; ", i);
		m += (size_t)snprintf(moved + m, sizeof moved - m, "v%u += t * %u; ", i, i);
		a += (size_t)snprintf(all + a, sizeof all - a, " + v%u", i);
	}
	snprintf(source, sizeof source,
	         "__global__ void k(float *o, const float *p, int n, float t) { %s float s = 0;\n"
	         "  for (int i = 0; i < n; i++) { %s\n"
	         "    s += p[threadIdx.x];\n"
	         "    if (i < 3) o[threadIdx.x] = s; }\n"
	         "  o[threadIdx.x + 64] = s%s; }\n"
	         "int main() { float *o; cudaMalloc(&o, 1 << 20); k<<<1, 32>>>(o, o, 9, 0.5f); }\n",
	         declared, moved, all);
	evaluate(&e, source, NULL);
	const double requests = site_at(first_launch(&e), 3, SITE_LOAD)->predicted.requests;
	evaluation_free(&e);
	return requests;
}

static void
test_a_loop_that_assigns_many_variables(void **state)
{
	(void)state;
	expect_double(loads_in_loop_of(100), loads_in_loop_of(3), 1e-9);
}

/* Many calls in both arms of many branches, and many cases that are executed many times. */
static void
test_code_that_has_much_of_something(void **state)
{
	(void)state;
	static char source[1 << 20];
	size_t at =
		(size_t)snprintf(source, sizeof source, "__device__ float f(const float *p, int i) { float s = 0;\n");
	for (unsigned i = 0; i < 300; i++)
		at += (size_t)snprintf(source + at, sizeof source - at, "s += p[%u] * i; ", i);
	at += (size_t)snprintf(
		source + at, sizeof source - at,
		"return s; }\n"
		"__global__ void k(float *o, const int *in, int n) { float s = 0; const float *p = o;\n");
	for (unsigned i = 0; i < 30; i++) {
		at += (size_t)snprintf(source + at, sizeof source - at, "%s (n > %u) {", i ? "} if" : "if", i);
		for (unsigned k = 0; k < 100; k++)
			at += (size_t)snprintf(source + at, sizeof source - at, "%s s += f(p, n + %u);",
			                       k == 50 ? "} else {" : "", k);
	}
	at += (size_t)snprintf(source + at, sizeof source - at, "} o[0] = s; }\nint pick(int x) { switch (x) {\n");
	for (unsigned i = 0; i < 3000; i++)
		at += (size_t)snprintf(source + at, sizeof source - at, "case %u: return %u;\n", i, i % 7);
	snprintf(source + at, sizeof source - at,
	         "} return 0; }\n"
	         "int main() { int s = 0; float *o; cudaMalloc(&o, 1 << 20);\n"
	         "  for (int i = 0; i < 3000; i++) { s += pick(i); if (s == -5) k<<<1, 1>>>(o, NULL, -1); }\n"
	         "  k<<<1, 32>>>(o, NULL, -1); }\n");
	const clock_t begun = clock();
	evaluate(&e, source, NULL);
	assert_true(first_launch(&e)->site_count > 0);
	evaluation_free(&e);
	assert_true((double)(clock() - begun) / CLOCKS_PER_SEC < 10);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bounds_of_operands_are_none_of_results),
		cmocka_unit_test(test_products_of_24_bits),
		cmocka_unit_test(test_a_buffer_of_many_gigabytes),
		cmocka_unit_test(test_a_loop_that_assigns_many_variables),
		cmocka_unit_test(test_code_that_has_much_of_something),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
