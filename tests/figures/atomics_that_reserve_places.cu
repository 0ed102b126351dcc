// options: --no-compile
//
// Stores at the old values of an atomic, as in a list to which all lanes append.

// The lanes of a warp get consecutive places: 4 sectors if the first begins a sector, else 5.
__global__ void append(int *p, int *o)
{
	o[atomicAdd(p, 1)] = threadIdx.x; // expect: store bounded low=4 high=5 sectors=39/8
}

// Each lane has a maximum of its own: nobody knows the order.
__global__ void scatter_by_maxima(int *p, int *o)
{
	o[atomicMax(p, 7)] = threadIdx.x; // expect: store bounded sectors>16
}

int main()
{
	int *p;
	int *o;
	cudaMalloc(&p, 4096);
	cudaMalloc(&o, 4096);
	append<<<4, 64>>>(p, o);
	scatter_by_maxima<<<4, 64>>>(p, o);
}
