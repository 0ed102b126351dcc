// Loops that launch the same kernel alike, directly or through functions: each is reported by itself.
enum { N = 4096, BLOCK = 256, WARM_UP = 5, STEPS = 1000, CHECKS = 200, SWEEPS = 2000 };

__global__ void step(float *a)
{
	a[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

static void launch(float *a)
{
	step<<<N / BLOCK, BLOCK>>>(a);  // expect: launch-overhead
}

static void launch_and_wait(float *a)
{
	launch(a);
	cudaDeviceSynchronize();  // expect: sync-in-loop
}

static void repeat(float *a, int times)
{
	for (int i = 0; i < times; i++)
		launch_and_wait(a);
}

static void check(cudaError_t error)
{
	if (error != cudaSuccess)
		__builtin_trap();
}

int main()
{
	float *a, *scratch, sum = 0, initial[N] = {};

	cudaMalloc(&a, sizeof initial);
	for (int i = 0; i < WARM_UP; i++)
		step<<<N / BLOCK, BLOCK>>>(a);
	check(cudaGetLastError());
	for (int i = 0; i < STEPS; i++) {
		step<<<N / BLOCK, BLOCK>>>(a);  // expect: launch-overhead
		cudaDeviceSynchronize();  // expect: sync-in-loop
	}
	for (int i = 0; i < CHECKS; i++) {
		step<<<N / BLOCK, BLOCK>>>(a);  // expect: launch-overhead
		cudaMemcpy(&sum, a, sizeof sum, cudaMemcpyDeviceToHost);  // expect: copy-in-loop
		if (sum < 0)
			return 1;
	}
	for (int i = 0; i < CHECKS; i++) {
		cudaMalloc(&scratch, sizeof initial);  // expect: allocation-in-loop
		step<<<N / BLOCK, BLOCK>>>(scratch);  // expect: launch-overhead
		cudaFree(scratch);
	}
	for (int i = 0; i < WARM_UP; i++)
		launch(a);
	for (int i = 0; i < SWEEPS; i++)
		launch(a);
	repeat(a, WARM_UP);
	repeat(a, STEPS);
	return 0;
}
