// Kernels of one warp, one for each class of compiler transformations that random kernels (fuzz.py) have shown to matter. Every
// statement has a line of its own, because instructions are identified by line.

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
	o[i + 96] = __ldg(&b[i + 32]);
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

// Members of a vector: one access if they are in one basic block, at one address, and nothing between may change them.
__global__ void
members_moved(float *o, const float2 *v, int n)
{
	int i = threadIdx.x;
	float a = v[i].x;
	i += n;
	float b = v[i].y;
	o[i] = a * b;
}

__global__ void
members_in_two_loops(float *__restrict__ o, const float2 *__restrict__ v, int n)
{
	int i;
	float a = 0, b = 0;
#pragma unroll 1
	for (i = threadIdx.x; i < n; i += 32)
		a += v[i].x;
#pragma unroll 1
	for (i = threadIdx.x; i < n; i += 32)
		b += v[i].y * a;
	o[threadIdx.x] = b;
}

__global__ void
members_on_a_condition(float *o, const float2 *v, const float *w, int n)
{
	int i = threadIdx.x;
	float s = v[i].x;
	if (n > 3)
		s += v[i].y;
	o[i] = s;
	s = v[i + 32].x;
	if (n > 4)
		s += w[i];
	s += v[i + 32].y;
	o[i + 32] = s;
}

__global__ void
members_around_a_selection(float *o, const float2 *v, int n)
{
	int i = threadIdx.x;
	float s = v[i].x;
	if (n > 3)
		s *= 3;
	s += v[i].y;
	o[i] = s;
}

__global__ void
members_around_functions(float *__restrict__ o, const float2 *__restrict__ v)
{
	int i = threadIdx.x;
	float s = v[i].x;
	s = sqrtf(s) / 3.5f + expf(s);
	s += v[i].y;
	float t = v[i + 32].x;
	t = powf(t, s);
	t += v[i + 32].y;
	float u = v[i + 64].x;
	u = __shfl_xor_sync(~0u, u, 1);
	u += v[i + 64].y;
	o[i] = s + t + u;
}

__global__ void
members_around_an_exchange(float *o, const float2 *v)
{
	int i = threadIdx.x;
	float s = v[i].x;
	s = powf(s, 1.5f);
	s += v[i].y;
	float t = v[i + 32].x;
	t = __shfl_xor_sync(~0u, t, 1);
	t += v[i + 32].y;
	o[i] = s + t;
}

__global__ void
members_around_a_barrier(float *o, float2 *v)
{
	__shared__ float t[32];
	int i = threadIdx.x;
	t[i] = v[i].x;
	__syncthreads();
	float s = t[31 - i];
	s += v[i].y;
	o[i] = s;
}

__global__ void
volatile_members(float *o, volatile float2 *v)
{
	int i = threadIdx.x;
	float a = v[i].x;
	float b = v[i].y;
	o[i] = a * b;
}

__global__ void
squares(float2 *o, const float2 *a)
{
	int i = threadIdx.x;
	o[i].x = a[i].x * a[i].x - a[i].y * a[i].y;
	o[i].y = 2 * a[i].x * a[i].y;
}

__global__ void
members_stored_across_loads(float2 *z, const float *re, const float *im)
{
	int i = threadIdx.x;
	z[i].x = re[i];
	z[i].y = im[i];
}

__global__ void
members_stored_on_conditions(float2 *v, int x, int y)
{
	int i = threadIdx.x;
	if (x)
		v[i].x = 0;
	if (y)
		v[i].y = 0;
}

__device__ float
first_of(const float2 *v, int i)
{
	return v[i].x;
}

__device__ float
second_of(const float2 *v, int i)
{
	return v[i].y;
}

__global__ void
members_of_accessors(float *o, const float2 *v)
{
	int i = threadIdx.x;
	float a = first_of(v, i);
	float b = second_of(v, i);
	o[i] = a + b;
}

__global__ void
most_members(float *o, const float4 *v, float n)
{
	int i = threadIdx.x;
	float s = v[i].x * v[i].y;
	if (s < v[i].w)
		s += v[i].z;
	o[i] = s;
}

__global__ void
cancelled(short *q, const int *a, unsigned char *c, int *o)
{
	int i = threadIdx.x;
	q[i] -= a[i] - a[i];
	c[i] += c[i + 32] * 0;
	o[i] -= o[i];
	int v = a[i + 32];
	o[i + 32] = v - 1 - v;
	o[i + 64] = i - a[i + 64] + i * 3 + a[i + 64];
	o[i + 96] = a[i + 96] ^ i ^ a[i + 96];
	o[i + 128] = a[i + 128] > 0 || 3.5f > 0;
}

__global__ void
overwritten_by_copies(double *__restrict__ q, body *__restrict__ b, const float *__restrict__ f)
{
	int i = threadIdx.x;
	for (int k = 0; k < 2; k++) {
		++q[i + k];
		if (i < 16)
			q[i]++;
	}
	for (int k = 0; k < 4; k++) {
		b[4 * i + k].y += f[i];
		b[i].y -= 1;
	}
	b[i].y = 3;
}

__device__ void
swap(int &a, int &b)
{
	int t = a;
	a = b;
	b = t;
}

__global__ void
handed_on(int *__restrict__ q, int *r)
{
	int i = threadIdx.x;
	r[i] += 1;
	swap(r[i], q[i]);
}

__global__ void
apart_by_alignment(double *__restrict__ q)
{
	int i = threadIdx.x;
	q[2 * i] = 1;
	q[i ^ 1] = q[i ^ 1] + 1;
	q[2 * i + 1] += 1;
	q[2 * i] = 3;
}

__global__ void
stored_again(int *q, const float *f)
{
	int i = threadIdx.x;
	for (int k = 0; k < 3; k++) {
		q[i] = f[i];
		q[i] = 0;
	}
}

__global__ void
members_in_copies(float *o, float *log, const float2 *v, int n)
{
	int i = threadIdx.x;
	float s = 0;
	for (int k = 0; k < 8; k++) {
		s += v[k * n + i].x;
		if (k > 0)
			log[i] = s;
		s *= v[k * n + i].y;
	}
	o[i] = s;
}

__global__ void
records_and_members(small *q, path *p)
{
	int i = threadIdx.x;
	small r = q[i];
	q[i].a += r.b;
	for (int k = 0; k < 4; k++)
		p[i ^ 1].to.x = p[i].to.x;
	p[i].to.y += 1;
}

__global__ void
sides_with_variables_behind(pair *q, int *o)
{
	int i = threadIdx.x;
	int v = 0;
	if (i & 1) {
		q[i].b--;
	} else {
		++q[i].a;
		v = o[i + 32];
	}
	o[i] = v;
}

