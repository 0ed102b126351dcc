// Bytes in grid-stride loops: an iteration may as well make a vector of them, where each makes one for itself.

__global__ void
mask(unsigned char *out, const unsigned char *in, int n, unsigned char key)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = in[i] ^ key;  // expect: narrow-access
}

// Too few iterations to make vectors of.
__global__ void
mask_few(unsigned char *out, const unsigned char *in, int n, unsigned char key)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = in[i] ^ key;
}

// Each column continues with its own result.
__global__ void
chain(unsigned char *out, const unsigned char *in, int n)
{
	unsigned char last = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		last = last * 31 + in[i];
		out[i] = last;
	}
}

int
main()
{
	const int n = 1 << 28;
	unsigned char *out, *in;
	cudaMalloc(&out, n);
	cudaMalloc(&in, n);
	mask<<<1056, 256>>>(out, in, n, 7);
	mask_few<<<1056, 256>>>(out, in, 1 << 18, 7);
	chain<<<1056, 256>>>(out, in, n);
	return cudaGetLastError();
}
