// The host fills managed memory, and the kernel fetches it page by page.

#include <cstdio>
#include <cstdlib>

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
	const int n = 1 << 24;
	const size_t bytes = n * sizeof(float);

	float *data;
	CUDA_CHECK(cudaMallocManaged(&data, bytes));
	for (int i = 0; i < n; i++)
		data[i] = 2.0f;
	scale<<<n / 256, 256>>>(data, n);  // expect: unprefetched-managed
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaDeviceSynchronize());

	bool all_right = true;
	for (int i = 0; i < n; i++)
		all_right = all_right && data[i] == 2.0f;
	CUDA_CHECK(cudaFree(data));
	printf("unprefetched-managed/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
