/* Decisions by mathematical functions that the GPU rounds differently from the host. */
#define EVALUATE_COMPILED
#include "evaluate.h"

static struct evaluation e;

static const struct launch *
run(const char *body)
{
	char source[1000];
	snprintf(source, sizeof source, "__global__ void k(float *p, int *q, float *r)\n{ int i = threadIdx.x;\n%s }\n",
	         body);
	evaluate(&e, source, "k<<<1, 64>>>(65536, 65536, 65536)");
	return first_launch(&e);
}

static void
expect(const struct site *site, enum confidence confidence)
{
	if (site->confidence != confidence)
		fail_msg("line %u is %s: %s", site->place.line, confidence_text(site->confidence), site->why);
}

/* Functions that the GPU approximates, alone or as an uncorrected step; logarithms are sums and products. */
static void
test_addresses(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		enum confidence confidence;
	} numbers[] = {
		{"log2f(i + 1.f)", CONFIDENCE_EXACT},
		{"i * 7 / 7.f", CONFIDENCE_EXACT},
		{"sqrtf(i) + i / (i + 1)", CONFIDENCE_EXACT},
		{"__expf(i * .05f)", CONFIDENCE_ASSUMED},
		{"__powf(3.f, i & 7)", CONFIDENCE_ASSUMED},
		{"1 / rsqrtf(i * i + 1)", CONFIDENCE_ASSUMED},
		{"cbrtf(i * i * i)", CONFIDENCE_ASSUMED},
		{"exp10f(i & 3)", CONFIDENCE_ASSUMED},
		{"hypotf(i, 3)", CONFIDENCE_ASSUMED},
		{"__frsqrt_rn(i + 1)", CONFIDENCE_ASSUMED},
		{"__fdividef(i * 7, i + 1)", CONFIDENCE_ASSUMED},
	};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		char body[200];
		snprintf(body, sizeof body, "r[i] = 1;\np[(int)(%s)] = 2;", numbers[i].text);
		const struct launch *launch = run(body);
		expect(site_at(launch, 3, SITE_STORE), CONFIDENCE_EXACT);
		expect(site_at(launch, 4, SITE_STORE), numbers[i].confidence);
		evaluation_free(&e);
	}
}

/* The basic operations are equal everywhere, and so are functions that only round. */
static void
test_exact_functions(void **state)
{
	(void)state;
	const struct launch *launch = run(
		"r[(int)sqrtf(i)] = 1;\np[(int)floorf(fmaf(i, 2.f, 1 / 3.f))] = 2;\nif (fminf(i, 7.5f) < 7)\nq[i] = sinf(i);\nr[i + 64] = 1;");
	for (unsigned line = 3; line < 7; line++)
		if (line != 5)
			assert_int_equal(site_at(launch, line, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	assert_int_equal(site_at(launch, 5, SITE_BRANCH)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

static void
test_conditions(void **state)
{
	(void)state;
	const struct launch *launch = run(
		"if (expf(i) < 100)\nr[i] = 1;\nfor (int n = 0; n < expf(i & 3); n++)\nq[n * 64 + i] = 1;\np[i] = 1;");
	for (unsigned line = 3; line < 7; line++)
		expect(site_at(launch, line, line % 2 ? SITE_BRANCH : SITE_STORE), CONFIDENCE_ASSUMED);
	expect(site_at(launch, 7, SITE_STORE), CONFIDENCE_EXACT);
	evaluation_free(&e);
}

/* A value that is only stored decides nothing; one that is loaded as an index may. */
static void
test_through_memory(void **state)
{
	(void)state;
	const struct launch *launch = run(
		"p[i] = expf(i);\nr[i & 31] = 1;\n__syncthreads(); q[(int)rsqrtf(i + 1)] = i;\n__syncthreads(); p[q[i]] = 1;");
	expect(site_at(launch, 3, SITE_STORE), CONFIDENCE_EXACT);
	expect(site_at(launch, 4, SITE_STORE), CONFIDENCE_EXACT);
	assert_int_not_equal(site_at(launch, 6, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_addresses),
		cmocka_unit_test(test_exact_functions),
		cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_through_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
