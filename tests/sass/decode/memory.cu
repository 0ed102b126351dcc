// Loads, stores and atomics of all widths, spaces and orders, for the decoder's test.
#include <cstdint>

#define SM(version) (__CUDA_ARCH__ >= (version))

template <typename T> __device__ void widths(const T *from, T *to, int lane)
{
	__shared__ T tile[64];
	tile[lane] = from[lane + 3];
	__syncthreads();
	to[lane] = tile[63 - lane];
	to[lane + 64] = __ldg(from + 2 * lane);
	to[lane + 96] = __ldcg(from + 5 * lane);
	to[lane + 128] = __ldcs(from + 7 * lane);
	__stcs(to + 32 + lane, from[lane + 640]);
}

__global__ void all_widths(const char *c, const signed char *sc, const short *s, const int *i, const int2 *i2, const int4 *i4, const double *d,
                           char *tc, short *ts, int *ti, int2 *ti2, int4 *ti4, double *td)
{
	int lane = threadIdx.x;
	widths(c, tc, lane);
	widths(s, ts, lane);
	widths(i, ti, lane);
	widths(i2, ti2, lane);
	widths(i4, ti4, lane);
	widths(d, td, lane);
	ti[lane + 500] = sc[lane] + ((const unsigned char *)sc)[lane + 1] + ((const unsigned short *)s)[lane];
}

// Through generic addresses: nobody knows the space.
__device__ __noinline__ int generic_load(const int *from, volatile short *other, int4 *wide)
{
	*wide = make_int4(other[0], from[1], from[2], other[5]);
	return from[0] + other[1];
}

__global__ void generic(int *out, int which)
{
	__shared__ int tile[128];
	__shared__ int4 wide;
	tile[threadIdx.x] = out[threadIdx.x];
	__syncthreads();
	int *from = which ? tile : out;
	out[threadIdx.x] = generic_load(from, (volatile short *)(which ? out + 7 : tile + 7), which ? &wide : (int4 *)out + 9);
}

// Local memory by a computed index, of several widths.
__global__ void local_arrays(int *out, double *wide, int at, char byte)
{
	int kept[32];
	double doubles[16];
	char bytes[24];
	float4 quads[8];
	for (int i = 0; i < 32; i++)
		kept[i] = out[i * 3];
	for (int i = 0; i < 16; i++)
		doubles[i] = wide[i * 5];
	for (int i = 0; i < 24; i++)
		bytes[i] = (char)(out[i] + byte);
	for (int i = 0; i < 8; i++)
		quads[i] = ((float4 *)wide)[i + 3];
	kept[at & 31] = 5;
	bytes[at % 24] = 1;
	quads[at & 7].x = 3;
	out[at] = kept[(at * 7) & 31] + bytes[(at + 5) % 24];
	wide[at] = doubles[(at >> 1) & 15];
	((float4 *)wide)[at + 99] = quads[(at >> 2) & 7];
}

__constant__ int table[256];
__constant__ double double_table[64];
__constant__ unsigned char byte_table[64];
__constant__ short short_table[64];
__global__ void constants(int *out, double *wide, int at)
{
	int lane = threadIdx.x;
	out[lane] = table[lane] + table[at] + table[7] + byte_table[lane] + short_table[lane] + byte_table[at];
	wide[lane] = double_table[lane] + double_table[3] * double_table[at];
	((int4 *)wide)[lane + 40] = ((const int4 *)table)[lane];
}

#define ATOMIC_ALL(T, p, v) \
	atomicAdd(p, v), atomicMin(p, v), atomicMax(p, v), atomicExch(p, v), atomicCAS(p, v, v + 1), atomicAnd(p, v), atomicOr(p, v), atomicXor(p, v)
