// One row of a sparse matrix is far longer than the others: its block is run wherever it stands.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void
row_by_thread(float *sums, const float *values, const int *first, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= n)
		return;
	float sum = 0;
	for (int i = first[row]; i < first[row + 1]; i++)  // expect: misaligned-access
		sum += values[i];  // expect: uneven-work uncoalesced-access
	sums[row] = sum;
}

__global__ void
row_by_block(float *sums, const float *values, const int *first)
{
	const int row = blockIdx.x, end = first[row + 1];
	float sum = 0;
	for (int i = first[row] + threadIdx.x; i < end; i += blockDim.x)
		sum += values[i];  // expect: uneven-work
	sums[row * blockDim.x + threadIdx.x] = sum;
}

int
main()
{
	const int rows = 1 << 16, long_row = 12345, blocks = rows / 256;
	int *first = (int *)malloc((rows + 1) * sizeof(int)), *offsets;
	float *values, *sums;
	first[0] = 0;
	for (int i = 0; i < rows; i++)
		first[i + 1] = first[i] + (i == long_row ? 500000 : 64);
	const int count = first[rows];
	cudaMalloc(&offsets, (rows + 1) * sizeof(int));
	cudaMalloc(&values, count * sizeof(float));
	cudaMalloc(&sums, rows * 128 * sizeof(float));
	cudaMemcpy(offsets, first, (rows + 1) * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemset(values, 0, count * sizeof(float));
	row_by_thread<<<blocks, 256>>>(sums, values, offsets, rows);
	row_by_block<<<rows, 128>>>(sums, values, offsets);
	return cudaDeviceSynchronize();
}
