// An access may be wrong in several ways, each in launches of its own: each is told, for each is repaired elsewhere.

#include <cuda_fp16.h>

__global__ void
fill(float *out, int first)
{
	out[first + (int)threadIdx.x] = 1;  // expect: invalid-access invalid-access invalid-access invalid-access
}

// One way in two launches is one thing to repair.
__global__ void
double_up(float *out)
{
	out[threadIdx.x] *= 2;  // expect: invalid-access
}

// Copying these is a function of CUDA's headers; they go where the source says all the same.
__global__ void
halve(const __half2 *in, __half2 *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = __hmul2(in[i], __float2half2_rn(0.5f));  // expect: invalid-access
}

int
main()
{
	float *out, *small, *none = nullptr, local[256];
	cudaMalloc(&out, 1024);
	cudaMalloc(&small, 512);
	fill<<<1, 256>>>(none, 0);
	fill<<<1, 256>>>(out, 0);
	fill<<<1, 256>>>(out, 64);
	fill<<<1, 256>>>(out, -64);
	fill<<<1, 256>>>(local, 0);
	double_up<<<1, 256>>>(small);
	double_up<<<1, 192>>>(small);
	halve<<<2, 128>>>((__half2 *)out, (__half2 *)small);
	return 0;
}
