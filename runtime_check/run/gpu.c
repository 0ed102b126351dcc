#include "gpu.h"

#include <stdlib.h>

#include "child.h"
#include "json_text.h"
#include "support/memory.h"

static bool
open_device(struct gpu *gpu, int index, char **error)
{
	if (!cuda_driver_open(&gpu->cu, error))
		return false;
	const CUresult result = gpu->cu.cuDeviceGet(&gpu->device, index);
	if (result == CUDA_SUCCESS)
		return true;
	char text[256];
	*error = memory_strdup(cuda_error_text(&gpu->cu, result, text, sizeof text));
	return false;
}

static int
attribute(const struct gpu *gpu, CUdevice_attribute which)
{
	int value = 0;
	gpu->cu.cuDeviceGetAttribute(&value, which, gpu->device);
	return value;
}

bool
gpu_open(struct gpu *gpu, int index, char **error)
{
	if (!open_device(gpu, index, error))
		return false;
	CUcontext context;
	CUresult result = gpu->cu.cuDevicePrimaryCtxRetain(&context, gpu->device);
	if (result == CUDA_SUCCESS)
		result = gpu->cu.cuCtxSetCurrent(context);
	if (result != CUDA_SUCCESS) {
		char text[256];
		*error = memory_strdup(cuda_error_text(&gpu->cu, result, text, sizeof text));
		return false;
	}
	gpu->multiprocessors = attribute(gpu, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
	gpu->max_threads_per_sm = attribute(gpu, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
	gpu->warp_lanes = attribute(gpu, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
	gpu->max_shared_optin = attribute(gpu, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
	gpu->l2_bytes = attribute(gpu, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
	return true;
}

void
gpu_describe(const struct job *job, FILE *messages)
{
	struct gpu gpu = {0};
	char *error = NULL;
	if (!open_device(&gpu, job->device, &error)) {
		child_send(messages, json_pack("{s:o}", "reason", json_text(error)));
		free(error);
		return;
	}
	char name[256] = "", sm[32], driver[32];
	size_t memory = 0;
	int version = 0;
	gpu.cu.cuDeviceGetName(name, sizeof name, gpu.device);
	gpu.cu.cuDeviceTotalMem(&memory, gpu.device);
	gpu.cu.cuDriverGetVersion(&version);
	snprintf(sm, sizeof sm, "sm_%d%d", attribute(&gpu, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
	         attribute(&gpu, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
	snprintf(driver, sizeof driver, "%d.%d", version / 1000, version % 1000 / 10);
	child_send(messages, json_pack("{s:{s:o, s:s, s:i, s:s, s:i, s:I, s:n, s:s}}", "device", "name", json_text(name),
	                               "sm", sm, "multiprocessors", attribute(&gpu, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
	                               "driver", driver, "l2_bytes", attribute(&gpu, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE),
	                               "memory_bytes", (json_int_t)memory, "counters", "counters_reason", ""));
}
