// Matrix instructions and what moves their operands, for the decoder's test.
#include <cstdint>

#define SM(version) (__CUDA_ARCH__ >= (version))

__device__ unsigned loaded(const unsigned *p, int i) { return p[threadIdx.x + 32 * i]; }

__global__ void integers(const unsigned *p, int *out)
{
	int d[4] = {};
	unsigned a[4] = {loaded(p, 0), loaded(p, 1), loaded(p, 2), loaded(p, 3)}, b[2] = {loaded(p, 4), loaded(p, 5)};
	asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(d[0]), "+r"(d[1]) : "r"(a[0]), "r"(b[0]));
	asm volatile("mma.sync.aligned.m8n8k32.row.col.s32.u4.s4.s32 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(d[0]), "+r"(d[1]) : "r"(a[0]), "r"(b[0]));
	asm volatile("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %1}, {%2}, {%3}, {%0, %1};"
	             : "+r"(d[0]), "+r"(d[1])
	             : "r"(a[0]), "r"(b[0]));
#if SM(800)
	asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
	             : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
	             : "r"(a[0]), "r"(a[1]), "r"(b[0]));
	asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
	             : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
	             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
	asm volatile("mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, %3}, %8, 0x0;"
	             : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
	             : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(a[3]));
	asm volatile("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
	             : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
	             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
	for (int i = 0; i < 4; i++)
		out[threadIdx.x * 4 + i] = d[i];
}

#define FLOATS "{%0, %1, %2, %3}"
#define IN_OUT "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
__global__ void floats(const unsigned *p, float *out, unsigned *half_out, double *double_out)
{
	float d[4] = {1, 2, 3, 4};
	unsigned h[2] = {loaded(p, 9), loaded(p, 10)};
	unsigned a[4] = {loaded(p, 0), loaded(p, 1), loaded(p, 2), loaded(p, 3)}, b[4] = {loaded(p, 4), loaded(p, 5), loaded(p, 6), loaded(p, 7)};
	asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 " FLOATS ", {%4, %5}, {%6}, " FLOATS ";" : IN_OUT : "r"(a[0]), "r"(a[1]), "r"(b[0]));
	asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
	             : "+r"(h[0]), "+r"(h[1])
	             : "r"(a[0]), "r"(a[1]), "r"(b[0]));
#if SM(800)
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 " FLOATS ", {%4, %5, %6, %7}, {%8, %9}, " FLOATS ";"
	             : IN_OUT
	             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
	             : "+r"(h[0]), "+r"(h[1])
	             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 " FLOATS ", {%4, %5, %6, %7}, {%8, %9}, " FLOATS ";"
	             : IN_OUT
	             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
	asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 " FLOATS ", {%4, %5}, {%6}, " FLOATS ";"
	             : IN_OUT
	             : "r"(a[0]), "r"(a[1]), "r"(b[0]));
	asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 " FLOATS ", {%4, %5, %6, %7}, {%8, %9}, " FLOATS ";"
	             : IN_OUT
	             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
	asm volatile("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 " FLOATS ", {%4, %5, %6, %7}, {%8, %9, %10, %11}, " FLOATS ", %12, 0x0;"
	             : IN_OUT
	             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(h[1]));
	double dd[2] = {double_out[0], double_out[1]}, da = double_out[2], db = double_out[3];
	asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(dd[0]), "+d"(dd[1]) : "d"(da), "d"(db));
	double_out[5] = dd[0];
	double_out[6] = dd[1];
#endif
#if SM(890)
	asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 " FLOATS ", {%4, %5, %6, %7}, {%8, %9}, " FLOATS ";"
	             : IN_OUT
	             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
#if SM(900)
	double e[4] = {double_out[10], double_out[11], double_out[12], double_out[13]}, f[8], g[4];
	for (int i = 0; i < 8; i++)
		f[i] = double_out[20 + i];
	for (int i = 0; i < 4; i++)
		g[i] = double_out[40 + i];
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
	             : "+d"(e[0]), "+d"(e[1]), "+d"(e[2]), "+d"(e[3])
	             : "d"(f[0]), "d"(f[1]), "d"(f[2]), "d"(f[3]), "d"(f[4]), "d"(f[5]), "d"(f[6]), "d"(f[7]), "d"(g[0]), "d"(g[1]), "d"(g[2]), "d"(g[3]));
	asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
	             : "+d"(e[0]), "+d"(e[1]), "+d"(e[2]), "+d"(e[3])
	             : "d"(f[0]), "d"(f[1]), "d"(g[0]));
	for (int i = 0; i < 4; i++)
		double_out[60 + i] = e[i];
