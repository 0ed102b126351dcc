// A barrier between each store and the loads of other threads, and between these loads and the next store.

__global__ void
reverse(float *out, const float *in)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	part[threadIdx.x] = in[i];
	__syncthreads();
	out[i] = part[255 - threadIdx.x];
}

__global__ void
sums(float *out, const float *in, int n)
{
	__shared__ float part[256];
	float sum = 0;
	for (int first = 0; first < n; first += 256) {
		part[threadIdx.x] = in[(blockIdx.x * n + first) + threadIdx.x];
		__syncthreads();
		sum += part[255 - threadIdx.x];
		__syncthreads();
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Lanes of one warp wait for each other with __syncwarp.
__global__ void
neighbours(float *out, const float *in)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	part[threadIdx.x] = in[i];
	__syncwarp();
	out[i] = part[threadIdx.x ^ 1];
}

// All threads store the same value.
__global__ void
scaled(float *out, const float *in, float factor)
{
	__shared__ float scale;
	int i = blockIdx.x * 256 + threadIdx.x;
	scale = factor;
	out[i] = scale * in[i];
}

int
main()
{
	float *out, *in;
	cudaMalloc(&out, 4194304 * sizeof *out);
	cudaMalloc(&in, 4194304 * sizeof *in);
	reverse<<<16384, 256>>>(out, in);
	sums<<<1024, 256>>>(out, in, 4096);
	neighbours<<<16384, 256>>>(out, in);
	scaled<<<16384, 256>>>(out, in, 2);
	return 0;
}
