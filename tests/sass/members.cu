// Members of one record that are adjacent only in later copies of a loop body or a function.

struct __align__(16) row {
	float v[4];
};

struct __align__(16) point {
	float x, y, z, mass;
};

__global__ void
met_in_later_copies(const row *in, const point *p, row *out, float *o)
{
	int i = threadIdx.x;
	float s = 0;
	for (int h = 2; h >= 1; h /= 2) {
		float first = in[i].v[0];
		float other = in[i].v[h];
		s += first * other;
	}
	for (int h = 0; h < 2; h++)
		s += p[i + h].x * p[i + 1 - h].y;
	for (int h = 0; h < 3; h++)
		s *= p[i + 64 + h].x;
	for (int h = 0; h < 3; h++)
		s *= p[i + 66 - h].z;
	o[i] = s;
	for (int h = 2; h >= 1; h /= 2) {
		out[i].v[h] = s;
		out[i].v[0] = h;
	}
}

__device__ float
product(const row *p, int k)
{
	float a = p->v[0];
	float b = p->v[k];
	return a * b;
}

__global__ void
met_in_later_calls(const row *in, float *o)
{
	int i = threadIdx.x;
	float s = product(in + i, 2);
	s += product(in + i, 1);
	o[i] = s;
}

__global__ void
met_in_what_is_known(const row *in, float *o)
{
	int i = threadIdx.x;
	o[i] = (0 > 1 || in[i].v[1] > 0 ? 1 : 2);
	o[i + 32] = in[i].v[0];
}

// The compiler does not know the distance of elements whose index a loop counts.
__global__ void
counted_elements(const row *in, float *o)
{
	int i = threadIdx.x;
	float s = 0;
	for (int h = 0; h < 4; h++)
		s += in[i].v[h];
	for (int h = 3; h >= 0; h--)
		s *= in[i + 32].v[h];
	o[i] = s;
}

__global__ void
apart(const point *p, float *o, int n)
{
	int i = threadIdx.x;
	float s = p[i].x;
	__syncthreads();
	s *= p[i].y;
	if (n > 3)
		s += p[i].z;
	for (int h = 0; h < 4; h++)
		s *= p[i + 32 * h + 32].x + p[i + 32 * h + 160].z;
	o[i] = s;
}

struct bits {
	unsigned low : 8, high : 24;
};

__global__ void
bits_of_copies(const bits *p, bits *q, float *o)
{
	int i = threadIdx.x;
	bits b = p[i];
	o[i] = b.low;
	q[i] = p[i + 64];
}

int
main()
{
	void *p[3];
	float *o;
	for (int i = 0; i < 3; i++)
		cudaMalloc(&p[i], 8192);
	cudaMalloc(&o, 8192);
	met_in_later_copies<<<1, 32>>>((row *)p[0], (point *)p[1], (row *)p[2], o);
	met_in_later_calls<<<1, 32>>>((row *)p[0], o);
	met_in_what_is_known<<<1, 32>>>((row *)p[0], o);
	counted_elements<<<1, 32>>>((row *)p[0], o);
	apart<<<1, 32>>>((point *)p[1], o, 7);
	bits_of_copies<<<1, 32>>>((bits *)p[0], (bits *)p[1], o);
}
