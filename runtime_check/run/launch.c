#include "launch.h"

#include <stdlib.h>
#include <string.h>

#include "execution.h"
#include "json_text.h"
#include "lines_json.h"
#include "support/allocate.h"
#include "support/base64.h"
#include "support/clock.h"

bool
kernel_load(struct gpu *gpu, struct loaded_kernel *kernel, char **error)
{
	CUresult result = gpu->cu.cuModuleLoadData(&kernel->module, kernel->compiled->cubin->bytes);
	if (result == CUDA_SUCCESS)
		result = gpu->cu.cuModuleGetFunction(&kernel->function, kernel->module, kernel->compiled->function);
	if (result == CUDA_SUCCESS)
		return true;
	char text[256];
	kernel->lacks_memory = result == CUDA_ERROR_OUT_OF_MEMORY;
	*error = memory_strdup(cuda_error_text(&gpu->cu, result, text, sizeof text));
	kernel_unload(gpu, kernel);
	return false;
}

void
kernel_unload(struct gpu *gpu, struct loaded_kernel *kernel)
{
	if (kernel->module)
		gpu->cu.cuModuleUnload(kernel->module);
	kernel->module = NULL;
}

static json_t *
occupancy_json(const struct execution *execution)
{
	const struct gpu *gpu = execution->gpu;
	const unsigned *block = execution->launch->block;
	const unsigned threads = block[0] * block[1] * block[2];
	int blocks;
	if (!execution_blocks(execution, execution->shared, &blocks))
		return json_null();
	const int lanes = gpu->warp_lanes, most = gpu->max_threads_per_sm / lanes;
	const int warps = blocks * (int)((threads + (unsigned)lanes - 1) / (unsigned)lanes);
	return json_pack("{s:i, s:i, s:i, s:f}", "blocks_per_sm", blocks, "warps_per_sm", warps, "max_warps_per_sm",
	                 most, "occupancy", (double)warps / most);
}

static json_t *
buffers_json(struct execution *execution)
{
	json_t *buffers = json_array();
	for (size_t i = 0; i < execution->memory.count; i++) {
		const struct device_buffer *buffer = &execution->memory.buffers[i];
		if (!buffer->job || buffer->job->read_back == 0)
			continue;
		uint8_t *bytes = memory_alloc((size_t)buffer->job->read_back);
		if (execution->gpu->cu.cuMemcpyDtoH(bytes, buffer->data, (size_t)buffer->job->read_back) ==
		    CUDA_SUCCESS) {
			char *text = base64_encode(bytes, (size_t)buffer->job->read_back);
			json_array_append_new(buffers, json_pack("{s:s, s:s}", "id", buffer->job->id, "base64", text));
			free(text);
		}
		free(bytes);
	}
	return buffers;
}

static json_t *
contents_json(struct execution *execution)
{
	uint64_t contents;
	if (!execution->launch->collects_contents || execution_hash(execution, &contents) != CUDA_SUCCESS)
		return json_null();
	return json_sprintf("%016llx", (unsigned long long)contents);
}

/* No run begins after this share of the launch's time limit, because the last run must end and be checked in time. */
static const double share_of_limit = 0.75;

static json_t *
time_json(struct execution *execution, double latest)
{
	struct environment environment;
	if (!environment_make(&environment, execution))
		return json_null();
	struct time_result time;
	const struct timing *timing = &execution->launch->timing;
	const struct preparation *before = environment_preparation(&environment);
	const CUresult result = execution->launch->sequence
	                                ? sequence_time(&execution->sequence, timing, latest, before, &time)
	                                : time_call(execution->gpu, &execution->call, timing, latest, before, &time);
	if (result != CUDA_SUCCESS)
		execution_stop(execution, "fault", result);
	environment_free(&environment);
	if (result != CUDA_SUCCESS)
		return json_null();
	return json_pack("{s:f, s:f, s:f, s:f, s:i, s:i}", "median_us", time.median_us, "low_us", time.low_us,
	                 "high_us", time.high_us, "min_us", time.min_us, "runs", (int)time.runs, "batch",
	                 (int)time.batch);
}

static const char no_room_for_copies[] =
	"the GPU's memory has no room for a copy of what the kernel may write, from which each timed run would begin";

/* Prepares the launch. Without memory for copies, it is prepared to run once without being timed, and *untimed says
 * why. */
static bool
prepare(struct execution *execution, struct launch_job *once, const char **untimed)
{
	const struct launch_job *launch = execution->launch;
	*untimed = NULL;
	if (execution_prepare(execution))
		return true;
	if (strcmp(execution->status, "out-of-memory") != 0 || !launch->collects_time || !launch->timing.restore)
		return false;
	/* Only an allocation failed: the context is still usable. */
	execution->fatal = false;
	execution_finish(execution);
	*once = *launch;
	once->collects_time = false;
	*execution =
		(struct execution){.gpu = execution->gpu, .kernel = execution->kernel, .launch = once, .status = "ok"};
	*untimed = no_room_for_copies;
	return execution_prepare(execution);
}

