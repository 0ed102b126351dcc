// What the compiler must assume about two pointers, and about the memory of one.

// `COUNT` additions for each thread, one block apart. If `out` may alias `a` or `b`, the loads of each must wait for the previous
// store.
// Ideal form: they do not alias.
template <unsigned COUNT>
__global__ void
add_aliased(float *out, const float *a, const float *b)
{
	unsigned first = blockIdx.x * blockDim.x * COUNT + threadIdx.x;
	#pragma unroll
	for (unsigned k = 0; k < COUNT; k++)
		out[first + k * blockDim.x] = a[first + k * blockDim.x] + b[first + k * blockDim.x];
}

template <unsigned COUNT>
__global__ void
add_restricted(float *__restrict__ out, const float *__restrict__ a, const float *__restrict__ b)
{
	unsigned first = blockIdx.x * blockDim.x * COUNT + threadIdx.x;
	#pragma unroll
	for (unsigned k = 0; k < COUNT; k++)
		out[first + k * blockDim.x] = a[first + k * blockDim.x] + b[first + k * blockDim.x];
}

// A table of `size` elements, a power of two, read repeatedly with a stride by ordinary loads.
// Ideal form: loads through the read-only path.
struct ordinary { static __device__ float load(const float *p) { return __ldca(p); } };
struct read_only { static __device__ float load(const float *p) { return __ldg(p); } };

template <typename Load>
__global__ void
read_table(float *__restrict__ out, const float *table, unsigned size, unsigned stride)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	float total = 0;
	#pragma unroll 8
	for (unsigned k = 0; k < 64; k++)
		total += Load::load(&table[(threadIdx.x + k * 37) * stride & (size - 1)]);
	out[i] = total;
}
