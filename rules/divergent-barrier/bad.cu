// Only some threads of the block execute the loop's last iteration, but the barriers in it are for all threads.

__global__ void
exchange(float *out, const float *in, int n)
{
	__shared__ float part[256];
	float sum = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		part[threadIdx.x] = in[i];
		__syncthreads();  // expect: divergent-barrier
		sum += part[threadIdx.x ^ 1];
	}
	part[threadIdx.x] = sum;
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = sum - part[255 - threadIdx.x];
}

int
main()
{
	float *out, *in;
	cudaMalloc(&out, 65536 * sizeof *out);
	cudaMalloc(&in, 1000 * sizeof *in);
	exchange<<<256, 256>>>(out, in, 1000);
	return 0;
}
