// options: --launch 'overwritten_stores<<<1, 32>>>(4096, 4096, 4096, 4096, 8)'
// options: --launch 'members_around_a_reload<<<1, 32>>>(4096, 4096, 4096)'
//
// Dead stores: the compiler leaves out a store that another overwrites before anybody can read it. Expectations are what
// nvcc 13.0 leaves of each kernel for sm_90, requests of one warp.

__device__ void step(unsigned *s)
{
	*s = *s * 1664525u + 1; // expect: store all requests=1; load none
}

// A load through a pointer that may alias, a condition, an exit or a barrier keeps a store; __restrict__ removes aliases.
__global__ void overwritten_stores(unsigned *a, float *__restrict__ b, const float *c, float4 *d, int n)
{
	int i = threadIdx.x;
	a[i] = n;            // expect: store none
	step(&a[i]);
	b[i] = 1;            // expect: store none
	float v = c[i];
	b[i] = v;            // expect: store all requests=1
	a[i + 32] = 1;       // expect: store all requests=1
	v += c[i + 32];
	a[i + 32] = 2;       // expect: store all requests=1
	d[i].y = 7;          // expect: store none
	d[i] = make_float4(v, v, v, v); // expect: store all requests=1
	if (i < 8)
		b[i + 64] = 1;   // expect: store all requests=1
	b[i + 64] = 2;       // expect: store all requests=1
	b[i + 96] = 1;       // expect: store all requests=1
	if (n < 0)
		return;
	b[i + 96] = 2;       // expect: store all requests=1
	b[i + 128] = 1;      // expect: store none
	a[i + 64] = 1;       // expect: store all requests=1
	__syncthreads();
	b[i + 128] = 2;      // expect: store all requests=1
	a[i + 64] = 2;       // expect: store all requests=1
}

// The members of a vector are stored by one access, unless a load in between may read what the first has stored.
__global__ void members_around_a_reload(const float2 *a, float2 *c, float2 *d)
{
	int i = threadIdx.x;
	c[i].x = a[i].x - a[i].y; c[i].y = a[i].x + a[i].y; // expect: store all requests=2
	d[i].x = a[i + 32].x; d[i].y = a[i + 32].y;         // expect: store all requests=1
}
