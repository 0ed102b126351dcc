// options: --no-compile
//
// Atomics on floats in shared memory are loops of a load and a compare-and-swap.

// 32 lanes on one word: in iteration r of 32 the remaining lanes load, one wavefront, and swap, two.
__global__ void one_word()
{
	__shared__ float t[64];
	atomicAdd(&t[5], 1.0f); // expect: load shared assumed requests=256 lanes=33/2 wavefronts=1; atomic shared assumed wavefronts=2 ideal_wavefronts=2
}

// Each lane has its own word: one iteration.
__global__ void own_words()
{
	__shared__ double d[64];
	atomicAdd(&d[threadIdx.x & 31], 1.0); // expect: atomic shared assumed requests=8 wavefronts=4
}

int main()
{
	one_word<<<4, 64>>>();
	own_words<<<4, 64>>>();
}
