// The pages are moved before the kernel starts.

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

// To the first device; CUDA 13 has a struct for the location.
static void
prefetch(void *data, size_t bytes)
{
#if CUDART_VERSION >= 13000
	cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
	CUDA_CHECK(cudaMemPrefetchAsync(data, bytes, device, 0, 0));
#else
	CUDA_CHECK(cudaMemPrefetchAsync(data, bytes, 0, 0));
#endif
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
	prefetch(data, bytes);
	scale<<<n / 256, 256>>>(data, n);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaDeviceSynchronize());

	bool all_right = true;
	for (int i = 0; i < n; i++)
		all_right = all_right && data[i] == 2.0f;
	CUDA_CHECK(cudaFree(data));
	printf("unprefetched-managed/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
