#include "execution.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"

bool
execution_stop(struct execution *execution, const char *status, CUresult result)
{
	char text[256];
	execution->status = result == CUDA_ERROR_OUT_OF_MEMORY ? "out-of-memory" : status;
	snprintf(execution->reason, sizeof execution->reason, "%s",
	         cuda_error_text(&execution->gpu->cu, result, text, sizeof text));
	/* After most errors every further call fails, and the error may be an earlier kernel's. So the child must
	 * end. */
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

bool
execution_blocks(const struct execution *execution, uint64_t shared, int *blocks)
{
	const unsigned *block = execution->launch->block;
	return execution->gpu->cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, execution->kernel->function,
	                                                                      (int)(block[0] * block[1] * block[2]),
	                                                                      (size_t)shared) == CUDA_SUCCESS;
}

/* The most shared memory per block, up to `most`, with which `blocks` blocks still fit. If fewer fit even without
 * shared memory, it is 0. */
static uint64_t
shared_that_leaves(const struct execution *execution, int blocks, uint64_t most)
{
	enum { UNIT = 128 }; /* in bytes: the granularity of the allocation */
	uint64_t low = 0, high = most / UNIT;
	while (low < high) {
		const uint64_t middle = low + (high - low + 1) / 2;
		int fit;
		if (execution_blocks(execution, middle * UNIT, &fit) && fit >= blocks)
			low = middle;
		else
			high = middle - 1;
	}
	return low * UNIT;
}

static CUresult
opt_in(const struct execution *execution, uint64_t shared)
{
	return execution->gpu->cu.cuFuncSetAttribute(execution->kernel->function,
	                                             CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)shared);
}

static bool
keep_warps_away(struct execution *execution, uint64_t most)
{
	const struct launch_job *launch = execution->launch;
	const unsigned threads = launch->block[0] * launch->block[1] * launch->block[2],
		       lanes = (unsigned)execution->gpu->warp_lanes;
	const unsigned blocks = launch->most_warps / ((threads + lanes - 1) / lanes);
	const CUresult result = opt_in(execution, most);
	if (result != CUDA_SUCCESS)
		return execution_stop(execution, "launch-failed", result);
	const uint64_t shared = shared_that_leaves(execution, blocks ? (int)blocks : 1, most);
	execution->shared = shared > launch->dynamic_shared ? shared : launch->dynamic_shared;
	return true;
}