__global__ void
members_put_back(float3 *q, float4 *r, body *b)
{
	int i = threadIdx.x;
	q[i] = make_float3(1, q[i].y, 1);
	r[i] = make_float4(1, 1, r[i].z, 3);
	body p;
	p.x = 1;
	p.y = b[i].y;
	p.z = 3;
	p.mass = 4;
	b[i] = p;
}

__global__ void
members_around_a_record(float2 *__restrict__ v, float *__restrict__ o, int n)
{
	int i = threadIdx.x;
	float a = v[i].x;
	v[i + n] = make_float2(3, a);
	float b = v[i].y;
	o[i] = a * b;
}

__device__ float single;

__global__ void
too_wide_for_a_variable(double *q, float *o)
{
	int i = threadIdx.x;
	float a = single;
	q[i] = a;
	float b = single;
	o[i] = a + b;
}

__global__ void
around_a_loop(const float *in, float *o, int n)
{
	__shared__ float buffer[2][32];
	int i = threadIdx.x, side = 0;
	buffer[0][i] = in[i];
	__syncthreads();
	for (int d = 1; d < 32; d *= 2) {
		float v = buffer[side][i];
		if (i >= d)
			v += buffer[side][i - d];
		buffer[1 - side][i] = v;
		side = 1 - side;
		__syncthreads();
	}
	o[i] = buffer[side][i];
}

__global__ void
found_again_in_each_round(const float *in, float *o)
{
	int i = threadIdx.x;
	float s = 0;
	for (int k = 0; k < 4; k++) {
		s += in[i + k];
		s *= in[i];
	}
	o[i] = s;
}

__device__ int
doubled_at(const int *p, int i)
{
	return p[i] * 2;
}

__global__ void
kept_by_a_loop(float *__restrict__ q, const float *__restrict__ a, int *__restrict__ c, int n)
{
	int i = threadIdx.x;
	for (int k = 0; k < n; k++) {
		float x = q[i];
		x += a[k * 32 + i];
		q[i] = x;
	}
	for (int k = 0; k < 3; k++) {
		q[i + 32] += a[k * 32 + i + 256];
		q[i + 32] *= 2;
	}
	for (int k = 0; k < 3; k++)
		c[i] -= (i & 4) == 0 ? 1 : doubled_at(c, i);
}

__global__ void
around_a_record_put_back(float4 *q, double *p)
{
	int i = threadIdx.x;
	p[i] = 3;
	q[i] = q[i];
	p[i] = 4;
	for (int k = 0; k < 3; k++) {
		q[k] = q[k];
		p[i + 32]++;
	}
}

__device__ float
first_of(const float *p)
{
	return *p;
}

__global__ void
called_for_what_is_known(const float *p, float *o)
{
	int i = threadIdx.x;
	int side = first_of(p + i) > 0 ? 1 : 2;
	o[i] = side > 0 ? 3 : 4;
}

__global__ void
left_past_other_lines(const float *p, const float *a, float *o, short *__restrict__ c, int *__restrict__ d)
{
	int i = threadIdx.x;
	float x = 0;
	float y = a[i];
	float z = a[i + 768];
	for (int k = 0; k < 4; k++) {
		x += p[i];
		z *= a[i + k * 32 + 1024];
	}
	o[i] = x + y + z;
	d[i] += 3;
	for (int k = 0; k < 4; k++) {
		c[k]--;
		for (int j = 0; j < 4; j++)
			c[i] = d[i + 32];
	}
}

__global__ void
records_stored_again(float4 *q, const float *a, uchar4 *c, float2 *p)
{
	int i = threadIdx.x;
	c[i] = make_uchar4(1, 1, 1, 1);
	c[i] = make_uchar4(1, a[i], 1, 1);
	for (int k = 0; k < 4; k++)
		q[i] = make_float4(((float *)q)[i], 1, 1, 1);
	p[i] = p[i + 64];
	if (i & 1)
		p[i] = p[i];
}

__device__ void
put(float *o, const float *a, int i)
{
	o[i] = a[2 * i];
}

__device__ void
add(float *o, const float *a, int i)
{
	o[i] += a[2 * i];
}

__global__ void
called_on_both_sides(float *__restrict__ o, const float *__restrict__ a, int n)
{
	int i = threadIdx.x;
	if (n > 3)
		put(o, a, i);
	else
		add(o, a, i);
}

__global__ void
read_only(int *p, const int *q, pair *r)
{
	int i = threadIdx.x;
	r[i].a += 1;
	r[i].a = __ldg(&q[i]);
	for (int k = 0; k < 4; k++)
		p[i] = __ldg(&q[i + 32]);
}

__global__ void
copies_on_one_condition(double *p)
{
	int i = threadIdx.x;
	for (int k = 0; k < 4; k++)
		if (i < 16)
			p[i] += 1;
}

__global__ void
known_real_numbers(int *p, float *q, const quad *r)
{
	int i = threadIdx.x;
	double v = 0;
	int none = v;
	q[i] += r[i].b * none;
	p[i] = r[i].c || 1.5f;
	p[i + 32] = r[i].d && 0.0f;
}

__global__ void
sides_with_records_behind(double *p, const int2 *q)
{
	int i = threadIdx.x;
	if (i < 16) {
		p[i]--;
	} else {
		p[i / 2] += 1;
		int2 r = q[i];
	}
}

__global__ void
back_before_a_change(float4 *p)
{
	int i = threadIdx.x;
	float4 r = p[i];
	if (i & 1)
		p[i] = r;
	else
		r.y = i;
}

__global__ void
assembly(unsigned *p, uint4 *q, int n)
{
	__shared__ uint4 s[32];
	int i = threadIdx.x;
	unsigned v = i;
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
	             :
	             : "r"((unsigned)__cvta_generic_to_shared(&s[i])),
	               "l"(q + i),
	               "r"(n));
	asm volatile("ld.global.u32 %0, [%1];"
	             : "=r"(v)
	             : "l"(p +
	                   2 * i));
	asm volatile("st.global.v2.u32 [%0], {%1, %2};"
	             :
	             : "l"(p + 2 * i + 64),
	               "r"(v),
	               "r"(7));
	asm volatile("st.global.u32 [%0], %1;"
	             :
	             : "l"(p + i + 128),
	               "n"(5));
	asm volatile("red.global.add.u32 [%1], %0;"
	             : "+r"(v)
	             : "l"(p + i + 160));
}

/* The compiler loads the chosen value again, although the condition has loaded both. */
__global__ void
chosen_again(float *__restrict__ o, const float *__restrict__ a, int *__restrict__ q)
{
	__shared__ int s[64];
	int i = threadIdx.x;
	o[i] = a[i] > a[i + 64] ? a[i] : a[i + 64];
	int most;
	if (q[i] > q[i + 32])
		most = q[i];
	else
		most = q[i + 32];
	s[i] = most;
	__syncwarp();
	if (i < 16)
		s[i] = s[i] > s[i + 16] ? s[i] : s[i + 16];
	__syncwarp();
	q[i] = s[0];
}

