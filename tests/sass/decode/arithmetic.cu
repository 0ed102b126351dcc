// Arithmetic of all kinds, for the decoder's test: integers, floating point of every width, conversions, video instructions.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#define SM(version) (__CUDA_ARCH__ >= (version))

__global__ void integers(int *i, unsigned *u, long long *l, unsigned long long *ul, int n)
{
	int t = threadIdx.x;
	int a = i[t], b = i[t + 32], c = i[t + 64];
	unsigned x = u[t], y = u[t + 32];
	long long la = l[t], lb = l[t + 32];
	unsigned long long ux = ul[t], uy = ul[t + 32];
	i[t + 100] = a * b + c;
	i[t + 132] = __mulhi(a, b) + __mul24(a, c);
	u[t + 100] = __umulhi(x, y) + (x >> (y & 31)) + (x << 3);
	i[t + 164] = a / b + a % c;
	u[t + 132] = x / y + x % 7 + x / 10;
	i[t + 196] = __popc(a) + __clz(b) + __ffs(c) + __brev(a) + __byte_perm(a, b, c) + __funnelshift_l(a, b, c) + __funnelshift_r(a, b, 5);
	i[t + 228] = min(a, b) + max(b, c) + abs(c) + (a ^ b & c | ~a) + __sad(a, b, c) + __hadd(a, b) + __rhadd(a, b);
	u[t + 164] = min(x, y) + max(x, 5u) + __usad(x, y, a);
	l[t + 100] = la + lb + (la > lb ? la : 3) + (la >> 5) + (lb << (a & 63));
	l[t + 132] = la * lb + __mul64hi(la, lb) + (long long)a * b;
	ul[t + 100] = ux / uy + __umul64hi(ux, uy) + (unsigned long long)x * y + __popcll(ux) + __clzll(uy) + __brevll(ux);
	i[t + 260] = (a < b && b < c || x > y) ? a : (la < lb ? b : c);
	i[t + 292] = __dp4a(a, b, c) + __dp2a_lo(a, b, c) + __dp2a_hi(a, b, c) + (int)__dp4a(x, y, 3u);
	i[t + 324] = __vadd2(a, b) + __vmaxs4(a, b) + __vabsdiffu4(a, b) + __vcmpgts2(a, b) + __vsetgtu4(a, c) + __viaddmax_s32(a, b, c) + __vimax3_s32(a, b, c) +
	             __vimin_s32_relu(a, b) + __viaddmin_s16x2(a, b, c) + __vimax3_u16x2(a, b, c) + __vibmax_s32(a, b, (bool *)&c);
	i[t + 356] = (short)a * (short)b + (signed char)c + (int)(unsigned short)x + n * a + (a & 0xff) * 3;
	unsigned bits, found;
	asm("bfe.u32 %0, %1, %2, 5;" : "=r"(bits) : "r"(x), "r"(y));
	asm("bfi.b32 %0, %1, %2, %3, 7;" : "=r"(found) : "r"(x), "r"(y), "r"(bits));
	asm("bfind.shiftamt.s32 %0, %1;" : "=r"(bits) : "r"(found));
	u[t + 196] = bits + found;
	asm("vadd.s32.u32.s32.sat %0, %1.b0, %2.h1;" : "=r"(bits) : "r"(x), "r"(y));
	u[t + 228] = bits + found;
	asm("fns.b32 %0, %1, %2, 3;" : "=r"(bits) : "r"(x), "r"(y));
	u[t + 260] = bits + found;
	u[t + 292] = (unsigned)clock() + (unsigned)clock64();
	unsigned long long timer;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(timer));
	ul[t + 132] = timer;
}

__global__ void singles(float *f, int *i, float s)
{
	int t = threadIdx.x;
	float a = f[t], b = f[t + 32], c = f[t + 64];
	f[t + 100] = a * b + c;
	f[t + 132] = a / b + sqrtf(c) + rsqrtf(a) + __fdividef(a, c);
	f[t + 164] = __sinf(a) + __cosf(b) + __expf(c) + __logf(a) + __powf(b, c) + tanhf(a) + exp2f(b) + log2f(c);
	f[t + 196] = sinf(a) + fmodf(b, c) + floorf(a) + rintf(b) + truncf(c) + roundf(a);
	f[t + 228] = fminf(a, b) + fmaxf(b, fmaxf(c, a)) + fabsf(c) + __saturatef(a) + copysignf(a, b) + (a < b ? c : s) + (isnan(a) ? 1 : 2);
	f[t + 260] = __fadd_rz(a, b) + __fmul_ru(b, c) + __fmaf_rd(a, b, c) + a * 3.5f + b * s;
	i[t] = (int)a + (unsigned)b + __float2int_rn(c) + (int)(long long)a + (short)b + (unsigned char)c + __float_as_int(s);
	f[t + 292] = i[t] + (unsigned)i[t + 1] + (float)(long long)i[t + 2] + (float)(short)i[t + 3] + (float)(unsigned char)i[t + 4] + (float)((signed char *)i)[77 + t];
	float tanh_approximate, ex;
	asm("tanh.approx.f32 %0, %1;" : "=f"(tanh_approximate) : "f"(a));
	asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(ex) : "f"(b));
	f[t + 324] = tanh_approximate + ex;
