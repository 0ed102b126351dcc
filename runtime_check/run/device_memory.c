#include "device_memory.h"

#include <stdlib.h>
#include <string.h>

#include "fill.h"
#include "support/allocate.h"
#include "support/hash.h"

enum { GUARD_BYTES = 64 * 1024, GUARD_VALUE = 0xa5 };

/* Writes the part of the pieces that is within `count` bytes. */
static CUresult
write_pieces(const struct gpu *gpu, const struct fill *fill, CUdeviceptr data, uint64_t count)
{
	CUresult result = CUDA_SUCCESS;
	for (size_t i = 0; i < fill->piece_count && result == CUDA_SUCCESS; i++) {
		const struct piece *piece = &fill->pieces[i];
		const uint64_t left = piece->offset < count ? count - piece->offset : 0;
		const uint64_t part = piece->count < left ? piece->count : left;
		if (part > 0 && piece->bytes)
			result = gpu->cu.cuMemcpyHtoD(data + piece->offset, piece->bytes, part);
		else if (part > 0)
			result = gpu->cu.cuMemsetD8(data + piece->offset, piece->byte, part);
	}
	return result;
}

/* Whether two periodic contents are equal. */
static bool
same_contents(const struct fill *a, const struct fill *b)
{
	return a->kind == b->kind && a->type == b->type && a->low == b->low && a->high == b->high &&
	       a->least == b->least && a->limit == b->limit && a->members == b->members;
}

/* Keeps the period as the GPU's pattern; without memory for it there is no pattern. */
static void
keep_pattern(struct gpu *gpu, const struct fill *fill, CUdeviceptr data)
{
	struct pattern *pattern = &gpu->pattern;
	if (!pattern->data && gpu->cu.cuMemAlloc(&pattern->data, FILL_PERIOD) != CUDA_SUCCESS)
		pattern->data = 0;
	pattern->fill = *fill;
	if (pattern->data && gpu->cu.cuMemcpyDtoD(pattern->data, data, fill_period(fill)) != CUDA_SUCCESS) {
		gpu->cu.cuMemFree(pattern->data);
		pattern->data = 0;
	}
}

/* Writes the beginning of the contents, at most one period. */
static CUresult
write_beginning(struct gpu *gpu, const struct fill *fill, CUdeviceptr data, uint64_t count, uint8_t *staging)
{
	const uint64_t period = fill_period(fill);
	if (period && gpu->pattern.data && same_contents(fill, &gpu->pattern.fill))
		return gpu->cu.cuMemcpyDtoD(data, gpu->pattern.data, count);
	fill_write(fill, 0, staging, count);
	const CUresult result = gpu->cu.cuMemcpyHtoD(data, staging, count);
	if (result == CUDA_SUCCESS && period && count == period)
		keep_pattern(gpu, fill, data);
	return result;
}

CUresult
device_fill(struct gpu *gpu, const struct fill *fill, CUdeviceptr data, uint64_t count, uint8_t *staging)
{
	const struct cuda_driver *cu = &gpu->cu;
	if (fill->kind == FILL_PIECES) {
		const CUresult filled = device_fill(gpu, fill->rest, data, count, staging);
		return filled == CUDA_SUCCESS ? write_pieces(gpu, fill, data, count) : filled;
	}
	if (fill->kind == FILL_ZERO)
		return cu->cuMemsetD8(data, 0, count);
	const uint64_t period = fill_period(fill), most = period ? period : FILL_PERIOD;
	uint64_t done = 0;
	while (done < count) {
		const uint64_t left = count - done;
		CUresult result;
		uint64_t part = left < most ? left : most;
		if (done > 0 && period) {
			/* `done` is a multiple of the period, so the written part can be copied after itself. */
			part = left < done ? left : done;
			result = cu->cuMemcpyDtoD(data + done, data, part);
		} else if (done > fill->byte_count && fill->kind == FILL_BYTES) {
			part = left;
			result = cu->cuMemsetD8(data + done, 0, part);
		} else if (done == 0) {
			result = write_beginning(gpu, fill, data, part, staging);
		} else {
			fill_write(fill, done, staging, part);
			result = cu->cuMemcpyHtoD(data + done, staging, part);
		}
		if (result != CUDA_SUCCESS)
			return result;
		done += part;
	}
	return CUDA_SUCCESS;
}

