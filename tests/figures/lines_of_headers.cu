// options: --no-compile
//
// Profilers report an access of a library function in the line of the toolkit's header (in_header, in_line).

__global__ void atomic(int *p)
{
	atomicAdd(&p[threadIdx.x], 1); // expect: atomic exact in_header="device_atomic_functions.hpp" in_line=107
}
__global__ void atomic_on_doubles(unsigned long long *u)
{
	atomicAdd((double *)u + threadIdx.x, 1.0); // expect: atomic exact in_header="sm_60_atomic_functions.hpp" in_line=294
}
__global__ void atomic_of_a_block(int *p)
{
	atomicMin_block((unsigned *)p, 1u); // expect: atomic exact in_header="sm_60_atomic_functions.hpp" in_line=456
}
__global__ void read_only_load(const int *q, int *o)
{
	o[5] = __ldg(q + threadIdx.x); // expect: load exact in_header="sm_32_intrinsics.hpp" in_line=112
}
__global__ void streaming_store(float *f)
{
	__stcs((float4 *)f + threadIdx.x, make_float4(1, 2, 3, 4)); // expect: store exact in_header="sm_32_intrinsics.hpp" in_line=498
}
__global__ void plain_store(int *o)
{
	o[threadIdx.x] = 1; // expect: store exact in_header="none" in_line=0
}

int main()
{
	int *p;
	int *q;
	unsigned long long *u;
	int *o;
	float *f;
	cudaMalloc(&p, 4096);
	cudaMalloc(&q, 4096);
	cudaMalloc(&u, 4096);
	cudaMalloc(&o, 4096);
	cudaMalloc(&f, 4096);
	atomic<<<4, 64>>>(p);
	atomic_on_doubles<<<4, 64>>>(u);
	atomic_of_a_block<<<4, 64>>>(p);
	read_only_load<<<4, 64>>>(q, o);
	streaming_store<<<4, 64>>>(f);
	plain_store<<<4, 64>>>(o);
}