/* The compiler knows that these unsigned indices do not overflow. */
__global__ void
butterfly(float *d)
{
	unsigned i = threadIdx.x;
	float a = d[i];
	d[i] = a + d[i + 256];
	d[i + 256] = a - d[i + 256];
}

/* A local pointer's `__restrict__` counts as well. */
__global__ void
restricted_here(const float *a, float *b)
{
	const float *__restrict__ p = a;
	int i = threadIdx.x;
	b[i] = p[i];
	b[i + 1] = p[i] * 2;
}

#define SUM(x, y) ((x) + (y))
#define SUM_OF_THREE(x, y, z) SUM(SUM(x, y), \
	z)
#define EXCHANGE(x, y) do { float kept = x; x = y; y = kept; } while (0)

__global__ void
arguments_on_lines_below(float *o, const float *a)
{
	int i = threadIdx.x;
	o[i] = SUM(a[i],
		a[i + 32]);
	o[i + 32] =
		SUM_OF_THREE(a[i + 64],
			SUM(a[i + 96],
				a[i + 128]),
			a[i + 160]);
	EXCHANGE(o[i + 64],
		o[i + 96]);
	o[
		SUM(i,
			128)] =
		a[SUM(
			i,
			192)];
	o[i + 160] = (a)[
		i + 224];
	if (SUM(i,
		a[i + 256]) > 20)
		o[i + 192] = at((const int *)SUM(a,
			288), i);
}

__device__ __forceinline__ void
add_across(float *__restrict__ p, int i)
{
	float v = p[i];
	__syncthreads();
	p[i] = v + p[i];
}

/* No other thread accesses what the kernel's own restricted pointers refer to, so the accesses can be merged. */
__global__ void
restricted_across_barriers(float *__restrict__ a, float *__restrict__ b, int *__restrict__ counter, int n)
{
	int i = threadIdx.x;
	a[i] = n;
	float v = b[i];
	__syncthreads();
	a[i] = v;
	float w = b[i];
	__threadfence();
	b[i] = w + b[i] + v;
	float c = a[i + 64];
	atomicAdd(counter, 1);
	a[i + 64] = c + a[i + 64];
	float *p = b + n;
	float d = p[i];
	__syncthreads();
	p[i] = d + p[i];
	add_across(a, i + 128);
}

__global__ void
barriers_in_a_loop(float *__restrict__ a, const float *__restrict__ b)
{
	__shared__ float s[32];
	int i = threadIdx.x;
	for (int k = 0; k < 4; k++) {
		s[i] = b[32 * k + i];
		__syncthreads();
		a[i] += s[i ^ 1];
		__syncthreads();
	}
}

__global__ void
unrestricted_across_barriers(float *a, float *b, int *counter)
{
	int i = threadIdx.x;
	a[i] = 1;
	float v = b[i];
	__syncthreads();
	a[i] = v;
	b[i] = v + b[i];
	__threadfence();
	b[i] = 2;
	atomicAdd(counter, 1);
	b[i] = 3;
}

__device__ __noinline__ float
called(const float *a, int i)
{
	return a[i] * 2.0f;
}

__device__ __noinline__ float
called_through_another(const float *a, int i)
{
	return called(a, i + 1) + called(a, i + 2);
}

__global__ void
calls(float *o, const float *a, const float *b)
{
	const int i = threadIdx.x;
	o[i] = called(a, i) + called_through_another(b, i) + called_through_another(a, i + 32);
}

__global__ void
goes_round(float *o, const float *a, int n)
{
#pragma unroll 1
	for (int k = 0; k < n; k++)
		o[32 * k + threadIdx.x] = a[32 * n - 32 * k + threadIdx.x];
}

/* A value that only one path uses is loaded on that path. */
__global__ void
for_one_way(int *o, const int3 *v, const float *a, const int *k)
{
	int i = threadIdx.x;
	int3 r = v[i];
	float x = a[i];
	float y = a[i + 32];
	if (k[i] > 0)
		o[i] = r.x;
	else
		o[i + 64] = r.y;
	o[i + 128] = k[i + 32] ? x : y;
}

__global__ void
overwritten_by_a_loop(float *o, const float *a)
{
	int i = threadIdx.x;
	float x = a[i];
	for (int k = 0; k < 3; k++)
		x = k;
	o[i] = x;
	int zero = 0;
	o[i + 32] -= zero;
}

/* Nobody uses the load in the loop, but it was hoisted before that was known, and joined those on the line of the barrier. */
__global__ void
dead_in_a_loop(short *o)
{
	__shared__ float d[32];
	__shared__ short s[32];
	int i = threadIdx.x;
	s[i] = o[i];
	d[i] = s[i ^ 1]; __syncthreads();
	for (int k = 1; k < 8; k *= 2)
		float v = d[i ^ 2];
	o[i + 32] = d[i ^ 2];
}

__global__ void
chosen_from_before(float *o, const float *a, const float *b, const int *q)
{
	int i = threadIdx.x;
	float x = a[i];
	float y = b[i];
	o[i] = q[i] ? a[i] : b[i];
	o[i + 64] = x + y;
}

/* Lanes diverge at returns, cases, jumps and calls as at if-statements: equal ends of their paths are merged. */
__device__ static float
one_of_three(const float *from, int at, int n)
{
	if (at < 3)
		return from[0];
	if (at >= n)
		return from[n - 1];
	return from[at];
}

__device__ static float
by_case(const float *from, int at)
{
	switch (at & 3) {
	case 0:
		return from[at];
	case 1:
		return from[at + 1];
	case 2:
		return from[at * 2];
	default:
		return from[at * 3];
	}
}

__device__ static int
neighbour(const int *from, int at)
{
	if (at == 0)
		return from[31];
	return from[at - 1];
}

__device__ static void
put_apart(float *one, float *other, int at, float value)
{
	if (at & 1)
		one[at] = value;
	else
		other[at] = value;
}

__global__ void
ways_of_functions(float *to, const float *from, const float *edge, int *numbers)
{
	__shared__ int line[32];
	const int at = threadIdx.x;
	auto odd_or_even = [&](int i) {
		if (i & 1)
			return from[i + 100];
		return edge[i];
	};
	line[at] = numbers[at];
	__syncthreads();
	to[at] = one_of_three(from, at, 30);
	to[at + 100] = by_case(edge, at);
	to[at + 200] = odd_or_even(at);
	numbers[at + 100] = neighbour(line, at);
	put_apart(to + 300, to + 400, at, 2.0f);
}

__global__ void
ways_of_cases(int *to, const int *from)
{
	const int at = threadIdx.x;
	switch (at & 3) {
	case 0:
		to[at] = from[at];
		break;
	case 1:
		to[at] = from[at + 1];
		break;
	default:
		to[at] = from[at + 7];
	}
}

