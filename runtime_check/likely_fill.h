/* The fill of a launch's buffers with unknown contents: numbers of the right type that keep accesses in bounds. */
#ifndef GPULINT_RUNTIME_CHECK_LIKELY_FILL_H
#define GPULINT_RUNTIME_CHECK_LIKELY_FILL_H

#include <jansson.h>

#include "runtime_check/launch_pointers.h"

struct filling {
	const struct kernel *kernel;
	const struct launch *launch;
	const struct pointers *pointers; /* of the launch */
};

/* The fill, in the job's form, for the buffer into which `pointer` points. */
json_t *likely_fill(const struct filling *filling, const struct launch_argument *pointer);

#endif
