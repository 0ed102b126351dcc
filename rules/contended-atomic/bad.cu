// The sum of an array of floats: each thread adds its element to one word, and the additions are serialized.

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
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(total, in[i]);  // expect: contended-atomic
}

int
main()
{
	const int n = 1 << 22, block = 1024;

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

	sum<<<(n + block - 1) / block, block>>>(d_total, d_in, n);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(&total, d_total, sizeof(float), cudaMemcpyDeviceToHost));

	CUDA_CHECK(cudaFree(d_total));
	CUDA_CHECK(cudaFree(d_in));
	printf("contended-atomic/bad: %s\n", total == expected ? "PASS" : "FAIL");
	return total == expected ? 0 : 1;
}
