// options: --no-compile --launch 'k<<<12800, 64>>>(4096)'

// Lanes that take an arm fill warps together with those of other blocks of the same behaviour. Some blocks represent themselves.
__global__ void k(float *p)
{
	int i = threadIdx.x;
	if (i < 8) p[i] = 1;                         // expect: branch exact arm_warps=12800 whole_warps<3216 whole_warps>3184
	if (i % 32 == 5) p[i] = 2;                   // expect: branch exact arm_warps=25600 whole_warps<816 whole_warps>784
	if (i % 32 < 8) p[i] = 3; else p[i] = 4;     // expect: branch exact arm_warps=51200 whole_warps<25616 whole_warps>25584
	for (int k = i % 32; k < 64; k += 16) p[i] = 5; // expect: branch exact arm_warps=102400 whole_warps<89616 whole_warps>89584
	if (i % 32 < 16)                             // expect: branch exact arm_warps=25600 whole_warps<12816 whole_warps>12784
		if (i % 32 < 8) p[i] = 6;            // expect: branch exact arm_warps=25600 whole_warps<12816 whole_warps>12784
}
