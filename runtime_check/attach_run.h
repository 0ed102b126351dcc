/* Runs the user's program with gpulint's library loaded into it (runtime_check/inject/). */
#ifndef GPULINT_RUNTIME_CHECK_ATTACH_RUN_H
#define GPULINT_RUNTIME_CHECK_ATTACH_RUN_H

#include <jansson.h>
#include <stdbool.h>

#include "support/arena.h"

struct attach_program {
	const char *const *arguments; /* NULL-terminated; the first is the program, searched for on PATH */
	/* counts only kernels whose mangled names match this extended regular expression; NULL: all */
	const char *kernel;
	unsigned launches; /* how many launches of each kernel are counted */
	double seconds;    /* time limit for one launch; four times as much while it is counted */
};

/* Runs the program to its end with gpulint's standard input and outputs. *status is as waitpid sets it. *events is an
 * array of all lines that the program's processes reported (runtime_check/inject/report.h), each with its "process";
 * the caller frees it. False: the program could not be run. Then *error, of the arena, says why, and *status is a
 * shell's exit code for that. */
bool attach_run(const struct attach_program *program, struct arena *arena, int *status, json_t **events,
                const char **error);

#endif
