/* From predictions to measurements: the launches that the evaluator found are made again on a GPU, by gpulint-run, and the
 * hardware's figures are put beside the predicted ones.
 *
 * Nothing of a program runs anywhere else: linting a file never executes its code, or any command. */
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

/* What buffers are to hold, instead of what is known or likely. */
struct verify_input {
	const char *text;   /* as given: the rest of it */
	const char *kernel; /* whose buffers they are, qualified or not; NULL: any kernel's */
	const char *name;   /* of the parameters that point to them, or of members of parameters: `in`, `p.in` */
	struct npy array;
	bool used;               /* set: some launch has a buffer of that name, */
	bool fits;               /* to which it can go, */
	uint64_t largest_buffer; /* of at most so many bytes, as far as that is known, */
	const char *misfit;      /* and the first to which it cannot, and why; NULL: there is none */
};

struct verify_options {
	struct verify_input *inputs;
	size_t input_count;
	struct runner runner;
	double seconds;              /* limit of one launch with its measurements */
	struct device_list devices;  /* on which it is run; all 0: the first */
	struct device_losses losses; /* set: what became of those that are missing, in the arena of the facts */
};

struct plan;

/* Fills in what was measured: the kernels' resources and status, launches' times, sites' figures, and for each finding
 * whether the hardware confirms it, and what it costs in time. Strings are taken from the arena of the facts. False: no result came from the worker;
 * facts->measurement says why, and all else is as it was. */
bool verify_program(struct facts *facts, const struct compile_command *sources, size_t source_count,
                    struct verify_options *options);

/* Who has the results of jobs that time second versions of kernels. */
struct verify_versions {
	/* The result of the job, for the caller to release; or NULL and why there is none. */
	json_t *(*result_of)(void *context, const json_t *job, const char **missing);
	void *context;
};

/* The same from the result of the plan's job (job_build.h), wherever that was run, and from those of the second versions'. */
void verify_take_result(struct facts *facts, const struct plan *plan, const json_t *result,
                        const struct verify_versions *versions);

#endif
