/* What a launch's buffers are filled with where nothing is known of what they hold: numbers of their kind that lead nowhere out
 * of bounds. */
#ifndef GPULINT_RUNTIME_CHECK_LIKELY_FILL_H
#define GPULINT_RUNTIME_CHECK_LIKELY_FILL_H

#include <jansson.h>

#include "runtime_check/launch_pointers.h"

struct filling {
	const struct kernel *kernel;
	const struct launch *launch;
	const struct pointers *pointers; /* of the launch */
};

/* The fill, as the job has it, of the buffer that one of the pointers leads into. */
json_t *likely_fill(const struct filling *filling, const struct launch_argument *pointer);

#endif
