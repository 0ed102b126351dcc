// Numbers and records of which the compiler moves other pieces than the source does.

__device__ unsigned char
low(unsigned x)
{
	return x & 0xff;
}

__device__ unsigned
low_at(const unsigned &x)
{
	return x & 0xff;
}

__device__ unsigned
with(unsigned x, unsigned v)
{
	return (x & ~0xffu) | v;
}

union both {
	float f;
	unsigned u;
	unsigned short half[2];
};

struct colour {
	unsigned v;
	__device__ unsigned red() const { return v & 0xff; }
	__device__ unsigned all() const { return v; }
};

struct half_used {
	int key;
	short rank;
};

struct gap {
	int before[3];
	long long id;
};

struct even {
	int key;
	short from, to;
};

struct ended {
	double weight;
	int node;
};

__global__ void
needed_in_part(unsigned *o, const unsigned *a, const float *f, const double *d, const long long *l, const colour *c)
{
	int i = threadIdx.x;
	o[i] = low(a[i]);
	unsigned v = a[i + 32];
	o[i + 32] = low_at(v);
	o[i + 64] = __float_as_uint(f[i]) >> 16;
	o[i + 96] = __double2hiint(d[i]);
	o[i + 128] = __double2loint(d[i + 32]);
	o[i + 160] = __double_as_longlong(d[i + 64]) >> 52;
	o[i + 192] = signbit(d[i + 96]);
	o[i + 224] = l[i] < 0;
	o[i + 256] = l[i + 32] % 2 == 0;
	o[i + 288] = c[i].red();
	float x = f[i + 32];
	o[i + 320] = *(unsigned short *)&x;
	both b;
	b.f = f[i + 64];
	o[i + 352] = b.half[1];
	double y = d[i + 128];
	int2 z = *(int2 *)&y;
	o[i + 384] = z.y;
	unsigned w = a[i + 64];
	w >>= 24;
	o[i + 416] = w;
	o[i + 448] = (int)__ldcs(l + i + 64);
}

__global__ void
needed_whole(unsigned *o, const unsigned *a, const float *f, const double *d, const long long *l, const colour *c)
{
	int i = threadIdx.x;
	o[i] = signbit(f[i]);
	o[i + 32] = d[i] < 0;
	o[i + 64] = l[i] > 0;
	o[i + 96] = (int)a[i] < 0;
	o[i + 128] = c[i].all();
	both b;
	b.f = f[i + 32];
	o[i + 160] = b.u;
	unsigned s = a[i + 32];
	s = s * 1664525 + 1013904223;
	o[i + 192] = s >> 16;
	o[i + 224] = __ldcg(a + i + 64) & 0xff;
}

__global__ void
kept_in_part(unsigned *p, unsigned short *h, long long *l, unsigned v)
{
	int i = threadIdx.x;
	p[i] = (p[i] & 0xffffff00u) | 7u;
	p[i + 32] = (p[i + 32] & 0x00ffffff) | (v << 24);
	h[i] = (h[i] & 0xff) | 0x300;
	l[i] = (l[i] & 0xffffffff00000000ll) | 5;
	unsigned x = p[i + 64];
	x &= ~0xffffu;
	x += 9;
	p[i + 64] = x;
	p[i + 96] = with(p[i + 96], 3);
	p[i + 128] |= 0xff;
	p[i + 160] &= ~0xffffu;
	p[i + 192] = p[i + 192] * 3 + 1;
}

__global__ void
uneven(half_used *a, gap *b, even *c, ended *d)
{
	int i = threadIdx.x;
	a[i] = a[i + 32];
	b[i] = b[i + 32];
	c[i] = c[i + 32];
	d[i] = d[i + 32];
}

__global__ void
stored_to_a_choice(float *p, float *q, float *o)
{
	int i = threadIdx.x;
	(i & 1 ? p[i] : q[i]) = 3;
	(i & 1 ? p[i + 32] : q[i + 32]) += 3;
	(i & 1 ? p : q)[i + 64] = 3;
	o[i] = (i & 1 ? p : q)[i + 96];
}

int
main()
{
	void *p[6];
	for (int i = 0; i < 6; i++)
		cudaMalloc(&p[i], 8192);
	needed_in_part<<<1, 32>>>((unsigned *)p[0], (unsigned *)p[1], (float *)p[2], (double *)p[3], (long long *)p[4], (colour *)p[5]);
	needed_whole<<<1, 32>>>((unsigned *)p[0], (unsigned *)p[1], (float *)p[2], (double *)p[3], (long long *)p[4], (colour *)p[5]);
	kept_in_part<<<1, 32>>>((unsigned *)p[0], (unsigned short *)p[1], (long long *)p[2], 3);
	uneven<<<1, 32>>>((half_used *)p[0], (gap *)p[1], (even *)p[2], (ended *)p[3]);
	stored_to_a_choice<<<1, 32>>>((float *)p[0], (float *)p[1], (float *)p[2]);
}