__global__ void atomics(int *i, unsigned *u, unsigned long long *l, float *f, double *d, long long *ll)
{
	__shared__ int si[32];
	__shared__ unsigned su[32];
	__shared__ unsigned long long sl[32];
	__shared__ float sf[32];
	__shared__ double sd[32];
	int lane = threadIdx.x;
	si[lane] = su[lane] = lane;
	sl[lane] = lane;
	sf[lane] = lane;
	sd[lane] = lane;
	__syncthreads();
	// Reductions: nobody uses what was there.
	ATOMIC_ALL(int, i + lane, lane);
	ATOMIC_ALL(unsigned, u + lane, 3u);
	ATOMIC_ALL(unsigned long long, l + lane, 3ull);
	ATOMIC_ALL(int, si + (lane ^ 1), lane);
	ATOMIC_ALL(unsigned, su + (lane ^ 1), 3u);
	ATOMIC_ALL(unsigned long long, sl + (lane ^ 1), 3ull);
	atomicInc(u, 7);
	atomicDec(u + 1, 7);
	atomicInc(su, 7);
	atomicDec(su + 1, 7);
	atomicAdd(f, 1.f);
	atomicAdd(sf + 3, 1.f);
	atomicAdd(d, 1.);
	atomicAdd(sd, 1.);
	atomicMin(ll, 4ll);
	atomicAdd_system(i + 64, 3);
	atomicAdd_block(i + 65, 3);
	// With what was there.
	i[lane + 100] = atomicAdd(i + 3, lane) + atomicMin(i + 4, lane) + atomicExch(i + 5, lane) + atomicCAS(i + 6, lane, 3) + atomicAdd(si, lane) +
	                atomicOr(si + 2, lane) + atomicExch(si + 4, 3) + atomicCAS(si + 5, 1, lane);
	l[lane + 100] = atomicAdd(l + 3, 5ull) + atomicMax(l + 4, 5ull) + atomicExch(l + 5, 9ull) + atomicCAS(l + 6, 5ull, 3ull) + atomicAdd(sl, 5ull) +
	                atomicOr(sl + 1, 5ull) + atomicExch(sl + 2, 5ull) + atomicCAS(sl + 3, 5ull, 4ull);
	f[lane + 100] = atomicAdd(f + 3, 2.f) + atomicAdd(sf + 1, 4.f) + atomicExch(sf + 2, 3.f);
	d[lane + 100] = atomicAdd(d + 3, 2.) + atomicAdd(sd + 1, 4.);
	i[lane + 200] = si[lane];
	u[lane + 200] = su[lane];
	l[lane + 200] = sl[lane];
	f[lane + 200] = sf[lane];
	d[lane + 200] = sd[lane];
	unsigned short half_word = atomicCAS((unsigned short *)u + 7, (unsigned short)3, (unsigned short)lane);
	i[lane + 300] = half_word;
}

__global__ void generic_atomics(int *i, double *d, unsigned long long *l, int which)
{
	__shared__ int si[32];
	__shared__ double sd[32];
	__shared__ unsigned long long sl[32];
	si[threadIdx.x] = 0;
	sd[threadIdx.x] = 0;
	sl[threadIdx.x] = 0;
	__syncthreads();
	int *to = which & 1 ? i : si;
	double *to_double = which & 2 ? d : sd;
	unsigned long long *to_long = which & 4 ? l : sl;
	atomicAdd(to + 3, 5);
	atomicAdd(to_double + 3, 5.);
	i[90] = atomicCAS(to + 5, 3, 4) + atomicExch(to + 6, which) + atomicMax(to + 7, which);
	l[90] = atomicCAS(to_long + 5, 3ull, 4ull) + atomicAdd(to_long + 2, 7ull);
	__syncthreads();
	i[threadIdx.x] = si[threadIdx.x];
	d[threadIdx.x] = sd[threadIdx.x];
	l[threadIdx.x] = sl[threadIdx.x];
}

// Orders, scopes, hints and evictions, as PTX names them.
#define LOAD(form, T, constraint, p, to) asm volatile("ld." form " %0, [%1];" : constraint(to) : "l"(p) : "memory")
#define STORE(form, constraint, p, value) asm volatile("st." form " [%0], %1;" ::"l"(p), constraint(value) : "memory")
__global__ void orders(int *p, unsigned long long *q, int *out)
{
	int a, b, c, d, e, f;
	unsigned long long l;
	LOAD("acquire.gpu.global.b32", int, "=r", p, a);
	LOAD("relaxed.sys.global.b32", int, "=r", p + 1, b);
	LOAD("volatile.global.b32", int, "=r", p + 2, c);
	LOAD("acquire.sys.b32", int, "=r", p + 3, d);
	LOAD("global.nc.L1::no_allocate.b32", int, "=r", p + 4, e);
	LOAD("relaxed.cta.global.b32", int, "=r", p + 5, f);
	LOAD("global.lu.b64", unsigned long long, "=l", q, l);
	STORE("release.gpu.global.b32", "r", p + 6, a);
	STORE("relaxed.sys.global.b32", "r", p + 7, b);
	STORE("wt.global.b32", "r", p + 8, c);
	STORE("release.sys.b32", "r", p + 9, d);
	STORE("global.cg.b64", "l", q + 3, l);
	__threadfence();
	__threadfence_block();
	__threadfence_system();
	asm volatile("fence.sc.gpu;" ::: "memory");
	asm volatile("red.release.gpu.global.add.u32 [%0], %1;" ::"l"(p + 10), "r"(a) : "memory");
	asm volatile("atom.acquire.gpu.global.add.u32 %0, [%1], %2;" : "=r"(f) : "l"(p + 11), "r"(a) : "memory");
	asm volatile("prefetch.global.L2 [%0];" ::"l"(p + 512));
	asm volatile("prefetch.global.L1 [%0];" ::"l"(p + 1024));
	asm volatile("prefetchu.L1 [%0];" ::"l"(p + 1024));
	asm volatile("{ .reg .pred q; isspacep.shared q, %1; selp.b32 %0, 1, 0, q; }" : "=r"(c) : "l"(p));
	asm volatile("{ .reg .pred q; isspacep.local q, %1; selp.b32 %0, 1, 0, q; }" : "=r"(d) : "l"(p + a));
#if SM(800)
	asm volatile("discard.global.L2 [%0], 128;" ::"l"(p + 2048));
	unsigned long long policy;
	asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 0.5;" : "=l"(policy));
	asm volatile("ld.global.L2::cache_hint.b32 %0, [%1], %2;" : "=r"(e) : "l"(p + 70), "l"(policy));
	asm volatile("st.global.L2::cache_hint.b32 [%0], %1, %2;" ::"l"(p + 71), "r"(e), "l"(policy));
	asm volatile("ld.global.L2::128B.b32 %0, [%1];" : "=r"(b) : "l"(p + 72));
	asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"(p + 4096));
#endif
	out[0] = a + b + c + d + e + f + (int)l;
}

