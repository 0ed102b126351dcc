/* How long a lint takes beside libclang's own parse of the same file, in one process:
 *
 *     bench_lint [-r REPEATS] FILE… [-- COMPILER FLAGS]
 *
 * Prints for each file the medians of both in milliseconds and their ratio; the last line is the sum. The parse is what
 * clang_parseTranslationUnit2 takes with the built-in headers; the lint is everything from the text to the findings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "eval/eval.h"
#include "frontend/frontend.h"
#include "rules/rules.h"

enum { MOST_REPEATS = 101 };

static double
now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

struct sample {
	double parse, lower, evaluate;
};

static struct sample
lint_once(const char *path, const struct frontend_options *frontend, const struct eval_options *options)
{
	struct ir_unit unit = {0};
	struct facts facts = {0};
	struct ir_unit *units[] = {&unit};
	const double start = now_ms();
	frontend_parse(&unit, path, frontend);
	const double parse = frontend_last_parse_ms(), parsed = now_ms();
	eval_program(&facts, units, 1, options, NULL);
	rules_run(&facts, NULL);
	const double end = now_ms();
	facts_free(&facts);
	ir_unit_free(&unit);
	return (struct sample){parse, parsed - start - parse, end - parsed};
}

static int
by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double
median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof *values, by_value);
	return values[count / 2];
}

int
main(int argc, char **argv)
{
	int repeats = 5, first = 1;
	if (argc > 2 && !strcmp(argv[1], "-r")) {
		repeats = atoi(argv[2]);
		first = 3;
	}
	if (repeats < 1 || repeats > MOST_REPEATS)
		repeats = 5;
	int last = first;
	while (last < argc && strcmp(argv[last], "--"))
		last++;
	struct frontend_options frontend = {.arch = "sm_90"};
	if (last + 1 < argc) {
		frontend.flags = (const char *const *)(argv + last + 1);
		frontend.flag_count = (size_t)(argc - last - 1);
	}
	const struct eval_options options = {.gpu = gpu_find("H200")};
	struct sample sum = {0, 0, 0};
	printf("%9s %9s %9s %7s  file\n", "parse", "lower", "evaluate", "ratio");
	for (int i = first; i < last; i++) {
		double parse[MOST_REPEATS], lower[MOST_REPEATS], evaluate[MOST_REPEATS];
		for (int r = 0; r < repeats; r++) {
			const struct sample s = lint_once(argv[i], &frontend, &options);
			parse[r] = s.parse;
			lower[r] = s.lower;
			evaluate[r] = s.evaluate;
		}
		const struct sample s = {median(parse, repeats), median(lower, repeats), median(evaluate, repeats)};
		printf("%9.2f %9.2f %9.2f %7.2f  %s\n", s.parse, s.lower, s.evaluate,
		       (s.parse + s.lower + s.evaluate) / s.parse, argv[i]);
		sum.parse += s.parse;
		sum.lower += s.lower;
		sum.evaluate += s.evaluate;
	}
	if (sum.parse > 0)
		printf("%9.2f %9.2f %9.2f %7.2f  all, in ms; ratio: a lint to libclang's parse\n", sum.parse, sum.lower,
		       sum.evaluate, (sum.parse + sum.lower + sum.evaluate) / sum.parse);
	return 0;
}
