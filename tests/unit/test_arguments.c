/* Arguments that main is not given: what comes of them has one reason, and is said of the file once. */
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
	evaluate(&e,
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
	         KERNEL
	         "int main(int argc, char **argv)\n"
	         "{ if (argc < 2) { printf(\"usage: %s step\\n\", argv[0]); return 1; }\n"
	         "  float *a; cudaMalloc(&a, 65536);\n"
	         "  k<<<1, 32>>>(a, atoi(argv[1])); }\n",
	         NULL);
	assert_int_equal(first_launch(&e)->origin, LAUNCH_ASSUMED);
	assert_string_equal(first_launch(&e)->assumptions[0], "enough arguments: none that are given come to the launch (see --argv)");
	assert_string_equal(site_at(first_launch(&e), 4, SITE_STORE)->why, why);
	expect_note(1);
	evaluation_free(&e);
}

static void
test_launches_that_do_not_depend_on_them(void **state)
{
	(void)state;
	evaluate(&e,
	         KERNEL
	         "int main(int argc, char **argv)\n"
	         "{ int device = argc > 1 ? atoi(argv[1]) : 0, verbose = atoi(argv[2]);\n"
	         "  if (verbose) printf(\"%d\\n\", device);\n"
	         "  float *a; cudaMalloc(&a, 65536);\n"
	         "  k<<<1, 32>>>(a, 1); }\n",
	         NULL);
	assert_int_equal(site_at(first_launch(&e), 4, SITE_STORE)->standing, STANDING_EXACT);
	expect_note(0);
	evaluation_free(&e);
}

static void
test_given_ones(void **state)
{
	(void)state;
	const char *argv[] = {"7", "2"};
	evaluate_with(&e,
	              KERNEL
	              "int main(int argc, char **argv)\n"
	              "{ float *a; cudaMalloc(&a, 65536);\n"
	              "  k<<<1, 32>>>(a, argv[argc] ? 100 : atoi(argv[2])); }\n",
	              (struct eval_options){.argv = argv, .argc = 2});
	assert_string_equal(first_launch(&e)->arguments[1].text, "2");
	expect_note(0);
	evaluation_free(&e);
}

/* The environment is taken for empty, and what comes of that says so; unless the program may have set the variable. */
static void
test_the_environment(void **state)
{
	(void)state;
	evaluate(&e,
	         KERNEL
	         "int main() { float *a; cudaMalloc(&a, 65536); k<<<1, 32>>>(a, 2);\n"
	         "  const char *e = getenv(\"STEPS\"); int n = e ? atoi(e) : 77;\n"
	         "  k<<<n, 32>>>(a, 1); if (getenv(\"STEPS\")) k<<<9, 9>>>(a, 9); }\n",
	         NULL);
	const struct kernel *kernel = &e.facts.kernels[0];
	assert_int_equal(kernel->launch_count, 2);
	assert_int_equal(kernel->launches[0].assumption_count, 0);
	assert_int_equal(kernel->launches[1].grid[0], 77);
	assert_int_equal(kernel->launches[1].assumption_count, 1);
	assert_string_equal(kernel->launches[1].assumptions[0], "`STEPS` is taken not to be set in the environment");
	evaluation_free(&e);
	evaluate(&e,
	         KERNEL
	         "int main() { float *a; cudaMalloc(&a, 65536); setenv(\"STEPS\", \"5\", 1);\n"
	         "  k<<<getenv(\"STEPS\") ? 1 : 2, 32>>>(a, 2); }\n",
	         NULL);
	assert_int_equal(first_launch(&e)->assumption_count, 1);
	assert_non_null(strstr(first_launch(&e)->assumptions[0], "the source does not settle it"));
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers_have_one_reason),
		cmocka_unit_test(test_a_program_that_asks_for_more),
		cmocka_unit_test(test_launches_that_do_not_depend_on_them),
		cmocka_unit_test(test_given_ones),
		cmocka_unit_test(test_the_environment),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
