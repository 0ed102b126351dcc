// Barriers that some threads do not reach: threads that end are not waited for, and those that wait elsewhere are counted.
#include <cuda_runtime.h>

__global__ void
ends(float *out)
{
	__shared__ float part[256];
	const unsigned t = threadIdx.x;
	if (t < 128) {
		part[t] = t;
		__syncthreads();  // expect: divergent-barrier
		out[blockIdx.x * 256 + t] = part[127 - t];
	}
}

__global__ void
leaves_and_ends(float *out, const float *in, int n)
{
	__shared__ float part[256];
	float sum = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		part[threadIdx.x] = in[i];
		__syncthreads();  // expect: divergent-barrier
		sum += part[threadIdx.x ^ 1];
		__syncthreads();
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void
waits_later(float *out)
{
	__shared__ float part[256];
	const unsigned t = threadIdx.x;
	part[t] = t;
	if (t < 128) {
		__syncthreads();  // expect: divergent-barrier
		part[t] += part[255 - t];
	}
	__syncthreads();
	out[blockIdx.x * 256 + t] = part[t / 2];
}

__global__ void
waits_on_the_other_side(float *out)
{
	__shared__ float part[256];
	const unsigned t = threadIdx.x;
	part[t] = t;
	if (t < 128) {
		__syncthreads();  // expect: divergent-barrier
		out[blockIdx.x * 256 + t] = part[255 - t];
	} else {
		__syncthreads();  // expect: divergent-barrier
		out[blockIdx.x * 256 + t] = part[t / 2];
	}
}

int
main()
{
	float *out, *in;
	cudaMalloc(&out, 256 * 256 * sizeof *out);
	cudaMalloc(&in, 1000 * sizeof *in);
	cudaMemset(in, 0, 1000 * sizeof *in);
	ends<<<256, 256>>>(out);
	leaves_and_ends<<<256, 256>>>(out, in, 1000);
	waits_later<<<256, 256>>>(out);
	waits_on_the_other_side<<<256, 256>>>(out);
	return cudaDeviceSynchronize();
}
