// The latency of one operation for one thread, in clock cycles: it times a chain of them, each of which needs the one before.
// Ideal form: the chain with the lowest latency.

const unsigned STEPS = 4096;

// A linked list through `bytes` of memory, one line for each item. A whole block builds it, and one thread follows it. It is
// followed once before the timing, up to that many steps, so that what fits in a cache is cached.
extern "C" __global__ void
follow_list(void **list, unsigned long long *cycles, unsigned bytes)
{
	const unsigned WORDS = 128 / sizeof *list;
	unsigned lines = bytes / 128;
	for (unsigned i = threadIdx.x; i < lines; i += blockDim.x)
		list[i * WORDS] = &list[(i + 1) % lines * WORDS];
	__syncthreads();
	if (threadIdx.x)
		return;
	void **item = list;
	for (unsigned k = 0; k < STEPS; k++)
		item = (void **)*item;
	long long begin = clock64();
	#pragma unroll 8
	for (unsigned k = 0; k < STEPS; k++)
		item = (void **)*item;
	long long end = clock64();
	*cycles = end - begin + !item;
}

// The same in shared memory, by the first `lanes` lanes of a warp at once, all of them in one bank.
extern "C" __global__ void
follow_shared_list(unsigned long long *cycles, unsigned lanes)
{
	__shared__ unsigned next[32 * 32];
	for (unsigned i = threadIdx.x; i < 32 * 32; i += blockDim.x)
		next[i] = i;
	__syncthreads();
	if (threadIdx.x >= lanes)
		return;
	unsigned item = threadIdx.x * 32;
	long long begin = clock64();
	#pragma unroll 8
	for (unsigned k = 0; k < STEPS; k++)
		item = next[item];
	long long end = clock64();
	if (threadIdx.x == 0)
		*cycles = end - begin + (item > 32 * 32);
}

// Barriers of a block whose warps arrive together.
extern "C" __global__ void
meet(unsigned long long *cycles)
{
	long long begin = clock64();
	#pragma unroll 8
	for (unsigned k = 0; k < STEPS; k++)
		__syncthreads();
	long long end = clock64();
	if (threadIdx.x == 0)
		*cycles = end - begin;
}

// Multiply-adds, `CHAINS` of them at a time.
template <typename Number, unsigned CHAINS>
__global__ void
multiply_add(unsigned long long *cycles, unsigned number)
{
	Number value[CHAINS];
	#pragma unroll
	for (unsigned c = 0; c < CHAINS; c++)
		value[c] = number + c;
	long long begin = clock64();
	#pragma unroll 8
	for (unsigned k = 0; k < STEPS; k++) {
		#pragma unroll
		for (unsigned c = 0; c < CHAINS; c++)
			value[c] = value[c] * value[c] + value[c];
	}
	long long end = clock64();
	Number total = 0;
	#pragma unroll
	for (unsigned c = 0; c < CHAINS; c++)
		total += value[c];
	*cycles = end - begin + (total == 12345);
}
