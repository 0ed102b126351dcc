/* From predictions to measurements: the launches that the evaluator found are made again on a GPU, by gpulint-run, and the
 * hardware's figures are put beside the predicted ones.
 *
 * Nothing else in gpulint runs anything: linting a file never executes its code, or any command. */
#ifndef GPULINT_RUNTIME_CHECK_VERIFY_H
#define GPULINT_RUNTIME_CHECK_VERIFY_H

#include <stdbool.h>
#include <stddef.h>

#include "model/facts.h"

struct verify_source {
	const char *path;              /* as in the facts' places */
	const char *text;
	size_t length;
	const char *const *flags;      /* the compiler's, nvcc's or clang's */
	size_t flag_count;
	const char *directory;         /* relative paths of flags are relative to it; NULL: the current one */
};

struct verify_options {
	const char *runner;            /* shell command that is gpulint-run somewhere; NULL: the one beside this executable */
	double seconds;                /* limit of one launch with its measurements */
};

struct verify_outcome {
	const char *device;            /* the GPU that the kernels ran on; NULL: they did not */
	const char *reason;            /* why they did not, or were not counted; "" if they were */
	const char *compiler;          /* "NVRTC 13.0, sm_90"; NULL: nothing was compiled */
};

/* Fills in what was measured: the kernels' resources and status, launches' times, sites' figures, and for each finding
 * whether the hardware confirms it. Strings are taken from the arena of the facts. False: no result came from the worker;
 * outcome->reason says why, and the facts are as they were. */
bool verify_program(struct facts *facts, const struct verify_source *sources, size_t source_count,
                    const struct verify_options *options, struct verify_outcome *outcome);

#endif
