/* A launch's buffers on the device: allocated, filled as the job requests, with a guard before and after each. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_DEVICE_MEMORY_H
#define GPULINT_RUNTIME_CHECK_RUN_DEVICE_MEMORY_H

#include "gpu.h"

struct device_buffer {
	const struct buffer *job;           /* NULL: the launch does not use it */
	bool is_host;                       /* the allocation is pinned host memory */
	CUdeviceptr allocation, data, copy; /* copy: the initial contents if they are to be restored; otherwise 0 */
};

struct device_memory {
	struct gpu *gpu;
	struct device_buffer *buffers; /* one for each of the kernel's buffers, in order */
	size_t count;
	uint8_t *staging;
};

/* Allocates the buffers that the launch uses: those that its arguments, variables and copies name, and those to which
 * addresses in these point. If they are to be restored, it also allocates copies. */
CUresult device_memory_allocate(struct device_memory *memory, struct gpu *gpu, const struct kernel_job *kernel,
                                const struct launch_job *launch);
/* Writes the buffers' addresses, plus `shift` bytes, into the launch's arguments. */
void device_memory_bind(const struct device_memory *memory, const struct launch_job *launch, uint64_t shift);
/* Writes initial contents and guards. */
CUresult device_memory_fill(struct device_memory *memory);
/* Writes the addresses that are within the `count` bytes at `data`. */
CUresult device_memory_point(const struct device_memory *memory, const struct pointers *pointers, CUdeviceptr data,
                             uint64_t count);
/* Enqueues the copying of the initial contents. */
CUresult device_memory_restore(const struct device_memory *memory);
/* A buffer with an overwritten guard, and the offset in the buffer (negative: before it); NULL: none. */
const struct buffer *device_memory_overrun(struct device_memory *memory, int64_t *offset, CUresult *result);
/* Mixes all contents into *hash, buffer by buffer. */
CUresult device_memory_hash(const struct device_memory *memory, uint64_t *hash);
void device_memory_free(struct device_memory *memory);

/* Writes `count` bytes of `fill`'s contents at `data`; staging has FILL_PERIOD bytes. */
CUresult device_fill(struct gpu *gpu, const struct fill *fill, CUdeviceptr data, uint64_t count, uint8_t *staging);
/* Mixes the bytes at `data` into *hash, without the addresses in them, which differ from run to run. addresses NULL:
 * there are none. */
CUresult device_hash(const struct gpu *gpu, CUdeviceptr data, uint64_t count, const struct pointers *addresses,
                     uint64_t *hash);

#endif
