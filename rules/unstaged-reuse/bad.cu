// A matrix product, one element for each thread: each thread loads a row and a column from global memory, which 15 other threads
// of its block load too.

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

const int TILE = 16;

__global__ void
multiply(float *c, const float *a, const float *b, int n)
{
	int row = blockIdx.y * TILE + threadIdx.y;
	int column = blockIdx.x * TILE + threadIdx.x;

	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + column];  // expect: unstaged-reuse
	c[row * n + column] = sum;
}

// One row in 64 is compared. The inputs are small integers, so that every sum is exact in any order.
static bool
is_product(const std::vector<float> &c, const std::vector<float> &a, const std::vector<float> &b, int n)
{
	for (int row = 0; row < n; row += 64)
		for (int column = 0; column < n; column++) {
			float sum = 0;
			for (int k = 0; k < n; k++)
				sum += a[row * n + k] * b[k * n + column];
			if (c[row * n + column] != sum)
				return false;
		}
	return true;
}

int
main()
{
	const int n = 1024;
	const size_t bytes = n * n * sizeof(float);

	std::vector<float> a(n * n), b(n * n), c(n * n);
	for (int i = 0; i < n * n; i++) {
		a[i] = (float)(i % 7);
		b[i] = (float)(i % 11);
	}

	float *d_a, *d_b, *d_c;
	CUDA_CHECK(cudaMalloc(&d_a, bytes));
	CUDA_CHECK(cudaMalloc(&d_b, bytes));
	CUDA_CHECK(cudaMalloc(&d_c, bytes));
	CUDA_CHECK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
	CUDA_CHECK(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));

	multiply<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(d_c, d_a, d_b, n);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost));

	CUDA_CHECK(cudaFree(d_a));
	CUDA_CHECK(cudaFree(d_b));
	CUDA_CHECK(cudaFree(d_c));
	const bool is_right = is_product(c, a, b, n);
	printf("unstaged-reuse/bad: %s\n", is_right ? "PASS" : "FAIL");
	return is_right ? 0 : 1;
}