/* Pinned memory has one address for host and GPU, because there is a single address space. */
static CUresult
allocate(const struct cuda_driver *cu, const struct buffer *job, CUdeviceptr *allocation)
{
	const uint64_t bytes = job->bytes + (uint64_t)2 * GUARD_BYTES;
	void *memory = NULL;
	if (!job->is_host)
		return cu->cuMemAlloc(allocation, bytes);
	const CUresult result = cu->cuMemHostAlloc(&memory, bytes, CU_MEMHOSTALLOC_DEVICEMAP);
	*allocation = (CUdeviceptr)memory;
	return result;
}

static CUresult
allocate_buffer(struct device_memory *memory, struct device_buffer *buffer, const struct buffer *job,
                const struct launch_job *launch)
{
	const struct cuda_driver *cu = &memory->gpu->cu;
	CUresult result = allocate(cu, job, &buffer->allocation);
	buffer->is_host = job->is_host;
	if (result == CUDA_SUCCESS && launch->collects_time && launch->timing.restore)
		result = cu->cuMemAlloc(&buffer->copy, job->bytes);
	if (result != CUDA_SUCCESS)
		return result;
	buffer->job = job;
	buffer->data = buffer->allocation + GUARD_BYTES;
	return CUDA_SUCCESS;
}

/* ---- which buffers a launch uses --------------------------------------------------------------------------------- */

/* Indices of the kernel's buffers, without duplicates, in the order of first use. */
struct wanted {
	size_t *numbers;
	size_t count;
	bool *is_wanted;
};

static void
want(struct wanted *wanted, size_t buffer)
{
	if (!wanted->is_wanted[buffer])
		wanted->numbers[wanted->count++] = buffer;
	wanted->is_wanted[buffer] = true;
}

static void
want_all(struct wanted *wanted, const struct pointers *pointers)
{
	for (size_t i = 0; i < pointers->count; i++)
		want(wanted, pointers->items[i].buffer);
}

/* Adds the buffers that arguments, variables and copies use, and the buffers to which addresses in these point. */
static void
want_buffers(struct wanted *wanted, const struct kernel_job *kernel, const struct launch_job *launch)
{
	for (size_t i = 0; i < launch->argument_count; i++)
		want_all(wanted, &launch->arguments[i].pointers);
	for (size_t i = 0; i < kernel->variable_count; i++)
		want_all(wanted, &kernel->variables[i].pointers);
	for (size_t i = 0; i < launch->change_count; i++)
		want_all(wanted, &launch->changes[i].pointers);
	for (size_t i = 0; launch->sequence && i < launch->sequence->operation_count; i++)
		if (launch->sequence->operations[i].kind != OPERATION_LAUNCH)
			want(wanted, launch->sequence->operations[i].buffer);
	for (size_t i = 0; i < wanted->count; i++)
		want_all(wanted, &kernel->buffers[wanted->numbers[i]].pointers);
}

