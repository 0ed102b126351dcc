// A matrix product with and without shared memory.
//
// Both read and write in rows: without shared memory each element of A and B is fetched n times, and with it n / TILE
// times, from sectors that are fully used in both. Coalescing is about the shape of a request; how often it is made is a
// question of reuse.

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
multiply_global(float *c, const float *a, const float *b, int n)
{
	int row = blockIdx.y * TILE + threadIdx.y;
	int column = blockIdx.x * TILE + threadIdx.x;

	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + column];  // expect: unstaged-reuse
	c[row * n + column] = sum;
}

__global__ void
multiply_shared(float *c, const float *a, const float *b, int n)
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

// The inputs are small integers, so that every sum is exact in any order.
static bool
is_product(const float *d_c, const std::vector<float> &expected)
{
	std::vector<float> c(expected.size());
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(c.data(), d_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
	return c == expected;
}

int
main()
{
	const int n = 512;
	const size_t bytes = n * n * sizeof(float);

	std::vector<float> a(n * n), b(n * n), c(n * n);
	for (int i = 0; i < n * n; i++) {
		a[i] = (float)(i % 7);
		b[i] = (float)(i % 11);
	}
	for (int row = 0; row < n; row++)
		for (int k = 0; k < n; k++)
			for (int column = 0; column < n; column++)
				c[row * n + column] += a[row * n + k] * b[k * n + column];

	float *d_a, *d_b, *d_c;
	CUDA_CHECK(cudaMalloc(&d_a, bytes));
	CUDA_CHECK(cudaMalloc(&d_b, bytes));
	CUDA_CHECK(cudaMalloc(&d_c, bytes));
	CUDA_CHECK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
	CUDA_CHECK(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));

	dim3 grid(n / TILE, n / TILE), block(TILE, TILE);

	multiply_global<<<grid, block>>>(d_c, d_a, d_b, n);
	bool all_right = is_product(d_c, c);

	CUDA_CHECK(cudaMemset(d_c, 0, bytes));
	multiply_shared<<<grid, block>>>(d_c, d_a, d_b, n);
	all_right = is_product(d_c, c) && all_right;

	CUDA_CHECK(cudaFree(d_a));
	CUDA_CHECK(cudaFree(d_b));
	CUDA_CHECK(cudaFree(d_c));
	printf("matrix_multiply: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
