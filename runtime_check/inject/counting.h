/* Counts launches, one at a time, until something prevents all further counting. If only one launch, kernel or GPU
 * cannot be counted, only that one is skipped. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_COUNTING_H
#define GPULINT_RUNTIME_CHECK_INJECT_COUNTING_H

#include "calls.h"
#include "kernels.h"
#include "runtime_check/run/cuda_driver.h"

/* A counted launch may take this many times as long as one that is not counted. */
enum { COUNTING_SLOWER = 4 };

/* Sets the libraries, and the time limit in seconds of an uncounted launch. The libraries stay the caller's. */
void counting_prepare(const struct cuda_driver *driver, const struct cupti *cupti, double seconds);

/* Ends the counting. The first reason is reported. Any thread may call both functions. */
void counting_give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool counting_is_over(void);
/* Reports why the kernel's launches are not counted, once for each kernel. Any thread may call it. */
void counting_leave_out(struct kernel *kernel, const char *reason);

/* The next two functions are for one thread at a time, while no other thread begins work. */
/* False: the launch continues uncounted. */
bool counting_begin(struct kernel *kernel, CUcontext context, const struct call_launch *launch);
/* `launched` is the driver's result of the launch. Waits until the kernel has ended. */
void counting_end(CUcontext context, CUresult launched);

/* Whether counting is over, but CUPTI is still enabled because a launch did not end in time. Any thread may call it. */
bool counting_is_left_on(void);
/* Whether CUPTI can be disabled before a call in this context. */
bool counting_may_turn_off(CUcontext context);
/* Disables CUPTI if the GPU is idle soon. Again only while no other thread begins work. */
void counting_turn_off(void);
/* The context was destroyed. */
void counting_see_end(CUcontext context);

#endif
