#include "eval/builtin/device_facts.h"

#include <limits.h>
#include <stdbool.h>

#define SETTLED(member, index, attribute, value) {#member, (index), (attribute), (int64_t)(value), DEVICE_SETTLED, 0, 0}
#define GIVEN(member, attribute, value) {#member, 0, (attribute), (int64_t)(value), DEVICE_GIVEN, 0, 0}
#define TAKEN(member, attribute, value, low, high) \
	{#member, 0, (attribute), (int64_t)(value), DEVICE_TAKEN, (low), (high)}

/* A lower bound of the compute capability that code is compiled for, times ten. */
enum { OLDEST_CODE = 50 };

static size_t
keep_known(struct device_fact *list, const struct device_fact *all, size_t most)
{
	size_t count = 0;
	for (size_t i = 0; i < most; i++) {
		const bool is_there = all[i].confidence == DEVICE_GIVEN
		                              ? all[i].value > 0
		                              : all[i].confidence != DEVICE_TAKEN || all[i].value >= all[i].low;
		if (is_there && count < MOST_DEVICE_FACTS)
			list[count++] = all[i];
	}
	return count;
}

size_t
device_facts(const struct gpu *gpu, struct device_fact *list)
{
	/* The vendor's figure is rounded, and a board reserves part of the memory, mostly for error correction. */
	const int64_t least_memory = (int64_t)gpu->memory_bytes / 2, most_memory = 2 * (int64_t)gpu->memory_bytes;
	const struct device_fact all[] = {
		/* The programming guide's "Technical Specifications per Compute Capability". */
		SETTLED(maxThreadsPerBlock, 0, 1, 1024),
		SETTLED(maxThreadsDim, 0, 2, 1024),
		SETTLED(maxThreadsDim, 1, 3, 1024),
		SETTLED(maxThreadsDim, 2, 4, 64),
		SETTLED(maxGridSize, 0, 5, INT_MAX),
		SETTLED(maxGridSize, 1, 6, 65535),
		SETTLED(maxGridSize, 2, 7, 65535),
		SETTLED(totalConstMem, 0, 9, 65536),
		SETTLED(warpSize, 0, 10, 32),
		SETTLED(concurrentKernels, 0, 31, 1),
		SETTLED(cooperativeLaunch, 0, 95, 1),
		/* From the architecture's data file. */
		SETTLED(sharedMemPerBlock, 0, 8, gpu->shared_per_block),
		SETTLED(regsPerBlock, 0, 12, gpu->max_registers_per_block),
		SETTLED(maxThreadsPerMultiProcessor, 0, 39, gpu->max_threads_per_sm),
		SETTLED(major, 0, 75, gpu->major),
		SETTLED(minor, 0, 76, gpu->minor),
		SETTLED(sharedMemPerMultiprocessor, 0, 81, gpu->shared_per_sm),
		SETTLED(regsPerMultiprocessor, 0, 82, gpu->registers_per_sm),
		SETTLED(sharedMemPerBlockOptin, 0, 97, gpu->shared_per_block_optin),
		SETTLED(maxBlocksPerMultiProcessor, 0, 106, gpu->max_blocks_per_sm),
		SETTLED(reservedSharedMemPerBlock, 0, 111, gpu->shared_reserved),
		/* From the product's data file. */
		SETTLED(multiProcessorCount, 0, 16, gpu->multiprocessors),
		GIVEN(memoryBusWidth, 37, gpu->bus_bits),
		GIVEN(l2CacheSize, 38, gpu->l2_bytes),
		GIVEN(clockRate, 13, gpu->clock_ghz * 1e6),
		GIVEN(memoryClockRate, 36, gpu->memory_clock_ghz * 1e6),
		SETTLED(integrated, 0, 18, gpu->is_integrated),
		/* The same, but boards may differ. */
		TAKEN(totalGlobalMem, 0, gpu->memory_bytes, least_memory, most_memory),
		/* In the mode that forbids kernels, there would be no kernel to predict. */
		SETTLED(computeMode, 0, 20, 0),
		/* The same for all GPUs with unified addressing on 64-bit systems, by the runtime's manual on enum
		 * cudaDeviceAttr. */
		SETTLED(canMapHostMemory, 0, 19, 1),
		SETTLED(unifiedAddressing, 0, 41, 1),
		SETTLED(managedMemory, 0, 83, 1),
		/* Not documented: an H200's figures. */
		TAKEN(memPitch, 11, INT_MAX, 1, INT_MAX),
		TAKEN(textureAlignment, 14, 512, 1, INT_MAX),
		TAKEN(deviceOverlap, 15, 1, 0, 1),
		TAKEN(kernelExecTimeoutEnabled, 17, 0, 0, 1),
		TAKEN(surfaceAlignment, 30, 512, 1, INT_MAX),
		TAKEN(ECCEnabled, 32, 1, 0, 1),
		TAKEN(asyncEngineCount, 40, 3, 0, INT_MAX),
		TAKEN(texturePitchAlignment, 51, 32, 1, INT_MAX),
		TAKEN(streamPrioritiesSupported, 78, 1, 0, 1),
		TAKEN(globalL1CacheSupported, 79, 1, 0, 1),
		TAKEN(localL1CacheSupported, 80, 1, 0, 1),
		TAKEN(pageableMemoryAccess, 88, 0, 0, 1),
		TAKEN(concurrentManagedAccess, 89, 1, 0, 1),
		TAKEN(memoryPoolsSupported, 115, 1, 0, 1),
	};
	return keep_known(list, all, sizeof all / sizeof *all);
}

size_t
function_facts(const struct gpu *gpu, struct device_fact *list)
{
	const int64_t version = 10 * (int64_t)gpu->major + gpu->minor;
	const struct device_fact all[] = {
		/* Code for an older architecture runs too, and a kernel may be limited to smaller blocks. */
		TAKEN(ptxVersion, 0, version, OLDEST_CODE, version),
		TAKEN(binaryVersion, 0, version, OLDEST_CODE, version),
		TAKEN(maxThreadsPerBlock, 0, 1024, 1, 1024),
	};
	return keep_known(list, all, sizeof all / sizeof *all);
}
