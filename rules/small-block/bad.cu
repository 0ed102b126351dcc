// Blocks of one warp with almost no work: starting them takes longer than running them.

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
add(float *sum, const float *a, const float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sum[i] = a[i] + b[i];
}

int
main()
{
	const int n = 1 << 22, block = 32, grid = (n + block - 1) / block;
	const size_t bytes = n * sizeof(float);

	std::vector<float> a(n), b(n), sum(n);
	for (int i = 0; i < n; i++) {
		a[i] = (float)(i % 1021);
		b[i] = (float)(i % 509);
	}

	float *d_a, *d_b, *d_sum;
	CUDA_CHECK(cudaMalloc(&d_a, bytes));
	CUDA_CHECK(cudaMalloc(&d_b, bytes));
	CUDA_CHECK(cudaMalloc(&d_sum, bytes));
	CUDA_CHECK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
	CUDA_CHECK(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));

	add<<<grid, block>>>(d_sum, d_a, d_b, n);  // expect: small-block
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(sum.data(), d_sum, bytes, cudaMemcpyDeviceToHost));
	bool all_right = true;
	for (int i = 0; i < n; i++)
		all_right = all_right && sum[i] == a[i] + b[i];

	CUDA_CHECK(cudaFree(d_a));
	CUDA_CHECK(cudaFree(d_b));
	CUDA_CHECK(cudaFree(d_sum));
	printf("small-block/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