static const char too_slow[] = "it takes too long for a second run within the time limit";

/* Like execution_run; *seconds is the time that it took. */
static bool
run_once(struct execution *execution, double *seconds)
{
	const double begin = clock_seconds();
	const bool ran = execution_run(execution);
	*seconds = clock_seconds() - begin;
	return ran;
}

json_t *
launch_time(struct gpu *gpu, const struct loaded_kernel *kernel, const struct launch_job *launch, bool *fatal)
{
	struct execution execution = {.gpu = gpu, .kernel = kernel, .launch = launch, .status = "ok"};
	struct launch_job once;
	const char *untimed;
	json_t *occupancy = json_null(), *time = json_null(), *contents = json_null(), *buffers = json_array();
	const double latest = clock_seconds() + share_of_limit * launch->timing.limit;
	double seconds;
	bool ok = prepare(&execution, &once, &untimed);
	if (ok) {
		json_decref(occupancy);
		occupancy = occupancy_json(&execution);
		ok = run_once(&execution, &seconds) && execution_check(&execution);
	}
	if (ok) {
		json_decref(buffers);
		buffers = buffers_json(&execution);
		json_decref(contents);
		contents = contents_json(&execution);
	}
	/* Further runs without restored contents would continue from the previous run's results, and might leave a
	 * buffer. */
	if (ok && execution.launch->collects_time && clock_seconds() + seconds >= latest) {
		untimed = too_slow;
	} else if (ok && execution.launch->collects_time) {
		json_decref(time);
		time = time_json(&execution, latest);
		ok = json_is_object(time) && execution_check(&execution);
	}
	if (!ok && json_is_object(time)) {
		json_decref(time);
		time = json_null();
	}
	json_t *json = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "status", execution.status, "reason",
	                         json_text(execution.reason), "occupancy", occupancy, "time", time, "contents",
	                         contents, "buffers", buffers);
	if (ok && untimed)
		json_object_set_new(json, "untimed", json_string(untimed));
	*fatal = execution.fatal;
	execution_finish(&execution);
	return json;
}

static bool
begin_counting(struct gpu *gpu, struct cupti *cupti, struct metrics *metrics, char **error)
{
	gpu->cu.cuCtxSynchronize();
	return cupti_open(cupti, error) && metrics_configure(metrics, cupti, gpu->device, error) &&
	       metrics_begin(metrics, NULL, error);
}

static bool
end_counting(struct metrics *metrics, struct metric_record **records, size_t *count, char **error)
{
	if (!metrics_end(metrics, records, count, error))
		return false;
	if (*count == 0)
		*error = memory_strdup("CUPTI recorded nothing");
	return *count > 0;
}

/* The sum over all instructions, whatever their source. */
static json_t *
executed_json(const struct metrics *metrics, const struct metric_record *records, size_t count)
{
	uint64_t instructions = 0, lanes = 0;
	if (count == 0 || !metrics->available[METRIC_INST] || !metrics->available[METRIC_THREADS])
		return json_null();
	for (size_t i = 0; i < count; i++) {
		instructions += records[i].values[METRIC_INST];
		lanes += records[i].values[METRIC_THREADS];
	}
	return json_pack("{s:I, s:I}", "instructions", (json_int_t)instructions, "lanes", (json_int_t)lanes);
}

json_t *
launch_count(struct gpu *gpu, const struct loaded_kernel *kernel, const struct launch_job *launch)
{
	struct launch_job untimed = *launch;
	untimed.collects_time = false; /* no copies for restoring are needed */
	struct execution execution = {.gpu = gpu, .kernel = kernel, .launch = &untimed, .status = "ok"};
	json_t *lines = json_array(), *records = json_array();
	struct cupti cupti;
	struct metrics metrics;
	struct metric_record *counted = NULL;
	size_t count = 0;
	char *error = NULL;
	if (execution_prepare(&execution) && begin_counting(gpu, &cupti, &metrics, &error) &&
	    execution_run(&execution) && end_counting(&metrics, &counted, &count, &error)) {
		json_decref(lines);
		lines = lines_json(&metrics, counted, count, kernel->compiled->cubin, kernel->source,
		                   launch->collects_records ? records : NULL);
	}
	const char *status = error ? error : *execution.reason ? execution.reason : "ok";
	json_t *json = json_pack("{s:o, s:o, s:o, s:o}", "metrics_status", json_text(status), "executed",
	                         executed_json(&metrics, counted, count), "lines", lines, "records", records);
	execution.fatal = true; /* the process ends now, so the context is not used again */
	execution_finish(&execution);
	free(counted);
	free(error);
	return json;
}
