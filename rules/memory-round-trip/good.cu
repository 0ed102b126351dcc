// Sums in registers; or in memory, through `__restrict__` pointers, which the compiler can assume not to alias.

__global__ void
multiply(float *sum, const float *a, const float *x, int rows, int columns)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float own = 0;
	for (int k = 0; k < columns; k++)
		own += a[k * rows + row] * x[k];
	sum[row] = own;
}

__global__ void
multiply_restricted(float *__restrict__ sum, const float *__restrict__ a, const float *__restrict__ x, int rows, int columns)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	sum[row] = 0;
	for (int k = 0; k < columns; k++)
		sum[row] += a[k * rows + row] * x[k];
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
	multiply_restricted<<<rows / 128, 128>>>(sum, a, x, rows, columns);
	return 0;
}