__global__ void
ways_of_jumps(int *to, const int *from, const int *others)
{
	const int at = threadIdx.x;
	for (int i = 0; i < 4; i++) {
		if ((at + i) % 3 == 0) {
			to[at + 32 * i] = from[at];
			continue;
		}
		to[at + 32 * i] = others[at];
	}
	if (at & 1)
		goto odd;
	to[at + 500] = from[at + 200];
	return;
odd:
	to[at + 500] = from[at + 300];
}

__global__ void
ways_of_several_steps(float *to, const float *from)
{
	const int at = threadIdx.x;
	float root;
	if (at & 1) {
		to[at] = from[at] * 2;
		to[at + 500] = 8;
	} else {
		to[at] = from[at + 1] * 2;
		to[at + 1000] = 7;
	}
	__syncthreads();
	if (at & 2) {
		root = sqrtf(from[at + 200]);
		to[at + 1500] = 8;
	} else {
		root = sqrtf(from[at + 300]);
		to[at + 2000] = 7;
	}
	to[at + 2500] = root;
}

__device__ int
one_or_two(int x)
{
	return x > 3 ? 1 : 2;
}

// No loaded value changes what is stored, or only a few bits of it.
__global__ void
known_anyway(int *o, const int *a, const unsigned char *c, const unsigned *u)
{
	int i = threadIdx.x;
	o[i] = c[i] < 256;
	o[i + 32] = (a[i + 32] | 1) != 0;
	o[i + 64] = min(max(a[i + 64], 5), 5);
	o[i + 96] = a[i + 96] % 1;
	o[i + 128] = c[i + 128] / 256;
	o[i + 160] = (a[i + 160] & 7) > 8;
	o[i + 192] = (u[i + 192] >> 31) > 1;
	o[i + 224] = a[i + 224] * 2 & 1;
	o[i + 256] = one_or_two(a[i + 256]) > 0;
	int high = a[i + 288] << 8;
	o[i + 288] = (high | c[i + 288]) & 255;
	o[i + 320] = min(max(a[i + 320], 5), 6);
}

__global__ void
used_where_nobody_comes(int *o, const int *a, const int *b)
{
	int i = threadIdx.x;
	int x = a[i];
	int y = b[i];
	if (x > 5)
		if (x < 3)
			o[i] = y;
	int n = a[i + 32] & 15;
	int m = b[i + 32];
	o[i + 32] = n < 16 ? 1 : m;
}

__global__ void
taken_from_other_copies(float *o, const float *a, const float *__restrict__ r, int n)
{
	__shared__ float s[512];
	int t = threadIdx.x;
	float sum = 0;
	s[t] = s[t + 32] = a[t];
	__syncthreads();
	for (int i = 0; i < 8; i++)
		sum += a[i * 64 + t] + a[i * 64 + 64 + t];
	for (int i = 0; i < 16; i++)
		sum += r[t + (i - 1) * 96 + 96] * r[t + i * 96 + 96] - r[t + (i + 1) * 96 + 96];
	for (int i = 0; i < 64; i++)
		sum += a[i * 96 + 7000 + t] + a[i * 96 + 7096 + t];
	for (int i = 0; i < 24; i++)
		sum += r[i * 64 + t] + r[i * 64 + 64 + t] * r[i * 64 + 128 + t] - r[i * 64 + 192 + t];
	for (int i = 0; i < 256; i++)
		sum += s[i + t] + s[i + t + 2];
	for (int i = 0; i < n; i++)
		sum += a[i * 128 + t] + a[i * 128 + 128 + t];
	for (int i = 0; i < n; i++)
		o[i * 64 + t] = r[i * 160 + t] + r[i * 160 + 160 + t];
#pragma unroll 1
	for (int i = 0; i < n; i++)
		sum += a[i * 224 + t] + a[i * 224 + 224 + t];
	o[t] = sum;
}

__global__ void
stores_by_turns(float *o, float a)
{
	__shared__ float k[32][32], v[32][32], w[32][64];
	__shared__ __align__(16) float p[32][32], q[32][32];
	int t = threadIdx.x;
	for (int d = 0; d < 16; d++) {
		k[t][d] = a + d;
		v[t][d] = a * d;
	}
	for (int d = 0; d < 16; d++) {
		w[t][d] = a - d;
		w[t][d + 32] = d - a;
	}
	for (int d = 0; d < 16; d++) {
		p[t][d] = a + d;
		q[t][d] = a * d;
	}
	__syncthreads();
	float s = 0;
	for (int d = 0; d < 16; d++)
		s += k[d][t] + v[d][t] + w[d][t] + w[d][t + 32] + p[d][t] + q[d][t];
	o[t] = s;
}

__global__ void
members_stored_around_reloads(const double2 *a, double2 *c, float2 *d)
{
	int i = threadIdx.x;
	c[i].x = a[i].x - a[i].y; c[i].y = a[i].y + a[i].x;
	d[i].x = d[i + 32].x * 2; d[i].y = d[i + 32].x + d[i + 32].y;
}

struct view {
	float *data;
	int pitch;
	__device__ float &operator()(int row, int column) { return data[row * pitch + column]; }
	__device__ float *row(int r) const { return data + r * pitch; }
};

// Of many blocks, if members of records decide.
__global__ void
by_views(view a, view b)
{
	__shared__ float tile[32][33];
	const int column = blockIdx.x * 32 + threadIdx.x;
	const int row = blockIdx.y * 32 + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = a(row, column);
	__syncthreads();
	b(column, row) = tile[threadIdx.x][threadIdx.y];
	view c = b;
	c.data += 1 << 20;
	c.row(row)[column] = tile[threadIdx.y][threadIdx.x] + 1;
}

/* A tile with a margin: each lane stores one element of both, and its load for that is needed. */
__global__ void
tile_of_two_stores(float *o, const float *a, int n)
{
	__shared__ float s[32], q[32];
	int t = threadIdx.x, i = blockIdx.x * 32 + t;
	if (i < n)
		s[t] = a[i];
	else
		s[t] = 0;
	if (i >= 3) {
		if (i < n - 5)
			q[t] = a[i - 3];
		else
			q[t] = 1;
	} else
		q[t] = 2;
	__syncthreads();
	o[i] = s[31 - t] + q[31 - t];
	if (i < n)
		o[i + 64] = a[i + 64];
	else
		o[i + 64] = 0;
	if (i < n - 7)
		o[i + 128] = a[i + 128];
	else
		o[i + 128] = 0;
	o[i + 128] = 5;
	switch (i / n) {
	case 0:
		o[i + 192] = a[i + 192];
	case 1:
		o[i + 192] = 7;
	}
	switch (i / n) {
	case 0:
		o[i + 256] = a[i + 256];
		break;
	default:
		o[i + 256] = 7;
	}
}

