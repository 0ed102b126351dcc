// Each iteration copies new data, and the GPU waits for the copy.

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
	const int n = 1 << 22, rounds = 8;
	const size_t bytes = n * sizeof(float);

	std::vector<float> in(n), out(n);
	float *d;
	CUDA_CHECK(cudaMalloc(&d, bytes));
	bool all_right = true;
	for (int round = 0; round < rounds; round++) {
		for (int i = 0; i < n; i++)
			in[i] = (float)(round + i % 64);
		CUDA_CHECK(cudaMemcpy(d, in.data(), bytes, cudaMemcpyHostToDevice));
		scale<<<n / 256, 256>>>(d, n);
		CUDA_CHECK(cudaGetLastError());
		CUDA_CHECK(cudaMemcpy(out.data(), d, bytes, cudaMemcpyDeviceToHost));  // expect: transfer-bound
		for (int i = 0; i < n; i++)
			all_right = all_right && out[i] == 0.5f * (round + i % 64) + 1.0f;
	}

	CUDA_CHECK(cudaFree(d));
	printf("transfer-bound/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
