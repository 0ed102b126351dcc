// Atomics of all threads of a launch on few or many addresses, by scope; and a compare-and-swap loop instead of one.

struct in_device { static __device__ void add(unsigned *p, unsigned x) { atomicAdd(p, x); } };
struct in_system { static __device__ void add(unsigned *p, unsigned x) { atomicAdd_system(p, x); } };
struct in_block { static __device__ void add(unsigned *p, unsigned x) { atomicAdd_block(p, x); } };

const unsigned ROUNDS = 32;

// All threads use `addresses` neighbouring counters, a power of two.
// Ideal form: one counter for each thread.
template <typename Scope>
__global__ void
add_to(unsigned *counters, unsigned addresses)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (unsigned round = 0; round < ROUNDS; round++)
		Scope::add(&counters[i & addresses - 1], i + round);
}

// The threads of a block of 256 use `addresses` counters of the block's own.
extern "C" __global__ void
add_in_block(unsigned *counters, unsigned addresses)
{
	unsigned i = blockIdx.x * blockDim.x, mine = threadIdx.x & addresses - 1;
	for (unsigned round = 0; round < ROUNDS; round++)
		in_block::add(&counters[i + mine], threadIdx.x + round);
}

// The same in shared memory.
extern "C" __global__ void
add_in_shared(unsigned *counters, unsigned addresses)
{
	__shared__ unsigned count[256];
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	count[threadIdx.x] = 0;
	__syncthreads();
	for (unsigned round = 0; round < 2 * ROUNDS; round++)
		atomicAdd(&count[threadIdx.x & addresses - 1], i + round);
	__syncthreads();
	counters[i] = count[threadIdx.x];
}

// Groups of `lanes` neighbouring lanes share a counter, by compare-and-swap.
// Ideal form: by an atomic addition.
extern "C" __global__ void
add_by_swapping(unsigned *counters, unsigned lanes)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned *counter = &counters[i / lanes * lanes];
	for (unsigned round = 0; round < ROUNDS; round++) {
		unsigned seen = *counter, before;
		do {
			before = seen;
			seen = atomicCAS(counter, before, before + i + round);
		} while (seen != before);
	}
}

extern "C" __global__ void
add_by_adding(unsigned *counters, unsigned lanes)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	for (unsigned round = 0; round < ROUNDS; round++)
		atomicAdd(&counters[i / lanes * lanes], i + round);
}
