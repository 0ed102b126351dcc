// An access may be wrong in several ways, each in launches of its own: each is reported, for each is repaired elsewhere.

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

// Rows of 17 words: the second begins at byte 68, wherever the tile does.
__global__ void
store_rows_of_17(float *out)
{
	__shared__ float other[3], tile[64][17];
	int t = threadIdx.x;
	other[t % 3] = out[t];
	*reinterpret_cast<float4 *>(&tile[t][0]) = make_float4(1, 2, 3, 4);  // expect: invalid-access
	__syncthreads();
	out[t] = tile[t / 17][t % 17] + other[2 - t % 3];
}

// The only variable in shared memory begins where that does, so that its second word is no place for a pair.
__global__ void
store_behind_one(float *out)
{
	__shared__ float line[129];
	int t = threadIdx.x;
	*reinterpret_cast<float2 *>(&line[1 + 2 * t]) = make_float2(1, 2);  // expect: invalid-access
	__syncthreads();
	out[t] = line[128 - t];
}

// Behind three words the compiler may leave one free, or not.
__global__ void
store_behind_others(float *out)
{
	__shared__ float other[3], line[129];
	int t = threadIdx.x;
	other[t % 3] = out[t];  // expect: shared-race
	*reinterpret_cast<float2 *>(&line[1 + 2 * t]) = make_float2(1, 2);
	__syncthreads();
	out[t] = line[t] + other[2 - t % 3];
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
	store_rows_of_17<<<1, 64>>>(out);
	store_behind_one<<<1, 64>>>(out);
	store_behind_others<<<1, 64>>>(out);
	return 0;
}
