// options: --no-compile
//
// Scope, operands and results of atomics.

__global__ void of_the_device(int *p, int n)
{
	atomicAdd(p, n); // expect: atomic exact scope="device" on_integers=1 result_used=0 function="atomicAdd"
}
__global__ void of_the_block(int *p, int n)
{
	atomicMax_block(p, n); // expect: atomic exact scope="block" function="atomicMax"
}
__global__ void of_the_system(int *p, int n)
{
	atomicCAS_system(p, n, 1); // expect: atomic exact scope="system" function="atomicCAS"
}
__global__ void floats(float *f)
{
	atomicAdd(f, 1.0f); // expect: atomic exact on_integers=0 function="atomicAdd"
}
__global__ void long_integers(unsigned long long *u)
{
	atomicMax(u, 1ull); // expect: atomic exact on_integers=1 function="atomicMax"
}
__global__ void swapped_integers(int *p, int n)
{
	atomicCAS(p, n, 1); // expect: atomic exact on_integers=1 function="atomicCAS"
}
__global__ void floats_in_shared_memory()
{
	__shared__ float t[64];
	atomicAdd(&t[threadIdx.x], 1.0f); // expect: atomic assumed on_integers=0 function="atomicAdd"
}

int main()
{
	int *p;
	unsigned long long *u;
	float *f;
	cudaMalloc(&p, 4096);
	cudaMalloc(&u, 4096);
	cudaMalloc(&f, 4096);
	of_the_device<<<4, 64>>>(p, 100);
	of_the_block<<<4, 64>>>(p, 100);
	of_the_system<<<4, 64>>>(p, 100);
	floats<<<4, 64>>>(f);
	long_integers<<<4, 64>>>(u);
	swapped_integers<<<4, 64>>>(p, 100);
	floats_in_shared_memory<<<4, 64>>>();
}
