// options: --no-compile
//
// Loaded data takes each lane of an atomic to an address of its own, on whatever path it becomes an index: the sectors are
// bounded, all 32 lanes take part.
#include <cstring>

__global__ void shift(int *p, const int *q)
{
	atomicAdd(p + ((unsigned)q[threadIdx.x] >> 28), 1); // expect: atomic bounded requests=8 lanes=32
}
__global__ void union_member(int *p, const int *q)
{
	union { int i; unsigned u; } x;
	x.i = q[threadIdx.x];
	atomicAdd(p + (x.u >> 28), 1); // expect: atomic bounded requests=8 lanes=32
}
__global__ void copy_of_bytes(int *p, const int *q)
{
	unsigned w;
	memcpy(&w, q + threadIdx.x, 4);
	atomicAdd(p + (w >> 28), 1); // expect: atomic bounded requests=8 lanes=32
}
__global__ void bits_of_a_float(int *p, float *f)
{
	atomicAdd(p + (__float_as_uint(f[threadIdx.x]) >> 28), 1); // expect: atomic bounded requests=8 lanes=32
}
__global__ void cast_of_a_pointer(int *p, float *f)
{
	float x = f[threadIdx.x];
	atomicAdd(p + (*reinterpret_cast<unsigned *>(&x) >> 28), 1); // expect: atomic bounded requests=8 lanes=32
}
__global__ void count_of_conditions(int *p, const int *q)
{
	int c = 0;
	for (int i = 0; i < 3; i++)
		if (q[threadIdx.x + 64 * i] > 3)
			c++;
	atomicAdd(p + (c > 2), 1); // expect: atomic bounded requests=8 lanes=32
}
__global__ void byte_of_a_word(const int *q)
{
	__shared__ int s[64];
	unsigned w = q[threadIdx.x];
	const unsigned char *b = (const unsigned char *)&w;
	atomicAdd(s + b[1] / 4, 1); // expect: atomic bounded requests=8 lanes=32
}

int main()
{
	int *p;
	int *q;
	float *f;
	cudaMalloc(&p, 4096);
	cudaMalloc(&q, 4096);
	cudaMalloc(&f, 4096);
	shift<<<4, 64>>>(p, q);
	union_member<<<4, 64>>>(p, q);
	copy_of_bytes<<<4, 64>>>(p, q);
	bits_of_a_float<<<4, 64>>>(p, f);
	cast_of_a_pointer<<<4, 64>>>(p, f);
	count_of_conditions<<<4, 64>>>(p, q);
	byte_of_a_word<<<4, 64>>>(q);
}
