// options: --no-compile --launch 'k<<<1, 64>>>(4096)'

// The lanes of one block that take a side cannot share their warps with other blocks.
__global__ void k(float *p)
{
	int i = threadIdx.x;
	if (i < 8) p[i] = 1;       // expect: branch exact whole_warps=1
	if (i % 32 == 5) p[i] = 2; // expect: branch exact whole_warps=1
}
