// Loads of a warp that lie close together in an image, but in many rows.
struct matrix { float cosine, sine; };

// Turned by an angle: no order of the lanes has them side by side, and a texture would serve them.
__global__ void
turned(float *__restrict__ out, const float *__restrict__ in, int width, int height, matrix by)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	float across = column - 0.5f * width, down = row - 0.5f * height;
	float x = by.cosine * across - by.sine * down + 0.5f * width, y = by.sine * across + by.cosine * down + 0.5f * height;
	if (x >= 0 && x < width - 1 && y >= 0 && y < height - 1) {
		int left = (int)x, top = (int)y;
		float right = x - left, bottom = y - top;
		float above = (1 - right) * in[top * width + left] +  // expect: uncoalesced-access
		              right * in[top * width + left + 1];
		float below = (1 - right) * in[(top + 1) * width + left] + right * in[(top + 1) * width + left + 1];
		out[row * width + column] = (1 - bottom) * above + bottom * below;
	}
}

// What the kernel stores to no texture has.
__global__ void
marked(float *out, float *in, int width, int height, matrix by)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	float across = column - 0.5f * width, down = row - 0.5f * height;
	float x = by.cosine * across - by.sine * down + 0.5f * width, y = by.sine * across + by.cosine * down + 0.5f * height;
	if (x >= 0 && x < width - 1 && y >= 0 && y < height - 1) {
		int left = (int)x, top = (int)y;
		out[row * width + column] = in[top * width + left] +  // expect: uncoalesced-access
		                            in[top * width + left + 1] + in[(top + 1) * width + left] + in[(top + 1) * width + left + 1];
		if (row == 0)
			in[column] = 0;
	}
}

// A full tile is read row by row if the lanes take it in another order.
__global__ void
tiled(float *__restrict__ out, const float *__restrict__ in, int width)
{
	int lane = threadIdx.x % 32, warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
	int tile = warp * 2 % width, row = warp * 2 / width * 16;
	int swapped = lane * 7 % 32;
	out[blockIdx.x * blockDim.x + threadIdx.x] = in[(row + swapped % 16) * width + tile + swapped / 16];  // expect: uncoalesced-access
}

// Rows that lie far apart, by no image's pitch.
__global__ void
hashed(float *__restrict__ out, const float *__restrict__ in, int mask)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i * 2654435761u >> 7 & mask];  // expect: uncoalesced-access
}

int
main()
{
	const int width = 2048, height = 2048, n = width * height;
	const dim3 grid(width / 32, height / 8), block(32, 8);
	const matrix by = {0.071f, 0.9975f};
	float *in, *marks, *out;
	cudaMalloc(&in, n * sizeof *in);
	cudaMalloc(&marks, n * sizeof *marks);
	cudaMalloc(&out, n * sizeof *out);
	turned<<<grid, block>>>(out, in, width, height, by);
	marked<<<grid, block>>>(out, marks, width, height, by);
	tiled<<<n / 256, 256>>>(out, in, width);
	hashed<<<n / 256, 256>>>(out, in, n - 1);
	return cudaDeviceSynchronize() != cudaSuccess;
}
