// Accesses to shared memory that nothing orders, and such that something does.
#include <cassert>

// The next iteration's store meets the loads of this one.
__global__ void
back_edge(float *out, const float *in, int n)
{
	__shared__ float tile[256];
	float sum = 0;
	for (int first = 0; first < n; first += 256) {
		tile[threadIdx.x] = in[first + threadIdx.x];  // expect: shared-race
		__syncthreads();
		sum += tile[255 - threadIdx.x] + tile[threadIdx.x / 2];
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void
tree(float *out, const float *in)
{
	__shared__ float part[256];
	part[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
	__syncthreads();
	for (int s = 128; s > 0; s >>= 1)
		if (threadIdx.x < s)
			part[threadIdx.x] += part[threadIdx.x + s];  // expect: shared-race
	if (threadIdx.x == 0)
		out[blockIdx.x] = part[0];
}

// The second iteration is reached if the assertion holds.
__global__ void
checked(float *out, const float *in, const int *state, int n)
{
	__shared__ float tile[256];
	float sum = 0;
	for (int first = 0; first < n; first += 256) {
		tile[threadIdx.x] = in[first + threadIdx.x];  // expect: shared-race
		__syncthreads();
		sum += tile[255 - threadIdx.x];
		assert(state[first] != 3);
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Right before compute capability 7.0.
__device__ void
last_warp(volatile float *part, int t)
{
	part[t] += part[t + 32];
	part[t] += part[t + 16];  // expect: shared-race
	part[t] += part[t + 8];
	part[t] += part[t + 4];
	part[t] += part[t + 2];
	part[t] += part[t + 1];
}

__global__ void
tree_by_warp(float *out, const float *in)
{
	__shared__ float part[256];
	part[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
	__syncthreads();
	for (int s = 128; s > 32; s >>= 1) {
		if (threadIdx.x < s)
			part[threadIdx.x] += part[threadIdx.x + s];
		__syncthreads();
	}
	if (threadIdx.x < 32)
		last_warp(part, threadIdx.x);
	if (threadIdx.x == 0)
		out[blockIdx.x] = part[0];
}

__global__ void
scan(int *out, const int *in)
{
	__shared__ int part[256];
	int t = threadIdx.x;
	part[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		if (t >= d)
			part[t] += part[t - d];  // expect: shared-race
		__syncthreads();
	}
	out[blockIdx.x * 256 + t] = part[t];
}

__global__ void
counted(int *out)
{
	__shared__ int count[2];
	if (threadIdx.x < 2)
		count[threadIdx.x] = 0;
	__syncthreads();
	atomicAdd(&count[threadIdx.x % 2], 1);
	if (threadIdx.x == 0)
		out[blockIdx.x] = count[0];  // expect: shared-race
}

// Records are copied whole.
__global__ void
copied(float4 *out, const float4 *in)
{
	__shared__ float4 part[256];
	part[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
	out[blockIdx.x * 256 + threadIdx.x] = part[255 - threadIdx.x];  // expect: shared-race
}

// Bytes of one word are threads' own.
__global__ void
bytes(unsigned *out)
{
	__shared__ unsigned char part[256];
	part[threadIdx.x] = threadIdx.x;
	out[blockIdx.x * 256 + threadIdx.x] = part[threadIdx.x];
}

// Two buffers in turn, with one barrier an iteration.
__global__ void
in_turn(float *out, const float *in, int n)
{
	__shared__ float tile[2][256];
	float sum = 0;
	for (int i = 0; i < n; i++) {
		tile[i % 2][threadIdx.x] = in[i * 256 + threadIdx.x];
		__syncthreads();
		sum += tile[i % 2][255 - threadIdx.x];
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// What all store is the same each time; and data may keep all from coming.
__global__ void
alike(float *out, const float *in, float factor)
{
	__shared__ float scale;
	__shared__ int seen;
	seen = 0;
	__syncthreads();
	float x = in[blockIdx.x * 256 + threadIdx.x];
	if (x > 0)
		seen = 1;
	for (int i = 0; i < 4; i++) {
		scale = factor;
		x *= scale;
	}
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = x + seen;
}

// Threads of other warps wait for what a variable says.
__global__ void
flagged(float *out, const float *in)
{
	__shared__ volatile int ready;
	__shared__ float part[32];
	if (threadIdx.x == 0)
		ready = 0;
	__syncthreads();
	if (threadIdx.x < 32) {
		part[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
		__threadfence_block();
		if (threadIdx.x == 0)
			ready = 1;
	} else {
		while (!ready)
			;
		out[blockIdx.x * 256 + threadIdx.x] = part[threadIdx.x % 32];
	}
}

int
main()
{
	void *out, *in;
	cudaMalloc(&out, 16 << 20);
	cudaMalloc(&in, 16 << 20);
	back_edge<<<1024, 256>>>((float *)out, (const float *)in, 65536);
	checked<<<1024, 256>>>((float *)out, (const float *)in, (const int *)in, 65536);
	tree<<<1024, 256>>>((float *)out, (const float *)in);
	tree_by_warp<<<1024, 256>>>((float *)out, (const float *)in);
	scan<<<1024, 256>>>((int *)out, (const int *)in);
	counted<<<1024, 256>>>((int *)out);
	copied<<<1024, 256>>>((float4 *)out, (const float4 *)in);
	bytes<<<1024, 256>>>((unsigned *)out);
	in_turn<<<1024, 256>>>((float *)out, (const float *)in, 64);
	alike<<<1024, 256>>>((float *)out, (const float *)in, 2);
	flagged<<<1024, 256>>>((float *)out, (const float *)in);
	return 0;
}
