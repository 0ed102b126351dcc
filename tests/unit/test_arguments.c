/* Arguments that main does not get: values that depend on them have one reason, which is reported once for the file. */
#include "evaluate.h"

static struct evaluation e;

static const char *const why = "it comes from the program's arguments (see --argv) at line 5";

#define KERNEL \
	"#include <stdlib.h>\n#include <stdio.h>\n#include <string>\n" \
	"__global__ void k(float *a, int step) { a[threadIdx.x * step] = 1; }\n"

static void
expect_note(size_t count)
{
	assert_int_equal(e.facts.files[0].problem_count, count);
	if (count) {
		assert_int_equal(e.facts.files[0].problems[0].severity, SEVERITY_NOTE);
		assert_int_equal(e.facts.files[0].problems[0].place.line, 5);
	}
}

static void
test_numbers_have_one_reason(void **state)
{
	(void)state;
	evaluate(
		&e,
		KERNEL
		"int main(int argc, char **argv)\n"
		"{ float *a; cudaMalloc(&a, 65536);\n"
		"  int third; sscanf(argv[3], \"%d\", &third);\n"
		"  const int steps[] = {atoi(argv[1]), (int)strtol(argv[2], 0, 10), third, (int)strlen(argv[4])};\n"
		"  k<<<1, 32>>>(a, steps[0]); k<<<1, 64>>>(a, steps[1]); k<<<1, 96>>>(a, steps[2]); k<<<1, 128>>>(a, steps[3]); }\n",
		NULL);
	assert_int_equal(e.facts.kernels[0].launch_count, 4);
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(site_at(&e.facts.kernels[0].launches[i], 4, SITE_STORE)->why, why);
	expect_note(1);
	evaluation_free(&e);
}

static void
test_a_program_that_asks_for_more(void **state)
{
	(void)state;
	evaluate(&e,
	         KERNEL "int main(int argc, char **argv)\n"
	                "{ if (argc < 2) { printf(\"usage: %s step\\n\", argv[0]); return 1; }\n"
	                "  float *a; cudaMalloc(&a, 65536);\n"
	                "  k<<<1, 32>>>(a, atoi(argv[1])); }\n",
	         NULL);
	assert_int_equal(first_launch(&e)->origin, LAUNCH_ASSUMED);
	assert_string_equal(first_launch(&e)->caveats.assumptions[0],
	                    "main gets enough arguments: the given ones reach no launch (see --argv)");
	assert_string_equal(site_at(first_launch(&e), 4, SITE_STORE)->why, why);
	expect_note(1);
	evaluation_free(&e);
}

