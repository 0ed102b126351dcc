/* The two passes over the job's launches, each in as many child processes as needed. A launch that ends its process is
 * reported, and a new process continues with the next launch. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_PASSES_H
#define GPULINT_RUNTIME_CHECK_RUN_PASSES_H

#include "child.h"
#include "launch.h"

struct program {
	const struct job *job;
	struct compiled_kernel *kernels; /* one for each of the job's kernels */
	json_t *result;                  /* docs/result.schema.json; the passes fill in its launches */
	FILE *out;                       /* where the result will be written */
};

/* Writes a newline, which is ignored before a JSON document. It shows the reader of the result that the work
 * continues. */
void program_show_life(const struct program *program);

/* Limits of a child that may be silent for `seconds`. */
struct child_limits program_child_limits(const struct program *program, double seconds);

/* Runs and times the launches. */
void pass_time(struct program *program);
/* Counts the launches that succeeded in the first pass, each in its own process. */
void pass_count(struct program *program);

/* The launch's part of the result. */
json_t *program_launch(const struct program *program, size_t kernel, size_t launch);

#endif
