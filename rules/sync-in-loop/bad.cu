// Each step waits for its kernel before the next one is issued.

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call)                                                                                    \
	do {                                                                                                \
		cudaError_t status = (call);                                                                \
		if (status != cudaSuccess) {                                                                \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
			exit(1);                                                                            \
		}                                                                                           \
	} while (0)

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
	const int n = 1 << 22, steps = 200;
	const size_t bytes = n * sizeof(float);

	std::vector<float> h(n, 2.0f);
	float *d;
	CUDA_CHECK(cudaMalloc(&d, bytes));
	CUDA_CHECK(cudaMemcpy(d, h.data(), bytes, cudaMemcpyHostToDevice));
	for (int step = 0; step < steps; step++) {
		scale<<<n / 256, 256>>>(d, n);
		CUDA_CHECK(cudaGetLastError());
		CUDA_CHECK(cudaDeviceSynchronize());  // expect: sync-in-loop
	}
	CUDA_CHECK(cudaMemcpy(h.data(), d, bytes, cudaMemcpyDeviceToHost));

	bool all_right = true;
	for (int i = 0; i < n; i++)
		all_right = all_right && h[i] == 2.0f;
	CUDA_CHECK(cudaFree(d));
	printf("sync-in-loop/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
