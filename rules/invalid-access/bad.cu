// Blocks that access memory beyond the end of their arrays, and pointers that are invalid on the GPU. Do not run it.

#include <cstdlib>

__global__ void
doubled(float *out, const float *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = 2 * in[i];  // expect: invalid-access
}

__global__ void
shifted(float *a)
{
	int i = threadIdx.x;
	a[i] = a[i + 1] - a[i - 1];  // expect: invalid-access invalid-access
}

__global__ void
set(float *a)
{
	a[2 * threadIdx.x] = 1;  // expect: invalid-access
}

__global__ void
set_on_the_host(float *a)
{
	a[threadIdx.x] = 1;  // expect: invalid-access
}

__global__ void
four_at_a_time(float *a)
{
	reinterpret_cast<float4 *>(a)[threadIdx.x] = make_float4(1, 2, 3, 4);  // expect: invalid-access
}

int
main()
{
	const int n = 1000, block = 256, grid = (n + block - 1) / block;
	float *in, *out, *row, *host = (float *)malloc(n * sizeof(float));

	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	cudaMalloc(&row, block * sizeof(float));
	doubled<<<grid, block>>>(out, in);
	shifted<<<1, block>>>(row);
	set<<<1, block>>>(nullptr);
	set_on_the_host<<<1, block>>>(host);
	four_at_a_time<<<1, block / 8>>>(in + 1);
	cudaFree(in);
	cudaFree(out);
	cudaFree(row);
	free(host);
	return cudaGetLastError() != cudaSuccess;
}
