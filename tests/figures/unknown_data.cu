// options: --no-compile
// options: --launch 'unknown_branches<<<1, 32>>>(4096, 65536)'
// options: --launch 'differences<<<1, 32>>>(4096, 65536, 64)'
// options: --launch 'small_table<<<8, 128>>>(1024, 4096, 1048576)'
// options: --launch 'masked_table<<<1, 32>>>(4096, 16384, 4096, 1000)'
// options: --launch 'one_side_returns<<<1, 32>>>(4096, 4096)'
// options: --launch 'assembly<<<1, 32>>>(65536, 4096)'
// options: --launch 'sparse_iteration<<<1, 32>>>(4096, 10000)' --launch 'sparse_match<<<1, 32>>>(4096, 65536, 10000)'
// options: --launch 'variables<<<1, 128>>>(4096)'
// options: --launch 'textures<<<100, 64>>>(256, _, _)'
//
// Data that nobody knows: it must leave nothing exact that depends on it, and all exact that does not.

__global__ void gather(const float *x, const int *col, float *y)
{
	int i = threadIdx.x;
	y[i] = x[col[i]]; // expect: store assumed sectors=4; load unknown pattern="gather"; load assumed sectors=4
}

// What a data-dependent branch sets is not known afterwards, however the branch is left.
__global__ void unknown_branches(const float *x, float *y)
{
	int i = threadIdx.x, j = 0;
	if (x[i] > 0) j = 7 * i;
	y[j] = 1; // expect: store unknown
	int found = 0;
	for (int r = 0; r < 8; r++) {
		if (x[r * 32 + i] > 0) { found = r * i; break; }
	}
	y[found] = 2; // expect: store unknown
}

// Two variables are unknown each for itself: they are not the same.
__global__ void differences(const int *a, int *o, int n)
{
	int low = 0, high = n, middle = n / 2;
	if (a[threadIdx.x] < 5) high = middle; else low = middle;
	o[high - low] = 1; // expect: store unknown
	if (high - low > 1)
		o[threadIdx.x] = 2; // expect: store assumed
}

__device__ unsigned char table[256];

// 32 even draws meet 8 * (1 - (7/8)^32) = 7.9 of eight sectors. Nobody knows how a large table is read.
__global__ void small_table(const unsigned char *x, const int *where, unsigned char *y)
{
	int i = blockIdx.x * 128 + threadIdx.x;
	int at = x[i], far = where[i];
	int small = table[at];  // expect: load bounded sectors>7.738 sectors<8.038
	int large =
		y[far];         // expect: load unknown
	y[i] = small + large;
}

// A mask bounds what iterations that were not run leave: 32 draws of 64 sectors meet 64 * (1 - (63/64)^32) = 25.3.
__global__ void masked_table(const unsigned *p, const unsigned long *table, unsigned long *q, int n)
{
	unsigned long x = p[threadIdx.x];
	for (int i = 0; i < n; i++)
		x = (x >> 8) ^ table[256 + (x & 255)]; // expect: load bounded sectors>24.8 sectors<25.8
	q[threadIdx.x] = x;
}

// Whoever is past the branch has s[0] = 8, whatever the side that returned has stored.
__global__ void one_side_returns(float *p, const float *x)
{
	__shared__ int s[1];
	s[0] = 4;
	if (x[0] > 3) { s[0] = 6; s[0] = 8; } else { s[0] = 5; return; }
	p[threadIdx.x * s[0]] = 1; // expect: store assumed sectors=32
}

// Inline assembly may write what it has a pointer to, and shared memory, whose addresses are numbers to it.
__global__ void assembly(float *out, int *in)
{
	__shared__ int tile[32];
	tile[threadIdx.x] = in[threadIdx.x] = threadIdx.x;
	__syncthreads();
	out[tile[threadIdx.x]] = 1; // expect: store exact
	unsigned to = (unsigned)__cvta_generic_to_shared(tile), t;
	asm volatile("st.shared.u32 [%0], 7;" :: "r"(to));
	out[tile[threadIdx.x]] = 1; // expect: store unknown
	out[in[threadIdx.x]] = 1;   // expect: store exact
	asm volatile("st.global.u32 [%0], 7;" :: "l"(in));
	out[in[threadIdx.x]] = 1;   // expect: store unknown
	asm("mov.u32 %0, %%tid.x;" : "=r"(t));
	out[2 * t] = 1;             // expect: store exact sectors=8
}

// s changes in one iteration in the middle, which follows from the counter or from data. It is not run.
__global__ void sparse_iteration(float *p, int n)
{
	int s = 1;
	for (int j = 0; j < n; j++) if (j == 4321) s = 8;
	p[threadIdx.x * s] = 1; // expect: store bounded
}

__global__ void sparse_match(float *p, const int *d, int n)
{
	int s = 1;
	for (int j = 0; j < n; j++) if (d[j] == 4321) s = 8;
	p[threadIdx.x * s] = 1; // expect: store bounded
}

__device__ float few[5];
__device__ float many[4096];

// The linker chooses where variables lie: a load by all lanes may begin inside a sector.
__global__ void variables(float *p)
{
	int t = threadIdx.x;
	p[t] = many[t]; // expect: load assumed; store exact
	few[0] = 1;     // expect: store exact
}

texture<float, 2> reference;

// Of fetches it is known which lanes make them. What follows from data of a texture goes on.
__global__ void textures(float *p, cudaTextureObject_t t, cudaSurfaceObject_t s)
{
	int i = threadIdx.x;
	float v = tex2D<float>(t, i, 3.0f);     // expect: load texture unknown width=4 requests=200 why="texture"
	if (i < 16) v += tex2D(reference, i, i); // expect: load texture unknown requests=100 lanes=16
	surf2Dwrite(v, s, 4 * i, 3);            // expect: store texture unknown
	p[i] = v;                               // expect: store global exact
}
