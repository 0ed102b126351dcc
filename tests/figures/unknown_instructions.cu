#include <cuda_fp16.h>

// The run of the machine code names an instruction that it does not know, where an address or a condition needs it.
__global__ void k(float *out, int n)
{
	int i = threadIdx.x;
	half h = __hadd(__int2half_rn(i), __int2half_rn(n));
	if (__hgt(h, __int2half_rn(7)))
		out[i] = 1; // expect: store assumed requests=1 why="depends on HSETP2, and gpulint does not know what that"
	out[i + 64] = 2; // expect: store exact requests=1 sectors=4
}

int main()
{
	float *out;
	cudaMalloc(&out, 4096);
	k<<<1, 32>>>(out, 2);
}
