// options: --no-compile
#include <cerrno>
#include <cuda_fp8.h>
#include <x86intrin.h>

// A reason names what the program calls, not what the built-in header calls for it.
__global__ void k(float *out, int host)
{
	int i = threadIdx.x;
	out[__float2int_rn(j0f(i))] = 1; // expect: store bounded requests=1 why="the result of 'j0f' at line 10"
	out[__nv_cvt_float_to_fp8(i, __NV_SATFINITE, __NV_E4M3)] = 2; // expect: store bounded requests=1 why="'__nv_cvt_float_to_fp8'"
	out[clock()] = 3; // expect: store bounded requests=1 why="it comes from clock at line 12"
	if (host > 0)
		out[i] = 4; // expect: store assumed
}

int main()
{
	float *out;
	cudaMalloc(&out, 4096);
	k<<<1, 32>>>(out, errno);
	k<<<1, 32>>>(out, (int)__rdtsc());
}