static void
test_launches_that_do_not_depend_on_them(void **state)
{
	(void)state;
	evaluate(&e,
	         KERNEL "int main(int argc, char **argv)\n"
	                "{ int device = argc > 1 ? atoi(argv[1]) : 0, verbose = atoi(argv[2]);\n"
	                "  if (verbose) printf(\"%d\\n\", device);\n"
	                "  float *a; cudaMalloc(&a, 65536);\n"
	                "  k<<<1, 32>>>(a, 1); }\n",
	         NULL);
	assert_int_equal(site_at(first_launch(&e), 4, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	expect_note(0);
	evaluation_free(&e);
}

static void
test_given_ones(void **state)
{
	(void)state;
	const char *argv[] = {"7", "2"};
	evaluate_with(&e,
	              KERNEL "int main(int argc, char **argv)\n"
	                     "{ float *a; cudaMalloc(&a, 65536);\n"
	                     "  k<<<1, 32>>>(a, argv[argc] ? 100 : atoi(argv[2])); }\n",
	              (struct eval_options){.argv = argv, .argc = 2});
	assert_string_equal(first_launch(&e)->data.arguments[1].text, "2");
	expect_note(0);
	evaluation_free(&e);
}

/* The environment is assumed to be empty, and values that depend on it say so, unless the program may have set the
 * variable. */
static void
test_the_environment(void **state)
{
	(void)state;
	evaluate(&e,
	         KERNEL "int main() { float *a; cudaMalloc(&a, 65536); k<<<1, 32>>>(a, 2);\n"
	                "  const char *e = getenv(\"STEPS\"); int n = e ? atoi(e) : 77;\n"
	                "  k<<<n, 32>>>(a, 1); if (getenv(\"STEPS\")) k<<<9, 9>>>(a, 9); }\n",
	         NULL);
	const struct kernel *kernel = &e.facts.kernels[0];
	assert_int_equal(kernel->launch_count, 2);
	assert_int_equal(kernel->launches[0].caveats.assumption_count, 0);
	assert_int_equal(kernel->launches[1].grid[0], 77);
	assert_int_equal(kernel->launches[1].caveats.assumption_count, 1);
	assert_string_equal(kernel->launches[1].caveats.assumptions[0], "'STEPS' is not set in the environment");
	evaluation_free(&e);
	evaluate(&e,
	         KERNEL "int main() { float *a; cudaMalloc(&a, 65536); setenv(\"STEPS\", \"5\", 1);\n"
	                "  k<<<getenv(\"STEPS\") ? 1 : 2, 32>>>(a, 2); }\n",
	         NULL);
	assert_int_equal(first_launch(&e)->caveats.assumption_count, 1);
	assert_non_null(strstr(first_launch(&e)->caveats.assumptions[0], "the source does not determine it"));
	evaluation_free(&e);
}

/* The launch of the kernel `name` with this block size. */
static const struct launch *
launch_of(const char *name, uint32_t threads)
{
	for (size_t i = 0; i < e.facts.kernel_count; i++)
		for (size_t k = 0; k < e.facts.kernels[i].launch_count && !strcmp(e.facts.kernels[i].name, name); k++)
			if (e.facts.kernels[i].launches[k].block[0] == threads)
				return &e.facts.kernels[i].launches[k];
	fail_msg("no launch of %s with %u threads", name, (unsigned)threads);
	return NULL;
}

/* Values that depend on the environment are assumed, and so are values computed from them, but not later independent
 * ones. */
static void
test_what_rests_on_the_environment(void **state)
{
	static const struct {
		const char *kernel;
		uint32_t threads;
		bool rests;
	} launches[] = {
		{"k", 32, false}, {"k", 64, true},  {"k", 96, false},  {"g", 32, true},
		{"g", 64, false}, {"k", 128, true}, {"k", 160, true},  {"k", 192, true},
		{"k", 224, true}, {"k", 288, true}, {"k", 320, false},
	};
	(void)state;
	evaluate(
		&e,
		"__global__ void k(float *a, int n) { a[threadIdx.x * n] = 1; }\n"
		"__global__ void g(float *a, const int *at) { a[at[threadIdx.x]] = 1; }\n"
		"struct options { int n, m; };\n"
		"int main() {\n"
		"  float *a, *d; int *p, *q, there[64], here[64]; cudaMalloc(&a, 1 << 20); cudaMalloc(&p, 256); cudaMalloc(&q, 256);\n"
		"  bool verbose = getenv(\"VERBOSE\") != nullptr; options o = {2, 3};\n"
		"  if (getenv(\"M\")) o.m = 4;\n"
		"  if (verbose) printf(\"%d\\n\", o.n);\n"
		"  k<<<1, 32>>>(a, o.n); k<<<1, 64>>>(a, o.m); k<<<1, 96>>>(a, 5);\n"
		"  for (int i = 0; i < 64; i++) here[i] = there[i] = i;\n"
		"  if (const char *s = getenv(\"STEP\")) for (int i = 0; i < 64; i++) there[i] = i * atoi(s);\n"
		"  cudaMemcpy(p, there, 256, cudaMemcpyHostToDevice); cudaMemcpy(q, here, 256, cudaMemcpyHostToDevice);\n"
		"  g<<<1, 32>>>(a, p); g<<<1, 64>>>(a, q);\n"
		"  for (int i = 0; i < 3; i++) { if (getenv(\"Q\")) break; k<<<1, 128>>>(a, 7); }\n"
		"  if (!getenv(\"SKIP\")) k<<<1, 160>>>(a, 9);\n"
		"  switch (getenv(\"T\") ? 1 : 0) { case 0: k<<<1, 192>>>(a, 9); break; case 1: k<<<1, 256>>>(a, 9); }\n"
		"  float *b = a; if (getenv(\"B\")) b++;\n"
		"  k<<<1, 224>>>(b, 1);\n"
		"  cudaMalloc(&d, getenv(\"LARGE\") ? 1 << 22 : 1 << 12);\n"
		"  k<<<1, 288>>>(d, 1); k<<<1, 320>>>(a, 1); }\n",
		NULL);
	for (size_t i = 0; i < sizeof launches / sizeof *launches; i++) {
		const struct launch *launch = launch_of(launches[i].kernel, launches[i].threads);
		const enum confidence expected = launches[i].rests ? CONFIDENCE_ASSUMED : CONFIDENCE_EXACT;
		if ((launch->caveats.assumption_count > 0) != launches[i].rests ||
		    launch->sites[0].confidence != expected)
			fail_msg("%s with %u threads: %s", launches[i].kernel, (unsigned)launches[i].threads,
			         launch->sites[0].why);
	}
	evaluation_free(&e);
}

/* Options that main itself compares with its arguments, and options that read another argument. */
static void
test_options_compared_by_hand(void **state)
{
	static const struct {
		const char *loop, *suggested;
	} programs[] = {
		{"if (!strcmp(argv[i], \"-n\")) n = atoi(argv[++i]); else if (!strcmp(argv[i], \"-v\")) verbose = true;",
	         "--argv '-n 32'"},
		{"if (strcmp(argv[i], \"--size\") == 0 && i + 1 < argc) { i++; n = atoi(argv[i]); continue; }",
	         "--argv '--size 32'"},
		{"std::string a = argv[i]; if (a == \"-n\" || a == \"--size\") n = std::stoi(argv[++i]);",
	         "--argv '-n 32'"},
		{"if (!strcmp(argv[i], \"-f\")) name = argv[i + 1], i++; else if (!strcmp(argv[i], \"-n\")) n = atoi(argv[++i]);",
	         "--argv '-f TEXT -n 32'"},
		/* A value within the option itself, and the other arm of a comparison. */
		{"if (!strncmp(argv[i], \"-n\", 2)) n = atoi(argv[i] + 2);", NULL},
		{"if (strcmp(argv[i], \"-n\")) n = atoi(argv[i]);", NULL},
	};
	(void)state;
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		char source[1024];
		snprintf(
			source, sizeof source,
			KERNEL
			"int main(int argc, char **argv)\n"
			"{ int n = 0; bool verbose = false; const char *name = NULL; float *a; cudaMalloc(&a, 65536);\n"
			"  for (int i = 1; i < argc; i++) { %s }\n"
			"  if (n == 0) { printf(\"usage %%s %%d\\n\", name, verbose); return 1; }\n"
			"  k<<<1, n>>>(a, 1); }\n",
			programs[i].loop);
		evaluate(&e, source, NULL);
		const char *message = e.facts.files[0].problem_count ? e.facts.files[0].problems[0].message : "";
		if (programs[i].suggested ? !strstr(message, programs[i].suggested) : !!strstr(message, "-n"))
			fail_msg("%s: %s", programs[i].loop, message);
		evaluation_free(&e);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers_have_one_reason),
		cmocka_unit_test(test_a_program_that_asks_for_more),
		cmocka_unit_test(test_options_compared_by_hand),
		cmocka_unit_test(test_launches_that_do_not_depend_on_them),
		cmocka_unit_test(test_given_ones),
		cmocka_unit_test(test_the_environment),
		cmocka_unit_test(test_what_rests_on_the_environment),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
