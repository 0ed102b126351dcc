// Asynchronous copies: what either side costs depends on where the other lies.
#include <cuda_pipeline.h>

__device__ void arrive()
{
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
}

__global__ void padded(const float4 *in, float4 *out)
{
	__shared__ float4 tile[32][9];
	const int row = threadIdx.x / 8, column = threadIdx.x % 8;

	__pipeline_memcpy_async(&tile[row][column], &in[8 * row + column], 16);  // expect: bank-conflict
	arrive();
	out[threadIdx.x] = tile[row ^ 1][column];
}

__global__ void swizzled(const float4 *in, float4 *out)
{
	__shared__ float4 tile[32][8];
	const int row = threadIdx.x / 8, column = threadIdx.x % 8;

	__pipeline_memcpy_async(&tile[row][column ^ row % 8], &in[8 * row + column], 16);
	arrive();
	out[threadIdx.x] = tile[row][column ^ row % 8];
}

__global__ void scattered(const float4 *in, float4 *out)
{
	__shared__ float4 tile[256];

	__pipeline_memcpy_async(&tile[threadIdx.x], &in[8 * threadIdx.x], 16);  // expect: uncoalesced-access
	arrive();
	out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void through_l1(const float *in, float *out)
{
	__shared__ float tile[256];

	__pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x / 8 * 64 + threadIdx.x % 8], 4);  // expect: bank-conflict
	arrive();
	out[threadIdx.x] = tile[threadIdx.x];
}

int main()
{
	void *in, *out;

	cudaMalloc(&in, 32768);
	cudaMalloc(&out, 4096);
	padded<<<1, 256>>>((const float4 *)in, (float4 *)out);
	swizzled<<<1, 256>>>((const float4 *)in, (float4 *)out);
	scattered<<<1, 256>>>((const float4 *)in, (float4 *)out);
	through_l1<<<1, 256>>>((const float *)in, (float *)out);
	return cudaDeviceSynchronize();
}
