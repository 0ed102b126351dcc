// Sums in registers; or in memory, through pointers of which the compiler is told that no other leads there.

__global__ void
multiply(float *sum, const float *a, const float *x, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float own = 0;
	for (int k = 0; k < n; k++)
		own += a[k * n + row] * x[k];
	sum[row] = own;
}

__global__ void
multiply_restricted(float *__restrict__ sum, const float *__restrict__ a, const float *__restrict__ x, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	sum[row] = 0;
	for (int k = 0; k < n; k++)
		sum[row] += a[k * n + row] * x[k];
}

int
main()
{
	const int n = 2048;
	float *sum, *a, *x;
	cudaMalloc(&sum, n * sizeof *sum);
	cudaMalloc(&a, n * n * sizeof *a);
	cudaMalloc(&x, n * sizeof *x);
	multiply<<<n / 128, 128>>>(sum, a, x, n);
	multiply_restricted<<<n / 128, 128>>>(sum, a, x, n);
	return 0;
}
