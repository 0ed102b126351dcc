// Accesses that fault. Their figures are at best assumed, since the program ends there.
#include <cstdlib>

// The last lane loads past the end of s, but uses the value under a condition only: the compiler moves the load there.
__global__ void load_of_a_used_value(float *o)
{
	__shared__ float s[32];
	int t = threadIdx.x;
	s[t] = o[t];
	__syncthreads();
	float next = s[t + 1]; // expect: load shared assumed fault="none"
	if (t < 31)
		o[t] = next;
	o[t + 32] = s[t + 2]; // expect: load shared assumed fault="past-end"
}

__global__ void misaligned(float *p, float *o)
{
	int t = threadIdx.x;
	float4 q = *(float4 *)(p + 1 + 4 * t); // expect: load assumed why="misaligned address"
	o[t] = q.x + q.y + q.z + q.w;
}

__global__ void beyond_the_end(float *p, float *o)
{
	int t = threadIdx.x;
	o[t] = p[t + 4999]; // expect: load assumed why="beyond the end"
}

__global__ void null_pointer(float *o)
{
	int t = threadIdx.x;
	const float *none = nullptr;
	o[t] = none[t]; // expect: load assumed why="null"
}

// Lanes in two objects, each within its bounds.
__global__ void two_objects(float *o)
{
	int t = threadIdx.x;
	__shared__ float a[32], b[32];
	a[t & 31] = b[t & 31] = t;
	__syncthreads();
	o[t] = (t & 1 ? a : b)[t & 31]; // expect: load shared exact
}

// Memory that CUDA does not know. The store has its figures all the same.
__global__ void memory_of_the_host(int *a, int *b)
{
	int i = threadIdx.x;
	a[i] = 1; // expect: store assumed requests=1 sectors=1 why="accesses host memory"
	b[i] = 1; // expect: store assumed requests=1 sectors=1 why="accesses host memory"
}

int main()
{
	float *o, *p;
	int few[4];
	cudaMalloc(&o, 20000);
	cudaMalloc(&p, 20000);
	load_of_a_used_value<<<1, 32>>>(o);
	misaligned<<<1, 64>>>(p, o);
	beyond_the_end<<<1, 64>>>(p, o);
	null_pointer<<<1, 64>>>(o);
	two_objects<<<1, 64>>>(o);
	memory_of_the_host<<<1, 4>>>(few, (int *)malloc(16));
}
