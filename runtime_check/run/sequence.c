#include "sequence.h"

#include <stdlib.h>

#include "support/allocate.h"
#include "support/clock.h"

static CUresult
make_streams(struct sequence *sequence)
{
	const unsigned count = sequence->launch->sequence->stream_count;
	CUresult result = CUDA_SUCCESS;
	sequence->streams = memory_zeroed(count, sizeof *sequence->streams);
	for (unsigned i = 0; i < count && result == CUDA_SUCCESS; i++)
		result = sequence->gpu->cu.cuStreamCreate(&sequence->streams[i], CU_STREAM_NON_BLOCKING);
	return result;
}

static CUresult
make_host_side(struct sequence *sequence, size_t number)
{
	const struct cuda_driver *cu = &sequence->gpu->cu;
	const struct device_buffer *buffer = &sequence->memory->buffers[number];
	void **host = &sequence->host[number];
	CUresult result = CUDA_SUCCESS;
	if (*host)
		return CUDA_SUCCESS;
	if (sequence->launch->sequence->is_pinned)
		result = cu->cuMemHostAlloc(host, buffer->job->bytes, 0);
	else
		*host = memory_alloc(buffer->job->bytes);
	return result == CUDA_SUCCESS ? cu->cuMemcpyDtoH(*host, buffer->data, buffer->job->bytes) : result;
}

static CUresult
make_host_sides(struct sequence *sequence)
{
	const struct sequence_job *job = sequence->launch->sequence;
	CUresult result = CUDA_SUCCESS;
	sequence->host = memory_zeroed(sequence->memory->count, sizeof *sequence->host);
	for (size_t i = 0; i < job->operation_count && result == CUDA_SUCCESS; i++)
		if (job->operations[i].kind != OPERATION_LAUNCH)
			result = make_host_side(sequence, job->operations[i].buffer);
	return result;
}

CUresult
sequence_make(struct sequence *sequence, const struct gpu *gpu, const struct launch_job *launch,
              const struct device_memory *memory, const struct call *call)
{
	*sequence = (struct sequence){.gpu = gpu, .launch = launch, .memory = memory, .call = *call};
	CUresult result = make_streams(sequence);
	if (result == CUDA_SUCCESS)
		result = make_host_sides(sequence);
	/* Buffers are filled in the default stream, for which these streams do not wait. */
	return result == CUDA_SUCCESS ? gpu->cu.cuCtxSynchronize() : result;
}

static CUresult
enqueue(const struct sequence *sequence, const struct operation *operation)
{
	const struct cuda_driver *cu = &sequence->gpu->cu;
	const CUstream stream = sequence->streams[operation->stream];
	if (operation->kind == OPERATION_LAUNCH) {
		struct call call = sequence->call;
		call.stream = stream;
		device_memory_bind(sequence->memory, sequence->launch, operation->offset);
		return call_enqueue(sequence->gpu, &call);
	}
	char *host = (char *)sequence->host[operation->buffer] + operation->offset;
	const CUdeviceptr device = sequence->memory->buffers[operation->buffer].data + operation->offset;
	return operation->kind == OPERATION_TO_DEVICE ? cu->cuMemcpyHtoDAsync(device, host, operation->bytes, stream)
	                                              : cu->cuMemcpyDtoHAsync(host, device, operation->bytes, stream);
}

CUresult
sequence_enqueue(const struct sequence *sequence)
{
	const struct sequence_job *job = sequence->launch->sequence;
	CUresult result = CUDA_SUCCESS;
	for (size_t i = 0; i < job->operation_count && result == CUDA_SUCCESS; i++)
		result = enqueue(sequence, &job->operations[i]);
	return result;
}

struct stopwatch {
	const struct sequence *sequence;
	const struct preparation *preparation;
};

static CUresult
run(void *context, unsigned batch, bool cover, double *us)
{
	(void)batch, (void)cover; /* one sequence at a time; its time includes issuing the operations */
	const struct stopwatch *watch = context;
	const struct cuda_driver *cu = &watch->sequence->gpu->cu;
	CUresult result = CUDA_SUCCESS;
	if (watch->preparation)
		result = watch->preparation->prepare(watch->preparation->context, &watch->sequence->call);
	if (result == CUDA_SUCCESS)
		result = cu->cuCtxSynchronize();
	const double begin = clock_seconds();
	if (result == CUDA_SUCCESS)
		result = sequence_enqueue(watch->sequence);
	if (result == CUDA_SUCCESS)
		result = cu->cuCtxSynchronize();
	*us = 1e6 * (clock_seconds() - begin);
	return result;
}

static CUresult
learn(void *context)
{
	const struct stopwatch *watch = context;
	return preparation_learn(watch->preparation, &watch->sequence->call);
}

CUresult
sequence_time(struct sequence *sequence, const struct timing *timing, double latest,
              const struct preparation *preparation, struct time_result *result)
{
	struct stopwatch watch = {sequence, preparation};
	return time_runs(&(struct timed){.run = run, .learn = learn, .context = &watch, .is_single = true}, timing,
	                 latest, result);
}

void
sequence_free(struct sequence *sequence)
{
	if (!sequence->gpu)
		return;
	const struct cuda_driver *cu = &sequence->gpu->cu;
	for (unsigned i = 0; sequence->streams && i < sequence->launch->sequence->stream_count; i++)
		if (sequence->streams[i])
			cu->cuStreamDestroy(sequence->streams[i]);
	for (size_t i = 0; sequence->host && i < sequence->memory->count; i++) {
		if (sequence->host[i] && sequence->launch->sequence->is_pinned)
			cu->cuMemFreeHost(sequence->host[i]);
		else
			free(sequence->host[i]);
	}
	free(sequence->streams);
	free(sequence->host);
}
