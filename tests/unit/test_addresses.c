/* Operations on the bits of pointers: addresses of buffers are known up to the alignment of cudaMalloc, and no
 * further. */
#define EVALUATE_COMPILED
#include "evaluate.h"

static struct evaluation e;

/* The kernel's body begins on line 2. */
static void
run(const char *body)
{
	char source[4096];
	const int length = snprintf(
		source, sizeof source,
		"__global__ void k(const float *a, float *o, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n%s }\n"
		"int main() { float *a, *o; cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 1 << 20);\n"
		"  k<<<16, 256>>>(a, o, 4096); }\n",
		body);
	assert_true(length > 0 && (size_t)length < sizeof source);
	evaluate_with(&e, source, (struct eval_options){.collects_contents = true});
}

static const struct site *
site_of(unsigned line, enum site_kind kind)
{
	return site_at(&e.facts.kernels[0].launches[0], line, kind);
}

static void
expect_exact(unsigned line, enum site_kind kind)
{
	const struct site *site = site_of(line, kind);
	if (site->confidence != CONFIDENCE_EXACT)
		fail_msg("line %u is not exact: %s", line, site->why);
}

static void
expect_assumed(unsigned line, enum site_kind kind)
{
	const struct site *site = site_of(line, kind);
	assert_int_equal(site->confidence, CONFIDENCE_ASSUMED);
	assert_non_null(strstr(site->why, "addresses of buffers"));
}

static void
test_pages(void **state)
{
	(void)state;
	run("  o[i + 4096] = 1;\n"
	    "  if (((unsigned long long)(a + i) & 0xfffff) < 1024)\n"
	    "    o[i] = 1;\n");
	expect_exact(2, SITE_STORE);
	expect_assumed(4, SITE_STORE);
	evaluation_free(&e);
}

static void
test_one_bit(void **state)
{
	(void)state;
	run("  if ((unsigned long long)a >> 20 & 1)\n"
	    "    o[i] = a[i];\n"
	    "  else\n"
	    "    o[2 * i] = a[i];\n");
	expect_assumed(5, SITE_STORE);
	evaluation_free(&e);
}

static void
test_the_alignment_of_cudaMalloc(void **state)
{
	(void)state;
	run("  if (((unsigned long long)a & 255) == 0)\n"
	    "    o[i] = a[i];\n"
	    "  else\n"
	    "    o[i] = a[2 * i];\n");
	expect_exact(3, SITE_STORE);
	expect_exact(3, SITE_LOAD);
	evaluation_free(&e);
}

static void
test_pointers_that_are_compared(void **state)
{
	(void)state;
	run("  float s = 0;\n"
	    "  for (const float *p = a + i; p < a + n * 8; p += n)\n"
	    "    s += *p;\n"
	    "  o[i] = s;\n");
	expect_exact(4, SITE_LOAD);
	expect_exact(5, SITE_STORE);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pages),
		cmocka_unit_test(test_one_bit),
		cmocka_unit_test(test_the_alignment_of_cudaMalloc),
		cmocka_unit_test(test_pointers_that_are_compared),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
