/* Evaluates a program and compares its figures with the expectations in its comments. */
#ifndef GPULINT_TESTS_FIGURES_CHECK_H
#define GPULINT_TESTS_FIGURES_CHECK_H

#include <stdbool.h>
#include <stdio.h>

enum verdict {
	VERDICT_MET,
	VERDICT_UNMET,   /* each problem is written to `out` with its place */
	VERDICT_SKIPPED, /* there is no compiler, and the program does not use --no-compile */
};

/* Updating rewrites only the numbers and confidences of expectations whose sites all exist. */
enum verdict check_program(const char *path, bool updating, FILE *out);

#endif
