// Accesses of which the compiler makes one for several, or none: what is left of them, and on which line it stands. Each kernel is
// of one warp, and every statement has a line of its own, since instructions are identified by line.

struct points {
	float2 p, q;
};

struct halves {
	short a, b;
	int c;
};

__device__ int table[256];
__device__ float factor;

__device__ __forceinline__ void add_scaled(float *y, const float *x, float a, int i)
{
	y[i] += a * x[i];
}

template <typename T> __device__ T twice(T v)
{
	return v + v;
}

__device__ void exchange(int &a, int &b)
{
	int t = a;
	a = b;
	b = t;
}

// The load that leaves the loops stands among others of the code that is left of these.
__global__ void around_whole_loops(const double *__restrict__ p, points *__restrict__ o, double *__restrict__ q)
{
	int i = threadIdx.x;
	for (int k = 0; k < 4; k++) {
		o[i].q.y = p[i];
		q[i]++;
	}
}

__global__ void behind_whole_loops(halves *p, const halves *q, int n)
{
	int i = threadIdx.x;
	float sum = 0;
	for (int k = 0; k < 8; k++)
		sum += p[2 * i + 1].a;
	p[i].a += q[2 * i + 1].b;
	p[i * n].a = sum;
}

// So does that for an operand which is loaded behind it once more, and that of both outcomes of a condition.
__global__ void asked_and_taken(const short *__restrict__ p, short *__restrict__ q, float *__restrict__ o, short *__restrict__ r, int n)
{
	int i = threadIdx.x;
	r[i + n] = r[i];
	o[i] -= p[3] > 0 && r[i + 32] > 0 ? 1 : 2;
	q[i] = r[i + 32];
}

__global__ void for_either_outcome(double *__restrict__ o, const float *__restrict__ p)
{
	int i = threadIdx.x;
	double before = p[i + 1];
	double chosen = i < 16 ? 1 + p[i] :
	                p[i];
	o[2 * i] = before;
	o[2 * i + 64] = chosen;
}

__global__ void ahead_of_the_condition(int *p, const double *q, const int *r)
{
	int i = threadIdx.x;
	float chosen = i > 3 ? factor : q[i];
	int other = r[i] - factor;
	p[i] = chosen;
	p[i + 32] = other;
}

// And a store that is made of one before a branch and one in it.
__global__ void exchanged_and_counted(int *__restrict__ p)
{
	int i = threadIdx.x;
	exchange(p[i], p[i + 32]);
	if ((i & 1) == 1)
		++p[i + 32];
}

__global__ void less_or_anew(int *__restrict__ p, const int *__restrict__ q, int *__restrict__ r)
{
	int i = threadIdx.x;
	exchange(r[i], p[i]);
	p[i] -= q[0];
	if ((i & 1) == 1)
		p[i] = table[i];
	r[i + 32] = p[i] * q[4 * i + 2];
}

// What a branch has loaded is kept across stores that go elsewhere.
__global__ void kept_from_a_branch(float *__restrict__ p)
{
	int i = threadIdx.x;
	if (i < 16)
		add_scaled(p, p, factor, i);
	p[i] -= factor;
}

// Nothing is taken away: the place stays as it is.
__global__ void less_nothing(float *p, float *q)
{
	int i = threadIdx.x;
	p[i] -= table[i] * 0;
	q[i] = q[i] - 0 * i;
}

// Shared memory that is loaded only to be stored to again.
__global__ void counted_for_nobody(int *o)
{
	__shared__ int s[32];
	int i = threadIdx.x;
	s[i] += 1;
	s[i] = 1;
	o[i] = i;
}

__global__ void moved_for_nobody(const int *p, int *o)
{
	__shared__ int s[256], t[32];
	int i = threadIdx.x;
	s[i] = p[i];
	int v = s[4 * i + 2];
	s[i] = v;
	t[i] = p[i + 32];
	__syncthreads();
	o[i] = t[31 - i];
}

// Neighbours at constant places, of which some are at hand by then.
__device__ int sum_of_two(const int *p, int i)
{
	return p[i] + p[i + 1];
}

__global__ void sums_of_neighbours(const int *p, int *o)
{
	__shared__ int s[256];
	int i = threadIdx.x;
	for (int k = i; k < 256; k += 32)
		s[k] = p[k];
	__syncthreads();
	for (int k = 0; k < 2; k++)
		o[i + 32 * k] = sum_of_two(s, k);
}

// No index makes both elements one.
__global__ void never_the_same(const float *p, int *o)
{
	__shared__ int s[256];
	int i = threadIdx.x;
	for (int k = i; k < 256; k += 32)
		s[k] = k;
	__syncthreads();
	s[i] += 3;
	s[4 * i + 2] += 1;
	s[i] = p[i];
	__syncthreads();
	for (int k = i; k < 256; k += 32)
		o[k] = s[k];
}

