/* Waiting for the GPU, but not for ever: a kernel may wait for something that the thread which waits for it was to do. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_WAIT_H
#define GPULINT_RUNTIME_CHECK_INJECT_WAIT_H

#include <stdbool.h>
#include <time.h>

#include "runtime_check/run/cuda_driver.h"

/* What the clock will show in so many seconds. */
struct timespec wait_deadline(clockid_t clock, double seconds);

enum wait_end {
	WAIT_DONE,      /* all is done; the driver's word on it is there */
	WAIT_TOO_LONG,  /* it was not within the time */
	WAIT_NO_THREAD, /* none could be started to wait in: another time one may */
};

/* Until all that was begun in the context is done. *result is the driver's word. One thread at a time; after it took too long,
 * later calls say so as well until that work is done. */
enum wait_end wait_for_context(const struct cuda_driver *driver, CUcontext context, double seconds, CUresult *result);
/* Whether it is not done still. */
bool wait_goes_on(void);

#endif
