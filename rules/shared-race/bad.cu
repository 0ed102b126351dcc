// Each thread reads a word that another thread stores, perhaps later.

__global__ void
reverse(float *out, const float *in)
{
	__shared__ float part[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	part[threadIdx.x] = in[i];
	out[i] = part[255 - threadIdx.x];  // expect: shared-race
}

int
main()
{
	float *out, *in;
	cudaMalloc(&out, 4194304 * sizeof *out);
	cudaMalloc(&in, 4194304 * sizeof *in);
	reverse<<<16384, 256>>>(out, in);
	return 0;
}
