// Barriers that order nothing, and such that do or may.
#include <cooperative_groups.h>
#include <cuda/barrier>

__global__ void
at_the_end(float *out, const float *in)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	part[threadIdx.x] = in[i];
	__syncthreads();
	out[i] = part[255 - threadIdx.x];
	__syncthreads();  // expect: needless-barrier
}

__global__ void
without_shared_memory(float *out, const float *in)
{
	int i = blockIdx.x * 256 + threadIdx.x;
	float x = in[i];
	__syncthreads();  // expect: needless-barrier
	out[i] = x;
}

// One of both has to stay.
__global__ void
twice(float *out, const float *in)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	part[threadIdx.x] = in[i];
	__syncthreads();  // expect: needless-barrier
	__syncthreads();
	out[i] = part[255 - threadIdx.x];
}

// Between loads and the next iteration's stores to `part` there are two barriers, of which one would do.
__global__ void
in_loop(float *out, const float *in, int n)
{
	__shared__ float part[256];
	__shared__ float own[256];
	float sum = 0;
	for (int first = 0; first < n; first += 256) {
		own[threadIdx.x] = in[first + threadIdx.x];
		__syncthreads();
		part[threadIdx.x] = 2 * own[threadIdx.x];
		__syncthreads();
		sum += part[255 - threadIdx.x];
		__syncthreads();  // expect: needless-barrier
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__device__ void
wait()
{
	__syncthreads();
}

// A function's barrier is needed where one of its callers needs it.
__global__ void
called(float *out, const float *in)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	wait();
	part[threadIdx.x] = in[i];
	wait();
	out[i] = part[255 - threadIdx.x];
}

__global__ void
by_data(float *out, const int *at)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	part[threadIdx.x] = i;
	__syncthreads();
	out[i] = part[at[i] & 255];  // expect: bank-conflict
}

__global__ void
where_data_leads(float *out, const float *in)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	part[threadIdx.x] = in[i];
	__syncthreads();
	if (in[i] > 0)
		out[i] = part[255 - threadIdx.x];
}

// With 256 elements there is one iteration, after which nothing comes.
__global__ void
once(float *out, const float *in, int n)
{
	__shared__ float part[256];
	float sum = 0;
	for (int first = 0; first < n; first += 256) {
		part[threadIdx.x] = in[first + threadIdx.x];
		__syncthreads();
		sum += part[255 - threadIdx.x];
		__syncthreads();
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void
for_other_blocks(float *out, int *done, const float *in)
{
	int i = blockIdx.x * 256 + threadIdx.x;
	out[i] = in[i];
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(done, 1);
}

__global__ void
counted(int *out, const int *in)
{
	int i = blockIdx.x * 256 + threadIdx.x;
	out[i] = __syncthreads_count(in[i]);
}

__global__ void
as_group(float *out, const float *in)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	part[threadIdx.x] = in[i];
	cooperative_groups::this_thread_block().sync();
	out[i] = part[255 - threadIdx.x];
}

// What the built-in headers make of it is nothing, but the library stores to it.
__global__ void
begins_barrier(float *out, const float *in)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> arrived;
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	if (threadIdx.x == 0)
		init(&arrived, 256);
	__syncthreads();
	part[threadIdx.x] = in[i];
	arrived.arrive_and_wait();
	out[i] = part[255 - threadIdx.x];
}

// What is timed begins when all threads are there, and ends when all are done.
__global__ void
timed(float *out, long long *cycles, float x)
{
	__syncthreads();
	long long begin = clock64();
	for (int i = 0; i < 1000; i++)
		x = x * x + 1;
	__syncthreads();
	long long end = clock64();
	out[blockIdx.x * 256 + threadIdx.x] = x;
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - begin;
}

int
main()
{
	float *out, *in;
	int *numbers, *done;
	cudaMalloc(&out, 4194304 * sizeof *out);
	cudaMalloc(&in, 4194304 * sizeof *in);
	cudaMalloc(&numbers, 4194304 * sizeof *numbers);
	cudaMalloc(&done, 4194304 * sizeof *done);
	at_the_end<<<16384, 256>>>(out, in);
	without_shared_memory<<<16384, 256>>>(out, in);
	twice<<<16384, 256>>>(out, in);
	in_loop<<<1024, 256>>>(out, in, 2048);
	called<<<16384, 256>>>(out, in);
	by_data<<<16384, 256>>>(out, numbers);
	where_data_leads<<<16384, 256>>>(out, in);
	once<<<1024, 256>>>(out, in, 256);
	for_other_blocks<<<16384, 256>>>(out, done, in);
	counted<<<16384, 256>>>(numbers, done);
	as_group<<<16384, 256>>>(out, in);
	begins_barrier<<<16384, 256>>>(out, in);
	timed<<<1024, 256>>>(out, (long long *)in, 2);
	return 0;
}
