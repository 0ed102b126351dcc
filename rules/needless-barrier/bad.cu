// Each thread reads the word that it stored itself, so there is nothing to wait for.

__global__ void
scale(float *out, const float *in)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	part[threadIdx.x] = in[i];
	__syncthreads();  // expect: needless-barrier
	out[i] = 2 * part[threadIdx.x];
}

int
main()
{
	float *out, *in;
	cudaMalloc(&out, 4194304 * sizeof *out);
	cudaMalloc(&in, 4194304 * sizeof *in);
	scale<<<16384, 256>>>(out, in);
	return 0;
}
