/* Compiler flags that change the generated code: they are modelled, or nothing that they may change is exact. */
#include "evaluate.h"

static struct evaluation e;

/* Evaluates the program with one compiler flag, and its separate argument, if any. */
static void
evaluate_flagged(const char *source, const char *flag, const char *argument)
{
	const char *const flags[] = {flag, argument};
	const struct frontend_options options = {.arch = "sm_90",
	                                         .contents = source,
	                                         .contents_length = strlen(source),
	                                         .flags = flags,
	                                         .flag_count = argument ? 2 : 1};
	e = (struct evaluation){0};
	frontend_parse(&e.unit, "test.cu", &options);
	struct ir_unit *units[] = {&e.unit};
	const struct eval_options eval = {.gpu = gpu_find("H200")};
	eval_program(&e.facts, units, 1, &eval, e.launch_errors);
	take_machine_code(&e, source, eval.gpu);
}

/* Steps of 8 elements if a single-precision number is above 0, otherwise of one. */
#define PROGRAM(number, arguments) \
	"__global__ void k(float *p, float a, float b) {\n" \
	"  int t = threadIdx.x; float x = " number ";\n" \
	"  p[x > 0 ? 8 * t : t] = 1;\n" \
	"}\n" \
	"int main() { float *p; cudaMalloc(&p, 4096); k<<<1, 32>>>(p, " arguments "); }\n"

static const struct site *
only_store(void)
{
	return site_at(&e.facts.kernels[0].launches[0], 3, SITE_STORE);
}

/* A product that is rounded before another is subtracted cancels it. */
static void
test_contraction(void **state)
{
	static const struct {
		const char *flag, *argument;
		double sectors;
	} flags[] = {
		{"-O3", NULL, 32},      {"-fmad=true", NULL, 32},       {"-fmad=false", NULL, 4},
		{"--fmad", "false", 4}, {"-ffp-contract=off", NULL, 4},
	};
	(void)state;
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
		evaluate_flagged(
			PROGRAM("fabsf(a * (t + 1) - b * (t + 1)) + 1 - 1 > 0 || a * 7 - b * 7 != 0", "0.1f, 0.1f"),
			flags[i].flag, flags[i].argument);
		assert_int_equal(only_store()->confidence, CONFIDENCE_EXACT);
		expect_double(only_store()->predicted.sectors, flags[i].sectors, 1e-9);
		evaluation_free(&e);
	}
}

/* Predictions of code hold for optimized code. */
static void
test_optimisation(void **state)
{
	static const struct {
		const char *flag, *argument;
		bool less;
	} flags[] = {
		{"-O0", NULL, false},
		{"-G", NULL, true},
		{"--device-debug", NULL, true},
		{"-Xptxas", "-v,-O0", true},
		{"-Xptxas=-O3", NULL, false},
		{"--ptxas-options=--opt-level=1", NULL, true},
		{"-Ofast-compile=max", NULL, true},
		{"-g", NULL, false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
		evaluate_flagged(PROGRAM("t & 3", "1, 1"), flags[i].flag, flags[i].argument);
		if ((only_store()->confidence == CONFIDENCE_ASSUMED) != flags[i].less ||
		    (e.unit.compilation.unoptimised != NULL) != flags[i].less)
			fail_msg("%s: `%s`", flags[i].flag, only_store()->why);
		evaluation_free(&e);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_contraction),
		cmocka_unit_test(test_optimisation),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
