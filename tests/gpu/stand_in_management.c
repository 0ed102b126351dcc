/* The part of NVML that gpulint-run uses for clocks, for GPUs whose UUID is all zeros. */
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT int nvmlInit_v2(void);
EXPORT int nvmlDeviceGetHandleByUUID(const char *uuid, void **device);
EXPORT int nvmlDeviceGetClockInfo(void *device, int which, unsigned *mhz);

static int only;

EXPORT int
nvmlInit_v2(void)
{
	return 0;
}

EXPORT int
nvmlDeviceGetHandleByUUID(const char *uuid, void **device)
{
	*device = &only;
	return strncmp(uuid, "GPU-", 4) != 0;
}

EXPORT int
nvmlDeviceGetClockInfo(void *device, int which, unsigned *mhz)
{
	*mhz = which == 1 ? 1980 : 3201;
	return device != &only;
}
