// The same with arrays that are large enough for all threads, or with a guard for surplus threads.

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
doubled(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 2 * in[i];
}

__global__ void
set(float *a)
{
	a[threadIdx.x] = 1;
}

__global__ void
four_at_a_time(float *a)
{
	reinterpret_cast<float4 *>(a)[threadIdx.x] = make_float4(1, 2, 3, 4);
}

int
main()
{
	const int n = 1024, block = 256, grid = (n + block - 1) / block;
	float *in, *out, *managed, *pinned;

	CUDA_CHECK(cudaMalloc(&in, n * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&out, n * sizeof(float)));
	CUDA_CHECK(cudaMallocManaged(&managed, n * sizeof(float)));
	CUDA_CHECK(cudaMallocHost(&pinned, n * sizeof(float)));
	doubled<<<grid + 1, block>>>(out, in, n);
	set<<<1, block>>>(managed);
	set<<<1, block>>>(pinned);
	four_at_a_time<<<1, block>>>(in);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaDeviceSynchronize());
	const bool right = managed[block - 1] == 1 && pinned[block - 1] == 1;
	CUDA_CHECK(cudaFree(in));
	CUDA_CHECK(cudaFree(out));
	CUDA_CHECK(cudaFree(managed));
	CUDA_CHECK(cudaFreeHost(pinned));
	printf("invalid-access/good: %s\n", right ? "PASS" : "FAIL");
	return right ? 0 : 1;
}