/* All lanes of one block take one arm, and lanes of the other block take both: their stores remain. */
__global__ void
stored_by_either_side(float *o, const float *a, int n)
{
	__shared__ float s[32];
	int t = threadIdx.x, i = blockIdx.x * 32 + t;
	if (i < n)
		s[t] = a[i];
	else
		s[t] = 0;
	o[i] = s[t];
}

/* Each accesses memory, whatever the thread has stored there; but of two loads for a choice one is made. */
__global__ void
volatile_each_time(float *o, volatile int *a, volatile int *b, int n)
{
	volatile __shared__ int s[32], unread[32], unset[32], q[128];
	int i = threadIdx.x;
	s[i] = i;
	o[i] = s[i];
	unread[i] = 3;
	o[i + 32] = unset[i];
	q[4 * i] = 1;
	q[4 * i + 1] = 2;
	a[i] = 1;
	a[i] = 2;
	if (i < n)
		a[i] = i;
	for (int k = 1; k < 9; k++)
		a[i + 32 * k] = a[i + 32 * (k - 1)] + 1;
	int z = b[i + 64];
	if (i < n)
		o[i + 64] = z;
	int x = b[i];
	int y = b[i + 32];
	o[i + 96] = i < n ? x : y;
}

/* Loop-invariant code is hoisted, whatever other paths the loop has. */
__global__ void
leaves_past_other_ways(float *__restrict__ out, float *__restrict__ last, const float *__restrict__ in, int n, int mode)
{
	int t = threadIdx.x;
	float s = 0;
	for (int v = t; v < n; v += 32) {
		if (mode == 1)
			out[v] = in[v] * 2;
		else if (mode == 2)
			out[v] = in[v] + 1;
		last[t] = 1;
	}
	for (int j = 0; j < n; j++) {
		if (mode > 3)
			break;
		last[64 + t] = s;
		s += in[j];
	}
	for (int j = 0; j < n; j++) {
		if (mode > 3)
			continue;
		s += in[1024 + t];
	}
	out[2048 + t] = s;
}

/* An address that a range determines, or that is chosen, may be another's address; or it is loop-invariant. */
__global__ void
determined_addresses(float *__restrict__ o, const float *__restrict__ a, const int *__restrict__ v, int n, int c)
{
	int t = threadIdx.x;
	float s = a[(t & 7) >> 3];
	s += a[0];
	s += a[t / 1024];
	for (int k = 0; k < n; k++)
		s +=
			a[(v[k] % 16) / 32 + 1]
			* a[k * 64];
	for (int k = 0; k < n; k++)
		s +=
			a[c ? t + 32 : t + 64]
			* a[k * 96];
	for (int k = 0; k < n; k++)
		s += (c && n > 2 ? o : a)[t + 96] * k;
	s += a[c > 1 ? t + 128 : n];
	s += a[c > 1 ? t + 128 : n];
	for (int k = 0; k < n; k++)
		if (k == n / 2)
			s += a[(k & 15) / 16 + t + 160];
	o[t] = s;
}

/* Loops that end in their first iteration, and paths that are never taken, do not prevent hoisting. */
__global__ void
left_at_once(float *o, const float *a, int n, int c)
{
	int t = threadIdx.x;
	float s = 0;
	for (int k = 0; k < n; k++) {
		s += a[t];
		if (c)
			break;
		o[32 * k + t] = s;
	}
#pragma unroll 1
	for (int k = 1; k < 3; k += 2)
		s += a[t + 32];
	for (int k = 0; k < n; k++) {
		s += a[t + 64];
		if (!c)
			o[32 * k + t] = s;
	}
	s += a[t + 96];
	if (c > 3)
		o[t + 1024] = s;
	s += a[t + 96];
	o[t] = s;
}

__global__ void
read_on_another_way(float *o, const float *a, int n, int c)
{
	__shared__ float d[1024];
	int t = threadIdx.x;
	float s = 0;
	for (int k = t; k < 1024; k += 32)
		d[k] = k;
	for (int k = 0; k < n; k++) {
		d[t] = s;
		if (c)
			s += a[t + k];
		else
			s += d[t + k];
	}
	__syncthreads();
	o[t] = s + d[t ^ 1];
}

/* A value from the previous iteration is loaded before the first iteration, and before those of the remainder loop. */
__global__ void
passed_on(float *o, const float *a, float *__restrict__ r, int n, int m)
{
	int t = threadIdx.x;
	float s = 0;
	for (int k = 0; k < n; k++)
		o[t] +=
			a[t + k];
	for (int k = 0; k < m; k++)
		o[t + 32] +=
			a[t + k];
	for (int k = 0; k < n; k++)
		s += a[k] *
		     a[k + 1];
	for (int k = 0; k < n; k++)
		r[t] +=
			a[t + k];
#pragma unroll 1
	for (int k = 0; k < n; k++)
		o[t + 64] +=
			a[t + k];
	o[t + 96] = s;
}

/* An unrolled loop stores once what its bodies store to one place. */
__global__ void
stored_by_copies(float *o, int n, int m)
{
	int t = threadIdx.x;
	for (int k = 0; k < n; k++) {
		o[t + 64 * k] = 3;
		o[t + m] = k;
	}
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		o[t + 32 * k] = 3;
		o[t + 2 * m] = k;
	}
}

/* A loop is unswitched on a loop-invariant condition. */
__global__ void
chosen_by_half(float *__restrict__ o, const float *__restrict__ a, int n, int c)
{
	int t = threadIdx.x;
	float s = 0;
	for (int k = 0; k < n; k++)
		s +=
			a[c && k > 3 ? t : t + 32]
			* a[k * 64];
	o[t] = s;
}

__device__ const float *
of_four(const float *p)
{
	return (const float *)__builtin_assume_aligned(p, 16);
}

__device__ int
always_five(int)
{
	return 5;
}

/* Values that the program assumes (__builtin_assume), and values that become compile-time constants. */
__global__ void
vouched_for(float *o, const float *a, int n)
{
	const int t = threadIdx.x;
	const float *p = of_four(a + 4 * t);
	__builtin_assume(n > 4);
	float s = p[0] + p[1];
	s += a[n];
	s += a[n < 3 ? 5 : n];
	o[t] = s;
}

__device__ float alone;

__device__ int
sum_of_two(const int *p, int i)
{
	return p[i] + p[i + 1];
}

__global__ void
moved_past_other_lines(float *to, const int4 *from, quad *__restrict__ q, short *s, const unsigned char *bytes, int4 *members)
{
	int i = threadIdx.x;
	to[i]--;
	q[i] = q[i];
	for (int k = 0; k < 4; k++)
		q[3].a = from[i].z;
	s[i + 1] -= i;
	if (i > 3) {
		s[i] = 1;
	} else {
		for (int k = 0; k < 4; k++)
			s[i] = bytes[2 * i + 1];
	}
	to[i + 64]--;
	for (int k = 0; k < 4; k++)
		members[i].z -= members[2 * i + 1].y;
}

