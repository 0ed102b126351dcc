// Nothing checks whether the launch failed.

#include <cstdio>
#include <vector>

__global__ void
scale(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = 0.5f * data[i] + 1.0f;
}

int
main()
{
	const int n = 1 << 20;
	const size_t bytes = n * sizeof(float);

	std::vector<float> h(n, 2.0f);
	float *d;
	cudaMalloc(&d, bytes);
	cudaMemcpy(d, h.data(), bytes, cudaMemcpyHostToDevice);
	scale<<<n / 256, 256>>>(d, n);  // expect: unchecked-launch
	cudaMemcpy(h.data(), d, bytes, cudaMemcpyDeviceToHost);
	cudaFree(d);

	bool all_right = true;
	for (float x : h)
		all_right = all_right && x == 2.0f;
	printf("unchecked-launch/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
