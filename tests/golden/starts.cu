// Where requests of neighbouring lanes begin in a sector: a number is reported only where it is always the same, and a block
// size that is the cause is reported as that alone.

__global__ void
triple(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 3 * in[i];
}

// The offset is a cause besides the block size.
__global__ void
shift(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i + 1];  // expect: misaligned-access
}

__global__ void
average(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = -2; k <= 2; k++)
		if (i + k >= 0 && i + k < n)
			sum += in[i + k];  // expect: misaligned-access
	out[i] = sum / 5;
}

// Rows of 1001 elements: all but every eighth begin inside a sector.
__global__ void
scale_rows(float *out, const float *in, int pitch)
{
	int at = blockIdx.y * pitch + blockIdx.x * blockDim.x + threadIdx.x;
	out[at] = 2 * in[at];  // expect: misaligned-access
}

// Neighbours of an aligned element are as they have to be.
__global__ void
blur(float *out, const float *in, int pitch)
{
	int at = blockIdx.y * pitch + blockIdx.x * blockDim.x + threadIdx.x + 32;
	out[at] = in[at - 1] + in[at] + in[at + 1];
}

// Rows of a block that begin within a warp, also where the first lanes of a row are off: the block's width is the cause.
__global__ void
smear(float *out, const float *in, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int by = -2; by <= 2; by++)
		if (x + by >= 0 && x + by < width)
			sum += in[y * width + x + by];  // expect: uncoalesced-access
	out[y * width + x] = sum;
}

int
main()
{
	const int n = 1 << 22;
	float *d_in, *d_out;
	cudaMalloc(&d_in, (n + 8) * sizeof(float));
	cudaMalloc(&d_out, (n + 8) * sizeof(float));
	triple<<<(n + 99) / 100, 100>>>(d_out, d_in, n);  // expect: partial-warp-block
	shift<<<(n + 99) / 100, 100>>>(d_out, d_in, n);   // expect: partial-warp-block
	average<<<n / 256, 256>>>(d_out, d_in, n);
	scale_rows<<<dim3(3, 4000), 256>>>(d_out, d_in, 1001);
	blur<<<dim3(3, 4000), 256>>>(d_out, d_in, 1024);
	smear<<<dim3(64, 64), dim3(16, 16)>>>(d_out, d_in, 1024, 1024);
	cudaFree(d_in);
	cudaFree(d_out);
	return 0;
}
