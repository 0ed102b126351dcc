/* Compares the time of linting a program with libclang's parse of its files:
 *
 *     bench_lint [-r REPEATS] [-a ARGUMENTS] FILE… [-- COMPILER FLAGS]
 *
 * The files are one program, which is called with ARGUMENTS. It prints the medians, in milliseconds of processor
 * time, of the parse, of the lowering, and of the evaluation with the rules; their sum over the parse; how many
 * requests and branches of warps were evaluated, in all and per second; and the peak memory of the process. The
 * parse is the time of clang_parseTranslationUnit2 with the built-in headers; the lint is everything from the text
 * to the findings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "eval/eval.h"
#include "frontend/frontend.h"
#include "rules/rules.h"
#include "support/allocate.h"
#include "support/clock.h"

enum { MOST_REPEATS = 101, MOST_ARGUMENTS = 64 };

struct sample {
	double parse, lower, evaluate; /* ms */
	uint64_t events;
};

static struct sample
lint_once(char **paths, size_t count, const struct frontend_options *frontend, const struct eval_options *options)
{
	struct ir_unit *units = memory_zeroed(count, sizeof *units), **program = memory_zeroed(count, sizeof *program);
	struct facts facts = {0};
	struct sample s = {0};
	const double start = clock_processor_seconds();
	for (size_t i = 0; i < count; i++) {
		s.parse += frontend_parse(&units[i], paths[i], frontend);
		program[i] = &units[i];
	}
	const double parsed = clock_processor_seconds();
	eval_program(&facts, program, count, options, NULL);
	rules_run(&facts, NULL, NULL);
	s.lower = 1e3 * (parsed - start) - s.parse;
	s.evaluate = 1e3 * (clock_processor_seconds() - parsed);
	s.events = facts.event_count;
	facts_free(&facts);
	for (size_t i = 0; i < count; i++)
		ir_unit_free(&units[i]);
	free(units);
	free(program);
	return s;
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

/* Splits the text into words, in place. */
static size_t
split(char *text, const char **words)
{
	size_t count = 0;
	for (char *word = strtok(text, " "); word && count < MOST_ARGUMENTS; word = strtok(NULL, " "))
		words[count++] = word;
	return count;
}

int
main(int argc, char **argv)
{
	int repeats = 5, first = 1;
	const char *arguments[MOST_ARGUMENTS];
	struct frontend_options frontend = {.arch = "sm_90"};
	struct eval_options options = {.gpu = gpu_find("H200"), .argv = arguments};
	for (; first + 1 < argc && argv[first][0] == '-' && argv[first][1] != '-'; first += 2) {
		if (!strcmp(argv[first], "-r"))
			repeats = atoi(argv[first + 1]);
		else if (!strcmp(argv[first], "-a"))
			options.argc = split(argv[first + 1], arguments);
	}
	int last = first;
	while (last < argc && strcmp(argv[last], "--"))
		last++;
	if (last == first || repeats < 1 || repeats > MOST_REPEATS) {
		fprintf(stderr, "usage: bench_lint [-r REPEATS] [-a ARGUMENTS] FILE... [-- COMPILER FLAGS]\n");
		return 2;
	}
	if (last + 1 < argc) {
		frontend.flags = (const char *const *)(argv + last + 1);
		frontend.flag_count = (size_t)(argc - last - 1);
	}
	double parse[MOST_REPEATS], lower[MOST_REPEATS], evaluate[MOST_REPEATS];
	uint64_t events = 0;
	for (int r = 0; r < repeats; r++) {
		const struct sample s = lint_once(argv + first, (size_t)(last - first), &frontend, &options);
		parse[r] = s.parse;
		lower[r] = s.lower;
		evaluate[r] = s.evaluate;
		events = s.events;
	}
	const struct sample s = {median(parse, repeats), median(lower, repeats), median(evaluate, repeats), events};
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	printf("%9s %9s %9s %7s %9s %9s %7s  file\n", "parse", "lower", "evaluate", "ratio", "events", "a second",
	       "MB");
	printf("%9.2f %9.2f %9.2f %7.2f %9llu %9.0f %7.0f  %s\n", s.parse, s.lower, s.evaluate,
	       (s.parse + s.lower + s.evaluate) / s.parse, (unsigned long long)s.events,
	       s.evaluate > 0 ? (double)s.events / s.evaluate * 1e3 : 0, (double)usage.ru_maxrss / 1024, argv[first]);
	return 0;
}
