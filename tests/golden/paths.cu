// Lanes of a warp that take more than two paths: the time follows from the number of paths that a warp executes one after
// the other, whether they diverge at a switch or at a chain of else-ifs.

__device__ float
work(float x, int steps)
{
	for (int k = 0; k < steps; k++)
		x = sinf(x) + 1;  // expect: slow-math
	return x;
}

__global__ void
by_switch(float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = i;
	switch (threadIdx.x % 8) {  // expect: divergent-branch
	case 0:
		x = work(x, 10);
		break;
	case 1:
		x = work(x, 20);
		break;
	case 2:
	case 3:
		x = work(x, 30);
		break;
	case 4:
		break;   // nothing to do: no path
	default:
		x = work(x, 40);
	}
	out[i] = x;
}

// Four lanes with a path each are no idiom of one lane's work.
__global__ void
by_lane(float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = i;
	switch (threadIdx.x % 32) {  // expect: divergent-branch
	case 0: x = work(x, 10); break;
	case 1: x = work(x, 20); break;
	case 2: x = work(x, 30); break;
	case 3: x = work(x, 40); break;
	}
	out[i] = x;
}

__global__ void
by_ladder(float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int kind = threadIdx.x % 4;
	float x = i;
	if (kind == 0)  // expect: divergent-branch
		x = work(x, 10);
	else if (kind == 1)
		x = work(x, 20);
	else if (kind == 2)
		x = work(x, 30);
	else
		x = work(x, 40);
	out[i] = x;
}

// Of sixteen lanes fourteen do nothing: two paths, for a sixteenth of their lanes each.
__global__ void
by_open_ladder(float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int kind = threadIdx.x % 16;
	float x = i;
	if (kind == 0)  // expect: divergent-branch
		x = work(x, 10);
	else if (kind == 1)
		x = work(x, 20);
	out[i] = x;
}

__global__ void
by_warp(float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = i;
	switch (threadIdx.x / 32) {
	case 0: x = work(x, 10); break;
	case 1: x = work(x, 20); break;
	default: x = work(x, 30);
	}
	out[i] = x;
}

// A tree in shared memory: few lanes of each warp take part, though no address has a gap that costs anything.
__global__ void
by_tree(float *out)
{
	__shared__ float sums[256];
	sums[threadIdx.x] = out[blockIdx.x * blockDim.x + threadIdx.x];
	__syncthreads();
	for (int step = 1; step < 256; step *= 2) {
		if (threadIdx.x % (2 * step) == 0)  // expect: divergent-branch
			sums[threadIdx.x] += sums[threadIdx.x + step];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = sums[0];
}

// The same by lanes side by side.
__global__ void
by_half(float *out)
{
	__shared__ float sums[256];
	sums[threadIdx.x] = out[blockIdx.x * blockDim.x + threadIdx.x];
	__syncthreads();
	for (int step = 128; step > 0; step /= 2) {
		if (threadIdx.x < step)
			sums[threadIdx.x] += sums[threadIdx.x + step];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = sums[0];
}

int
main()
{
	const int n = 1 << 22, block = 256;
	float *d_out;
	cudaMalloc(&d_out, n * sizeof(float));
	by_switch<<<n / block, block>>>(d_out);
	by_lane<<<n / block, block>>>(d_out);
	by_ladder<<<n / block, block>>>(d_out);
	by_open_ladder<<<n / block, block>>>(d_out);
	by_warp<<<n / block, block>>>(d_out);
	by_tree<<<n / block, block>>>(d_out);
	by_half<<<n / block, block>>>(d_out);
	cudaFree(d_out);
	return 0;
}
