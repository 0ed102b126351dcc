/* A CUPTI that counts nothing: what STAND_IN_FAILS names fails with the code behind it (see stand_in_driver.c), the rest is
 * done, and no instruction was seen. With STAND_IN_COUNTS, a file, that is so of the first process, which makes the file; later
 * ones see one instruction, of no source. */
#include <cuda.h>
#include <cupti_result.h>
#include <cupti_callbacks.h>
#include <cupti_target.h>
#include <cupti_profiler_target.h>
#include <cupti_pcsampling.h>
#include <cupti_sass_metrics.h>
#include <fcntl.h>
#include <stdbool.h>
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

EXPORT CUptiResult
cuptiSubscribe(CUpti_SubscriberHandle *subscriber, CUpti_CallbackFunc callback, void *user)
{
	(void)callback;
	(void)user;
	*subscriber = NULL;
	return failure("cuptiSubscribe");
}

EXPORT CUptiResult
cuptiEnableCallback(uint32_t enable, CUpti_SubscriberHandle subscriber, CUpti_CallbackDomain domain, CUpti_CallbackId id)
{
	(void)enable;
	(void)subscriber;
	(void)domain;
	(void)id;
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

#define FUNCTION(name, parameters) \
	EXPORT CUptiResult \
	name(parameters *params) \
	{ \
		(void)params; \
		return failure(#name); \
	}

FUNCTION(cuptiProfilerInitialize, CUpti_Profiler_Initialize_Params)
FUNCTION(cuptiDeviceGetChipName, CUpti_Device_GetChipName_Params)
FUNCTION(cuptiSassMetricsGetProperties, CUpti_SassMetrics_GetProperties_Params)
FUNCTION(cuptiSassMetricsSetConfig, CUpti_SassMetricsSetConfig_Params)
FUNCTION(cuptiSassMetricsEnable, CUpti_SassMetricsEnable_Params)
FUNCTION(cuptiSassMetricsFlushData, CUpti_SassMetricsFlushData_Params)
FUNCTION(cuptiSassMetricsDisable, CUpti_SassMetricsDisable_Params)
FUNCTION(cuptiGetSassToSourceCorrelation, CUpti_GetSassToSourceCorrelationParams)
FUNCTION(cuptiGetCubinCrc, CUpti_GetCubinCrcParams)