__global__ void
before_the_variable(quad *q)
{
	for (int k = 0; k < 4; k++)
		q[3].d = alone;
}

__global__ void
restricted_when_handed_on(int *to, const int *__restrict__ from)
{
	int i = threadIdx.x;
	for (int k = 0; k < 4; k++)
		to[i] = sum_of_two(from, i);
}

__global__ void
stored_as_loaded(float2 *p, double *a, int *o)
{
	int i = threadIdx.x;
	double v = p[0].y;
	p[0].y = v;
	a[i] = i < 16 ? a[i] : a[i];
	o[i + 64]++;
	o[2 * i] = o[2 * i];
	o[i + 64] = o[i + 64];
}

__global__ void
loaded_for_nothing(short *__restrict__ s, int *__restrict__ o, const float *__restrict__ from, const int *__restrict__ ints, int n)
{
	int i = threadIdx.x;
	float v = alone;
	float t[4] = {v, alone, from[i], (float)n};
	o[i] = t[1] + t[2];
	s[i] -= at(ints, i);
	s[i] = n;
	o[i + n + 64] += ints[i + 64];
	int w = __ldg(&ints[i + 64]);
	o[i + 64] = __ldg(&ints[i * n]);
	o[(i ^ 1) + 128] = w;
}

__global__ void
sides_with_stores_around(double *__restrict__ a, const double *__restrict__ b, int n)
{
	int i = threadIdx.x;
	a[3] = 1;
	if (i > 3) {
		a[0] = 1;
	} else {
		a[0]--;
	}
	a[i * n] += b[i];
}

__global__ void
stored_around_a_way_out(float *a, int n)
{
	int i = threadIdx.x;
	a[i + n] = 1;
	if (i + 40 > n)
		return;
	a[i + n]++;
}

__global__ void
shared_constant(int *o, int n)
{
	__shared__ int s;
	if (threadIdx.x == 0)
		s = always_five(n);
	__syncthreads();
	o[threadIdx.x] = s;
}

__device__ float
first_of(const float *p, int i)
{
	return p[i];
}

__global__ void
members_on_ways_of_shared(int *o, const int *a, int n)
{
	__shared__ int4 s[64];
	int i = threadIdx.x;
	for (int k = i; k < 64; k += n)
		s[k] = int4{};
	__syncthreads();
	o[i] = s[i].z;
	if (i < 16)
		o[i + 32] = s[i].x + a[i];
}

__global__ void
called_beside_shared(float *o, int n)
{
	__shared__ float s[256];
	int i = threadIdx.x;
	for (int k = i; k < 256; k += n)
		s[k] = k;
	__syncthreads();
	o[i] = fmaxf(s[2 * i], first_of(s, 2 * i + 1));
}

__global__ void
put_back_across_another_member(float2 *v)
{
	int i = threadIdx.x;
	float y = v[i].y;
	v[i ^ 1].x -= 1;
	v[i].y = y;
}

__global__ void
copies_behind_a_branch(float *__restrict__ o, const float *__restrict__ a, float *__restrict__ b, int n)
{
	int i = threadIdx.x;
	for (int k = 0; k < 4; k++) {
		o[0] = 1;
		o[i] = (i & 4) == 0 ? a[3] : 1;
	}
	for (int k = 0; k < 4; k++) {
		o[64] = 1;
		if (n > 3)
			b[i] += k;
		o[i + 64] = 2;
	}
}

__global__ void
seen_for_nothing(double *o, int n)
{
	int i = threadIdx.x;
	for (int k = 0; k < 4; k++) {
		o[0] = 0;
		o[i] = 1;
		o[i] = o[i * n];
	}
}

__global__ void
called_for_either_value(float *o, const float *a, const float *one)
{
	int i = threadIdx.x;
	o[i] = (i < 16 ? first_of(a, i) : first_of(a, 3)) + *one;
}

__global__ void
behind_a_choice(unsigned *o, int *c)
{
	int i = threadIdx.x;
	c[i]--;
	float v = (i & 1) == 1 ? o[i] : 1;
	float w = 0;
	for (int k = 0; k < 2; k++)
		w *= o[i / 2];
	o[i] = v;
	o[i] = w;
}

__global__ void
chosen_before_the_loop(float *o, const double2 *d, const float *a, float *sums, int n)
{
	int i = threadIdx.x;
	for (int k = 0; k < 4; k++) {
		double2 r = d[i];
		o[i] = n > 3 ? 1 : r.x;
	}
	float sum = 0;
	for (int k = 0; k < 8; k++) {
		float v = a[i + k];
		float w = a[i + k + 64];
		sum += n > 3 ? w : v * 2 + w;
	}
	sums[i] = sum;
}

__global__ void
counted_by_copies(int4 *v, int *o)
{
	int i = threadIdx.x;
	for (int j = 0; j < 2; j++)
		for (int k = 0; k < j + 1; k++)
			v[i].z++;
	for (int j = 0; j < 3; j++)
		for (int k = 0; k < j + 1; k++)
			o[4 * i + k]--;
}

__global__ void
counted_by_constants(int *__restrict__ o, int *__restrict__ p, float4 *v)
{
	int i = threadIdx.x;
	int k = 0;
	do {
		o[i] = o[i + 32 * k];
		k++;
	} while (k < 3);
	for (int j = 0; j < 5; j++) {
		p[i + 32 * j] = j;
		if (j & 1)
			continue;
	}
	p[i] = 1;
	for (int j = 0; j < 4; j++) {
		v[i].z -= 1;
		if (j & 1)
			continue;
	}
	v[i].w = 1;
}

__global__ void
sides_behind_a_variable(long long *o, const unsigned char *a, unsigned *p)
{
	int i = threadIdx.x;
	o[31 - i] = a[i];
	int unused = i;
	if (i < 16) {
		float v = o[i];
		o[i] = v;
	} else {
		p[i] = o[i];
	}
}

__global__ void
by_turns_in_two_places(int *a, int *b, int rounds)
{
	int i = threadIdx.x;
	int *from = a, *to = b;
	for (int k = 0; k < rounds; k++) {
		to[i] = from[i] + i;
		int *other = from;
		from = to;
		to = other;
	}
}

/* A volatile load is made each time, but other loads reuse its value. */
__global__ void
taken_from_volatile(float *o, float *a, volatile float *b, int n)
{
	int i = threadIdx.x;
	float v = *(volatile float *)&a[i];
	float w = a[i];
	float x = *(volatile float *)&a[i];
	o[i] = v + w + x;
	v = a[i + 32];
	w = *(volatile float *)&a[i + 32];
	x = a[i + 32];
	o[i + 32] = v + w + x;
	for (int k = 0; k < n; k++) {
		v += b[i];
		o[i + 64] = v;
	}
	v = *(volatile float *)&a[i + 64];
	o[i + 96] = v;
	o[i + 128] = a[i + 64];
}

