// Atomics and fences of the required scope: the device, or the system if the host reads the values while the kernel runs.

__global__ void
add(unsigned *totals, const unsigned *values)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&totals[i], values[i]);
}

__global__ void
publish(float *sums, volatile int *ready, const float *values)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int part = 0; part < 16; part++) {
		sum += values[part * gridDim.x * blockDim.x + i];
		sums[part * gridDim.x * blockDim.x + i] = sum;
		__threadfence();
		ready[i] = part + 1;
	}
}

// The host polls the flag in memory that both can access.
__global__ void
report(int *counted, const float *values, volatile int *progress)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (values[i] > 0.5f)
		counted[i] = 1;
	if (i == 0) {
		__threadfence_system();
		*progress = 1;
	}
}

int
main()
{
	const int n = 1 << 22, blocks = 1024;
	unsigned *totals, *numbers;
	float *sums, *values;
	int *ready, *counted, *progress;
	cudaMalloc(&totals, n * sizeof *totals);
	cudaMalloc(&numbers, n * sizeof *numbers);
	cudaMalloc(&sums, n * sizeof *sums);
	cudaMalloc(&ready, blocks * 256 * sizeof *ready);
	cudaMalloc(&counted, n * sizeof *counted);
	cudaMalloc(&values, n * sizeof *values);
	cudaMallocHost(&progress, sizeof *progress);
	*progress = 0;
	add<<<n / 256, 256>>>(totals, numbers);
	publish<<<blocks, 256>>>(sums, ready, values);
	report<<<n / 256, 256>>>(counted, values, progress);
	while (*(volatile int *)progress == 0)
		;
	return 0;
}
