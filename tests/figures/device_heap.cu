// options: --no-compile --launch 'k<<<1, 32>>>(128)'

// Memory from the device's heap is global memory. Each allocation of a lane has sectors of its own.
__global__ void k(int *out)
{
	__shared__ int *all;
	if (threadIdx.x == 0)
		all = new int[64];
	__syncthreads();
	all[2 * threadIdx.x] = 1; // expect: store global assumed sectors=8
	int *own = (int *)malloc(64);
	own[3] = 1;               // expect: store global assumed sectors=32
	int *first = (int *)__shfl_sync(0xffffffff, (unsigned long long)own, 0);
	first[threadIdx.x] = 1;   // expect: store global assumed sectors=4
	out[threadIdx.x] = own[3];
}
