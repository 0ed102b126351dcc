// A matrix product, one element for each thread: the block copies a tile of each matrix to shared memory, from which all of its
// threads read it.

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
	__shared__ float tile_a[TILE][TILE];
	__shared__ float tile_b[TILE][TILE];

	int row = blockIdx.y * TILE + threadIdx.y;
	int column = blockIdx.x * TILE + threadIdx.x;

	float sum = 0;
	for (int first = 0; first < n; first += TILE) {
		tile_a[threadIdx.y][threadIdx.x] = a[row * n + first + threadIdx.x];
		tile_b[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + column];
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
		__syncthreads();
	}
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
	printf("unstaged-reuse/good: %s\n", is_right ? "PASS" : "FAIL");
	return is_right ? 0 : 1;
}
