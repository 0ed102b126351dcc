/* Counting launches, one at a time, until something says that nothing more can be counted. Where only one launch, one kernel or
 * one GPU cannot be, that alone is left out. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_COUNTING_H
#define GPULINT_RUNTIME_CHECK_INJECT_COUNTING_H

#include "calls.h"
#include "kernels.h"
#include "runtime_check/run/cuda_driver.h"

/* A launch that is counted may take so many times as long as one that is not. */
enum { COUNTING_SLOWER = 4 };

/* What it counts with, and how long it may wait for a launch that is not counted. They stay the caller's. */
void counting_prepare(const struct cuda_driver *driver, const struct cupti *cupti, double seconds);

/* Nothing more is counted; the first such word is told. Any thread may say so, and ask. */
void counting_give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool counting_is_over(void);
/* Tells why launches of the kernel are not counted, once for a kernel. Any thread may. */
void counting_leave_out(struct kernel *kernel, const char *reason);

/* The next two are for one thread at a time, and while nobody else begins work. */
/* False: the launch goes on uncounted. */
bool counting_begin(struct kernel *kernel, CUcontext context, const struct call_launch *launch);
/* With what the driver said of the launch. It waits until the kernel is done. */
void counting_end(CUcontext context, CUresult launched);

/* Whether it is over, but what was turned on for a launch that was not done in time still is. Any thread may ask. */
bool counting_is_left_on(void);
/* Whether it can be turned off before a call in the context. */
bool counting_may_turn_off(CUcontext context);
/* Does so if the GPU is idle soon; again, while nobody else begins work. */
void counting_turn_off(void);
/* The context is no more. */
void counting_see_end(CUcontext context);

#endif