static bool
allow_shared_memory(struct execution *execution)
{
	const struct launch_job *launch = execution->launch;
	const uint64_t fixed = (uint64_t)attribute(execution, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
	const uint64_t most = (uint64_t)execution->gpu->max_shared_optin;
	execution->shared = launch->dynamic_shared;
	if (fixed + launch->dynamic_shared > most) {
		execution->status = "launch-failed";
		snprintf(execution->reason, sizeof execution->reason,
		         "it asks for %llu bytes of shared memory a block; the GPU has %llu",
		         (unsigned long long)(fixed + launch->dynamic_shared), (unsigned long long)most);
		return false;
	}
	if (launch->most_warps)
		return keep_warps_away(execution, most - fixed);
	if (execution->shared <= (uint64_t)attribute(execution, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES))
		return true;
	const CUresult result = opt_in(execution, execution->shared);
	return result == CUDA_SUCCESS || execution_stop(execution, "launch-failed", result);
}

static bool
check_block(struct execution *execution)
{
	const unsigned *block = execution->launch->block;
	const double threads = (double)block[0] * block[1] * block[2];
	const int most = attribute(execution, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
	if (threads <= most)
		return true;
	execution->status = "launch-failed";
	snprintf(execution->reason, sizeof execution->reason,
	         "a block has %.0f threads; the kernel's registers and launch bounds allow %d", threads, most);
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
	return result == CUDA_SUCCESS || execution_stop(execution, "launch-failed", result);
}

/* Struct parameters have any size. The driver takes the addresses of the bytes and knows their sizes. */
static void
bind_arguments(struct execution *execution)
{
	const struct launch_job *launch = execution->launch;
	execution->arguments = memory_zeroed(launch->argument_count, sizeof *execution->arguments);
	for (size_t i = 0; i < launch->argument_count; i++) {
		const struct argument *argument = &launch->arguments[i];
		if (argument->texture)
			memcpy(argument->bytes, &execution->textures[i].handle, sizeof execution->textures[i].handle);
		execution->arguments[i] = argument->bytes;
	}
	device_memory_bind(&execution->memory, launch, 0);
}

static const struct change *
change_of(const struct launch_job *launch, size_t variable)
{
	for (size_t i = 0; i < launch->change_count; i++)
		if (launch->changes[i].variable == variable)
			return &launch->changes[i];
	return NULL;
}

static const struct pointers *
pointers_of(const struct execution *execution, size_t variable)
{
	const struct change *change = change_of(execution->launch, variable);
	return change ? &change->pointers : &execution->kernel->job->variables[variable].pointers;
}

static CUresult
set_variable(struct execution *execution, size_t variable, CUdeviceptr data, size_t bytes)
{
	const struct change *change = change_of(execution->launch, variable);
	const struct fill *fill = change ? &change->fill : &execution->kernel->job->variables[variable].fill;
	const CUresult result = device_fill(execution->gpu, fill, data, bytes, execution->memory.staging);
	return result == CUDA_SUCCESS
	               ? device_memory_point(&execution->memory, pointers_of(execution, variable), data, bytes)
	               : result;
}

static bool
set_variables(struct execution *execution)
{
	const struct loaded_kernel *kernel = execution->kernel;
	const struct cuda_driver *cu = &execution->gpu->cu;
	CUresult result = CUDA_SUCCESS;
	for (size_t i = 0; i < kernel->job->variable_count && result == CUDA_SUCCESS; i++) {
		CUdeviceptr data;
		size_t bytes;
		/* A variable that no kernel uses is not in the module and need not be set. */
		if (kernel->compiled->variables[i] &&
		    cu->cuModuleGetGlobal(&data, &bytes, kernel->module, kernel->compiled->variables[i]) ==
		            CUDA_SUCCESS)
			result = set_variable(execution, i, data, bytes);
	}
	return result == CUDA_SUCCESS || execution_stop(execution, "launch-failed", result);
}

/* Saves the variables as they are before the launch. */
static bool
keep_variables(struct execution *execution)
{
	const struct loaded_kernel *kernel = execution->kernel;
	struct module_variables *variables = &execution->variables;
	module_variables_find(variables, execution->gpu, kernel->module, kernel->compiled->cubin);
	for (size_t i = 0; i < kernel->job->variable_count; i++)
		module_variables_note_addresses(variables, kernel->compiled->variables[i], pointers_of(execution, i));
	if (!execution->launch->collects_time || !execution->launch->timing.restore)
		return true;
	const CUresult result = module_variables_keep(variables);
	return result == CUDA_SUCCESS || execution_stop(execution, "launch-failed", result);
}

static bool
prepare_variables(struct execution *execution)
{
	return set_variables(execution) && keep_variables(execution);
}

static bool
fill_memory(struct execution *execution)
{
	const CUresult result = device_memory_fill(&execution->memory);
	if (result != CUDA_SUCCESS)
		return execution_stop(execution, "launch-failed", result);
	return prepare_variables(execution);
}

static void
make_call(struct execution *execution)
{
	const struct launch_job *launch = execution->launch;
	execution->call = (struct call){
		.function = execution->kernel->function,
		.grid = launch->grid,
		.block = launch->block,
		.shared = (unsigned)execution->shared,
		.cooperative = launch->cooperative,
		.arguments = execution->arguments,
		.variables = &execution->variables,
	};
}

static bool
make_sequence(struct execution *execution)
{
	const CUresult result = sequence_make(&execution->sequence, execution->gpu, execution->launch,
	                                      &execution->memory, &execution->call);
	return result == CUDA_SUCCESS || execution_stop(execution, "launch-failed", result);
}

bool
execution_prepare(struct execution *execution)
{
	const struct launch_job *launch = execution->launch;
	if (!check_block(execution) || !allow_shared_memory(execution))
		return false;
	const CUresult result =
		device_memory_allocate(&execution->memory, execution->gpu, execution->kernel->job, launch);
	if (result != CUDA_SUCCESS)
		return execution_stop(execution, "launch-failed", result);
	if (!fill_memory(execution) || !make_textures(execution))
		return false;
	bind_arguments(execution);
	make_call(execution);
	return !launch->sequence || make_sequence(execution);
}

bool
execution_prepare_like(struct execution *execution, const struct execution *first)
{
	execution->memory = first->memory;
	execution->arguments = first->arguments;
	if (!check_block(execution) || !allow_shared_memory(execution) || !prepare_variables(execution))
		return false;
	make_call(execution);
	return true;
}

void
execution_finish(struct execution *execution)
{
	for (size_t i = 0; !execution->fatal && execution->textures && i < execution->launch->argument_count; i++)
		texture_free(&execution->textures[i], execution->gpu);
	if (!execution->fatal) {
		sequence_free(&execution->sequence);
		module_variables_free(&execution->variables);
		device_memory_free(&execution->memory);
	}
	free(execution->textures);
	free(execution->arguments);
}

bool
execution_run(struct execution *execution)
{
	CUresult result = execution->launch->sequence ? sequence_enqueue(&execution->sequence)
	                                              : call_enqueue(execution->gpu, &execution->call);
	if (result != CUDA_SUCCESS)
		return execution_stop(execution, "launch-failed", result);
	result = execution->gpu->cu.cuCtxSynchronize();
	if (result != CUDA_SUCCESS)
		return execution_stop(execution, "fault", result);
	return true;
}

bool
execution_check(struct execution *execution)
{
	int64_t offset = 0;
	CUresult result;
	const struct buffer *buffer = device_memory_overrun(&execution->memory, &offset, &result);
	if (result != CUDA_SUCCESS)
		return execution_stop(execution, "fault", result);
	if (!buffer)
		return true;
	execution->status = "out-of-bounds";
	/* The launch may have overwritten more than the guards show. */
	execution->fatal = true;
	if (offset < 0)
		snprintf(execution->reason, sizeof execution->reason, "it wrote %lld bytes before buffer %s",
		         (long long)-offset, buffer->id);
	else
		snprintf(execution->reason, sizeof execution->reason,
		         "it wrote at byte %lld of buffer %s, which has %llu", (long long)offset, buffer->id,
		         (unsigned long long)buffer->bytes);
	return false;
}

CUresult
execution_hash(const struct execution *execution, uint64_t *hash)
{
	*hash = 0;
	CUresult result = device_memory_hash(&execution->memory, hash);
	for (size_t i = 0; i < execution->launch->argument_count && result == CUDA_SUCCESS; i++)
		result = texture_hash(&execution->textures[i], execution->gpu, hash);
	return result == CUDA_SUCCESS ? module_variables_hash(&execution->variables, hash) : result;
}

/* This many bytes are written before buffers are restored, which takes some 25 microseconds. Until then the processor
 * has enqueued the whole run, so that a short launch's time does not include the time of enqueueing. */
enum { COVER_BYTES = 64 << 20 };

/* ---- environment of a timed run ---------------------------------------------------------------------------------- */

static CUresult
clear_scratch(const struct environment *environment)
{
	if (!environment->scratch)
		return CUDA_SUCCESS;
	return environment->execution->gpu->cu.cuMemsetD8Async(environment->scratch, 0, environment->scratch_bytes,
	                                                       NULL);
}

/* Versions of a kernel share everything except their modules. */
static CUresult
restore(const struct execution *execution, const struct call *call)
{
	CUresult result = device_memory_restore(&execution->memory);
	for (size_t i = 0; i < execution->launch->argument_count && result == CUDA_SUCCESS; i++)
		result = texture_restore(&execution->textures[i], execution->gpu);
	return result == CUDA_SUCCESS ? module_variables_restore(call->variables) : result;
}

static CUresult
restore_environment(void *context, const struct call *call)
{
	const struct environment *environment = context;
	const struct timing *timing = &environment->execution->launch->timing;
	const bool flush = timing->flush_cache;
	CUresult result = flush ? CUDA_SUCCESS : clear_scratch(environment);
	if (result == CUDA_SUCCESS && timing->restore)
		result = restore(environment->execution, call);
	return result == CUDA_SUCCESS && flush ? clear_scratch(environment) : result;
}

static CUresult
learn_what_changes(void *context, const struct call *call)
{
	(void)context;
	return module_variables_learn(call->variables);
}

bool
environment_make(struct environment *environment, struct execution *execution)
{
	const struct timing *timing = &execution->launch->timing;
	*environment = (struct environment){.execution = execution};
	if (timing->restore || timing->flush_cache)
		environment->preparation = (struct preparation){
			.prepare = restore_environment,
			.learn = timing->restore ? learn_what_changes : NULL,
			.context = environment,
		};
	if (!timing->restore && !timing->flush_cache)
		return true;
	environment->scratch_bytes = timing->flush_cache ? 2 * (size_t)execution->gpu->l2_bytes : COVER_BYTES;
	const CUresult result = execution->gpu->cu.cuMemAlloc(&environment->scratch, environment->scratch_bytes);
	if (result != CUDA_SUCCESS)
		environment->scratch = 0;
	return result == CUDA_SUCCESS || !timing->flush_cache || execution_stop(execution, "launch-failed", result);
}

const struct preparation *
environment_preparation(const struct environment *environment)
{
	return environment->preparation.prepare ? &environment->preparation : NULL;
}

void
environment_free(struct environment *environment)
{
	if (environment->scratch && !environment->execution->fatal)
		environment->execution->gpu->cu.cuMemFree(environment->scratch);
}