// A member that is loaded before its record is.
__global__ void member_and_record(float *__restrict__ o, const float4 *__restrict__ p)
{
	__shared__ float4 s[256];
	int i = threadIdx.x;
	for (int k = i; k < 256; k += 32)
		s[k] = p[k];
	__syncthreads();
	o[i] += s[i].z;
	s[i ^ 1] = s[i];
	__syncthreads();
	for (int k = i; k < 256; k += 32)
		o[k + 64] = s[k].x + s[k].y + s[k].z + s[k].w;
}

// Of a record that another takes the place of, a member may be read in between.
__global__ void read_in_part(uchar4 *__restrict__ q, const uchar4 *__restrict__ p)
{
	int i = threadIdx.x;
	q[i] = make_uchar4(1, p[i].w, 1, 1);
	int own = i;
	q[i] = make_uchar4(p[i].x, q[3].y, twice(1), own);
}

// Between the rounds' stores something is loaded that may be what they store, before the loop is unrolled.
__global__ void loads_between_rounds(long long *q)
{
	int i = threadIdx.x;
	for (int k = 0; k < 3; k++)
		q[4 * i + 2] += (i & 4) == 0 ? q[4 * i + k] : 1;
}

__global__ void loads_for_nothing_between_rounds(double *__restrict__ p, const double *__restrict__ q, double *__restrict__ o)
{
	int i = threadIdx.x;
	for (int k = 0; k < 4; k++) {
		p[4 * i + k] -= p[3];
		int unused = i < 16 ? (p[i + 32 * k] - o[i + 32]) * __ldg(&q[k]) : factor;
		o[i + 32] = __ldg(&q[k]);
	}
}

// What is taken away and added again need not be loaded, but for what takes it from there.
__global__ void added_again(const unsigned char *__restrict__ p, float4 *__restrict__ o)
{
	int i = threadIdx.x;
	float v = (p[i + 1] - p[i]) + p[i];
	o[i] = make_float4(factor, 1, v, p[i] * factor);
}

// A condition that is the same in all rounds and for all lanes is asked once: there are copies for either way.
__global__ void asked_before_the_loop(double *o)
{
	int i = threadIdx.x;
	for (int k = 0; k < 4; k++) {
		o[0] = (table[i] > 0 && factor > 0 ? 1 : 2) - factor;
		o[i] -= 1;
	}
}

// An atomic through a pointer that nobody else has keeps no other stores apart.
__global__ void counted_beside_atomics(unsigned *__restrict__ p, unsigned *q, int n)
{
	int i = threadIdx.x;
	for (int k = 0; k < 4; k++) {
		atomicAdd(&p[2 * i + 1], n + p[4 * i + k]);
		q[i + 32]++;
	}
}

// Halves of a record are loaded as wide as what is needed of them.
__global__ void parts_of_halves(const points *p, const halves *q, float *o)
{
	int i = threadIdx.x;
	points a = p[i];
	halves b = q[i];
	o[i] = a.p.y + a.q.x + a.q.y + b.a + b.c;
}

int main()
{
	void *p[5];
	for (void *&each : p)
		cudaMalloc(&each, 1 << 20);
	around_whole_loops<<<1, 32>>>((double *)p[0], (points *)p[1], (double *)p[2]);
	behind_whole_loops<<<1, 32>>>((halves *)p[0], (halves *)p[1], 64);
	asked_and_taken<<<1, 32>>>((short *)p[0], (short *)p[1], (float *)p[2], (short *)p[3], 64);
	for_either_outcome<<<1, 32>>>((double *)p[0], (float *)p[1]);
	ahead_of_the_condition<<<1, 32>>>((int *)p[0], (double *)p[1], (int *)p[2]);
	less_or_anew<<<1, 32>>>((int *)p[0], (int *)p[1], (int *)p[2]);
	counted_beside_atomics<<<1, 32>>>((unsigned *)p[0], (unsigned *)p[1], 64);
	exchanged_and_counted<<<1, 32>>>((int *)p[0]);
	kept_from_a_branch<<<1, 32>>>((float *)p[0]);
	less_nothing<<<1, 32>>>((float *)p[0], (float *)p[1]);
	counted_for_nobody<<<1, 32>>>((int *)p[0]);
	moved_for_nobody<<<1, 32>>>((int *)p[0], (int *)p[1]);
	sums_of_neighbours<<<1, 32>>>((int *)p[0], (int *)p[1]);
	never_the_same<<<1, 32>>>((float *)p[0], (int *)p[1]);
	member_and_record<<<1, 32>>>((float *)p[0], (float4 *)p[1]);
	read_in_part<<<1, 32>>>((uchar4 *)p[0], (uchar4 *)p[1]);
	loads_between_rounds<<<1, 32>>>((long long *)p[0]);
	loads_for_nothing_between_rounds<<<1, 32>>>((double *)p[0], (double *)p[1], (double *)p[2]);
	added_again<<<1, 32>>>((unsigned char *)p[0], (float4 *)p[1]);
	asked_before_the_loop<<<1, 32>>>((double *)p[0]);
	parts_of_halves<<<1, 32>>>((points *)p[0], (halves *)p[1], (float *)p[2]);
}
