/* CUPTI, opened at run time. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_CUPTI_H
#define GPULINT_RUNTIME_CHECK_RUN_CUPTI_H

#include <cuda.h>
#include <cupti_result.h>
#include <cupti_callbacks.h>
#include <cupti_target.h>
#include <cupti_profiler_target.h>
#include <cupti_pcsampling.h>
#include <cupti_sass_metrics.h>
#include <cupti_version.h>
#include <stdbool.h>

/* clang-format off */
#define CUPTI_FUNCTIONS(X) \
	X(cuptiGetErrorMessage) X(cuptiGetVersion) X(cuptiSubscribe) X(cuptiEnableCallback) X(cuptiProfilerInitialize) X(cuptiDeviceGetChipName) \
	X(cuptiSassMetricsGetProperties) X(cuptiSassMetricsSetConfig) X(cuptiSassMetricsEnable) \
	X(cuptiSassMetricsGetDataProperties) X(cuptiSassMetricsFlushData) X(cuptiSassMetricsDisable) \
	X(cuptiGetSassToSourceCorrelation) X(cuptiGetCubinCrc)
/* clang-format on */

struct cupti {
#define CUPTI_MEMBER(name) __typeof__(&name) name;
	CUPTI_FUNCTIONS(CUPTI_MEMBER)
#undef CUPTI_MEMBER
};

/* False: no usable library; *error says why, and the caller frees it. */
bool cupti_open(struct cupti *cupti, char **error);

/* Loads what CUPTI needs for counting, which takes a tenth of a second. Call it before cuptiProfilerInitialize. If
 * another thread is loading it, this waits for that thread; if it is loaded, this returns at once. */
void cupti_prepare(const struct cupti *cupti);

#endif
