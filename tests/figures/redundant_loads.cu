// options: --launch 'equal_numbers<<<1, 32>>>(4096, 4096, 1)'
// options: --launch 'sums_and_products<<<1, 32>>>(4096, 4096, 4096, 8, 3)'
// options: --launch 'unrolled_loops<<<1, 32>>>(4096, 4096, 4)'
// options: --launch 'restrict_pointers<<<1, 32>>>(4096, 4096, 4096, 4096)'
// options: --launch 'stores_elsewhere<<<1, 32>>>(4096, 4096, 8)'
// options: --launch 'sampled_iterations<<<1, 32>>>(65536, 4096)'
//
// Redundant loads: the compiler loads an address once if it can prove that the address and its contents are the same.
// Expectations are what nvcc 13.0 leaves of each kernel for sm_90, requests of one warp.

// Equal numbers are not equal addresses: s is 1 and blockIdx.x is 0, but the compiler knows neither.
__global__ void equal_numbers(const int *a, int *o, int s)
{
	int i = threadIdx.x, j = i, r = i;
	int v = a[i];                // expect: load all requests=1
	v += a[i * s];               // expect: load all requests=1
	v += a[i + blockIdx.x];      // expect: load all requests=1
	if (s > 7)
		r = i + 7;
	v += a[r];                   // expect: load all requests=1
	v += a[j];                   // expect: load none
	v += a[(2 * i - j + 3) - 3]; // expect: load none
	o[i] = v;
}

__device__ int place(int x, int y, int n)
{
	return y * n + x;
}

// Sums and products are the same however they are written, in signed arithmetic.
__global__ void sums_and_products(const float *a, const int *c, float *o, int n, unsigned u)
{
	int x = threadIdx.x, y = threadIdx.y;
	float v = a[(y + 1) * n + x];                 // expect: load all requests=1
	v += a[y * n + n + x] + a[place(x, y + 1, n)]; // expect: load none
	v += a[c[x]];                                 // expect: load all requests=2
	v += a[c[x]];                                 // expect: load none
	v += a[min(x + 1, n)];                        // expect: load all requests=1
	v += a[min(x + 1, n)];                        // expect: load none
	v += a[u + 1] + (a + 1)[u];                   // expect: load all requests=2
	o[x] = v;
}

// An unrolled loop knows its counter; a loop of n iterations does not.
__global__ void unrolled_loops(const float *a, float *o, int n)
{
	int i = threadIdx.x;
	float v = 0;
	for (int j = 0; j < 4; j++)
		v += a[i + j]; // expect: load all requests=4
	for (int j = 0; j < 4; j++)
		v *= a[i + j]; // expect: load none
	for (int j = 0; j < n; j++)
		v *= a[i + j]; // expect: load all requests=4
	o[i] = v;
}

// A store to d may change c, but neither a nor b, which are __restrict__.
__global__ void restrict_pointers(float *__restrict__ a, float *__restrict__ b, const float *c, float *d)
{
	int i = threadIdx.x;
	float v = a[i] + b[i] + c[i]; // expect: load all requests=3
	a[i + 32] = v;
	v += b[i];                    // expect: load none
	v += a[i];                    // expect: load none
	d[i] = v;
	v += a[i];                    // expect: load none
	v += c[i];                    // expect: load all requests=1
	d[i + 32] = v;
}

struct s {
	float x, y;
};

// Stores change neither what lies at a known distance nor other variables, in shared memory as elsewhere.
__global__ void stores_elsewhere(struct s *a, float *o, int n)
{
	__shared__ float c[64], d[64];
	int i = threadIdx.x;
	float v = a[i].x + a[i + n].y; // expect: load all requests=2
	a[i].y = v;
	v += a[i].x;                   // expect: load none
	v += a[i + n].y;               // expect: load all requests=1
	c[i] = v;
	d[i + 1] = v;
	v += c[i];                     // expect: load none
	c[i + n] = v;
	v += c[i];                     // expect: load all requests=1
	__syncthreads();
	v += c[i] + d[i];              // expect: load all requests=2
	o[i] = v;
}

// Each iteration loads what the one before it has not: two more in all. Sampling of iterations must not change that.
__global__ void sampled_iterations(const float *a, float *o)
{
	int t = threadIdx.x;
	float s = 0;
	for (int i = 0; i < 100; i++)
		s += a[i * 64 + t] + a[i * 64 + 128 + t]; // expect: load all requests=102
	o[t] = s;
}
