// Sums of a program that uses one GPU, in memory of that GPU: no host code and no other GPU can look at them while the kernel runs.

__global__ void
add(unsigned *totals, const unsigned *values)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd_system(&totals[i], values[i]);  // expect: atomic-scope
}

// Each block's sum, and a flag by which others see that it is there.
__global__ void
publish(float *sums, volatile int *ready, const float *values)
{
	float sum = 0;
	for (int k = threadIdx.x; k < 4096; k += 256)
		sum += values[blockIdx.x * 4096 + k];
	sums[blockIdx.x * 256 + threadIdx.x] = sum;
	__threadfence_system();  // expect: atomic-scope
	ready[blockIdx.x * 256 + threadIdx.x] = 1;
}

int
main()
{
	const int n = 1 << 22, blocks = 1024;
	unsigned *totals, *numbers;
	float *sums, *values;
	int *ready;
	cudaMalloc(&totals, n * sizeof *totals);
	cudaMalloc(&numbers, n * sizeof *numbers);
	cudaMalloc(&sums, blocks * 256 * sizeof *sums);
	cudaMalloc(&ready, blocks * 256 * sizeof *ready);
	cudaMalloc(&values, n * sizeof *values);
	add<<<n / 256, 256>>>(totals, numbers);
	publish<<<blocks, 256>>>(sums, ready, values);
	return 0;
}