CUresult
device_memory_allocate(struct device_memory *memory, struct gpu *gpu, const struct kernel_job *kernel,
                       const struct launch_job *launch)
{
	*memory = (struct device_memory){.gpu = gpu, .count = kernel->buffer_count};
	memory->buffers = memory_zeroed(kernel->buffer_count, sizeof *memory->buffers);
	memory->staging = memory_alloc(FILL_PERIOD);
	struct wanted wanted = {
		.numbers = memory_zeroed(kernel->buffer_count, sizeof *wanted.numbers),
		.is_wanted = memory_zeroed(kernel->buffer_count, sizeof *wanted.is_wanted),
	};
	want_buffers(&wanted, kernel, launch);
	CUresult result = CUDA_SUCCESS;
	for (size_t i = 0; i < wanted.count && result == CUDA_SUCCESS; i++) {
		const size_t number = wanted.numbers[i];
		result = allocate_buffer(memory, &memory->buffers[number], &kernel->buffers[number], launch);
	}
	free(wanted.numbers);
	free(wanted.is_wanted);
	return result;
}

/* ---- addresses --------------------------------------------------------------------------------------------------- */

static CUdeviceptr
address_of(const struct device_memory *memory, const struct pointer *pointer)
{
	return memory->buffers[pointer->buffer].data + (CUdeviceptr)pointer->offset;
}

CUresult
device_memory_point(const struct device_memory *memory, const struct pointers *pointers, CUdeviceptr data,
                    uint64_t count)
{
	CUresult result = CUDA_SUCCESS;
	for (size_t i = 0; i < pointers->count && result == CUDA_SUCCESS; i++) {
		const CUdeviceptr address = address_of(memory, &pointers->items[i]);
		if (pointers->items[i].at < count && count - pointers->items[i].at >= sizeof address)
			result = memory->gpu->cu.cuMemcpyHtoD(data + pointers->items[i].at, &address, sizeof address);
	}
	return result;
}

void
device_memory_bind(const struct device_memory *memory, const struct launch_job *launch, uint64_t shift)
{
	for (size_t i = 0; i < launch->argument_count; i++) {
		const struct argument *argument = &launch->arguments[i];
		for (size_t k = 0; k < argument->pointers.count; k++) {
			const struct pointer *pointer = &argument->pointers.items[k];
			const CUdeviceptr address = address_of(memory, pointer) + shift;
			memcpy(argument->bytes + pointer->at, &address, sizeof address);
		}
	}
}

CUresult
device_memory_fill(struct device_memory *memory)
{
	const struct cuda_driver *cu = &memory->gpu->cu;
	for (size_t i = 0; i < memory->count; i++) {
		const struct device_buffer *buffer = &memory->buffers[i];
		if (!buffer->job)
			continue;
		CUresult result = cu->cuMemsetD8(buffer->allocation, GUARD_VALUE, GUARD_BYTES);
		if (result == CUDA_SUCCESS)
			result = cu->cuMemsetD8(buffer->data + buffer->job->bytes, GUARD_VALUE, GUARD_BYTES);
		if (result == CUDA_SUCCESS)
			result = device_fill(memory->gpu, &buffer->job->fill, buffer->data, buffer->job->bytes,
			                     memory->staging);
		if (result == CUDA_SUCCESS)
			result = device_memory_point(memory, &buffer->job->pointers, buffer->data, buffer->job->bytes);
		if (result == CUDA_SUCCESS && buffer->copy)
			result = cu->cuMemcpyDtoD(buffer->copy, buffer->data, buffer->job->bytes);
		if (result != CUDA_SUCCESS)
			return result;
	}
	return CUDA_SUCCESS;
}

CUresult
device_memory_restore(const struct device_memory *memory)
{
	CUresult result = CUDA_SUCCESS;
	for (size_t i = 0; i < memory->count && result == CUDA_SUCCESS; i++) {
		const struct device_buffer *buffer = &memory->buffers[i];
		if (buffer->copy)
			result =
				memory->gpu->cu.cuMemcpyDtoDAsync(buffer->data, buffer->copy, buffer->job->bytes, NULL);
	}
	return result;
}

