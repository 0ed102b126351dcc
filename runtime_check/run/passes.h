/* The two passes over the job's launches, each in as many child processes as it takes: a launch that ends its process is
 * reported, and a fresh process goes on with the next. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_PASSES_H
#define GPULINT_RUNTIME_CHECK_RUN_PASSES_H

#include "child.h"
#include "launch.h"

struct program {
	const struct job *job;
	struct compiled_kernel *kernels; /* as many as the job has */
	json_t *result;                  /* docs/result.schema.json; the passes fill its launches in */
	FILE *out;                       /* where the result will be written */
};

/* Writes a line end, which is nothing before a JSON document: whoever waits for the result sees that the work goes on. */
void program_show_life(const struct program *program);

/* Of a child for one of its steps, which may be silent for so long. */
struct child_limits program_child_limits(const struct program *program, double seconds);

/* Runs and times. */
void pass_time(struct program *program);
/* Counts, for the launches that the first pass found to be in order; each in a process of its own. */
void pass_count(struct program *program);

/* A launch's part of the result. */
json_t *program_launch(const struct program *program, size_t kernel, size_t launch);

#endif
