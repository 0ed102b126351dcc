/* What mathematical functions decide that the GPU does not round as the host does. */
#include "evaluate.h"

static struct evaluation e;

static const struct launch *
run(const char *body)
{
	char source[1000];
	snprintf(source, sizeof source, "__global__ void k(float *p, int *q, float *r)\n{ int i = threadIdx.x;\n%s }\n", body);
	evaluate(&e, source, "k<<<1, 64>>>(65536, 65536, 65536)");
	return first_launch(&e);
}

static void
expect_last_bits(const struct site *site)
{
	assert_int_equal(site->standing, STANDING_ASSUMED);
	assert_non_null(strstr(site->why, "last bits"));
}

static void
test_addresses(void **state)
{
	(void)state;
	static const char *const numbers[] = {
		"log2f(i + 1.f)", "__expf(i * .05f)", "__powf(3.f, i & 7)", "powf(3.f, i & 7)", "__fdividef(i * 7, 7.f)",
		"1 / rsqrtf(i * i + 1)", "cbrtf(i * i * i)", "exp10f(i & 3)", "hypotf(i, 3)", "__frsqrt_rn(i + 1)",
	};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		char body[200];
		snprintf(body, sizeof body, "r[i] = 1;\np[(int)(%s)] = 2;", numbers[i]);
		const struct launch *launch = run(body);
		assert_int_equal(site_at(launch, 3, SITE_STORE)->standing, STANDING_EXACT);
		expect_last_bits(site_at(launch, 4, SITE_STORE));
		evaluation_free(&e);
	}
}

/* The basic operations are the same everywhere, and so is what only rounds. */
static void
test_exact_functions(void **state)
{
	(void)state;
	const struct launch *launch = run("r[(int)sqrtf(i)] = 1;\np[(int)floorf(fmaf(i, 2.f, 1 / 3.f))] = 2;\nif (fminf(i, 7.5f) < 7)\nq[i] = sinf(i);\nr[i + 64] = 1;");
	for (unsigned line = 3; line < 7; line++)
		if (line != 5)
			assert_int_equal(site_at(launch, line, SITE_STORE)->standing, STANDING_EXACT);
	assert_int_equal(site_at(launch, 5, SITE_BRANCH)->standing, STANDING_EXACT);
	evaluation_free(&e);
}

static void
test_conditions(void **state)
{
	(void)state;
	const struct launch *launch = run("if (expf(i) < 100)\nr[i] = 1;\nfor (int n = 0; n < logf(64); n++)\nq[n * 64 + i] = 1;\np[i] = 1;");
	expect_last_bits(site_at(launch, 3, SITE_BRANCH));
	expect_last_bits(site_at(launch, 4, SITE_STORE));
	expect_last_bits(site_at(launch, 5, SITE_BRANCH));
	expect_last_bits(site_at(launch, 6, SITE_STORE));
	assert_int_equal(site_at(launch, 7, SITE_STORE)->standing, STANDING_EXACT);
	evaluation_free(&e);
}

/* How often a round is begun that something in it may leave, and how often a condition is asked that is one of a loop's. */
static void
test_rounds(void **state)
{
	(void)state;
	const struct launch *launch = run("int n = expf(2), j = 0, k = 0;\nfor (;;) {\nr[j * 64 + i] = 1;\nif (j++ >= n) break; }\n"
	                                  "while (k < n && (q[i] = 1,\nk < 90)) k++;\n");
	expect_last_bits(site_at(launch, 5, SITE_STORE));
	expect_last_bits(site_at(launch, 7, SITE_STORE));
	evaluation_free(&e);
}

/* What only goes to memory decides nothing; what comes from there as an index may. */
static void
test_through_memory(void **state)
{
	(void)state;
	const struct launch *launch = run("p[i] = expf(i);\nr[i & 31] = 1;\n__syncthreads(); q[(int)logf(i + 1)] = i;\n__syncthreads(); p[q[i]] = 1;");
	assert_int_equal(site_at(launch, 3, SITE_STORE)->standing, STANDING_EXACT);
	assert_int_equal(site_at(launch, 4, SITE_STORE)->standing, STANDING_EXACT);
	assert_true(site_at(launch, 6, SITE_STORE)->standing != STANDING_EXACT);
	evaluation_free(&e);
}

/* Each rounds in its own way, so that neither load stands for the other. */
static void
test_alike_but_not_the_same(void **state)
{
	(void)state;
	const struct launch *launch = run("r[i] = p[(int)log2f(i + 1.f)] +\np[(int)__log2f(i + 1.f)];");
	expect_last_bits(site_at(launch, 3, SITE_LOAD));
	expect_last_bits(site_at(launch, 4, SITE_LOAD));
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_addresses),
		cmocka_unit_test(test_exact_functions),
		cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_rounds),
		cmocka_unit_test(test_through_memory),
		cmocka_unit_test(test_alike_but_not_the_same),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
