// run:
// run: --no-compile
// Functions of numbers decide where lanes store. The machine code and the source give the same sectors, so both know what
// the functions compute.
__global__ void integers(unsigned *out)
{
	unsigned i = threadIdx.x;
	unsigned long long bit = 1ull << (i + 8);
	out[__popcll(bit - 1)] = 1;  // expect: store exact requests=1 sectors=4
	out[__clzll(bit) + 1] = 2;  // expect: store exact requests=1 sectors=5
	out[__ffsll(bit)] = 3;  // expect: store exact requests=1 sectors=5
	out[__brev(i) >> 25] = 4;  // expect: store exact requests=1 sectors=16
	out[__brevll(i) >> 58] = 5;  // expect: store exact requests=1 sectors=8
	out[abs((int)i - 16)] = 6;  // expect: store exact requests=1 sectors=3
	out[llabs((long long)i * 4 - 64)] = 7;  // expect: store exact requests=1 sectors=9
	out[32 + __mulhi((int)(i << 28), 64)] = 8;  // expect: store exact requests=1 sectors=8
	out[__mul64hi((long long)i << 58, 256)] = 9;  // expect: store exact requests=1 sectors=16
	out[__umul64hi((unsigned long long)i << 59, 64)] = 10;  // expect: store exact requests=1 sectors=8
	out[__hadd((int)i * 16, 0)] = 11;  // expect: store exact requests=1 sectors=32
	out[__rhadd((int)i * 8, 3)] = 12;  // expect: store exact requests=1 sectors=16
}
__global__ void floats(unsigned *out)
{
	unsigned i = threadIdx.x;
	float x = i, some = __int_as_float(i < 8 ? 0x7fc00000 : i < 12 ? 0x7f800000 : i < 14 ? 0xbf800000 : 0x3f800000);
	out[(int)fminf(x, 8)] = 1;  // expect: store exact requests=1 sectors=2
	out[(int)fmaxf(x, 24)] = 2;  // expect: store exact requests=1 sectors=1
	out[(int)(__saturatef(x * 0.25f) * 8)] = 3;  // expect: store exact requests=1 sectors=2
	out[(int)ldexpf(x, 2)] = 4;  // expect: store exact requests=1 sectors=16
	out[isnan(some) ? i * 8 : 0] = 5;  // expect: store exact requests=1 sectors=8
	out[isinf(some) ? i * 8 : 0] = 6;  // expect: store exact requests=1 sectors=5
	out[isfinite(some) ? i * 8 : 0] = 7;  // expect: store exact requests=1 sectors=21
	out[signbit(some) ? i * 8 : 0] = 8;  // expect: store exact requests=1 sectors=3
}
__global__ void doubles(unsigned *out)
{
	unsigned i = threadIdx.x;
	double x = i * 0.5;
	out[(int)(x * 16)] = 1;  // expect: store exact requests=1 sectors=32
	out[(int)(x + x + 4.5)] = 2;  // expect: store exact requests=1 sectors=5
	out[(int)fma(x, 4.0, 1.0)] = 3;  // expect: store exact requests=1 sectors=8
	out[(int)(fmin(x, 4.0) * 2)] = 4;  // expect: store exact requests=1 sectors=2
	out[(int)(fmax(x, 12.0) * 2)] = 5;  // expect: store exact requests=1 sectors=1
	out[(int)(64 / (i + 1.0))] = 6;  // expect: store exact requests=1 sectors=5
	out[(int)sqrt(i * 64.0)] = 7;  // expect: store exact requests=1 sectors=6
	out[x < 4 ? i * 8 : 0] = 8;  // expect: store exact requests=1 sectors=8
}

int main()
{
	unsigned *out;
	cudaMalloc(&out, 4096);
	integers<<<1, 32>>>(out);
	floats<<<1, 32>>>(out);
	doubles<<<1, 32>>>(out);
}
