// Matrices in one piece of shared memory, one after the other: rows of each are to be padded for themselves.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

const int SIDE = 64, SKEW = 16, ROW = SIDE + SKEW, THREADS = 128;

// The sums are accessed before and after the loop, the factors in it; their rows have too much padding.
__global__ void
multiply(float *sums, const half *a, const half *b, int k)
{
	extern __shared__ __align__(32) unsigned char room[];
	float *sum = (float *)room;
	half *left = (half *)room, *right = left + SIDE * ROW;
	int t = threadIdx.x, warp = t / 32;
	float *mine = sums + blockIdx.x * SIDE * SIDE;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4];
	for (int i = t; i < SIDE * SIDE; i += THREADS)
		sum[i] = mine[i];
	__syncthreads();
	for (int j = 0; j < 4; j++)
		wmma::load_matrix_sync(c[j], sum + warp * 16 * SIDE + j * 16, SIDE, wmma::mem_row_major);  // expect: bank-conflict
	for (int first = 0; first < k; first += SIDE) {
		__syncthreads();
		for (int i = t; i < SIDE * SIDE; i += THREADS) {
			left[i / SIDE * ROW + i % SIDE] = a[(blockIdx.x * SIDE + i / SIDE) * k + first + i % SIDE];
			right[i / SIDE * ROW + i % SIDE] = b[i / SIDE * k + first + i % SIDE];
		}
		__syncthreads();
		for (int step = 0; step < SIDE; step += 16) {
			wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
			wmma::load_matrix_sync(x, left + warp * 16 * ROW + step, ROW);
			for (int j = 0; j < 4; j++) {
				wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
				wmma::load_matrix_sync(y, right + j * 16 * ROW + step, ROW);  // expect: bank-conflict
				wmma::mma_sync(c[j], x, y, c[j]);
			}
		}
	}
	__syncthreads();
	for (int j = 0; j < 4; j++)
		wmma::store_matrix_sync(sum + warp * 16 * SIDE + j * 16, c[j], SIDE, wmma::mem_row_major);
	__syncthreads();
	for (int i = t; i < SIDE * SIDE; i += THREADS)
		mine[i] = sum[i];
}

int
main()
{
	const int blocks = 4096, k = 1024, bytes = 2 * SIDE * ROW * (int)sizeof(half);
	float *sums;
	half *a, *b;
	cudaMalloc(&sums, (size_t)blocks * SIDE * SIDE * sizeof *sums);
	cudaMalloc(&a, (size_t)blocks * SIDE * k * sizeof *a);
	cudaMalloc(&b, (size_t)SIDE * k * sizeof *b);
	multiply<<<blocks, THREADS, bytes>>>(sums, a, b, k);
	return 0;
}
