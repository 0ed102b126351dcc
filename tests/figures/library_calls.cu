// options: --no-compile
// options: --launch 'asynchronous_copies<<<1, 64>>>(1024)'
// options: --launch 'called_back<<<1, 32>>>(4096)'
// options: --launch 'warp_functions<<<1, 32>>>(4096, 65536)'
// options: --launch 'updated_counters<<<1, 32>>>(4, 1024)'
// options: --launch 'operands_of_assembly<<<1, 32>>>(4096, 4096)'
//
// Accesses of library functions are at the call in the program.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void asynchronous_copies(int *p)
{
	__shared__ int s[64];
	__pipeline_memcpy_async(&s[threadIdx.x], &p[2 * threadIdx.x], 4); // expect: load global exact sectors=8; store shared exact
	__pipeline_memcpy_async(&s[threadIdx.x], &p[threadIdx.x], 4);     // expect: load global exact sectors=4; store shared exact
	atomicAdd_system(&p[threadIdx.x], 1);                             // expect: atomic exact sectors=4
	atomicAdd_block(&s[0], 1);                                        // expect: atomic exact object="s"
}

struct counting {
	int *calls;
	__device__ int operator()(int a, int b) const
	{
		atomicAdd(&calls[32 * threadIdx.x], a); // expect: atomic exact requests=5 sectors=32
		return a + b;
	}
};

// Code of the program that a library function calls is the program's.
__global__ void called_back(int *p)
{
	cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
	cg::reduce(tile, 1, counting{p});
}

// A match is known where its operand is; a maximum of unknown data is one number for all lanes.
__global__ void warp_functions(const unsigned *data, char *out)
{
	unsigned i = threadIdx.x, whole = 0xffffffff;
	unsigned same = __popc(__match_any_sync(whole, i / 8));
	unsigned unknown = __reduce_max_sync(whole, data[i]);
	out[i % 32 * same] = 1;         // expect: store exact sectors=8
	out[i % 32 + 32 * unknown] = 1; // expect: store exact sectors=1
}

// One thread of each tile of 16 updates the counter.
__global__ void updated_counters(int *p, int *q)
{
	auto t = cg::tiled_partition<16>(cg::this_thread_block());
	cuda::atomic_ref<int, cuda::thread_scope_device> counter(*p);
	int at = cg::exclusive_scan_update(t, counter, 2); // expect: atomic exact requests=1 lanes=2
	q[at] = 1;
	q[cg::invoke_one_broadcast(t, [] { return 7; })] = 1; // expect: store exact sectors=1
}

// An operand is read once, whatever instructions it becomes.
__global__ void operands_of_assembly(const volatile unsigned *in, unsigned *out)
{
	unsigned r, s;
	asm volatile("lop3.b32 %0, %1, 1, 2, 0x96;" : "=r"(r) : "r"(in[threadIdx.x])); // expect: load exact requests=1
	asm volatile("shl.b32 %0, 1, %1;" : "=r"(s) : "r"(in[threadIdx.x + 32]));      // expect: load exact requests=1
	out[threadIdx.x] = r + s;
}
