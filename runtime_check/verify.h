/* Measures what was predicted. gpulint-run repeats the launches that the evaluator found on a GPU, and the
 * hardware's figures are put next to the predicted ones.
 *
 * This is the only place where a program's code is executed: linting a file executes neither its code nor any
 * command. */
#ifndef GPULINT_RUNTIME_CHECK_VERIFY_H
#define GPULINT_RUNTIME_CHECK_VERIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "codegen/source/device_source.h"
#include "codegen/worker/runner.h"
#include "model/facts.h"
#include "runtime_check/devices.h"
#include "runtime_check/npy.h"

/* Contents of buffers that the user provides. */
struct verify_input {
	const char *text;   /* as given; the members below are parsed from it */
	const char *kernel; /* kernel whose buffers are filled, qualified or not; NULL: any */
	const char *name;   /* name of a pointer parameter, or of a member of a parameter: `in`, `p.in` */
	struct npy array;
	bool used;               /* set: some launch has a buffer of this name */
	bool fits;               /* set: it fits one of these buffers */
	uint64_t largest_buffer; /* set: size of the largest such buffer, as far as known */
	const char *misfit;      /* set: why it does not fit the first buffer that it does not fit; NULL: it fits all */
};

struct verify_options {
	struct verify_input *inputs;
	size_t input_count;
	struct runner runner;
	double seconds;              /* time limit of one launch with its measurements */
	struct device_list devices;  /* GPUs to run on; all 0: the first */
	struct device_losses losses; /* set: GPUs that could not be used, in the arena of the facts */
};

struct plan;

/* Fills in what was measured: the kernels' resources and status, the launches' times, the sites' figures, and for each
 * finding its status and measured cost. Strings are taken from the arena of the facts. False: the worker returned no
 * result. Then facts->measurement says why, and everything else is unchanged. */
bool verify_program(struct facts *facts, const struct compile_command *sources, size_t source_count,
                    struct verify_options *options);

/* Provides the results of jobs that time variants of kernels. */
struct verify_versions {
	/* The result of the job, which the caller releases. NULL: there is none, and *missing says why. */
	json_t *(*result_of)(void *context, const json_t *job, const char **missing);
	void *context;
};

/* The same, from the result of the plan's job (job_build.h) and those of the variants' jobs, wherever these were
 * run. */
void verify_take_result(struct facts *facts, const struct plan *plan, const json_t *result,
                        const struct verify_versions *versions);

#endif
