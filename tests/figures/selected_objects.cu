// options: --launch 'selects<<<1, 32>>>(65536, 65536)'
// options: --launch 'bit_fields<<<1, 32>>>(4096)'
//
// Objects of a thread that live in registers have no accesses of their own.

struct best {
	float value;
	int at;
};

__device__ best larger(best a, best b)
{
	return a.value > b.value ? a : b; // expect: load none; store none
}

__device__ best kept(best a)
{
	best none = {0, 0}, b = a.value > 0 ? a : none; // expect: load none; store none
	return b.at ? b : best{1, 0};                   // expect: load none; store none
}

// Data selects one of two objects in registers: nothing is loaded from either.
__global__ void selects(const float *in, best *out)
{
	int i = threadIdx.x;                    // expect: load none; store none
	best a = {in[i], i}, b = {in[i + 32], i}; // expect: load all global exact requests=2; store none
	out[i] = kept(larger(a, b));            // expect: load none; store all global exact requests=2
}

struct packed {
	unsigned low : 5, middle : 3, high : 24;
};

// Bit fields of a local object are known by themselves: high is 8i, low is i, middle is 5.
__global__ void bit_fields(int *o)
{
	packed p;
	p.high = threadIdx.x * 8;
	p.middle = 5;
	p.low = threadIdx.x;
	o[p.high] = 1;                // expect: store exact requests=1 sectors=32
	o[p.low + 32 * p.middle] = 2; // expect: store exact requests=1 sectors=4
}
