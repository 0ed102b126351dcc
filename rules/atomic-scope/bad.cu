// Sums in a program that uses one GPU, in memory of that GPU. Neither the host nor another GPU can read them while the kernel runs.

__global__ void
add(unsigned *totals, const unsigned *values)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd_system(&totals[i], values[i]);  // expect: atomic-scope
}

// Running sums, and a counter that shows other threads their progress.
__global__ void
publish(float *sums, volatile int *ready, const float *values)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int part = 0; part < 16; part++) {
		sum += values[part * gridDim.x * blockDim.x + i];
		sums[part * gridDim.x * blockDim.x + i] = sum;
		__threadfence_system();  // expect: atomic-scope
		ready[i] = part + 1;
	}
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
	cudaMalloc(&sums, n * sizeof *sums);
	cudaMalloc(&ready, blocks * 256 * sizeof *ready);
	cudaMalloc(&values, n * sizeof *values);
	add<<<n / 256, 256>>>(totals, numbers);
	publish<<<blocks, 256>>>(sums, ready, values);
	return 0;
}
