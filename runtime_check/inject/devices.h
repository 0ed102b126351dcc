/* The GPUs of the program on which launches are counted, and what is counted there. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_DEVICES_H
#define GPULINT_RUNTIME_CHECK_INJECT_DEVICES_H

#include "runtime_check/run/cuda_driver.h"
#include "runtime_check/run/metrics.h"

/* Why nothing is counted on this GPU; NULL: it can be counted. Any thread may call it; the text stays valid. */
const char *device_refusal(CUdevice device);

/* The following functions are for one thread at a time. */
/* NULL: nothing can be counted on it, and device_refusal says why. */
struct metrics *device_metrics(const struct cupti *cupti, CUdevice device);
/* Stops counting on this GPU. The reason is copied. A NULL reason means that memory ran out. */
void device_refuse(CUdevice device, const char *reason);
/* Whether all GPUs that the driver shows are refused. */
bool devices_are_refused(const struct cuda_driver *driver);

#endif
