// The array crosses the link once, in a copy.

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
passes(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int pass = 0; pass < 8; pass++)
		sum += in[(i + pass * (n / 8)) & (n - 1)];
	if (i < n)
		out[i] = sum;
}

int
main()
{
	const int n = 1 << 22;
	const size_t bytes = n * sizeof(float);

	float *in, *out;
	CUDA_CHECK(cudaHostAlloc(&in, bytes, cudaHostAllocMapped));
	for (int i = 0; i < n; i++)
		in[i] = (float)(i & 15);
	CUDA_CHECK(cudaMalloc(&out, bytes));
	float *d_in;
	CUDA_CHECK(cudaMalloc(&d_in, bytes));
	CUDA_CHECK(cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice));
	passes<<<n / 256, 256>>>(out, d_in, n);
	CUDA_CHECK(cudaGetLastError());
	std::vector<float> h(n);
	CUDA_CHECK(cudaMemcpy(h.data(), out, bytes, cudaMemcpyDeviceToHost));

	bool all_right = true;
	for (int i = 0; i < n; i++)
		all_right = all_right && h[i] == 8.0f * (i & 15);
	CUDA_CHECK(cudaFree(out));
	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFreeHost(in));
	printf("zero-copy/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
