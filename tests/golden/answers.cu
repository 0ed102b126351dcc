// Results that are copied back in each iteration: of inputs of its own, or of what the iteration before has left on the device.

#include <cstdlib>

__global__ void
sort_pairs(int2 *data)
{
	const int2 pair = data[threadIdx.x];
	data[threadIdx.x] = pair.x < pair.y ? pair : make_int2(pair.y, pair.x);
}

__global__ void
relax(int *distance, int *changed)
{
	const int i = threadIdx.x + 1;
	if (distance[i - 1] + 1 < distance[i]) {
		distance[i] = distance[i - 1] + 1;  // expect: misaligned-access
		*changed = 1;
	}
}

int
main()
{
	const int n = 64;
	int numbers[n], changed = 0;
	int *data, *flag;
	cudaMalloc(&data, n * sizeof *data);
	cudaMalloc(&flag, sizeof *flag);

	// A test of random inputs: each iteration is on its own.
	for (int test = 0; test < 500; test++) {
		for (int i = 0; i < n; i++)
			numbers[i] = rand();
		cudaMemcpy(data, numbers, sizeof numbers, cudaMemcpyHostToDevice);
		sort_pairs<<<1, n / 2>>>((int2 *)data);  // expect: launch-overhead
		cudaMemcpy(numbers, data, sizeof numbers, cudaMemcpyDeviceToHost);  // expect: copy-in-loop
		for (int i = 0; i < n; i += 2)
			if (numbers[i] > numbers[i + 1])
				exit(1);
	}

	// The flag that goes to the device is no input: the device could go on by itself.
	for (int round = 0; round < 500; round++) {
		changed = 0;
		cudaMemcpy(flag, &changed, sizeof changed, cudaMemcpyHostToDevice);
		relax<<<1, n / 2>>>(data, flag);  // expect: launch-overhead
		cudaMemcpy(&changed, flag, sizeof changed, cudaMemcpyDeviceToHost);  // expect: copy-in-loop
		if (!changed)
			break;
	}
	return cudaGetLastError();
}
