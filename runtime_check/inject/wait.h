/* Waits for the GPU with a time limit: a kernel may itself wait for something that the waiting thread was to do. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_WAIT_H
#define GPULINT_RUNTIME_CHECK_INJECT_WAIT_H

#include <stdbool.h>
#include <time.h>

#include "runtime_check/run/cuda_driver.h"

/* The clock's time `seconds` from now. */
struct timespec wait_deadline(clockid_t clock, double seconds);

enum wait_end {
	WAIT_DONE,      /* all work has ended; the driver's result is set */
	WAIT_TOO_LONG,  /* the time limit has passed */
	WAIT_NO_THREAD, /* the waiting thread could not be started; a later try may succeed */
};

/* Waits until all work of the context has ended. *result is the driver's result. For one thread at a time. After
 * WAIT_TOO_LONG, later calls return the same until that work has ended. */
enum wait_end wait_for_context(const struct cuda_driver *driver, CUcontext context, double seconds, CUresult *result);
/* Whether the work of an earlier wait has still not ended. */
bool wait_goes_on(void);

#endif
