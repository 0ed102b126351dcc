// Each step allocates and frees its scratch array.

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
smooth(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 0.5f * in[i];
}

__global__ void
add(float *data, const float *part, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] += part[i];
}

int
main()
{
	const int n = 1 << 22, steps = 40;
	const size_t bytes = n * sizeof(float);

	float *data, *part;
	CUDA_CHECK(cudaMalloc(&data, bytes));
	CUDA_CHECK(cudaMemset(data, 0, bytes));
	for (int step = 0; step < steps; step++) {
		CUDA_CHECK(cudaMalloc(&part, bytes));  // expect: allocation-in-loop
		smooth<<<n / 256, 256>>>(part, data, n);
		add<<<n / 256, 256>>>(data, part, n);
		CUDA_CHECK(cudaGetLastError());
		CUDA_CHECK(cudaFree(part));
	}
	std::vector<float> h(n);
	CUDA_CHECK(cudaMemcpy(h.data(), data, bytes, cudaMemcpyDeviceToHost));

	bool all_right = true;
	for (int i = 0; i < n; i++)
		all_right = all_right && h[i] == 0.0f;
	CUDA_CHECK(cudaFree(data));
	printf("allocation-in-loop/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
