// Counts of bytes that the host fills at random: whichever they are, a block has as many as there are counters, so that even
// evenly spread they meet.

#include <cstdlib>

__global__ void
count_bytes(const unsigned char *bytes, unsigned *counts, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&counts[bytes[i]], 1u);  // expect: contended-atomic
}

int
main()
{
	const int n = 1 << 24;
	unsigned char *host = (unsigned char *)malloc(n), *bytes;
	unsigned *counts;
	for (int i = 0; i < n; i++)
		host[i] = rand() & 255;
	cudaMalloc(&bytes, n);
	cudaMalloc(&counts, 256 * sizeof *counts);
	cudaMemcpy(bytes, host, n, cudaMemcpyHostToDevice);
	count_bytes<<<(n + 255) / 256, 256>>>(bytes, counts, n);
	return cudaDeviceSynchronize() != cudaSuccess;
}
