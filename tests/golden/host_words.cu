// What goes over the link to the host: data that are read again and again, a flag that the host sets while the kernel waits for it,
// and places that threads take from a counter.

__global__ void
read_again(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int pass = 0; pass < 16; pass++)
		sum += in[(i + pass * 4096) & (n - 1)];  // expect: zero-copy
	out[i] = sum;
}

// Of a copy in device memory nothing would ever change.
__global__ void
wait_for_host(int *out, volatile int *go)
{
	while (!*go)
		;
	out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Each needs a place of its own: what a block adds cannot be collected without handing these out.
__global__ void
take_places(int *list, int *count)
{
	int place = atomicAdd(count, (int)threadIdx.x & 1);  // expect: contended-atomic
	list[blockIdx.x * blockDim.x + threadIdx.x] = place;
}

int
main()
{
	const int n = 1 << 20;
	float *in, *out;
	int *go, *list, *count;
	cudaHostAlloc(&in, n * sizeof *in, cudaHostAllocMapped);
	cudaHostAlloc(&go, sizeof *go, cudaHostAllocMapped);
	cudaMalloc(&out, n * sizeof *out);
	cudaMalloc(&list, n * sizeof *list);
	cudaMalloc(&count, sizeof *count);
	for (int i = 0; i < n; i++)
		in[i] = i;
	*go = 1;
	cudaMemset(count, 0, sizeof *count);
	read_again<<<n / 256, 256>>>(out, in, n);
	wait_for_host<<<n / 256, 256>>>(list, go);
	take_places<<<n / 256, 256>>>(list, count);
	return cudaDeviceSynchronize() != cudaSuccess;
}
