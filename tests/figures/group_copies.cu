// options: --no-compile
// options: --launch 'by_alignment<<<1, 256>>>(4096, 4096, 4096, 4096, 4096)'
// options: --launch 'small_types<<<1, 256>>>(4096, 4096, 4096, 4096, 4096)'
// options: --launch 'by_tiles<<<1, 32>>>(4096, 4096)'
// options: --launch 'with_barriers<<<1, 256>>>(16384, 4096, 4096, 4096)'
//
// Asynchronous copies by a group: in pieces of which width they go, and on which line of the toolkit's headers. Expectations
// are the instructions that nvcc 13.0 makes for sm_90.
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

struct point {
	float x, y, z;
};

// Pieces are as wide as the type is aligned, or as an aligned size promises.
__global__ void by_alignment(const float *f, const double *d, const point *p, const float4 *v, float *o)
{
	__shared__ float a[256];
	__shared__ double b[256];
	__shared__ point c[256];
	__shared__ float4 e[256];
	auto g = cg::this_thread_block();
	cg::memcpy_async(g, a, f, sizeof a);   // expect: load exact width=4 requests=8 in_line=190; store exact width=4 requests=8
	cg::memcpy_async(g, b, d, sizeof b);   // expect: load exact width=8 requests=8 in_line=190; store exact width=8 requests=8
	cg::memcpy_async(g, c, p, sizeof c);   // expect: load exact width=4 requests=24 in_line=190; store exact width=4 requests=24
	cg::memcpy_async(g, e, v, sizeof e);   // expect: load exact width=16 requests=8 in_line=203; store exact width=16 requests=8
	cg::memcpy_async(g, a, 256, f, 512);   // expect: load exact width=4 requests=8 in_line=190; store exact width=4 requests=8
	cg::memcpy_async(g, a, f, cuda::aligned_size_t<16>(sizeof a)); // expect: load exact width=16 requests=2 in_line=203; store exact width=16 requests=2
	cg::wait(g);
	int i = threadIdx.x;
	o[i] = a[i] + b[i] + c[i].x + e[i].x;
}

// Small types go in pieces as wide as the addresses allow.
__global__ void small_types(const unsigned char *b, const short *s, float *to, const float *from, float *o)
{
	__shared__ __align__(16) unsigned char c[256];
	__shared__ __align__(16) short h[256];
	auto g = cg::this_thread_block();
	cg::memcpy_async(g, c, b + 1, 256);     // expect: load exact width=1 requests=8 in_line=123; store exact width=1 requests=8
	cg::memcpy_async(g, h, s + 1, 512);     // expect: load exact width=2 requests=8 in_line=123; store exact width=2 requests=8
	cg::memcpy_async(g, h, s + 2, 512);     // expect: load exact width=4 requests=4 in_line=190; store exact width=4 requests=4
	cg::memcpy_async(g, to, from, 1024);    // expect: load exact width=4 requests=8 in_line=123; store exact width=4 requests=8
	cg::wait(g);
	int i = threadIdx.x;
	o[i] = c[i] + h[i];
}

// All threads of a tile take part in the last iteration.
__global__ void by_tiles(const float *f, float *o)
{
	__shared__ float s[40];
	auto t = cg::tiled_partition<32>(cg::this_thread_block());
	cg::memcpy_async(t, s, f, sizeof s); // expect: load global exact width=4 requests=1 lanes=32; load global exact width=4 requests=1 lanes=32
	cg::wait(t);
	o[threadIdx.x] = s[threadIdx.x];
}

// Copies in bulk, which no warp's instruction does, where a barrier of the block can wait for them.
__global__ void with_barriers(const float *f, const float4 *v, const short *h, float *o)
{
	__shared__ float a[1024];
	__shared__ float4 b[256];
	__shared__ short c[256];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	auto g = cooperative_groups::this_thread_block();
	auto p = cuda::make_pipeline();
	int i = threadIdx.x;
	cuda::memcpy_async(g, a, f, sizeof a, bar);           // expect: load exact width=4 requests=32 in_line=46; store exact width=4 requests=32
	cuda::memcpy_async(a + 4 * i, f + 4 * i, 16, bar);    // expect: load exact width=4 requests=32 in_line=46; store assumed width=4 requests=32
	cuda::memcpy_async(g, b, v, sizeof b, bar);           // expect: load global none
	cuda::memcpy_async(g, b, v, sizeof b, p);             // expect: load exact width=16 requests=8 in_line=60; store exact width=16 requests=8
	cuda::memcpy_async(a + 4 * i, f + 4 * i, cuda::aligned_size_t<16>(16), p); // expect: load exact width=16 requests=8 in_line=60; store exact width=16 requests=8
	cuda::memcpy_async(g, c, h, sizeof c, bar);           // expect: load exact width=2 requests=8 in_line=61; store exact width=2 requests=8
	bar.arrive_and_wait();
	p.consumer_wait();
	o[i] = a[i] + b[i].x + c[i];
}