// Vectors of reductions and halves.
__global__ void half_atomics(float4 *f, unsigned *h, unsigned short *s)
{
	unsigned old;
	unsigned short old_half;
	asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(h), "r"(1u) : "memory");
	asm volatile("atom.global.add.noftz.f16x2 %0, [%1], %2;" : "=r"(old) : "l"(h + 4), "r"(1u) : "memory");
	asm volatile("atom.global.add.noftz.f16 %0, [%1], %2;" : "=h"(old_half) : "l"(s + 4), "h"((unsigned short)1) : "memory");
	h[9] = old + old_half;
#if SM(900)
	asm volatile("red.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(f), "f"(1.f), "f"(2.f), "f"(3.f), "f"(4.f) : "memory");
	float4 was;
	asm volatile("atom.global.add.v4.f32 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"
	             : "=f"(was.x), "=f"(was.y), "=f"(was.z), "=f"(was.w)
	             : "l"(f + 1), "f"(1.f), "f"(2.f), "f"(3.f), "f"(4.f)
	             : "memory");
	asm volatile("red.global.add.noftz.bf16x2 [%0], %1;" ::"l"(h + 8), "r"(1u) : "memory");
	asm volatile("red.global.add.v2.f32 [%0], {%1, %2};" ::"l"(f + 9), "f"(1.f), "f"(2.f) : "memory");
	asm volatile("red.global.v4.f16x2.add.noftz [%0], {%1, %2, %3, %4};" ::"l"(f + 8), "r"(1), "r"(2), "r"(3), "r"(4) : "memory");
	f[5] = was;
	__int128 big, expected = 3, desired = 4;
	asm volatile("{ .reg .b128 a, b, c; mov.b128 b, {%3, %4}; mov.b128 c, {%5, %6}; atom.global.cas.b128 a, [%2], b, c; mov.b128 {%0, %1}, a; }"
	             : "=l"(((unsigned long long *)&big)[0]), "=l"(((unsigned long long *)&big)[1])
	             : "l"(f + 32), "l"((unsigned long long)expected), "l"(2ull), "l"((unsigned long long)desired), "l"(5ull)
	             : "memory");
	*(__int128 *)(f + 40) = big;
	asm volatile("{ .reg .b128 a, b; mov.b128 b, {%3, %4}; atom.global.exch.b128 a, [%2], b; mov.b128 {%0, %1}, a; }"
	             : "=l"(((unsigned long long *)&big)[0]), "=l"(((unsigned long long *)&big)[1])
	             : "l"(f + 33), "l"((unsigned long long)expected), "l"(2ull)
	             : "memory");
	*(__int128 *)(f + 41) = big;
#endif
#if SM(1000)
	asm volatile("{ .reg .b32 a<8>; ld.global.v8.b32 {a0, a1, a2, a3, a4, a5, a6, a7}, [%0]; st.global.v8.b32 [%1], {a7, a6, a5, a4, a3, a2, a1, a0}; }"
	             ::"l"(f + 64), "l"(f + 72)
	             : "memory");
#endif
}

// Asynchronous copies into shared memory.
#if SM(800)
template <int size> __device__ void copy_async(unsigned to, const void *from)
{
	asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(size) : "memory");
}
#endif
__global__ void async_copies(const char *from, float *out, int some)
{
#if SM(800)
	__shared__ float4 tile[512];
	__shared__ unsigned long long barrier;
	unsigned to = (unsigned)__cvta_generic_to_shared(tile) + threadIdx.x * 16;
	copy_async<4>(to, from + threadIdx.x * 16);
	copy_async<8>(to + 2048, from + threadIdx.x * 16 + 1024);
	copy_async<16>(to + 4096, from + threadIdx.x * 16 + 2048);
	asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(to + 6144), "l"(from + 4096) : "memory");
	asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::"r"(to + 32), "l"(from + 8192), "r"(some) : "memory");
	asm volatile("cp.async.commit_group;");
	asm volatile("cp.async.wait_group 1;");
	asm volatile("cp.async.wait_all;");
	unsigned at = (unsigned)__cvta_generic_to_shared(&barrier);
	asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(at) : "memory");
	asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(at) : "memory");
	unsigned long long state;
	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
	unsigned waited;
	asm volatile("{ .reg .pred q; mbarrier.test_wait.shared.b64 q, [%1], %2; selp.u32 %0, 1, 0, q; }" : "=r"(waited) : "r"(at), "l"(state) : "memory");
	asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(at) : "memory");
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x * 3 & 511].y + waited;
#endif
}
