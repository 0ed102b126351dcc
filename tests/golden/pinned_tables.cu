// Pinned memory that many launches read in place: one copy serves all of them, unless the host changes it.
#include <cuda_runtime.h>

__global__ void
add_kept(const float *table, float *out, int n, int round)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] += table[i] * round;  // expect: zero-copy
}

__global__ void
add_changed(const float *table, float *out, int n, int round)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] += table[i] * round;  // expect: zero-copy
}

int
main()
{
	enum { N = 1 << 20, ROUNDS = 50 };
	float *kept, *changed, *out;
	cudaHostAlloc(&kept, N * sizeof(float), cudaHostAllocMapped);
	cudaHostAlloc(&changed, N * sizeof(float), cudaHostAllocMapped);
	cudaMalloc(&out, N * sizeof(float));
	cudaMemset(out, 0, N * sizeof(float));
	for (int i = 0; i < N; i++)
		kept[i] = (float)i;
	for (int r = 0; r < ROUNDS; r++)
		add_kept<<<N / 256, 256>>>(kept, out, N, r);
	cudaDeviceSynchronize();
	for (int r = 0; r < ROUNDS; r++) {
		for (int i = 0; i < N; i++)
			changed[i] = (float)(i + r);
		add_changed<<<N / 256, 256>>>(changed, out, N, r);
		cudaDeviceSynchronize();
	}
	return cudaDeviceSynchronize();
}
