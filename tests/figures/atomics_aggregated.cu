// options: --no-compile
//
// Which lanes make an atomic: the compiler lets one lane do it for its warp where it can (warp aggregation). Expectations
// are those of the instructions that nvcc 13.0 makes for sm_90, with 8 warps in 4 blocks.

// All lanes of a warp go to one address, the operands can be summed up, and each lane's old value follows from the
// first one: one lane does it.
__global__ void add_of_a_constant(int *p)
{
	atomicAdd(p, 1); // expect: atomic exact requests=8 lanes=1 sectors=1 same_address_lanes=1
}
__global__ void add_of_loaded_values(int *p, const int *q)
{
	atomicAdd(p + blockIdx.x, q[threadIdx.x]); // expect: atomic exact requests=8 lanes=1
}
__global__ void maximum_of_indices(int *p)
{
	atomicMax(p, (int)threadIdx.x); // expect: atomic exact requests=8 lanes=1
}
__global__ void old_values_of_an_add(int *p, int *o)
{
	o[threadIdx.x] = atomicAdd(p, 1); // expect: atomic exact requests=8 lanes=1
}
__global__ void old_values_of_a_subtraction(int *p, const int *q, int *o)
{
	o[threadIdx.x] = atomicSub(p, q[threadIdx.x]); // expect: atomic exact requests=8 lanes=1
}
__global__ void add_of_a_constant_in_64_bits(unsigned long long *u)
{
	atomicAdd(u, 1ull); // expect: atomic exact requests=8 lanes=1
}
__global__ void or_in_shared_memory(const int *q)
{
	__shared__ int s[64];
	atomicOr(&s[3], q[threadIdx.x]); // expect: atomic exact requests=8 lanes=1
}
__global__ void add_for_the_system(int *p)
{
	atomicAdd_system(p, 2); // expect: atomic exact requests=8 lanes=1
}

// Operations that cannot be summed up, old values that depend on the order, floats, loaded 64-bit operands, and several
// addresses: each lane does it.
__global__ void exchange(int *p)
{
	atomicExch(p, 1); // expect: atomic exact requests=8 lanes=32
}
__global__ void compare_and_swap(int *p)
{
	atomicCAS(p, 0, 1); // expect: atomic exact requests=8 lanes=32
}
__global__ void increment_to_a_limit(int *p)
{
	atomicInc((unsigned *)p, 9u); // expect: atomic exact requests=8 lanes=32
}
__global__ void old_values_of_a_maximum(int *p, int *o)
{
	o[threadIdx.x] = atomicMax(p, 7); // expect: atomic exact requests=8 lanes=32
}
__global__ void add_of_floats(float *f)
{
	atomicAdd(f, 1.0f); // expect: atomic exact requests=8 lanes=32
}
__global__ void add_of_loaded_values_in_64_bits(unsigned long long *u, const int *q)
{
	atomicAdd(u, (unsigned long long)q[threadIdx.x]); // expect: atomic exact requests=8 lanes=32
}
__global__ void maximum_in_64_bits(unsigned long long *u)
{
	atomicMax(u, 3ull); // expect: atomic exact requests=8 lanes=32
}
__global__ void add_at_eight_addresses(int *p)
{
	atomicAdd(p + (threadIdx.x & 7), 1); // expect: atomic exact requests=8 lanes=32
}

// The compiler does not divide: it does not see that a warp's lanes go to one address.
__global__ void add_at_an_address_for_each_warp(int *p)
{
	atomicAdd(p + threadIdx.x / 32, 1); // expect: atomic assumed requests=8 lanes=32
}

__global__ void add_by_one_lane(int *p, const int *q)
{
	if (threadIdx.x == 5) atomicAdd(p, q[0]); // expect: atomic exact requests=4 lanes=1
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
	add_of_a_constant<<<4, 64>>>(p);
	add_of_loaded_values<<<4, 64>>>(p, q);
	maximum_of_indices<<<4, 64>>>(p);
	old_values_of_an_add<<<4, 64>>>(p, o);
	old_values_of_a_subtraction<<<4, 64>>>(p, q, o);
	add_of_a_constant_in_64_bits<<<4, 64>>>(u);
	or_in_shared_memory<<<4, 64>>>(q);
	add_for_the_system<<<4, 64>>>(p);
	exchange<<<4, 64>>>(p);
	compare_and_swap<<<4, 64>>>(p);
	increment_to_a_limit<<<4, 64>>>(p);
	old_values_of_a_maximum<<<4, 64>>>(p, o);
	add_of_floats<<<4, 64>>>(f);
	add_of_loaded_values_in_64_bits<<<4, 64>>>(u, q);
	maximum_in_64_bits<<<4, 64>>>(u);
	add_at_eight_addresses<<<4, 64>>>(p);
	add_at_an_address_for_each_warp<<<4, 64>>>(p);
	add_by_one_lane<<<4, 64>>>(p, q);
}
