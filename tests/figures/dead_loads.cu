// options: --launch 'unused_values<<<1, 32>>>(4096, 4096, 4096, 4096, 10)'
// options: --launch 'literals<<<1, 32>>>(4096, 4096, 4096)'
// options: --launch 'overwritten_values<<<1, 32>>>(4096, 4096, 4096, 8)'
// options: --launch 'calls<<<1, 32>>>(4096, 4096)'
//
// Dead loads: the compiler leaves out a load whose value nobody uses. Expectations are what nvcc 13.0 leaves of each kernel
// for sm_90, requests of one warp.

__device__ float twice(float x)
{
	return 2 * x;
}

// Values that reach neither a store nor a branch with an effect.
__global__ void unused_values(const float *a, const int *c, float *o, volatile float *w, int n)
{
	int i = threadIdx.x;
	float dead = a[i];                         // expect: load none
	float sum = 0, kept = 0;
	for (int k = 0; k < n; k++)
		sum += a[i + 32 * k];                  // expect: load none
	float there = a[c[i]];                     // expect: load none
	float t[2], u[2];
	t[0] = a[i + 1];                           // expect: load none
	u[c[i + 1]] = a[i + 2];                    // expect: load all requests=2
	float x = n > 3 ? a[i + 3] : a[i + 4];     // expect: load none
	float y = w[i];                            // expect: load all requests=1
	float z = __ldg(a + i + 5) + twice(a[i + 6]) + fmaxf(sqrtf(a[i + 7]), __shfl_sync(~0u, a[i + 8], 0)); // expect: load none
	if (a[i + 9] > 0)                          // expect: load all requests=1
		kept = a[i + 10];                      // expect: load all requests=1
	kept += (dead = a[i + 11], a[i + 12]);     // expect: load all requests=1
	const float &one = a[i + 13], &other = a[i + 14];
	(void)other;
	o[i] = kept + u[1] + one;                  // expect: load all requests=1
	(void)a[i + 15];                           // expect: load none
}

// Values that literals rule out. Zero times infinity is no zero: such a load stays.
__global__ void literals(const float *a, const int *c, float *o)
{
	int i = threadIdx.x;
	float never = a[i];      // expect: load none
	if (false && never > 0)
		o[i] = 1;
	float print = a[i + 1];  // expect: load none
	if (sizeof(int) > 8)
		o[i] = print;
	else
		o[i] = 2;
	o[i + 32] = c[i] * 0;    // expect: load none
	o[i + 64] = a[i + 2] * 0; // expect: load all requests=1
	float choice = a[i + 3]; // expect: load none
	o[i + 96] = 1 > 2 ? choice : 3;
	float needed = a[i + 4]; // expect: load all requests=1
	if (true && needed > 0)
		o[i + 128] = 1;
	float left = a[i + 5];   // expect: load all requests=1
	o[i + 160] = true ? left : 3;
	float before = a[i + 6]; // expect: load all requests=1
	if (before > 0 && (o[i + 192]++ > 3 && false))
		o[i] = 1;
}

// Values that are overwritten on each path to their use. One path that reads the value keeps the load.
__global__ void overwritten_values(const float *a, const float *b, float *o, int n)
{
	int i = threadIdx.x;
	float x = a[i];       // expect: load none
	x = b[i];             // expect: load all requests=1
	o[i] = x;
	float y = a[i + 1];   // expect: load none
	if (n > 3) y = b[0] + 1; else y = 2;
	o[i + 32] = y;
	float z = a[i + 2];   // expect: load all requests=1
	if (n > 3) z = 1;
	o[i + 64] = z;
	float last = a[i + 3]; // expect: load none
	for (int k = 0; k < n; k++) {
		last = b[k + 1];  // expect: load all requests=8
		o[i + 96 + 32 * k] = last;
	}
	float sum = a[i + 4]; // expect: load none
	sum += a[i + 5];      // expect: load none
	sum = 0;
	for (int k = 0; k < n; k++) {
		if (k > 5) break;
		sum += b[k + 64]; // expect: load all requests=6
	}
	float t = a[i + 6];   // expect: load none
	if (t > 3) t = 4;
	switch (n) { case 1: t = a[i + 7]; case 2: t = 1; break; default: t = 2; }
	o[i + 512] = sum + t;
}

__device__ float first(float x, float y)
{
	return x;
}
__device__ float at(const float *p, int i)
{
	return p[i]; // expect: load none
}
__device__ void put(float *p, float x, float y)
{
	*p = x;
}

// Functions are inlined: arguments that they do not use, and calls whose results nobody uses, load nothing.
__global__ void calls(const float *a, float *o)
{
	int i = threadIdx.x;
	float x = at(a, i);
	x = first(a[i + 1],   // expect: load all requests=1
	          a[i + 2]);  // expect: load none
	put(o + i, x,
	    a[i + 3]);        // expect: load none
}
