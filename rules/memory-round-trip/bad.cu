// Sums in global memory: each iteration stores them, and after each store reloads what they are computed from.

__global__ void
multiply(float *sum, const float *a, const float *x, int rows, int columns)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	sum[row] = 0;
	for (int k = 0; k < columns; k++)
		sum[row] += a[k * rows + row] * x[k];  // expect: memory-round-trip
}

int
main()
{
	const int rows = 1 << 18, columns = 256;
	float *sum, *a, *x;
	cudaMalloc(&sum, rows * sizeof *sum);
	cudaMalloc(&a, rows * columns * sizeof *a);
	cudaMalloc(&x, columns * sizeof *x);
	multiply<<<rows / 128, 128>>>(sum, a, x, rows, columns);
	return 0;
}
