// What blocks load again and again, where a tile in shared memory serves it faster than the L1 cache does, and where not.

// A wide average: every element is wanted by 65 threads, and most requests begin inside a line.
__global__ void
average(float *out, const float *in, int radius)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k <= 2 * radius; k++)
		sum += in[i + k];  // expect: unstaged-reuse
	out[i] = sum;
}

// A narrow one is served by the cache: a copy and a barrier cost more.
__global__ void
average_of_nine(float *out, const float *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < 9; k++)
		sum += in[i + k];  // expect: misaligned-access
	out[i] = sum;
}

// Of two matrices that are multiplied both are wanted by the whole block; the last blocks are not filled.
__global__ void
multiply(float *c, const float *a, const float *b, int n)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= n || column >= n)
		return;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + column];  // expect: unstaged-reuse
	c[row * n + column] = sum;
}

// In place: what one block has stored another may load.
__global__ void
smooth(float *data, int radius)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k <= 2 * radius; k++)
		sum += data[i + k];  // expect: misaligned-access
	data[i] = sum;
}

// A warp reads its own row and the vector that all warps read: the vector is in L1, at one request per line.
__global__ void
multiply_vector(float *y, const float *a, const float *x, int n)
{
	int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
	float sum = 0;
	for (int k = threadIdx.x % 32; k < n; k += 32)
		sum += a[row * n + k] * x[k];
	for (int half = 16; half > 0; half /= 2)
		sum += __shfl_xor_sync(0xffffffff, sum, half);
	if (threadIdx.x % 32 == 0)
		y[row] = sum;
}

// Data decides the trip count of each thread: not all threads reach a barrier.
__global__ void
average_by_size(float *out, const float *in, const int *sizes)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < sizes[i]; k++)
		sum += in[i + k];  // expect: misaligned-access
	out[i] = sum;
}

int
main()
{
	const int n = 1 << 22, radius = 32, side = 1000;
	float *in, *out, *a, *b, *c;
	int *sizes;
	cudaMalloc(&in, (n + 2 * radius) * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	cudaMalloc(&sizes, n * sizeof(int));
	cudaMalloc(&a, side * side * sizeof(float));
	cudaMalloc(&b, side * side * sizeof(float));
	cudaMalloc(&c, side * side * sizeof(float));

	average<<<n / 256, 256>>>(out, in, radius);
	average_of_nine<<<n / 256, 256>>>(out, in);
	multiply<<<dim3((side + 15) / 16, (side + 15) / 16), dim3(16, 16)>>>(c, a, b, side);
	smooth<<<n / 256, 256>>>(in, radius);
	multiply_vector<<<side / 8, 256>>>(c, a, b, side);
	average_by_size<<<n / 256, 256>>>(out, in, sizes);
	return cudaDeviceSynchronize() != cudaSuccess;
}
