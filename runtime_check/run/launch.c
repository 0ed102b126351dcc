#include "launch.h"

#include <stdlib.h>
#include <string.h>

#include "device_memory.h"
#include "json_text.h"
#include "lines_json.h"
#include "support/base64.h"
#include "support/memory.h"
#include "texture.h"
#include "timing.h"

/* One launch on its way: what it allocated, and what became of it. */
struct execution {
	struct gpu *gpu;
	const struct loaded_kernel *kernel;
	const struct launch_job *launch;
	struct device_memory memory;
	struct texture *textures;        /* one an argument */
	void **arguments;
	struct call call;
	const char *status;
	char reason[512];
	bool fatal;
};

bool
kernel_load(struct gpu *gpu, struct loaded_kernel *kernel, char **error)
{
	CUresult result = gpu->cu.cuModuleLoadData(&kernel->module, kernel->compiled->cubin->bytes);
	if (result == CUDA_SUCCESS)
		result = gpu->cu.cuModuleGetFunction(&kernel->function, kernel->module, kernel->compiled->function);
	if (result == CUDA_SUCCESS)
		return true;
	char text[256];
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

static bool
stop(struct execution *execution, const char *status, CUresult result)
{
	char text[256];
	execution->status = status;
	snprintf(execution->reason, sizeof execution->reason, "%s",
	         cuda_error_text(&execution->gpu->cu, result, text, sizeof text));
	/* After most errors every further call fails, and an earlier kernel's may show only now: the child has to end. */
	execution->fatal = true;
	return false;
}

static int
attribute(const struct execution *execution, CUfunction_attribute which)
{
	int value = 0;
	execution->gpu->cu.cuFuncGetAttribute(&value, which, execution->kernel->function);
	return value;
}

static bool
allow_shared_memory(struct execution *execution)
{
	const struct launch_job *launch = execution->launch;
	const int fixed = attribute(execution, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
	if (launch->dynamic_shared <= (uint64_t)attribute(execution, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES))
		return true;
	if ((uint64_t)fixed + launch->dynamic_shared > (uint64_t)execution->gpu->max_shared_optin) {
		execution->status = "launch-failed";
		snprintf(execution->reason, sizeof execution->reason,
		         "it asks for %llu bytes of shared memory a block; the GPU has %d",
		         (unsigned long long)((uint64_t)fixed + launch->dynamic_shared), execution->gpu->max_shared_optin);
		return false;
	}
	const CUresult result =
		execution->gpu->cu.cuFuncSetAttribute(execution->kernel->function,
	                                              CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
	                                              (int)launch->dynamic_shared);
	return result == CUDA_SUCCESS || stop(execution, "launch-failed", result);
}

static bool
check_block(struct execution *execution)
{
	const unsigned *block = execution->launch->block;
	const uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
	const uint64_t most = (uint64_t)attribute(execution, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
	if (threads <= most)
		return true;
	execution->status = "launch-failed";
	snprintf(execution->reason, sizeof execution->reason,
	         "a block has %llu threads; this kernel can have %llu with its registers and launch bounds",
	         (unsigned long long)threads, (unsigned long long)most);
	return false;
}

static bool
make_textures(struct execution *execution)
{
	const struct launch_job *launch = execution->launch;
	execution->textures = memory_zeroed(launch->argument_count, sizeof *execution->textures);
	CUresult result = CUDA_SUCCESS;
	for (size_t i = 0; i < launch->argument_count && result == CUDA_SUCCESS; i++)
		if (launch->arguments[i].texture)
			result = texture_make(&execution->textures[i], execution->gpu, launch->arguments[i].texture);
	return result == CUDA_SUCCESS ||
	       stop(execution, result == CUDA_ERROR_OUT_OF_MEMORY ? "out-of-memory" : "launch-failed", result);
}

/* Struct parameters have any size, so the driver is given addresses of the bytes; it knows the sizes. */
static void
bind_arguments(struct execution *execution)
{
	const struct launch_job *launch = execution->launch;
	execution->arguments = memory_zeroed(launch->argument_count, sizeof *execution->arguments);
	for (size_t i = 0; i < launch->argument_count; i++) {
		const struct argument *argument = &launch->arguments[i];
		for (size_t k = 0; k < argument->pointer_count; k++) {
			const struct pointer *pointer = &argument->pointers[k];
			const CUdeviceptr address = execution->memory.buffers[pointer->buffer].data + (CUdeviceptr)pointer->offset;
			memcpy(argument->bytes + pointer->at, &address, sizeof address);
		}
		if (argument->texture)
			memcpy(argument->bytes, &execution->textures[i].handle, sizeof execution->textures[i].handle);
		execution->arguments[i] = argument->bytes;
	}
}

static const struct fill *
variable_fill(const struct execution *execution, size_t variable)
{
	const struct launch_job *launch = execution->launch;
	for (size_t i = 0; i < launch->change_count; i++)
		if (launch->changes[i].variable == variable)
			return &launch->changes[i].fill;
	return &execution->kernel->job->variables[variable].fill;
}

static bool
fill_memory(struct execution *execution)
{
	const struct loaded_kernel *kernel = execution->kernel;
	const struct cuda_driver *cu = &execution->gpu->cu;
	CUresult result = device_memory_fill(&execution->memory);
	for (size_t i = 0; i < kernel->job->variable_count && result == CUDA_SUCCESS; i++) {
		CUdeviceptr data;
		size_t bytes;
		/* A variable that the kernels do not use is not in the module; there is nothing to be set then. */
		if (kernel->compiled->variables[i] &&
		    cu->cuModuleGetGlobal(&data, &bytes, kernel->module, kernel->compiled->variables[i]) == CUDA_SUCCESS)
			result = device_fill(execution->gpu, variable_fill(execution, i), data, bytes,
			                     execution->memory.staging);
	}
	return result == CUDA_SUCCESS || stop(execution, "launch-failed", result);
}

/* Everything up to the launch itself. */
static bool
prepare(struct execution *execution)
{
	const struct launch_job *launch = execution->launch;
	if (!allow_shared_memory(execution) || !check_block(execution))
		return false;
	const CUresult result = device_memory_allocate(&execution->memory, execution->gpu, execution->kernel->job, launch);
	if (result != CUDA_SUCCESS)
		return stop(execution, result == CUDA_ERROR_OUT_OF_MEMORY ? "out-of-memory" : "launch-failed", result);
	if (!fill_memory(execution) || !make_textures(execution))
		return false;
	bind_arguments(execution);
	execution->call = (struct call){
		.function = execution->kernel->function,
		.grid = launch->grid,
		.block = launch->block,
		.shared = (unsigned)launch->dynamic_shared,
		.cooperative = launch->cooperative,
		.arguments = execution->arguments,
	};
	return true;
}

static void
finish(struct execution *execution)
{
	for (size_t i = 0; !execution->fatal && execution->textures && i < execution->launch->argument_count; i++)
		texture_free(&execution->textures[i], execution->gpu);
	if (!execution->fatal)
		device_memory_free(&execution->memory);
	free(execution->textures);
	free(execution->arguments);
}

static bool
run_once(struct execution *execution)
{
	CUresult result = call_enqueue(execution->gpu, &execution->call);
	if (result != CUDA_SUCCESS)
		return stop(execution, "launch-failed", result);
	result = execution->gpu->cu.cuCtxSynchronize();
	if (result != CUDA_SUCCESS)
		return stop(execution, "fault", result);
	return true;
}

static bool
check_guards(struct execution *execution)
{
	int64_t offset = 0;
	CUresult result;
	const struct buffer *buffer = device_memory_overrun(&execution->memory, &offset, &result);
	if (result != CUDA_SUCCESS)
		return stop(execution, "fault", result);
	if (!buffer)
		return true;
	execution->status = "out-of-bounds";
	/* What else it overwrote nobody knows. */
	execution->fatal = true;
	if (offset < 0)
		snprintf(execution->reason, sizeof execution->reason, "it wrote %lld bytes before buffer %s",
		         (long long)-offset, buffer->id);
	else
		snprintf(execution->reason, sizeof execution->reason, "it wrote at byte %lld of buffer %s, which has %llu",
		         (long long)offset, buffer->id, (unsigned long long)buffer->bytes);
	return false;
}

static json_t *
occupancy_json(const struct execution *execution)
{
	const struct gpu *gpu = execution->gpu;
	const unsigned *block = execution->launch->block;
	const unsigned threads = block[0] * block[1] * block[2];
	int blocks;
	if (gpu->cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, execution->kernel->function, (int)threads,
	                                                        (size_t)execution->launch->dynamic_shared) != CUDA_SUCCESS)
		return json_null();
	const int lanes = gpu->warp_lanes, most = gpu->max_threads_per_sm / lanes;
	const int warps = blocks * (int)((threads + (unsigned)lanes - 1) / (unsigned)lanes);
	return json_pack("{s:i, s:i, s:i, s:f}", "blocks_per_sm", blocks, "warps_per_sm", warps, "max_warps_per_sm", most,
	                 "occupancy", (double)warps / most);
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
		if (execution->gpu->cu.cuMemcpyDtoH(bytes, buffer->data, (size_t)buffer->job->read_back) == CUDA_SUCCESS) {
			char *text = base64_encode(bytes, (size_t)buffer->job->read_back);
			json_array_append_new(buffers, json_pack("{s:s, s:s}", "id", buffer->job->id, "base64", text));
			free(text);
		}
		free(bytes);
	}
	return buffers;
}

/* What a timed run begins with, if the job wants it: buffers as they were at first, and an L2 full of something else. */
struct surroundings {
	struct execution *execution;
	CUdeviceptr scratch;
	size_t scratch_bytes;
};

static CUresult
restore_surroundings(void *context)
{
	struct surroundings *surroundings = context;
	struct execution *execution = surroundings->execution;
	CUresult result = device_memory_restore(&execution->memory);
	if (result == CUDA_SUCCESS && surroundings->scratch)
		result = execution->gpu->cu.cuMemsetD8Async(surroundings->scratch, 0, surroundings->scratch_bytes, NULL);
	return result;
}

static json_t *
time_json(struct execution *execution)
{
	const struct timing *timing = &execution->launch->timing;
	struct surroundings surroundings = {.execution = execution};
	const struct preparation preparation = {restore_surroundings, &surroundings};
	CUresult result = CUDA_SUCCESS;
	if (timing->flush_cache) {
		surroundings.scratch_bytes = 2 * (size_t)execution->gpu->l2_bytes;
		result = execution->gpu->cu.cuMemAlloc(&surroundings.scratch, surroundings.scratch_bytes);
		if (result != CUDA_SUCCESS) {
			stop(execution, "out-of-memory", result);
			return json_null();
		}
	}
	struct time_result time;
	result = time_call(execution->gpu, &execution->call, timing,
	                   timing->restore || timing->flush_cache ? &preparation : NULL, &time);
	if (result != CUDA_SUCCESS)
		stop(execution, "fault", result);
	else if (surroundings.scratch)
		execution->gpu->cu.cuMemFree(surroundings.scratch);
	if (result != CUDA_SUCCESS)
		return json_null();
	return json_pack("{s:f, s:f, s:f, s:f, s:i, s:i}", "median_us", time.median_us, "low_us", time.low_us, "high_us",
	                 time.high_us, "min_us", time.min_us, "runs", (int)time.runs, "batch", (int)time.batch);
}

json_t *
launch_time(struct gpu *gpu, const struct loaded_kernel *kernel, const struct launch_job *launch, bool *fatal)
{
	struct execution execution = {.gpu = gpu, .kernel = kernel, .launch = launch, .status = "ok"};
	json_t *occupancy = json_null(), *time = json_null(), *buffers = json_array();
	bool ok = prepare(&execution);
	if (ok) {
		json_decref(occupancy);
		occupancy = occupancy_json(&execution);
		ok = run_once(&execution) && check_guards(&execution);
	}
	if (ok) {
		json_decref(buffers);
		buffers = buffers_json(&execution);
	}
	if (ok && launch->wants_time) {
		json_decref(time);
		time = time_json(&execution);
	}
	json_t *json = json_pack("{s:s, s:o, s:o, s:o, s:o}", "status", execution.status, "reason",
	                         json_text(execution.reason), "occupancy", occupancy, "time", time, "buffers", buffers);
	*fatal = execution.fatal;
	finish(&execution);
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

json_t *
launch_count(struct gpu *gpu, const struct loaded_kernel *kernel, const struct launch_job *launch)
{
	struct launch_job untimed = *launch;
	untimed.wants_time = false;   /* no copies for restoring are needed */
	struct execution execution = {.gpu = gpu, .kernel = kernel, .launch = &untimed, .status = "ok"};
	json_t *lines = json_array(), *records = json_array();
	struct cupti cupti;
	struct metrics metrics;
	struct metric_record *counted = NULL;
	size_t count = 0;
	char *error = NULL;
	if (prepare(&execution) && begin_counting(gpu, &cupti, &metrics, &error) && run_once(&execution) &&
	    end_counting(&metrics, &counted, &count, &error)) {
		json_decref(lines);
		lines = lines_json(&metrics, counted, count, kernel->compiled->cubin, kernel->source,
		                   launch->wants_records ? records : NULL);
	}
	const char *status = error ? error : *execution.reason ? execution.reason : "ok";
	json_t *json = json_pack("{s:o, s:o, s:o}", "metrics_status", json_text(status), "lines", lines, "records", records);
	execution.fatal = true;   /* the process ends now; a broken context would only be in the way */
	finish(&execution);
	free(counted);
	free(error);
	return json;
}
