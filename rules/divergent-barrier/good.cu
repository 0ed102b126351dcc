// Equal trip counts for all threads of the block; and threads that have exited, for which a barrier does not wait.

__global__ void
exchange(float *out, const float *in, int n)
{
	__shared__ float part[256];
	float sum = 0;
	for (int first = 0; first < n; first += blockDim.x) {
		int i = first + threadIdx.x;
		part[threadIdx.x] = i < n ? in[i] : 0;
		__syncthreads();
		sum += part[threadIdx.x ^ 1];
		__syncthreads();
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void
guarded(float *out, const float *in, int n)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	if (i >= n)
		return;
	part[threadIdx.x] = in[i];
	__syncthreads();
	out[i] = part[threadIdx.x ^ 1];
}

// All threads of a block take the same arm.
__global__ void
by_block(float *out, const float *in)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	part[threadIdx.x] = in[i];
	if (blockIdx.x % 2) {
		__syncthreads();
		out[i] = part[255 - threadIdx.x];
	} else {
		out[i] = part[threadIdx.x];
	}
}

int
main()
{
	float *out, *in;
	cudaMalloc(&out, 65536 * sizeof *out);
	cudaMalloc(&in, 65536 * sizeof *in);
	exchange<<<256, 256>>>(out, in, 1000);
	guarded<<<256, 256>>>(out, in, 65500);
	by_block<<<256, 256>>>(out, in);
	return 0;
}
