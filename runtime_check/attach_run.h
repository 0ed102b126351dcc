/* Running the user's own program with our library in it (runtime_check/inject/). */
#ifndef GPULINT_RUNTIME_CHECK_ATTACH_RUN_H
#define GPULINT_RUNTIME_CHECK_ATTACH_RUN_H

#include <jansson.h>
#include <stdbool.h>

#include "support/arena.h"

struct attach_program {
	const char *const *arguments; /* ends at a NULL; the first is the program, looked for on the path */
	/* of the kernels whose mangled names this extended regular expression matches; NULL: all, */
	const char *kernel;
	unsigned launches; /* so many launches of each are counted */
	double seconds;    /* that one may take, counted four times as long */
};

/* Runs it to its end, with our standard input and outputs. *status is as waitpid has it; *events all lines that its
 * processes have told (runtime_check/inject/report.h), with the "process", in an array for the caller to free. False: it
 * could not be run, and *error, of the arena, says why; *status is what a shell would make of that. */
bool attach_run(const struct attach_program *program, struct arena *arena, int *status, json_t **events,
                const char **error);

#endif