__global__ void
asked_for_nothing(float4 *q, pair *p, int *o, const int *a)
{
	int i = threadIdx.x;
	if (q[i].w > 0)
		q[3] = q[3];
	if (a[i] > 0) {
		pair r = p[i];
		p[i] = r;
	}
	if (a[i + 32] > 0)
		o[i] = o[i];
}

__global__ void
stored_again_on_one_side(int *o, int n)
{
	int i = threadIdx.x;
	o[i] = 1;
	if (n > 3) {
		o[i]++;
		o[i] = o[i];
	}
}

__global__ void
counted_in_each_round(double *__restrict__ o, float *__restrict__ p, int n)
{
	int i = threadIdx.x;
	for (int j = 0; j < n; j++) {
		int k = 0;
		do {
			o[i + k] = n;
			k++;
		} while (k < 4);
	}
	int round = 0;
	do {
		for (int j = 0; j < 3; j++)
			for (int k = 0; k < j; k++)
				p[i + round]++;
		round++;
	} while (round < n);
}

__global__ void
updated_beside_what_is_unused(int *o, int *a, int *sum, int n)
{
	int i = threadIdx.x;
	float v = o[i + 32];
	for (size_t k = 0; k < n; k++) {
		float unused = fmaxf(a[i + 32], i);
		++o[i];
	}
	a[i] = v;
	int w = sum[i];
	w *= 0;
	w += sum[i + 32];
	sum[i] = w;
}

__device__ float
within(const float *p, int i, int n)
{
	if (i >= n)
		return 0;
	return p[i];
}

__global__ void
members_around_a_return(float *o, const float2 *v, const float *a)
{
	int i = threadIdx.x;
	o[i] = v[i].x + within(a, i, 40) + v[i].y;
}

__global__ void
begun_like_what_is_behind(float *o, float *a, float *c, int n)
{
	int i = threadIdx.x, k;
	for (k = 0; k < n; k++)
		o[i] += a[i] * c[k];
	a[i] *= 2;
	c[i] = 3;
	while (k < 2 * n) {
		o[i] = 7;
		a[i + 32 * k] += 1;
		k++;
	}
	o[i] = 7;
	for (k = 0; ; k++) {
		c[i + 32 * k] += 1;
		if (k >= n)
			break;
		o[i + 32 * k] = a[i + 64 * k];
	}
	o[i + 256] = a[i + 64 * k];
	for (k = 0; k < n; k++) {
		o[i] = a[i];
		c[i + 32 * k] = 1;
	}
	o[i] = a[i];
	for (k = 0; k < n; k++)
		o[i] += a[i + 32];
	c[i] = 3;
	a[i + 32] *= 2;
	for (k = 0; k < n; k++)
		o[k] = a[i + 32 * k];
	o[i] = a[i + 96];
}

__global__ void
begun_like_what_is_behind_in_shared(float *o, int n)
{
	__shared__ float s[64];
	int i = threadIdx.x;
	s[i] = i;
	__syncthreads();
	for (int k = 0; k < n; k++) {
		o[k] = s[i];
		__syncthreads();
	}
	s[i] *= 3;
	o[64 + i] = s[31 - i];
}

