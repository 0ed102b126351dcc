// Sums that live in global memory: each iteration stores them, and what they are made of is loaded again after each store.

__global__ void
multiply(float *sum, const float *a, const float *x, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	sum[row] = 0;
	for (int k = 0; k < n; k++)
		sum[row] += a[k * n + row] * x[k];  // expect: memory-round-trip
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
	return 0;
}
