#include "metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[METRIC_COUNT] = {
#define METRIC_NAME(name, text) "smsp__sass_" text,
	METRICS(METRIC_NAME)
#undef METRIC_NAME
};

const char *
metric_name(enum metric metric)
{
	return names[metric] + strlen("smsp__sass_");
}

static char *
failure(const struct metrics *metrics, const char *what, CUptiResult result)
{
	const char *message = NULL;
	metrics->cupti->cuptiGetErrorMessage(result, &message);
	const char *hint = "";
	if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ||
	    result == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES)
		hint = " (no permission for the GPU's counters: see https://developer.nvidia.com/ERR_NVGPUCTRPERM)";
	const size_t size = 512;
	char *text = malloc(size);
	if (text)
		snprintf(text, size, "%s: %s%s", what, message ? message : "unknown error", hint);
	return text;
}

/* Chips and CUPTI versions differ in their metrics. Figures of missing metrics stay unknown. */
static size_t
find_metrics(struct metrics *metrics, const char *chip)
{
	size_t count = 0;
	for (size_t i = 0; i < METRIC_COUNT; i++) {
		CUpti_SassMetrics_GetProperties_Params params = {
			.structSize = CUpti_SassMetrics_GetProperties_Params_STRUCT_SIZE,
			.pChipName = chip,
			.pMetricName = names[i],
		};
		if (metrics->cupti->cuptiSassMetricsGetProperties(&params) != CUPTI_SUCCESS)
			continue;
		metrics->available[i] = true;
		metrics->ids[i] = params.metric.metricId;
		metrics->configs[count++] =
			(CUpti_SassMetrics_Config){params.metric.metricId, CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU};
	}
	return count;
}

static CUptiResult
configure(struct metrics *metrics, int device, const char **step)
{
	cupti_prepare(metrics->cupti);
	*step = "CUPTI cannot be initialised";
	CUpti_Profiler_Initialize_Params initialize = {.structSize = CUpti_Profiler_Initialize_Params_STRUCT_SIZE};
	CUptiResult result = metrics->cupti->cuptiProfilerInitialize(&initialize);
	if (result != CUPTI_SUCCESS)
		return result;
	*step = "CUPTI does not support the GPU";
	CUpti_Device_GetChipName_Params chip = {
		.structSize = CUpti_Device_GetChipName_Params_STRUCT_SIZE,
		.deviceIndex = (size_t)device,
	};
	result = metrics->cupti->cuptiDeviceGetChipName(&chip);
	if (result != CUPTI_SUCCESS)
		return result;
	*step = "CUPTI rejects the metrics";
	CUpti_SassMetricsSetConfig_Params set = {
		.structSize = CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE,
		.numOfMetricConfig = find_metrics(metrics, chip.pChipName),
		.pConfigs = metrics->configs,
		.deviceIndex = (uint32_t)device,
	};
	if (set.numOfMetricConfig == 0)
		return CUPTI_ERROR_NOT_SUPPORTED;
	return metrics->cupti->cuptiSassMetricsSetConfig(&set);
}

bool
metrics_configure(struct metrics *metrics, const struct cupti *cupti, int device, char **error)
{
	const char *step;
	*metrics = (struct metrics){.cupti = cupti};
	const CUptiResult result = configure(metrics, device, &step);
	if (result != CUPTI_SUCCESS)
		*error = failure(metrics, step, result);
	return result == CUPTI_SUCCESS;
}

bool
metrics_begin(struct metrics *metrics, CUcontext context, char **error)
{
	metrics->context = context;
	CUpti_SassMetricsEnable_Params enable = {
		.structSize = CUpti_SassMetricsEnable_Params_STRUCT_SIZE,
		.ctx = context,
		.enableLazyPatching = 1,
	};
	const CUptiResult result = metrics->cupti->cuptiSassMetricsEnable(&enable);
	if (result != CUPTI_SUCCESS)
		*error = failure(metrics, "metrics cannot be enabled", result);
	return result == CUPTI_SUCCESS;
}

static int
compare_records(const void *left, const void *right)
{
	const struct metric_record *a = left, *b = right;
	if (a->cubin_crc != b->cubin_crc)
		return a->cubin_crc < b->cubin_crc ? -1 : 1;
	const int order = strcmp(a->function, b->function);
	return order != 0 ? order : (a->pc > b->pc) - (a->pc < b->pc);
}

