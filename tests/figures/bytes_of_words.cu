// run:
// run: --no-compile
// Functions on the bytes and halves of a word decide where lanes store. The machine code and the source give the same
// sectors, so both know what the functions compute.
__global__ void functions(unsigned *out)
{
	unsigned i = threadIdx.x;
	out[__byte_perm(i, 0x12345678, 0x4440) & 0xff] = 1;  // expect: store exact requests=1 sectors=4
	out[__byte_perm(i << 8, i, 0xfff1)] = 2;  // expect: store exact requests=1 sectors=4
	out[__dp4a(i, 0x01010108u, 0u)] = 3;  // expect: store exact requests=1 sectors=32
	out[__dp4a((int)i, (int)0xfffffff8, 248)] = 4;  // expect: store exact requests=1 sectors=32
	out[__dp2a_lo(i, 0xff04u, 0u)] = 5;  // expect: store exact requests=1 sectors=16
	out[__dp2a_hi((int)i, 0x04000000 | 0x00fe0000, 64)] = 6;  // expect: store exact requests=1 sectors=9
	out[__vabsdiffu4(i * 4, 0x00000080)] = 7;  // expect: store exact requests=1 sectors=17
	out[__vabsdiffs4(i * 4, 0)] = 8;  // expect: store exact requests=1 sectors=16
	out[__vsadu4(i * 0x01010101u, 0)] = 9;  // expect: store exact requests=1 sectors=16
	out[__usad(i, 31, i)] = 10;  // expect: store exact requests=1 sectors=1
	out[__sad((int)i - 16, 0, 0)] = 11;  // expect: store exact requests=1 sectors=3
	out[__vaddus4(i * 8, 0x0000007f)] = 12;  // expect: store exact requests=1 sectors=17
	out[__vmaxs2(i * 2, 0xffff0020) & 0xffff] = 13;  // expect: store exact requests=1 sectors=4
	out[__vcmpgtu4(i, 15) & 0x40] = 14;  // expect: store exact requests=1 sectors=2
	out[__vavgu4(i * 8, 0)] = 15;  // expect: store exact requests=1 sectors=16
}

int main()
{
	unsigned *out;
	cudaMalloc(&out, 4096);
	functions<<<1, 32>>>(out);
}
