#include "gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "json_text.h"
#include "support/allocate.h"

/* In the format of nvidia-smi; "": the driver does not report it. */
static void
write_uuid(const struct gpu *gpu, CUdevice device, char text[UUID_SIZE])
{
	CUuuid uuid;
	*text = '\0';
	if (gpu->cu.cuDeviceGetUuid(&uuid, device) != CUDA_SUCCESS)
		return;
	char *at = text + sprintf(text, "GPU-");
	for (size_t i = 0; i < sizeof uuid.bytes; i++)
		at += sprintf(at, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
		              (unsigned)(unsigned char)uuid.bytes[i]);
}

void
gpu_write_uuid(const struct gpu *gpu, char text[UUID_SIZE])
{
	write_uuid(gpu, gpu->device, text);
}

static bool
find_device(struct gpu *gpu, const char *uuid, char **error)
{
	char text[UUID_SIZE];
	for (int i = 0; i < gpu->count; i++)
		if (gpu->cu.cuDeviceGet(&gpu->device, i) == CUDA_SUCCESS &&
		    (write_uuid(gpu, gpu->device, text), !strcmp(text, uuid)))
			return true;
	*error = memory_strdup("the CUDA driver sees no GPU with that UUID");
	return false;
}

static bool
open_device(struct gpu *gpu, const struct device_choice *choice, char **error)
{
	char text[256];
	if (!cuda_driver_open(&gpu->cu, &gpu->count, error))
		return false;
	if (choice->uuid)
		return find_device(gpu, choice->uuid, error);
	const CUresult result = gpu->cu.cuDeviceGet(&gpu->device, choice->number);
	if (result == CUDA_SUCCESS)
		return true;
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
gpu_open(struct gpu *gpu, const struct device_choice *choice, char **error)
{
	if (!open_device(gpu, choice, error))
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

/* The version of the kernel module on Linux; empty: unknown. */
static void
read_driver_version(char *text, int size)
{
	FILE *file = fopen("/sys/module/nvidia/version", "r");
	if (!file || !fgets(text, size, file))
		*text = '\0';
	text[strcspn(text, "\n")] = '\0';
	if (file)
		fclose(file);
}

void
gpu_describe(const struct job *job, FILE *messages)
{
	struct gpu gpu = {0};
	char *error = NULL;
	if (!open_device(&gpu, &job->device, &error)) {
		child_send(messages, json_pack("{s:o}", "reason", json_text(error)));
		free(error);
		return;
	}
	char name[256] = "", uuid[UUID_SIZE], sm[32], driver[32], driver_version[64];
	size_t memory = 0;
	int version = 0;
	gpu.cu.cuDeviceGetName(name, sizeof name, gpu.device);
	write_uuid(&gpu, gpu.device, uuid);
	gpu.cu.cuDeviceTotalMem(&memory, gpu.device);
	gpu.cu.cuDriverGetVersion(&version);
	read_driver_version(driver_version, sizeof driver_version);
	snprintf(sm, sizeof sm, "sm_%d%d", attribute(&gpu, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
	         attribute(&gpu, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
	snprintf(driver, sizeof driver, "%d.%d", version / 1000, version % 1000 / 10);
	child_send(messages,
	           json_pack("{s:{s:o, s:s, s:i, s:s, s:i, s:f, s:s, s:o, s:i, s:I, s:n, s:s}}", "device", "name",
	                     json_text(name), "uuid", uuid, "gpus", gpu.count, "sm", sm, "multiprocessors",
	                     attribute(&gpu, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), "clock_mhz",
	                     attribute(&gpu, CU_DEVICE_ATTRIBUTE_CLOCK_RATE) / 1e3, "driver", driver, "driver_version",
	                     json_text(driver_version), "l2_bytes", attribute(&gpu, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE),
	                     "memory_bytes", (json_int_t)memory, "counters", "counters_reason", ""));
}
