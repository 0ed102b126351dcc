// Barriers that order accesses of different threads, or may order them.

__global__ void
reverse(float *out, const float *in)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	part[threadIdx.x] = in[i];
	__syncthreads();
	out[i] = part[255 - threadIdx.x];
}

// The loop's second barrier keeps the next iteration's stores after this iteration's loads.
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

// Threads read global memory that another thread stored.
__global__ void
announce(float *out, float *first)
{
	int i = blockIdx.x * 256 + threadIdx.x;
	if (threadIdx.x == 0)
		first[blockIdx.x] = blockIdx.x;
	__syncthreads();
	out[i] = first[blockIdx.x];
}

// In another launch, threads read what others have stored.
__global__ void
turn(float *out, const float *in, bool turns)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	part[threadIdx.x] = in[i];
	__syncthreads();
	if (turns)
		out[i] = part[255 - threadIdx.x];
	else
		out[i] = part[threadIdx.x];
}

int
main()
{
	float *out, *in;
	cudaMalloc(&out, 4194304 * sizeof *out);
	cudaMalloc(&in, 4194304 * sizeof *in);
	reverse<<<16384, 256>>>(out, in);
	sums<<<1024, 256>>>(out, in, 4096);
	announce<<<16384, 256>>>(out, in);
	turn<<<16384, 256>>>(out, in, false);
	turn<<<16384, 256>>>(out, in, true);
	return 0;
}