/* The offset of the first overwritten byte of a guard; GUARD_BYTES if it is intact. */
static size_t
damage(struct device_memory *memory, CUdeviceptr guard, CUresult *result)
{
	*result = memory->gpu->cu.cuMemcpyDtoH(memory->staging, guard, GUARD_BYTES);
	size_t i = 0;
	while (*result == CUDA_SUCCESS && i < GUARD_BYTES && memory->staging[i] == GUARD_VALUE)
		i++;
	return *result == CUDA_SUCCESS ? i : GUARD_BYTES;
}

const struct buffer *
device_memory_overrun(struct device_memory *memory, int64_t *offset, CUresult *result)
{
	*result = CUDA_SUCCESS;
	for (size_t i = 0; i < memory->count && *result == CUDA_SUCCESS; i++) {
		const struct device_buffer *buffer = &memory->buffers[i];
		if (!buffer->job)
			continue;
		size_t at = damage(memory, buffer->data + buffer->job->bytes, result);
		if (at < GUARD_BYTES) {
			*offset = (int64_t)(buffer->job->bytes + at);
			return buffer->job;
		}
		at = damage(memory, buffer->allocation, result);
		if (at < GUARD_BYTES) {
			*offset = (int64_t)at - GUARD_BYTES;
			return buffer->job;
		}
	}
	return NULL;
}

static uint64_t
hash_bytes(uint64_t hash, const uint8_t *bytes, size_t count)
{
	for (size_t at = 0; at < count; at += sizeof hash) {
		const size_t left = count - at;
		uint64_t word = 0;
		memcpy(&word, bytes + at, left < sizeof word ? left : sizeof word);
		hash = hash_mix(hash, word);
	}
	return hash;
}

/* Zeroes the addresses in a copy of the contents that begins at byte `from`. */
static void
blank_addresses(const struct pointers *pointers, uint64_t from, uint8_t *bytes, uint64_t count)
{
	for (size_t i = 0; pointers && i < pointers->count; i++) {
		const uint64_t begin = pointers->items[i].at, end = begin + sizeof(uint64_t);
		const uint64_t first = begin > from ? begin : from, last = end < from + count ? end : from + count;
		if (first < last)
			memset(bytes + (first - from), 0, last - first);
	}
}

CUresult
device_hash(const struct gpu *gpu, CUdeviceptr data, uint64_t count, const struct pointers *addresses, uint64_t *hash)
{
	uint8_t *staging = memory_alloc(count < FILL_PERIOD ? count : FILL_PERIOD);
	CUresult result = CUDA_SUCCESS;
	for (uint64_t done = 0; done < count && result == CUDA_SUCCESS; done += FILL_PERIOD) {
		const uint64_t left = count - done, part = left < FILL_PERIOD ? left : FILL_PERIOD;
		result = gpu->cu.cuMemcpyDtoH(staging, data + done, part);
		if (result != CUDA_SUCCESS)
			break;
		blank_addresses(addresses, done, staging, part);
		*hash = hash_bytes(*hash, staging, part);
	}
	free(staging);
	return result;
}

CUresult
device_memory_hash(const struct device_memory *memory, uint64_t *hash)
{
	CUresult result = CUDA_SUCCESS;
	for (size_t i = 0; i < memory->count && result == CUDA_SUCCESS; i++) {
		const struct device_buffer *buffer = &memory->buffers[i];
		if (buffer->job)
			result = device_hash(memory->gpu, buffer->data, buffer->job->bytes, &buffer->job->pointers,
			                     hash);
	}
	return result;
}

void
device_memory_free(struct device_memory *memory)
{
	for (size_t i = 0; i < memory->count; i++) {
		if (memory->buffers[i].allocation && memory->buffers[i].is_host)
			memory->gpu->cu.cuMemFreeHost((void *)memory->buffers[i].allocation);
		else if (memory->buffers[i].allocation)
			memory->gpu->cu.cuMemFree(memory->buffers[i].allocation);
		if (memory->buffers[i].copy)
			memory->gpu->cu.cuMemFree(memory->buffers[i].copy);
	}
	free(memory->buffers);
	free(memory->staging);
}
