/* Which of the program's GPUs launches are counted on, and what is counted there. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_DEVICES_H
#define GPULINT_RUNTIME_CHECK_INJECT_DEVICES_H

#include "runtime_check/run/cuda_driver.h"
#include "runtime_check/run/metrics.h"

/* Why nothing is counted on it; NULL: nothing is against it. Any thread may ask; the text stays. */
const char *device_refusal(CUdevice device);

/* The rest is for one thread at a time. */
/* NULL: nothing can be counted there, and device_refusal says why. */
struct metrics *device_metrics(const struct cupti *cupti, CUdevice device);
/* From now on nothing is counted there. The reason is copied; NULL: there was no memory for one. */
void device_refuse(CUdevice device, const char *reason);
/* Whether all that the driver shows are refused. */
bool devices_are_refused(const struct cuda_driver *driver);

#endif
