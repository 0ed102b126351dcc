// A matrix product by tiles in registers: the evaluator leaves its loop early, and the machine code has all of its iterations.
#include <cuda_runtime.h>

constexpr int TILE = 64, DEPTH = 32, EACH = 4, STEP = TILE / EACH;

__global__ void
multiply(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
	__shared__ float of_a[2][DEPTH][TILE], of_b[2][DEPTH][TILE];
	float sums[EACH][EACH] = {};
	const int x = threadIdx.x % STEP, y = threadIdx.x / STEP, column = threadIdx.x % TILE, row = threadIdx.x / TILE;
	const float *from_a = a + blockIdx.y * TILE + column, *from_b = b + blockIdx.x * TILE + column;
	for (int k = row; k < DEPTH; k += 256 / TILE) {
		of_a[0][k][column] = from_a[k * n];
		of_b[0][k][column] = from_b[k * n];
	}
	__syncthreads();
	int now = 0, depth = 0;
	do {
		depth += DEPTH;
		for (int k = row; k < DEPTH && depth < n; k += 256 / TILE) {
			of_a[now ^ 1][k][column] = from_a[(depth + k) * n];
			of_b[now ^ 1][k][column] = from_b[(depth + k) * n];
		}
#pragma unroll
		for (int k = 0; k < DEPTH; k++)
#pragma unroll
			for (int i = 0; i < EACH; i++)
#pragma unroll
				for (int j = 0; j < EACH; j++)
					sums[i][j] += of_a[now][k][y + i * STEP] * of_b[now][k][x + j * STEP];
		__syncthreads();
		now ^= 1;
	} while (depth < n);
	for (int i = 0; i < EACH; i++)
		for (int j = 0; j < EACH; j++)
			c[(blockIdx.y * TILE + y + i * STEP) * n + blockIdx.x * TILE + x + j * STEP] = sums[i][j];
}

int
main()
{
	const int n = 2048;
	float *a, *b, *c;
	if (cudaMalloc(&a, n * n * sizeof *a) || cudaMalloc(&b, n * n * sizeof *b) || cudaMalloc(&c, n * n * sizeof *c))
		return 1;
	cudaMemset(a, 0, n * n * sizeof *a);
	cudaMemset(b, 0, n * n * sizeof *b);
	multiply<<<dim3(n / TILE, n / TILE), 256>>>(a, b, c, n);
	return cudaGetLastError() || cudaDeviceSynchronize();
}
