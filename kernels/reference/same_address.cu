// Requests that cannot be served to all lanes at once, for other reasons than the shape of memory: constant memory
// hands out one word at a time, and an atomic lets one lane at a word at a time.
// Ideal form: all lanes read one word; each lane has a word of its own.

__constant__ float table[1024];

extern "C" __global__ void
read_constant(float *out, unsigned addresses)
{
	unsigned mine = threadIdx.x % 32 % addresses;
	float total = 0;
	for (unsigned round = 0; round < 64; round++) {
		const float *first = table + mine + round % 16 * 32;
		#pragma unroll
		for (unsigned k = 0; k < 16; k++)
			total += first[k * 32];
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

// `lanes` neighbouring lanes of each warp add to one counter; each warp has 32 counters of its own.
extern "C" __global__ void
add_to_counters(unsigned *counters, unsigned lanes)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (unsigned round = 0; round < 16; round++)
		atomicAdd(&counters[i / lanes * lanes], i + round);
}