/* CUPTI returns one record for each metric of an instruction; these are merged. */
static size_t
merge_records(struct metric_record *records, size_t count)
{
	qsort(records, count, sizeof *records, compare_records);
	size_t kept = 0;
	for (size_t i = 0; i < count; i++) {
		if (kept == 0 || compare_records(&records[kept - 1], &records[i]) != 0) {
			records[kept++] = records[i];
			continue;
		}
		for (size_t j = 0; j < METRIC_COUNT; j++)
			records[kept - 1].values[j] += records[i].values[j];
	}
	return kept;
}

static struct metric_record
convert(const struct metrics *metrics, const CUpti_SassMetrics_Data *data, size_t instances)
{
	struct metric_record record = {
		.function = data->functionName ? data->functionName : "",
		.cubin_crc = data->cubinCrc,
		.pc = data->pcOffset,
	};
	for (size_t i = 0; i < instances; i++) {
		for (size_t j = 0; j < METRIC_COUNT; j++) {
			if (metrics->available[j] && metrics->ids[j] == data->pInstanceValues[i].metricId)
				record.values[j] += data->pInstanceValues[i].value;
		}
	}
	return record;
}

static CUptiResult
flush(struct metrics *metrics, struct metric_record **records, size_t *count)
{
	CUpti_SassMetricsGetDataProperties_Params properties = {
		.structSize = CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE,
		.ctx = metrics->context,
	};
	CUptiResult result = metrics->cupti->cuptiSassMetricsGetDataProperties(&properties);
	const size_t total = properties.numOfPatchedInstructionRecords, instances = properties.numOfInstances;
	if (result != CUPTI_SUCCESS || total == 0)
		return result;
	size_t all_values;
	CUpti_SassMetrics_Data *data = calloc(total, sizeof *data);
	CUpti_SassMetrics_InstanceValue *values =
		__builtin_mul_overflow(total, instances, &all_values) ? NULL : calloc(all_values + 1, sizeof *values);
	*records = calloc(total, sizeof **records);
	if (!data || !values || !*records) {
		free(values);
		free(data);
		return CUPTI_ERROR_OUT_OF_MEMORY;
	}
	for (size_t i = 0; i < total; i++) {
		data[i].structSize = CUpti_SassMetricsFlushData_Params_STRUCT_SIZE;
		data[i].pInstanceValues = values + i * instances;
	}
	CUpti_SassMetricsFlushData_Params params = {
		.structSize = CUpti_SassMetricsFlushData_Params_STRUCT_SIZE,
		.ctx = metrics->context,
		.numOfPatchedInstructionRecords = total,
		.numOfInstances = instances,
		.pMetricsData = data,
	};
	result = metrics->cupti->cuptiSassMetricsFlushData(&params);
	if (result == CUPTI_SUCCESS) {
		for (size_t i = 0; i < total; i++)
			(*records)[i] = convert(metrics, &data[i], instances);
		*count = merge_records(*records, total);
	}
	free(values);
	free(data);
	return result;
}

static CUptiResult
disable(const struct metrics *metrics, size_t *dropped)
{
	CUpti_SassMetricsDisable_Params params = {
		.structSize = CUpti_SassMetricsDisable_Params_STRUCT_SIZE,
		.ctx = metrics->context,
	};
	const CUptiResult result = metrics->cupti->cuptiSassMetricsDisable(&params);
	*dropped = params.numOfDroppedRecords;
	return result;
}

bool
metrics_drop(struct metrics *metrics)
{
	size_t dropped;
	return disable(metrics, &dropped) == CUPTI_SUCCESS;
}

bool
metrics_end(struct metrics *metrics, struct metric_record **records, size_t *count, char **error)
{
	*records = NULL;
	*count = 0;
	const CUptiResult flushed = flush(metrics, records, count);
	if (flushed != CUPTI_SUCCESS) {
		free(*records);
		*records = NULL;
	}
	size_t dropped;
	const CUptiResult disabled = disable(metrics, &dropped);
	if (flushed != CUPTI_SUCCESS)
		*error = failure(metrics, "metrics cannot be read", flushed);
	else if (disabled != CUPTI_SUCCESS)
		*error = failure(metrics, "metrics cannot be disabled", disabled);
	else if (dropped > 0)
		*error = strdup("CUPTI dropped records");
	else
		return true;
	return false;
}
