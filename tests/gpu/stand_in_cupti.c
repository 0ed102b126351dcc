/* A CUPTI that counts nothing. Functions that STAND_IN_FAILS names fail with the code after the name (see
 * stand_in_driver.c); the others succeed, without records. With STAND_IN_COUNTS, a file, this holds for the first
 * process, which creates the file; later processes get one instruction without a source line.
 *
 * Subscribers are shown the calls of stand_in_program.c. Then enabling and disabling of counting is logged in the
 * file STAND_IN_RECORD. The GPU with the number STAND_IN_UNKNOWN is unknown to it, and with STAND_IN_OLD it knows no
 * calls later than CUDA 13.0. */
#include <cuda.h>
#include <cupti_result.h>
#include <cupti_callbacks.h>
#include <cupti_target.h>
#include <cupti_profiler_target.h>
#include <cupti_pcsampling.h>
#include <cupti_sass_metrics.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

static CUptiResult
failure(const char *name)
{
	const char *all = getenv("STAND_IN_FAILS"), *found = all ? strstr(all, name) : NULL;
	return found && found[strlen(name)] == '=' ? (CUptiResult)atoi(found + strlen(name) + 1) : CUPTI_SUCCESS;
}

EXPORT CUptiResult
cuptiGetErrorMessage(CUptiResult result, const char **message)
{
	*message = result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ? "insufficient privileges" : "CUPTI's own words";
	return CUPTI_SUCCESS;
}

EXPORT CUptiResult
cuptiGetVersion(uint32_t *version)
{
	*version = 130500;
	return failure("cuptiGetVersion");
}

enum { DOMAINS = 8, CALLBACKS = 2048 };

static struct {
	CUpti_CallbackFunc callback;
	void *user;
	bool is_enabled[DOMAINS][CALLBACKS];
} subscriber;

static atomic_bool counts;
static atomic_uint times_off;

EXPORT void stand_in_show(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void *data);
EXPORT unsigned stand_in_times_off(void);

/* Shows the program's calls to the subscriber. */
EXPORT void
stand_in_show(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void *data)
{
	if (subscriber.callback && subscriber.is_enabled[domain][id])
		subscriber.callback(subscriber.user, domain, id, data);
}

/* How often counting was disabled. */
EXPORT unsigned
stand_in_times_off(void)
{
	return times_off;
}

static void
report(const char *text)
{
	const char *path = getenv("STAND_IN_RECORD");
	FILE *file = path ? fopen(path, "a") : NULL;
	if (!file)
		return;
	fprintf(file, "%s\n", text);
	fclose(file);
}

EXPORT CUptiResult
cuptiSubscribe(CUpti_SubscriberHandle *handle, CUpti_CallbackFunc callback, void *user)
{
	subscriber.callback = callback;
	subscriber.user = user;
	*handle = NULL;
	return failure("cuptiSubscribe");
}

EXPORT CUptiResult
cuptiEnableCallback(uint32_t enable, CUpti_SubscriberHandle handle, CUpti_CallbackDomain domain, CUpti_CallbackId id)
{
	(void)handle;
	/* The calls that CUDA 13.0 had. */
	if (domain == CUPTI_CB_DOMAIN_DRIVER_API && id >= 807 && getenv("STAND_IN_OLD"))
		return CUPTI_ERROR_INVALID_PARAMETER;
	subscriber.is_enabled[domain][id] = enable;
	return failure("cuptiEnableCallback");
}

static bool
sees_something(void)
{
	const char *path = getenv("STAND_IN_COUNTS");
	return path && open(path, O_WRONLY | O_CREAT | O_EXCL, 0600) < 0;
}

EXPORT CUptiResult
cuptiSassMetricsGetDataProperties(CUpti_SassMetricsGetDataProperties_Params *params)
{
	params->numOfPatchedInstructionRecords = sees_something();
	params->numOfInstances = 1;
	return failure("cuptiSassMetricsGetDataProperties");
}

EXPORT CUptiResult
cuptiSassMetricsEnable(CUpti_SassMetricsEnable_Params *params)
{
	(void)params;
	const CUptiResult result = failure("cuptiSassMetricsEnable");
	if (!subscriber.callback || result != CUPTI_SUCCESS)
		return result;
	if (atomic_exchange(&counts, true))
		return CUPTI_ERROR_INVALID_OPERATION;
	report("on");
	return CUPTI_SUCCESS;
}

EXPORT CUptiResult
cuptiSassMetricsDisable(CUpti_SassMetricsDisable_Params *params)
{
	(void)params;
	if (subscriber.callback && !atomic_exchange(&counts, false))
		return CUPTI_ERROR_INVALID_OPERATION;
	if (subscriber.callback)
		report("off");
	times_off++;
	return failure("cuptiSassMetricsDisable");
}

EXPORT CUptiResult
cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params *params)
{
	const char *unknown = getenv("STAND_IN_UNKNOWN");
	return unknown && params->deviceIndex == (size_t)atoi(unknown) ? CUPTI_ERROR_INVALID_DEVICE
	                                                               : failure("cuptiDeviceGetChipName");
}

#define FUNCTION(name, parameters) \
	EXPORT CUptiResult name(parameters *params) \
	{ \
		(void)params; \
		return failure(#name); \
	}

FUNCTION(cuptiProfilerInitialize, CUpti_Profiler_Initialize_Params)
FUNCTION(cuptiSassMetricsGetProperties, CUpti_SassMetrics_GetProperties_Params)
FUNCTION(cuptiSassMetricsSetConfig, CUpti_SassMetricsSetConfig_Params)
FUNCTION(cuptiSassMetricsFlushData, CUpti_SassMetricsFlushData_Params)
FUNCTION(cuptiGetSassToSourceCorrelation, CUpti_GetSassToSourceCorrelationParams)
FUNCTION(cuptiGetCubinCrc, CUpti_GetCubinCrcParams)
