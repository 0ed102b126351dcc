// The sum of an array by one block: one multiprocessor reads all of it, and the others are idle.

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call)                                                                                    \
	do {                                                                                                \
		cudaError_t status = (call);                                                                \
		if (status != cudaSuccess) {                                                                \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
			exit(1);                                                                            \
		}                                                                                           \
	} while (0)

__global__ void
sum(float *total, const float *in, int n)
{
	__shared__ float sums[256];

	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += in[i];
	sums[threadIdx.x] = own;
	__syncthreads();

	for (int half = blockDim.x / 2; half > 0; half /= 2) {
		if (threadIdx.x < half)
			sums[threadIdx.x] += sums[threadIdx.x + half];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(total, sums[0]);
}

int
main()
{
	const int n = 1 << 22, block = 256, grid = 1;

	std::vector<float> in(n);
	float expected = 0;
	for (int i = 0; i < n; i++) {
		in[i] = (float)(i % 4);   // small, so that the sum is exact in any order
		expected += in[i];
	}

	float *d_total, *d_in, total;
	CUDA_CHECK(cudaMalloc(&d_total, sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(float)));
	CUDA_CHECK(cudaMemset(d_total, 0, sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));

	sum<<<grid, block>>>(d_total, d_in, n);  // expect: small-grid
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(&total, d_total, sizeof(float), cudaMemcpyDeviceToHost));

	CUDA_CHECK(cudaFree(d_total));
	CUDA_CHECK(cudaFree(d_in));
	printf("small-grid/bad: %s\n", total == expected ? "PASS" : "FAIL");
	return total == expected ? 0 : 1;
}
