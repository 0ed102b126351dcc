// Kernels of one warp, a class of what compilers do each: random ones (fuzz.py) have shown these to be worth a look. Every
// statement has a line of its own, since instructions are told by line.

struct pair {
	int a, b;
};

struct small {
	short a, b;
	int c;
};

struct body {
	float x, y, z, mass;
};

struct __align__(16) quad {
	int a, b, c, d;
};

struct path {
	float2 from, to;
};

__device__ __forceinline__ int
at(const int *p, int i)
{
	return p[i];
}

__global__ void
unchanged(int *a, int2 *v, quad *q)
{
	int i = threadIdx.x;
	a[i] = a[i];
	a[i + 32]++;
	a[i + 32]--;
	v[i] = v[i];
	quad r = q[i];
	q[i] = r;
}

__global__ void
needless_stores(int *o, const int *a)
{
	int i = threadIdx.x;
	int v = a[i];
	o[i] = v;
	o[i] = 3;
	if (i & 1)
		o[i + 32] = a[i + 32];
	o[i + 32] = 4;
}

__global__ void
some_bytes(int *o, const int *a, const long long *b, short *s)
{
	int i = threadIdx.x;
	o[i] = a[i] & 255;
	o[i + 32] = b[i];
	s[i] = a[i + 32] * 3;
	int v = a[i + 64];
	o[i + 64] = v & 7;
	o[i + 96] = a[i + 96] / 3;
	o[i + 128] = (unsigned)a[i + 128] >> 24;
}

__global__ void
some_members(float *o, const float4 *p, const float4 *q)
{
	int i = threadIdx.x;
	o[i] = __ldg(p + i).w;
	float4 v = p[i + 32];
	o[i + 32] = v.x;
	float4 w = q[i];
	o[i + 64] = w.x + w.y + w.z;
}

__global__ void
other_members(body *b, int n)
{
	int i = threadIdx.x;
	b[i].x = b[i + n].mass;
	b[i].y = b[i + n].mass + 1;
	b[i].z += b[i].x;
}

__global__ void
part_of_a_wider_access(float4 *p, float *o)
{
	int i = threadIdx.x;
	float4 v = p[i];
	o[i] = v.x + v.y + v.z + v.w;
	o[i + 32] = p[i].z;
}

__global__ void
records_passed_on(float4 *o, const float4 *p, pair *s, const pair *t)
{
	int i = threadIdx.x;
	float4 v = p[i];
	o[i] = v;
	pair r = t[i];
	s[i] = r;
}

__global__ void
records_changed(small *o, const small *p, path *s, const path *t)
{
	int i = threadIdx.x;
	o[i] = p[i];
	o[i].a = 1;
	path r = t[i];
	r.from.x = 1;
	s[i] = r;
}

__global__ void
whole_records(small *o, const small *p, body *s, const body *t)
{
	int i = threadIdx.x;
	o[i] = p[i];
	s[i] = t[i];
}

__global__ void
unmoved_in_a_loop(float *__restrict__ o, const int *__restrict__ a)
{
	int i = threadIdx.x;
	for (int k = 0; k < 4; k++)
		o[i + 32 * k] = a[i];
}

__global__ void
through_a_function(int *__restrict__ q, int n)
{
	int i = threadIdx.x;
	int v = at(q, n);
	q[i] = v;
	q[i + 64] = at(q, n) + 1;
}

__global__ void
stores_of_both_sides(int *o, const int *a)
{
	int i = threadIdx.x;
	o[i] = 1;
	if (i & 1)
		o[i]++;
	if (i < 16)
		o[i + 32]--;
	else
		o[2 * i + 64]++;
}

__global__ void
shared_of_one_end(int *o)
{
	__shared__ int stored[32], loaded[32], both[32];
	int i = threadIdx.x;
	stored[i] = i;
	both[i] = o[i + 32];
	__syncthreads();
	o[i] = loaded[i];
	o[i + 32] = both[31 - i];
}

__global__ void
aliases(int *o, const int *a, int *__restrict__ r, const int *__restrict__ s)
{
	int i = threadIdx.x;
	o[i] = a[i];
	o[i + 32] = a[i];
	r[i] = s[i];
	r[i + 32] = s[i];
}

__device__ float
length(body b)
{
	return b.x * b.x + b.y * b.y;
}