int
main()
{
	void *p[6];
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
	members_moved<<<1, 32>>>((float *)p[0], (float2 *)p[1], 40);
	members_in_two_loops<<<1, 32>>>((float *)p[0], (float2 *)p[1], 320);
	members_on_a_condition<<<1, 32>>>((float *)p[0], (float2 *)p[1], (float *)p[2], 40);
	members_around_a_selection<<<1, 32>>>((float *)p[0], (float2 *)p[1], 40);
	members_around_functions<<<1, 32>>>((float *)p[0], (float2 *)p[1]);
	members_around_an_exchange<<<1, 32>>>((float *)p[0], (float2 *)p[1]);
	members_around_a_barrier<<<1, 32>>>((float *)p[0], (float2 *)p[1]);
	volatile_members<<<1, 32>>>((float *)p[0], (float2 *)p[1]);
	squares<<<1, 32>>>((float2 *)p[0], (float2 *)p[1]);
	members_stored_across_loads<<<1, 32>>>((float2 *)p[0], (float *)p[1], (float *)p[2]);
	members_stored_on_conditions<<<1, 32>>>((float2 *)p[0], 1, 1);
	members_of_accessors<<<1, 32>>>((float *)p[0], (float2 *)p[1]);
	most_members<<<1, 32>>>((float *)p[0], (float4 *)p[1], 3);
	cancelled<<<1, 32>>>((short *)p[0], (int *)p[1], (unsigned char *)p[2], (int *)p[3]);
	overwritten_by_copies<<<1, 32>>>((double *)p[0], (body *)p[1], (float *)p[2]);
	handed_on<<<1, 32>>>((int *)p[0], (int *)p[1]);
	apart_by_alignment<<<1, 32>>>((double *)p[0]);
	stored_again<<<1, 32>>>((int *)p[0], (float *)p[1]);
	members_in_copies<<<1, 32>>>((float *)p[0], (float *)p[1], (float2 *)p[2], 40);
	records_and_members<<<1, 32>>>((small *)p[0], (path *)p[1]);
	sides_with_variables_behind<<<1, 32>>>((pair *)p[0], (int *)p[1]);
	members_put_back<<<1, 32>>>((float3 *)p[0], (float4 *)p[1], (body *)p[2]);
	members_around_a_record<<<1, 32>>>((float2 *)p[0], (float *)p[1], 40);
	too_wide_for_a_variable<<<1, 32>>>((double *)p[0], (float *)p[1]);
	around_a_loop<<<1, 32>>>((float *)p[0], (float *)p[1], 7);
	kept_by_a_loop<<<1, 32>>>((float *)p[0], (float *)p[1], (int *)p[2], 4);
	around_a_record_put_back<<<1, 32>>>((float4 *)p[0], (double *)p[1]);
	called_for_what_is_known<<<1, 32>>>((float *)p[0], (float *)p[1]);
	left_past_other_lines<<<1, 32>>>((float *)p[0], (float *)p[1], (float *)p[2], (short *)p[3], (int *)p[4]);
	records_stored_again<<<1, 32>>>((float4 *)p[0], (float *)p[1], (uchar4 *)p[2], (float2 *)p[3]);
	found_again_in_each_round<<<1, 32>>>((float *)p[0], (float *)p[1]);
	called_on_both_sides<<<1, 32>>>((float *)p[0], (float *)p[1], 7);
	read_only<<<1, 32>>>((int *)p[0], (int *)p[1], (pair *)p[2]);
	copies_on_one_condition<<<1, 32>>>((double *)p[0]);
	known_real_numbers<<<1, 32>>>((int *)p[0], (float *)p[1], (quad *)p[2]);
	sides_with_records_behind<<<1, 32>>>((double *)p[0], (int2 *)p[1]);
	back_before_a_change<<<1, 32>>>((float4 *)p[0]);
	assembly<<<1, 32>>>((unsigned *)p[0], (uint4 *)p[1], 16);
	chosen_again<<<1, 32>>>((float *)p[0], (float *)p[1], (int *)p[2]);
	butterfly<<<1, 32>>>((float *)p[0]);
	restricted_here<<<1, 32>>>((float *)p[0], (float *)p[1]);
	arguments_on_lines_below<<<1, 32>>>((float *)p[0], (float *)p[1]);
	restricted_across_barriers<<<1, 32>>>((float *)p[0], (float *)p[1], (int *)p[2], 64);
	barriers_in_a_loop<<<1, 32>>>((float *)p[0], (float *)p[1]);
	unrestricted_across_barriers<<<1, 32>>>((float *)p[0], (float *)p[1], (int *)p[2]);
	calls<<<1, 32>>>((float *)p[0], (float *)p[1], (float *)p[2]);
	goes_round<<<1, 32>>>((float *)p[0], (float *)p[1], 5);
	for_one_way<<<1, 32>>>((int *)p[0], (int3 *)p[1], (float *)p[2], (int *)p[3]);
	overwritten_by_a_loop<<<1, 32>>>((float *)p[0], (float *)p[1]);
	dead_in_a_loop<<<1, 32>>>((short *)p[0]);
	chosen_from_before<<<1, 32>>>((float *)p[0], (float *)p[1], (float *)p[2], (int *)p[3]);
	ways_of_functions<<<1, 32>>>((float *)p[0], (float *)p[1], (float *)p[2], (int *)p[3]);
	ways_of_cases<<<1, 32>>>((int *)p[0], (int *)p[1]);
	ways_of_jumps<<<1, 32>>>((int *)p[0], (int *)p[1], (int *)p[2]);
	ways_of_several_steps<<<1, 32>>>((float *)p[0], (float *)p[1]);
	known_anyway<<<1, 32>>>((int *)p[0], (int *)p[1], (unsigned char *)p[2], (unsigned *)p[3]);
	used_where_nobody_comes<<<1, 32>>>((int *)p[0], (int *)p[1], (int *)p[2]);
	taken_from_other_copies<<<1, 32>>>((float *)p[0], (float *)p[1], (float *)p[2], 20);
	stores_by_turns<<<1, 32>>>((float *)p[0], 1.5f);
	members_stored_around_reloads<<<1, 32>>>((double2 *)p[0], (double2 *)p[1], (float2 *)p[2]);
	tile_of_two_stores<<<2, 32>>>((float *)p[0], (float *)p[1], 50);
	stored_by_either_side<<<2, 32>>>((float *)p[0], (float *)p[1], 50);
	leaves_past_other_ways<<<1, 32>>>((float *)p[0], (float *)p[1], (float *)p[2], 500, 1);
	volatile_each_time<<<1, 32>>>((float *)p[0], (int *)p[1], (int *)p[2], 20);
	determined_addresses<<<1, 32>>>((float *)p[0], (float *)p[1], (int *)p[2], 20, 1);
	left_at_once<<<1, 32>>>((float *)p[0], (float *)p[1], 20, 1);
	read_on_another_way<<<1, 32>>>((float *)p[0], (float *)p[1], 20, 1);
	passed_on<<<1, 32>>>((float *)p[0], (float *)p[1], (float *)p[2], 21, 20);
	stored_by_copies<<<1, 32>>>((float *)p[0], 21, 7);
	chosen_by_half<<<1, 32>>>((float *)p[0], (float *)p[1], 20, 0);
	vouched_for<<<1, 32>>>((float *)p[0], (float *)p[1], 10);
	shared_constant<<<1, 32>>>((int *)p[0], 10);
	moved_past_other_lines<<<1, 32>>>((float *)p[0], (int4 *)p[1], (quad *)p[2], (short *)p[3], (unsigned char *)p[4], (int4 *)p[5]);
	before_the_variable<<<1, 32>>>((quad *)p[0]);
	restricted_when_handed_on<<<1, 32>>>((int *)p[0], (int *)p[1]);
	stored_as_loaded<<<1, 32>>>((float2 *)p[0], (double *)p[1], (int *)p[2]);
	loaded_for_nothing<<<1, 32>>>((short *)p[0], (int *)p[1], (float *)p[2], (int *)p[3], 64);
	sides_with_stores_around<<<1, 32>>>((double *)p[0], (double *)p[1], 64);
	stored_around_a_way_out<<<1, 32>>>((float *)p[0], 64);
	members_on_ways_of_shared<<<1, 32>>>((int *)p[0], (int *)p[1], 64);
	called_beside_shared<<<1, 32>>>((float *)p[0], 64);
	put_back_across_another_member<<<1, 32>>>((float2 *)p[0]);
	copies_behind_a_branch<<<1, 32>>>((float *)p[0], (float *)p[1], (float *)p[2], 64);
	seen_for_nothing<<<1, 32>>>((double *)p[0], 64);
	called_for_either_value<<<1, 32>>>((float *)p[0], (float *)p[1], (float *)p[2]);
	behind_a_choice<<<1, 32>>>((unsigned *)p[0], (int *)p[1]);
	chosen_before_the_loop<<<1, 32>>>((float *)p[0], (double2 *)p[1], (float *)p[2], (float *)p[3], 64);
	counted_by_copies<<<1, 32>>>((int4 *)p[0], (int *)p[1]);
	counted_by_constants<<<1, 32>>>((int *)p[0], (int *)p[1], (float4 *)p[2]);
	sides_behind_a_variable<<<1, 32>>>((long long *)p[0], (unsigned char *)p[1], (unsigned *)p[2]);
	by_turns_in_two_places<<<1, 32>>>((int *)p[0], (int *)p[1], 4);
	taken_from_volatile<<<1, 32>>>((float *)p[0], (float *)p[1], (float *)p[2], 5);
	asked_for_nothing<<<1, 32>>>((float4 *)p[0], (pair *)p[1], (int *)p[2], (int *)p[3]);
	counted_in_each_round<<<1, 32>>>((double *)p[0], (float *)p[1], 4);
	updated_beside_what_is_unused<<<1, 32>>>((int *)p[0], (int *)p[1], (int *)p[2], 4);
	members_around_a_return<<<1, 32>>>((float *)p[0], (float2 *)p[1], (float *)p[2]);
	stored_again_on_one_side<<<1, 32>>>((int *)p[0], 5);
	begun_like_what_is_behind<<<1, 32>>>((float *)p[0], (float *)p[1], (float *)p[2], 5);
	begun_like_what_is_behind_in_shared<<<1, 32>>>((float *)p[0], 5);
	view a{nullptr, 1024}, b{nullptr, 1024};
	cudaMalloc(&a.data, 4 << 20);
	cudaMalloc(&b.data, 8 << 20);
	by_views<<<dim3(32, 32), dim3(32, 32)>>>(a, b);
}
