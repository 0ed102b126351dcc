// options: --no-compile --launch 'histogram<<<4096, 256>>>(1024, 1048576, 1048576)'

// The load of an index is exact. Where the atomic goes is not known.
__global__ void histogram(unsigned *counts, const unsigned char *bytes, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&counts[bytes[i]], 1u); // expect: load exact requests=32768 sectors=1; atomic bounded requests=32768
}
