/* Expectations in the comments of programs (tests/figures): they are met, or each problem is reported with its
 * place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

#include "check.h"

/* A store of two warps on line 5, with 4 and 8 sectors, in a kernel with two launches. */
#define HEAD "// options: --no-compile\n"
#define BODY(comment) \
	"__global__ void k(float *p, int s)\n" \
	"{ int i = threadIdx.x;\n" \
	"  p[i * s] = p[i];  // " comment "\n" \
	"}\n" \
	"int main()\n" \
	"{ float *p; cudaMalloc(&p, 4096);\n" \
	"  k<<<1, 64>>>(p, 1);\n" \
	"  k<<<1, 64>>>(p, 2); }\n"

static char path[] = "/tmp/gpulint-expectations-XXXXXX.cu";

static void
write_program(const char *text)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static char *
read_program(void)
{
	static char text[4096];
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	return text;
}

/* The problems of the program; the caller frees them. */
static char *
problems_of(const char *text, bool updating, enum verdict expected)
{
	char *problems = NULL;
	size_t size;
	write_program(text);
	FILE *out = open_memstream(&problems, &size);
	assert_non_null(out);
	const enum verdict verdict = check_program(path, updating, out);
	fclose(out);
	if (verdict != expected)
		fail_msg("%s\n%s", text, problems);
	return problems;
}

static void
expect_met(const char *text)
{
	free(problems_of(text, false, VERDICT_MET));
}

/* Expects one problem, reported at the line; 0: for the whole file. */
static void
expect_problem(const char *text, unsigned line, const char *problem)
{
	char place[64], *problems = problems_of(text, false, VERDICT_UNMET);
	snprintf(place, sizeof place, "%s:%u: ", path, line);
	if ((line && strncmp(problems, place, strlen(place)) != 0) || !strstr(problems, problem) ||
	    strchr(problems, '\n')[1] != '\0')
		fail_msg("%s\n%s", text, problems);
	free(problems);
}

static void
what_is_so_is_met(void **state)
{
	(void)state;
	expect_met(
		HEAD BODY("expect: @1 store exact requests=2 sectors=4; @2 store global exact sectors=8 lane_step>=8"));
	expect_met(HEAD BODY("expect: load global exact requests=2 lanes=64/2 sectors<5; atomic none"));
	expect_met(HEAD BODY(
		"expect: load exact object=\"p\" pattern=\"contiguous\"\n// expect: @k#1 store exact requests=2;"
		" @k#2 store exact"));
	expect_met(HEAD BODY("expect: load all exact requests=2 sectors=4"));
	expect_met(HEAD "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
	                "int main() { float *p; cudaMalloc(&p, 4096);\n"
	                "  for (int i = 1; i < 3; i++)\n"
	                "    for (int j = 0; j < 2; j++)\n"
	                "      k<<<i, 32>>>(p);  // expect: launch source grid=1 repeats=2; launch source grid=2\n"
	                "}\n");
}

static void
malformed_expectations_fail(void **state)
{
	(void)state;
	expect_problem(HEAD BODY("expect:"), 4, "'' is no kind of site");
	expect_problem(HEAD BODY("expect: read exact"), 4, "'read' is no kind of site");
	expect_problem(HEAD BODY("expect: load requests=2"), 4, "the load needs a confidence");
	expect_problem(HEAD BODY("expect: load exact request=2"), 4, "a load has no figure 'request'");
	expect_problem(HEAD BODY("expect: load exact grid=2"), 4, "a load has no figure 'grid'");
	expect_problem(HEAD BODY("expect: load exact exactly"), 4, "'exactly' is neither");
	expect_problem(HEAD BODY("expect: load exact requests==2"), 4, "'requests==2' is neither");
	expect_problem(HEAD BODY("expect: load exact requests=two"), 4, "requests: 'two' is no number");
	expect_problem(HEAD BODY("expect: load exact requests=2/"), 4, "requests: '2/' is no number");
	expect_problem(HEAD BODY("expect: load exact why=so"), 4, "quotation marks");
	expect_problem(HEAD BODY("expect: load exact reason=\"\""), 4, "empty part");
	expect_problem(HEAD BODY("expect: load none requests=2"), 4, "'none' has no figures");
	expect_problem(HEAD BODY("expect: load all"), 4, "needs a figure");
	expect_problem(HEAD BODY("expect: load all width=4"), 4, "width has no sum");
	expect_problem(HEAD BODY("expect: launch grid=4"), 4, "the launch needs an origin");
	expect_problem(HEAD BODY("expect: @0 load exact"), 4, "names no launch");
	expect_problem("// options: --format 'xml\n" BODY("expect: load exact"), 1,
	               "the list of options has an open quote");
}