#endif
#if defined(__CUDA_ARCH_FEAT_SM120_ALL) || defined(__CUDA_ARCH_FEAT_SM121_ALL)
	asm volatile("mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.e3m2.e2m1.f32 " FLOATS ", {%4, %5, %6, %7}, {%8, %9}, " FLOATS ";"
	             : IN_OUT
	             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
	asm volatile("mma.sync.aligned.kind::mxf4.block_scale.scale_vec::2X.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue8m0 " FLOATS ", {%4, %5, %6, %7}, {%8, %9}, " FLOATS
	             ", {%10}, {0, 1}, {%11}, {0, 1};"
	             : IN_OUT
	             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(h[0]), "r"(h[1]));
#endif
	for (int i = 0; i < 4; i++)
		out[threadIdx.x * 4 + i] = d[i];
	half_out[threadIdx.x] = h[0] + h[1];
}

__global__ void matrices(const unsigned *p, unsigned *out)
{
	__shared__ uint4 tile[128];
	tile[threadIdx.x] = ((const uint4 *)p)[threadIdx.x];
	__syncthreads();
	unsigned at = (unsigned)__cvta_generic_to_shared(tile) + threadIdx.x * 16, r[4], moved;
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(at) : "memory");
	out[0] = r[0];
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(at + 64) : "memory");
	out[1] = r[0] + r[1];
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
	out[2] = r[0] + r[1] + r[2] + r[3];
	asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(moved) : "r"(r[3]));
	out[3] = moved;
#if SM(900)
	asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at), "r"(r[0]) : "memory");
	asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(at), "r"(r[0]), "r"(r[1]) : "memory");
	asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at + 32), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]) : "memory");
	out[threadIdx.x] = ((unsigned *)tile)[threadIdx.x];
#endif
#if defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM120_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL)
	asm volatile("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(at) : "memory");
	asm volatile("ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b4x16_p64 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
	asm volatile("stmatrix.sync.aligned.m16n8.x2.trans.shared.b8 [%0], {%1, %2};" ::"r"(at), "r"(r[0]), "r"(r[1]) : "memory");
	out[threadIdx.x + 64] = r[0] + r[1] + r[2] + r[3] + ((unsigned *)tile)[threadIdx.x];
#endif
}

// Whole warp groups' products of shared memory.
__global__ void __launch_bounds__(128) groups(float *out, unsigned *halves, uint64_t a, uint64_t b)
{
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
	float d[8] = {};
	unsigned h[2] = {}, r[4] = {halves[0], halves[1], halves[2], halves[3]};
	asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
	asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1, 1, 1, 0, 0;"
	             : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
	             : "l"(a), "l"(b));
	asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, %12, 1, 1, 1, 0;"
	             : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
	             : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "l"(b));
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%0, %1}, %2, %3, 1, 1, 1, 0, 0;" : "+r"(h[0]), "+r"(h[1]) : "l"(a), "l"(b));
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3 {%0, %1, %2, %3}, %4, %5, 1, 1, 1;"
	             : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
	             : "l"(a), "l"(b));
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {%0, %1, %2, %3}, %4, %5, 1;"
	             : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	             : "l"(a), "l"(b));
	asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
	asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
	for (int i = 0; i < 8; i++)
		out[i * 128 + threadIdx.x] = d[i];
	halves[threadIdx.x] = h[0] + h[1] + r[0] + r[1] + r[2] + r[3];
#endif
}

__global__ void __maxnreg__(128) registers_given_back(float *out)
{
#if defined(__CUDA_ARCH_FEAT_SM90_ALL) || defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL)
	if (threadIdx.x < 128) {
		asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
		out[threadIdx.x] = 1;
	} else {
		asm volatile("setmaxnreg.inc.sync.aligned.u32 152;");
		out[threadIdx.x] = 2;
	}
#endif
}