#if SM(1000)
	float2 p = ((float2 *)f)[t + 500], q = ((float2 *)f)[t + 532], r = ((float2 *)f)[t + 564];
	unsigned long long sum, product, fused;
	asm("add.rn.f32x2 %0, %1, %2;" : "=l"(sum) : "l"(*(unsigned long long *)&p), "l"(*(unsigned long long *)&q));
	asm("mul.rn.f32x2 %0, %1, %2;" : "=l"(product) : "l"(*(unsigned long long *)&q), "l"(*(unsigned long long *)&r));
	asm("fma.rn.f32x2 %0, %1, %2, %3;" : "=l"(fused) : "l"(sum), "l"(product), "l"(*(unsigned long long *)&r));
	((unsigned long long *)f)[t + 600] = fused ^ sum ^ product;
	float three;
	asm("max.f32 %0, %1, %2, %3;" : "=f"(three) : "f"(a), "f"(b), "f"(c));
	f[t + 356] = three;
#endif
}

__global__ void doubles(double *d, int *i, long long *l, float *f, double s)
{
	int t = threadIdx.x;
	double a = d[t], b = d[t + 32], c = d[t + 64];
	d[t + 100] = a * b + c;
	d[t + 132] = a / b + sqrt(c) + rsqrt(a) + 1 / b;
	d[t + 164] = exp(a) + log(b) + floor(c) + rint(a) + fmod(a, b);
	d[t + 196] = fmin(a, b) + fmax(b, c) + fabs(c) + (a < b ? c : s) - a + b * 2.5;
	d[t + 228] = i[t] + (unsigned)i[t + 1] + (double)l[t] + (double)(unsigned long long)l[t + 1] + f[t];
	i[t + 100] = (int)a + (unsigned)b + (a > b && b != c);
	l[t + 100] = (long long)a + (long long)(unsigned long long)b + __double2ll_rn(c);
	f[t + 100] = (float)a + __double2hiint(b) + __double2loint(c);
	d[t + 260] = __dadd_rz(a, b) * __dmul_ru(b, c);
}

__global__ void halves(__half *h, __half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2, float *f, int *i, __nv_fp8_e4m3 *e4, __nv_fp8x2_e5m2 *e5)
{
	int t = threadIdx.x;
	h2[t + 100] = __hfma2(h2[t], h2[t + 32], h2[t + 64]);
	h2[t + 132] = __hadd2(h2[t], __hmul2(h2[t + 32], h2[t + 64])) / h2[t + 5];
	h2[t + 164] = __hmax2(__hmin2(h2[t], h2[t + 32]), h2[t + 64]);
	h2[t + 196] = h2sqrt(h2[t]) + h2exp2(h2[t + 1]) + h2tanh_approx(h2[t + 2]);
	h2[t + 228] = __hgt2(h2[t], h2[t + 9]) + __hfma2_relu(h2[t], h2[t + 3], h2[t + 6]) + __habs2(h2[t + 1]) + __hneg2(h2[t + 2]);
	h2[t + 260] = __floats2half2_rn(f[t], f[t + 1]);
	h[t + 700] = __hgt(h[t], h[t + 1]) && __hlt(h[t + 1], h[t + 3]) ? h[t] + h[t + 5] * h[t + 2] : __float2half(f[t + 2]);
	f[t + 100] = __half2float(h[t + 3]) + __low2float(h2[t + 2]);
	i[t + 100] = __half2int_rn(h[t + 9]) + (int)__half2ll_rz(h[t + 1]) + __hbeq2(h2[t], h2[t + 3]);
	h[t + 800] = __int2half_rn(i[t]) + __double2half((double)f[t + 4]) + __ushort2half_rn((unsigned short)i[t + 7]);
	h[t + 900] = hfloor(h[t]) + hrint(h[t + 1]) + htrunc(h[t + 2]);
#if SM(800)
	b2[t + 100] = __hfma2(b2[t], b2[t + 32], b2[t + 64]);
	b2[t + 132] = __hadd2(b2[t], __hmul2(b2[t + 32], b2[t + 64]));
	b2[t + 164] = __hmax2(__hmin2(b2[t], b2[t + 32]), b2[t + 64]);
	b2[t + 196] = __floats2bfloat162_rn(f[t + 7], f[t + 8]);
	b[t + 700] = __float2bfloat16(f[t + 3]) + b[t] * b[t + 1];
	f[t + 200] = __bfloat162float(b[t + 5]) + (__hgt(b[t + 1], b[t + 2]) ? 1 : 2) + __bfloat162int_rz(b[t + 4]);
	b[t + 800] = __int2bfloat16_rn(i[t + 5]);
#endif
	f[t + 300] = (float)e4[t];
	e4[t + 100] = __nv_fp8_e4m3(f[t + 9]);
	e5[t + 100] = __nv_fp8x2_e5m2(make_float2(f[t + 10], f[t + 11]));
	h2[t + 292] = (__half2)e5[t];
#if SM(800)
	unsigned tf;
	asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(tf) : "f"(f[t + 20]));
	i[t + 200] = tf;
	unsigned packed;
	asm("cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3;" : "=r"(packed) : "r"(i[t + 8]), "r"(i[t + 9]), "r"(i[t + 10]));
	i[t + 300] = packed;
	asm("cvt.rn.relu.f16x2.f32 %0, %1, %2;" : "=r"(packed) : "f"(f[t + 30]), "f"(f[t + 31]));
	i[t + 400] = packed;
#endif
}
