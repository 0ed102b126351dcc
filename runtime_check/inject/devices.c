#include "devices.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEVICES = 64 };

static struct {
	struct metrics *metrics; /* NULL: not configured yet */
	_Atomic(const char *) refusal;
} devices[MOST_DEVICES];

static bool
is_kept(CUdevice device)
{
	return device >= 0 && device < MOST_DEVICES;
}

const char *
device_refusal(CUdevice device)
{
	return is_kept(device) ? atomic_load(&devices[device].refusal) : "it ran on a GPU after the first 64";
}

void
device_refuse(CUdevice device, const char *reason)
{
	const char *copy = reason ? strdup(reason) : NULL;
	if (is_kept(device))
		atomic_store(&devices[device].refusal, copy ? copy : "the process had too little memory");
}

struct metrics *
device_metrics(const struct cupti *cupti, CUdevice device)
{
	char *error = NULL;
	if (device_refusal(device))
		return NULL;
	if (devices[device].metrics)
		return devices[device].metrics;
	struct metrics *metrics = malloc(sizeof *metrics);
	if (metrics && metrics_configure(metrics, cupti, device, &error)) {
		devices[device].metrics = metrics;
		return metrics;
	}
	device_refuse(device, error);
	free(metrics);
	free(error);
	return NULL;
}

bool
devices_are_refused(const struct cuda_driver *driver)
{
	int count = 0;
	if (driver->cuDeviceGetCount(&count) != CUDA_SUCCESS)
		return false;
	for (CUdevice device = 0; device < count; device++)
		if (!device_refusal(device))
			return false;
	return true;
}
