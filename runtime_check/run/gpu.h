/* The GPU on which a job runs: driver, device and context of one child process. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_GPU_H
#define GPULINT_RUNTIME_CHECK_RUN_GPU_H

#include <stdint.h>
#include <stdio.h>

#include "cuda_driver.h"
#include "job.h"

/* One period of random contents on the device (fill.h), from which the buffers of many launches are filled. */
struct pattern {
	CUdeviceptr data; /* 0: there is none */
	struct fill fill;
};

struct gpu {
	struct cuda_driver cu;
	int count; /* number of GPUs that the driver reports */
	CUdevice device;
	int multiprocessors, max_threads_per_sm, warp_lanes;
	int max_shared_optin, l2_bytes; /* in bytes */
	struct pattern pattern;
};

/* Opens the driver and makes the device's context current. False: *error says why, and the caller frees it. */
bool gpu_open(struct gpu *gpu, const struct device_choice *choice, char **error);

/* In the format of nvidia-smi, "GPU-…"; "": the driver does not report it. */
enum { UUID_SIZE = sizeof "GPU-00000000-0000-0000-0000-000000000000" };
void gpu_write_uuid(const struct gpu *gpu, char text[UUID_SIZE]);

/* In a child process. Sends one message: {"device": {…}} as in docs/result.schema.json without the counters, or
 * {"reason": why there is none}. */
void gpu_describe(const struct job *job, FILE *messages);

#endif
