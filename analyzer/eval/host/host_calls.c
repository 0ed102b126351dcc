#include "eval/host/host_calls.h"

#define ALLOCATE(size, where) {.kind = HOST_ALLOCATION, .to = 1, .bytes = size, .memory = HOST_MEMORY_##where}
#define FREE {.kind = HOST_FREE, .from = 1, .waits = WAITS_FOR_ALL}
#define SYNCHRONIZE(what, argument) {.kind = HOST_SYNCHRONIZATION, .waits = WAITS_FOR_##what, .stream = argument}

/* clang-format off */
static const struct host_call calls[IR_BUILTIN_COUNT] = {
#define CALL(name) [IR_BUILTIN_##name]
	CALL(malloc) = {.kind = HOST_ALLOCATION, .bytes = 1, .memory = HOST_MEMORY_PAGEABLE},
	CALL(calloc) = {.kind = HOST_ALLOCATION, .bytes = 2, .rows = 1, .memory = HOST_MEMORY_PAGEABLE},
	CALL(realloc) = {.kind = HOST_ALLOCATION, .bytes = 2, .memory = HOST_MEMORY_PAGEABLE},
	CALL(__gl_new) = {.kind = HOST_ALLOCATION, .bytes = 1, .memory = HOST_MEMORY_PAGEABLE},
	CALL(free) = {.kind = HOST_FREE, .from = 1},
	CALL(__gl_delete) = {.kind = HOST_FREE, .from = 1},
	CALL(clock) = {.kind = HOST_CLOCK},
	CALL(__gl_clock) = {.kind = HOST_CLOCK},

	CALL(cudaMalloc) = ALLOCATE(2, DEVICE),
	CALL(cudaMallocAsync) = {.kind = HOST_ALLOCATION, .to = 1, .bytes = 2, .stream = 3, .is_asynchronous = true, .memory = HOST_MEMORY_DEVICE},
	CALL(cudaMallocPitch) = {.kind = HOST_ALLOCATION, .to = 1, .bytes = 3, .rows = 4, .memory = HOST_MEMORY_DEVICE},
	CALL(cudaMallocArray) = {.kind = HOST_ALLOCATION, .memory = HOST_MEMORY_DEVICE},
	CALL(cudaMalloc3DArray) = {.kind = HOST_ALLOCATION, .memory = HOST_MEMORY_DEVICE},
	CALL(cudaMallocManaged) = ALLOCATE(2, MANAGED),
	CALL(cudaMallocHost) = ALLOCATE(2, PINNED),
	CALL(cudaHostAlloc) = ALLOCATE(2, PINNED),
	CALL(cudaHostRegister) = {.kind = HOST_ALLOCATION, .bytes = 2, .memory = HOST_MEMORY_PINNED},
	CALL(cudaFree) = FREE,
	CALL(cudaFreeHost) = FREE,
	CALL(cudaFreeArray) = FREE,
	CALL(cudaFreeAsync) = {.kind = HOST_FREE, .from = 1, .stream = 2, .is_asynchronous = true},

	CALL(cudaMemcpy) = {.kind = HOST_COPY, .to = 1, .from = 2, .bytes = 3, .direction = 4, .waits = WAITS_FOR_ALL},
	CALL(cudaMemcpyAsync) = {.kind = HOST_COPY, .to = 1, .from = 2, .bytes = 3, .direction = 4, .stream = 5, .is_asynchronous = true},
	CALL(cudaMemcpy2D) = {.kind = HOST_COPY, .to = 1, .from = 3, .bytes = 5, .rows = 6, .direction = 7, .waits = WAITS_FOR_ALL},
	CALL(cudaMemcpy2DAsync) = {.kind = HOST_COPY, .to = 1, .from = 3, .bytes = 5, .rows = 6, .direction = 7, .stream = 8,
	                           .is_asynchronous = true},
	CALL(cudaMemcpyToSymbol) = {.kind = HOST_COPY, .to = 1, .from = 2, .bytes = 3, .direction = 5, .waits = WAITS_FOR_ALL,
	                            .usual = COPY_TO_DEVICE},
	CALL(cudaMemcpyToSymbolAsync) = {.kind = HOST_COPY, .to = 1, .from = 2, .bytes = 3, .direction = 5, .stream = 6,
	                                 .is_asynchronous = true, .usual = COPY_TO_DEVICE},
	CALL(cudaMemcpyFromSymbol) = {.kind = HOST_COPY, .to = 1, .from = 2, .bytes = 3, .direction = 5, .waits = WAITS_FOR_ALL,
	                              .usual = COPY_TO_HOST},
	CALL(cudaMemcpyFromSymbolAsync) = {.kind = HOST_COPY, .to = 1, .from = 2, .bytes = 3, .direction = 5, .stream = 6,
	                                   .is_asynchronous = true, .usual = COPY_TO_HOST},
	CALL(cudaMemcpyToArray) = {.kind = HOST_COPY, .from = 4, .bytes = 5, .direction = 6, .waits = WAITS_FOR_ALL},
	CALL(cudaMemcpy2DToArray) = {.kind = HOST_COPY, .from = 4, .bytes = 6, .rows = 7, .direction = 8, .waits = WAITS_FOR_ALL},
	CALL(cudaMemset) = {.kind = HOST_FILL, .to = 1, .bytes = 3, .is_asynchronous = true},
	CALL(cudaMemsetAsync) = {.kind = HOST_FILL, .to = 1, .bytes = 3, .stream = 4, .is_asynchronous = true},
	CALL(cudaMemset2D) = {.kind = HOST_FILL, .to = 1, .bytes = 4, .rows = 5, .is_asynchronous = true},
	CALL(cudaMemset2DAsync) = {.kind = HOST_FILL, .to = 1, .bytes = 4, .rows = 5, .stream = 6, .is_asynchronous = true},
	CALL(cudaMemPrefetchAsync) = {.kind = HOST_PREFETCH, .to = 1, .bytes = 2, .is_asynchronous = true},
	CALL(cudaMemAdvise) = {.kind = HOST_PREFETCH, .to = 1, .bytes = 2},

	CALL(cudaDeviceSynchronize) = SYNCHRONIZE(ALL, 0),
	CALL(cudaStreamSynchronize) = SYNCHRONIZE(STREAM, 1),
	CALL(cudaEventSynchronize) = SYNCHRONIZE(ALL, 0),
	/* Programs repeat these queries until the work has ended. */
	CALL(cudaStreamQuery) = SYNCHRONIZE(STREAM, 1),
	CALL(cudaEventQuery) = SYNCHRONIZE(ALL, 0),
	CALL(cudaEventRecord) = {.kind = HOST_EVENT_RECORD, .stream = 2},
	CALL(cudaStreamCreate) = {.kind = HOST_STREAM_CREATION},
	CALL(cudaStreamCreateWithFlags) = {.kind = HOST_STREAM_CREATION},
	CALL(cudaStreamCreateWithPriority) = {.kind = HOST_STREAM_CREATION},
	CALL(cudaGetLastError) = {.kind = HOST_ERROR_CHECK},
	CALL(cudaPeekAtLastError) = {.kind = HOST_ERROR_CHECK},
	CALL(__gl_graph_launch) = {.kind = HOST_GRAPH_LAUNCH, .stream = 2, .is_asynchronous = true},
#undef CALL
};
/* clang-format on */

const struct host_call *
host_call_of(enum ir_builtin id)
{
	return calls[id].kind ? &calls[id] : NULL;
}
