// Requests that cannot serve all lanes at once, for reasons other than the pattern of memory.

// Constant memory is read one word at a time. `addresses` different words in each request.
// Ideal form: all lanes of a block use the same word, which the compiler knows.

__constant__ float table[1024];

static __device__ void
read_table(float *out, unsigned mine)
{
	float total = 0;
	for (unsigned round = 0; round < 64; round++) {
		const float *first = table + mine + round % 16 * 32;
		#pragma unroll
		for (unsigned k = 0; k < 16; k++)
			total += first[k * 32];
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

extern "C" __global__ void
read_constant_by_lane(float *out, unsigned addresses)
{
	read_table(out, threadIdx.x % 32 % addresses);
}

extern "C" __global__ void
read_constant_by_block(float *out, unsigned addresses)
{
	read_table(out, blockIdx.x % addresses);
}

// If a table does not fit in the constant cache, words come with the 64 bytes around them from the next level.
// Each request reads 32 distant words, in a table of `words` words, a power of two.
// Ideal form: the same with a table of 256 words, which fits in the cache.
__constant__ float large_table[8192];

extern "C" __global__ void
read_constant_far_apart(float *out, unsigned words)
{
	unsigned at = threadIdx.x % 32 * 129 + threadIdx.x / 32 * 37;
	float total = 0;
	for (unsigned round = 0; round < 16; round++) {
		#pragma unroll
		for (unsigned k = 0; k < 16; k++)
			total += large_table[(at + (round * 16 + k) * 67) & (words - 1)];
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

// An atomic processes one lane per word at a time. `lanes` neighbouring lanes of each warp add to one counter, and each warp
// has counters of its own.
// Ideal form: one counter for each lane.
extern "C" __global__ void
add_to_counters(unsigned *counters, unsigned lanes)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (unsigned round = 0; round < 16; round++)
		atomicAdd(&counters[i / lanes * lanes], i + round);
}
