// What few lanes do for their warp or block: a last bit of it is an idiom, and more is reported, for whole warps of other blocks'
// lanes could do it in the time of one.

__device__ float
work(float x, int steps)
{
	for (int k = 0; k < steps; k++)
		x = x * 1.01f + 1;
	return x;
}

// A store, an atomic of each warp, and a sum of what the warps have left.
__global__ void
reduce(const float *in, float *out, float *total)
{
	__shared__ float sums[8];
	float sum = in[blockIdx.x * blockDim.x + threadIdx.x];
	for (int step = 16; step > 0; step /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, step);
	if (threadIdx.x % 32 == 0) {
		atomicAdd(total, sum);  // expect: contended-atomic
		sums[threadIdx.x / 32] = sum;
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < 8; k++)
			sum += sums[k];
		out[blockIdx.x] = sum;
	}
}

__global__ void
one_lane_of_each_warp(float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = i;
	if (threadIdx.x % 32 == 5)  // expect: divergent-branch
		x = work(x, 4000);
	out[i] = x;
}

__global__ void
one_thread_before_a_barrier(float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = i;
	if (threadIdx.x == 0)  // expect: divergent-branch
		x = work(x, 4000);
	__syncthreads();
	out[i] = x;
}

// Each block has but one warp to do it.
__global__ void
half_of_a_warp(float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = i;
	if (threadIdx.x < 16)  // expect: divergent-branch
		x = work(x, 4000);
	out[i] = x;
}

int
main()
{
	const int n = 1 << 22, block = 256;
	float *in, *out, *total;
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	cudaMalloc(&total, sizeof(float));
	reduce<<<n / block, block>>>(in, out, total);
	one_lane_of_each_warp<<<n / block, block>>>(out);
	one_thread_before_a_barrier<<<n / block, block>>>(out);
	half_of_a_warp<<<n / block, block>>>(out);
	cudaFree(in);
	cudaFree(out);
	cudaFree(total);
	return 0;
}
