// Loads through a pointer that may point to global or shared memory, depending on the thread: the first `lanes` lanes of
// each warp access global memory, where a block's small table stays in the L1 cache.
// Ideal form: pointers to shared memory, which the compiler knows.

const unsigned SIZE = 256, ROUNDS = 256;

template <bool MIXED>
static __device__ void
read_both(float *out, const float *in, unsigned lanes)
{
	__shared__ float tile[SIZE];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	const float *mine = MIXED && threadIdx.x % 32 < lanes ? in : tile;
	float total = 0;
	#pragma unroll 16
	for (unsigned k = 0; k < ROUNDS; k++)
		total += mine[threadIdx.x + k & SIZE - 1];
	out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

extern "C" __global__ void read_mixed(float *out, const float *in, unsigned lanes) { read_both<true>(out, in, lanes); }
extern "C" __global__ void read_tile(float *out, const float *in, unsigned lanes) { read_both<false>(out, in, lanes); }