static void
wrong_figures_fail(void **state)
{
	(void)state;
	expect_problem(HEAD BODY("expect: @1 load exact requests=3; @2 load exact"), 4, "requests is 2, expected is 3");
	expect_problem(HEAD BODY("expect: @1 load exact requests>2; @2 load exact"), 4, "requests is 2, expected is 2");
	expect_problem(HEAD BODY("expect: @1 load bounded; @2 load exact"), 4, "exact, expected is bounded");
	expect_problem(HEAD BODY("expect: @1 load exact object=\"q\"; @2 load exact"), 4, "object is p, expected is q");
	expect_problem(HEAD BODY("expect: @1 load exact reason=\"q\"; @2 load exact"), 4, "expected is q");
	/* A figure that the site does not have is NAN. */
	expect_problem(HEAD BODY("expect: @1 load exact wavefronts=0; @2 load exact"), 4, "wavefronts is nan");
	expect_problem(HEAD BODY("expect: @1 store all requests=2 sectors=5; @2 store all requests=2"), 4,
	               "sectors is 4, expected is 5");
	expect_problem(HEAD "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
	                    "int main() { float *p; cudaMalloc(&p, 4096);\n"
	                    "  k<<<2, 32>>>(p);  // expect: launch source grid=3\n"
	                    "}\n",
	               4, "grid is 2, expected is 3");
}

static void
sites_are_those_that_are_named(void **state)
{
	(void)state;
	expect_problem(HEAD BODY("expect: @1 atomic exact; load all requests=2"), 4, "no atomic here in launch 1");
	expect_problem(HEAD BODY("expect: @1 store exact"), 4, "not expected in launch 2 of k: store global exact");
	expect_problem(HEAD BODY("expect: @1 store exact; @2 store none"), 4, "not expected in launch 2 of k");
	expect_problem(HEAD BODY("expect: store exact; @1 store exact"), 4, "no store here in launch 1");
	expect_problem(HEAD BODY("expect: @3 atomic exact"), 4, "no atomic here");
	expect_problem(HEAD BODY("expect: @other atomic exact"), 4, "no atomic here");
	expect_problem(HEAD BODY("expect: @1 load global exact; @1 load shared exact; @2 load exact"), 4,
	               "no shared load here");
	expect_problem(HEAD BODY("expect: @k#1 branch all requests=1"), 4, "no branch here");
}

static void
programs_are_read_whole(void **state)
{
	(void)state;
	expect_problem(HEAD BODY("what is there"), 0, "nothing is expected");
	expect_problem(HEAD "__global__ void k(float *p)\n{ p[0] = none; }  // expect: store exact\n", 3, "'none'");
	expect_problem("// options: --no-compile --launch 'j<<<1, 32>>>(4)'\n"
	               "__global__ void k(float *p)\n{ p[0] = 1; }  // expect: store exact\n",
	               1, "j<<<1, 32>>>(4)");
	expect_problem(HEAD "int main() { return 1; }  // expect: store exact\n", 1, "launches nothing");
}

static void
expectations_hold_in_each_run(void **state)
{
	(void)state;
	expect_problem(HEAD "// run:\n"
	                    "// run: --launch 'k<<<3, 32>>>(_)'\n"
	                    "__global__ void k(float *p) { p[threadIdx.x] = 1; }  // expect: store all requests=2\n"
	                    "int main() { float *p; cudaMalloc(&p, 4096); k<<<2, 32>>>(p); }\n",
	               4, "run 2: store in launch 1 of k: requests is 3, expected is 2");
	free(problems_of(HEAD "// run:\n"
	                      "// run: --gpu A100\n"
	                      "__global__ void k(float *p) { p[threadIdx.x] = 1; }  // expect: store all requests=2\n"
	                      "int main() { float *p; cudaMalloc(&p, 4096); k<<<2, 32>>>(p); }\n",
	                 false, VERDICT_MET));
}

/* Updating rewrites the changed figures of expectations, and neither adds nor removes an expectation. */
static void
updates_rewrite_figures(void **state)
{
	(void)state;
	free(problems_of(HEAD BODY("expect: @1 load bounded requests=7 sectors<5; @2 load exact requests=125/32"), true,
	                 VERDICT_MET));
	assert_string_equal(read_program(),
	                    HEAD BODY("expect: @1 load exact requests=2 sectors<5; @2 load exact requests=2"));
	static const char kept[] = HEAD BODY("expect: @1 load bounded requests=7");
	free(problems_of(kept, true, VERDICT_UNMET));
	assert_string_equal(read_program(), kept);
	static const char relation[] = HEAD BODY("expect: load exact requests>7");
	free(problems_of(relation, true, VERDICT_UNMET));
	assert_string_equal(read_program(), relation);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_so_is_met),       cmocka_unit_test(malformed_expectations_fail),
		cmocka_unit_test(wrong_figures_fail),      cmocka_unit_test(sites_are_those_that_are_named),
		cmocka_unit_test(programs_are_read_whole), cmocka_unit_test(expectations_hold_in_each_run),
		cmocka_unit_test(updates_rewrite_figures),
	};
	const int file = mkstemps(path, 3);
	if (file < 0)
		return 1;
	close(file);
	const int status = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	return status;
}
