// What lanes exchange decides where they store. The machine code and the source give the same sectors, so both know what the
// instructions compute.
__global__ void matches(unsigned *out)
{
	unsigned i = threadIdx.x;
	int same, other;
	out[__ffs(__match_any_sync(~0u, i >> 2)) * 8] = 1;  // expect: store exact requests=1 sectors=8
	__match_all_sync(~0u, i >> 5, &same);
	out[same ? i : 0] = 2;  // expect: store exact requests=1 sectors=4
	__match_all_sync(~0u, i >> 2, &other);
	out[other ? i : 0] = 3;  // expect: store exact requests=1 sectors=1
}
__global__ void reductions(unsigned *out)
{
	unsigned i = threadIdx.x;
	out[i * (__reduce_add_sync(~0u, i) - 495)] = 1;  // expect: store exact requests=1 sectors=4
	out[i * (__reduce_max_sync(~0u, i) - 29)] = 2;  // expect: store exact requests=1 sectors=8
	out[i * __reduce_min_sync(~0u, i + 3)] = 3;  // expect: store exact requests=1 sectors=12
	out[i * __reduce_and_sync(~0u, i | 4)] = 4;  // expect: store exact requests=1 sectors=16
	out[i * -__reduce_min_sync(~0u, (int)i - 5)] = 5;  // expect: store exact requests=1 sectors=20
	out[i * __reduce_or_sync(~0u, i & 6)] = 6;  // expect: store exact requests=1 sectors=24
	out[i * __reduce_xor_sync(~0u, i == 9 ? 7 : 0)] = 7;  // expect: store exact requests=1 sectors=28
	out[i * __reduce_max_sync(~0u, (int)i - 23)] = 8;  // expect: store exact requests=1 sectors=32
}
__global__ void address_spaces(unsigned *out)
{
	__shared__ unsigned shared[32];
	unsigned i = threadIdx.x;
	shared[i] = i;  // expect: store exact requests=1
	unsigned *at = i < 16 ? shared + i : out + i;
	out[__isShared(at) ? i * 8 : 0] = *at;  // expect: store exact requests=1 sectors=16
}
__global__ void elections(unsigned *out)
{
	unsigned is_elected;
	asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(is_elected));
	out[is_elected * 8] = 1;  // expect: store exact requests=1 sectors=2
}

int main()
{
	unsigned *out;
	cudaMalloc(&out, 4096);
	matches<<<1, 32>>>(out);
	reductions<<<1, 32>>>(out);
	address_spaces<<<1, 32>>>(out);
	elections<<<1, 32>>>(out);
}