__global__ void
narrowed_on_the_way(int *o, const long long *b, unsigned char *c, const small *s, pair *t)
{
	int i = threadIdx.x;
	o[i] -= b[i];
	c[i] += s[i].b;
	pair r = t[i];
	c[i + 32] = r.a;
	o[i + 32] = (unsigned)o[i + 64] % 16;
}

__global__ void
neutral(double *d, unsigned char *c, int2 *v, int *o)
{
	int i = threadIdx.x;
	d[i] -= 0;
	d[i + 32] *= 1;
	c[i] -= 0;
	c[i + 32]--;
	c[i + 32]++;
	o[i] = o[i + 32] - o[i + 32];
	v[i].x += 0;
}

__global__ void
two_ways_of_moving(int2 *v, pair *q)
{
	int i = threadIdx.x;
	v[i / 2].x = 1;
	v[i / 2] = v[i + 32];
	++q[i].a;
	q[i + 32] = q[i];
}

__global__ void
beside_a_loop(double *__restrict__ q, double *__restrict__ r, const float *__restrict__ f)
{
	int i = threadIdx.x;
	q[i] += 1;
	for (int k = 0; k < 3; k++)
		q[2 * i + 64] = r[i];
	double v = r[i + 32];
	for (int k = 0; k < 4; k++)
		q[i + 256] += v * f[i];
}

__global__ void
across_an_atomic(int *a, int *o)
{
	__shared__ int count[32];
	int i = threadIdx.x;
	count[i] = 0;
	a[i]++;
	atomicAdd(&count[i], 1);
	o[i] = a[i];
	o[i + 32] = count[i];
}

__global__ void
of_no_use(const body *b, const int *a, int2 *v)
{
	__shared__ int unread[32];
	int i = threadIdx.x;
	float l = length(b[i]);
	unread[i] = a[i];
	int2 r = v[i];
	r.x += 3;
	v[i + 32].x = r.y;
}

int
main()
{
	void *p[4];
	for (int k = 0; k < 4; k++)
		cudaMalloc(&p[k], 1 << 20);
	unchanged<<<1, 32>>>((int *)p[0], (int2 *)p[1], (quad *)p[2]);
	needless_stores<<<1, 32>>>((int *)p[0], (int *)p[1]);
	some_bytes<<<1, 32>>>((int *)p[0], (int *)p[1], (long long *)p[2], (short *)p[3]);
	some_members<<<1, 32>>>((float *)p[0], (float4 *)p[1], (float4 *)p[2]);
	other_members<<<1, 32>>>((body *)p[0], 40);
	part_of_a_wider_access<<<1, 32>>>((float4 *)p[0], (float *)p[1]);
	records_passed_on<<<1, 32>>>((float4 *)p[0], (float4 *)p[1], (pair *)p[2], (pair *)p[3]);
	records_changed<<<1, 32>>>((small *)p[0], (small *)p[1], (path *)p[2], (path *)p[3]);
	whole_records<<<1, 32>>>((small *)p[0], (small *)p[1], (body *)p[2], (body *)p[3]);
	unmoved_in_a_loop<<<1, 32>>>((float *)p[0], (int *)p[1]);
	through_a_function<<<1, 32>>>((int *)p[0], 40);
	stores_of_both_sides<<<1, 32>>>((int *)p[0], (int *)p[1]);
	shared_of_one_end<<<1, 32>>>((int *)p[0]);
	aliases<<<1, 32>>>((int *)p[0], (int *)p[1], (int *)p[2], (int *)p[3]);
	narrowed_on_the_way<<<1, 32>>>((int *)p[0], (long long *)p[1], (unsigned char *)p[2], (small *)p[3], (pair *)p[1]);
	neutral<<<1, 32>>>((double *)p[0], (unsigned char *)p[1], (int2 *)p[2], (int *)p[3]);
	two_ways_of_moving<<<1, 32>>>((int2 *)p[0], (pair *)p[1]);
	beside_a_loop<<<1, 32>>>((double *)p[0], (double *)p[1], (float *)p[2]);
	across_an_atomic<<<1, 32>>>((int *)p[0], (int *)p[1]);
	of_no_use<<<1, 32>>>((body *)p[0], (int *)p[1], (int2 *)p[2]);
}
