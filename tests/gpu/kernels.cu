// Kernels of which every count is known in advance. A line that is measured names itself: `// site: NAME`.

__global__ void offset_copy(float *out, const float *in, int offset)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = in[i + offset];  // site: offset_read
	out[i] = value;  // site: offset_write
}

__global__ void strided_read(float *out, const float *in, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = in[i * stride];  // site: stride_read
	out[i] = value;  // site: stride_write
}

__global__ void vector_copy(float4 *out, const float4 *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i];  // site: vector_copy
}

__global__ void transpose_naive(float *out, const float *in, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	float value = in[y * n + x];  // site: naive_read
	out[x * n + y] = value;  // site: naive_write
}

template <int PITCH>
__global__ void transpose_tile(float *out, const float *in, int n)
{
	__shared__ float tile[32][PITCH];
	int x = blockIdx.x * 32 + threadIdx.x;
	int y = blockIdx.y * 32 + threadIdx.y;
	float value = in[y * n + x];
	tile[threadIdx.y][threadIdx.x] = value;  // site: tile_write
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	float turned = tile[threadIdx.x][threadIdx.y];  // site: tile_read
	out[y * n + x] = turned;
}

__device__ float work(float value, int rounds)
{
	for (int i = 0; i < rounds; i++)
		value = value * 1.0001f + 0.5f;
	return value;
}

__global__ void divergent(float *out, int rounds, int mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = (float)i;
	if ((threadIdx.x & mask) == 0)  // site: branch
		value = work(value, rounds);
	else
		value = work(value, rounds + 3) + 1.0f;
	out[i] = value;
}

__global__ void atomics(int *counters, int spread, int *old)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&counters[(i & 31) * spread], 1);  // site: reduction
	if (old)
		old[i] = atomicAdd(&counters[(i & 31) * spread], 1);  // site: atomic
}

__global__ void shared_atomics(int *out)
{
	__shared__ int bins[32];
	if (threadIdx.x < 32)
		bins[threadIdx.x] = 0;
	__syncthreads();
	atomicAdd(&bins[threadIdx.x & 31], 1);  // site: shared_atomic
	__syncthreads();
	if (threadIdx.x < 32)
		out[blockIdx.x * 32 + threadIdx.x] = bins[threadIdx.x];
}

__global__ void local_array(float *out, const int *index)
{
	float local[16];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 16; k++)
		local[index[k] & 15] = (float)k;  // site: local_write
	out[i] = local[index[i & 15] & 15];  // site: local_read
}

__global__ void generic_pointer(float *out, const float *in, int choose)
{
	__shared__ float tile[256];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	const float *from = (choose >> (threadIdx.x / 32)) & 1 ? tile : in;
	float value = from[threadIdx.x];  // site: generic_read
	out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void guarded(float *out, const float *in, int n, int phase)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {  // site: guard
		float value = in[i];  // site: guarded_read
		out[i] = value;  // site: guarded_write
	}
	if ((i & 7) == phase)
		out[i] = 2.0f;  // site: predicated_write
}

__global__ void asynchronous_copy(float *out, const float *in)
{
	__shared__ float tile[256];
	unsigned to = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);
	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + threadIdx.x * 2));  // site: async
	asm volatile("cp.async.wait_all;");
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x];
}

__constant__ float table[64];
__device__ float scale[2];

__global__ void use_variables(float *out)
{
	out[threadIdx.x] = table[threadIdx.x & 63] * scale[1];
}

struct chained {
	float *rows[2];
	const chained *next;
};
__constant__ chained *chain;

__global__ void follow_addresses(float *out)
{
	for (const chained *link = chain; link; link = link->next)
		out[threadIdx.x] += link->rows[0][threadIdx.x] * link->rows[1][threadIdx.x];
	chain->rows[1][threadIdx.x] = out[threadIdx.x];
}

__device__ unsigned visible_tickets;
static __device__ unsigned internal_tickets[3] = {0, 5, 0};
namespace { __device__ unsigned hidden_tickets = 7; }
__managed__ unsigned managed_tickets;

/* A launch that finds what an earlier one left does not come to its end. The same once more as another version. */
template <int Version>
__global__ void take_tickets(unsigned *out)
{
	if (threadIdx.x != 0)
		return;
	if (atomicAdd(&visible_tickets, 1u) >= gridDim.x || atomicAdd(&internal_tickets[1], 1u) >= gridDim.x + 5 ||
	    atomicAdd(&hidden_tickets, 1u) >= gridDim.x + 7 || atomicAdd(&managed_tickets, 1u) >= gridDim.x)
		__trap();
	out[blockIdx.x] = Version;
}

/* Lets a surface drift. */
__global__ void count_in_surface(unsigned *out, cudaSurfaceObject_t in)
{
	const unsigned before = surf2Dread<unsigned>(in, threadIdx.x * 4, 0);
	if (before >= 100)
		__trap();
	surf2Dwrite(before + 100, in, threadIdx.x * 4, 0);
	out[threadIdx.x] = before;
}

/* Every block reads what another has written. */
__global__ void wait_for_all(unsigned *arrived, unsigned *out)
{
	if (threadIdx.x == 0) {
		atomicAdd(arrived, 1u);
		while (atomicAdd(arrived, 0u) < gridDim.x)
			;
		out[blockIdx.x] = atomicAdd(arrived, 0u);
	}
}

struct parameters {
	float *out;
	const int *from;
	short tag;
	float factor;
};

__global__ void use_record(parameters p, const float *in)
{
	p.out[threadIdx.x] = in[p.from[threadIdx.x]] * p.factor;
}

extern __shared__ float dynamic[];
__global__ void dynamic_shared(float *out, int last)
{
	dynamic[last] = 1.0f;
	dynamic[threadIdx.x] = (float)threadIdx.x;
	__syncthreads();
	out[threadIdx.x] = dynamic[threadIdx.x] + dynamic[last];
}

__global__ void talkative(int *out)
{
	printf("{ this must not reach the result %d\n", threadIdx.x);
	out[threadIdx.x] = 1;
}

__global__ void illegal_address(int *out)
{
	int *nowhere = (int *)64;
	out[threadIdx.x] = nowhere[threadIdx.x];
}

__global__ void endless(volatile int *out)
{
	while (out[0] == 0)
		continue;
}

__global__ void writes_behind(int *out, int n)
{
	out[threadIdx.x + n] = 1;
}

__global__ void traps(int *out)
{
	out[threadIdx.x] = 1;
	__trap();
}
