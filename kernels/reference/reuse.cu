// Elements that many threads of a block use: loaded from global memory each time, or once through shared memory.

// The average of an element's neighbours within `radius`, in blocks of 256.
static const unsigned MOST = 64;   // of the radius

extern "C" __global__ void
average_from_global(float *__restrict__ out, const float *__restrict__ in, unsigned radius)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	float total = 0;
	for (unsigned k = 0; k <= 2 * radius; k++)
		total += in[i + k];   // the array begins `radius` before its first element
	out[i] = total / (2 * radius + 1);
}

extern "C" __global__ void
average_from_shared(float *__restrict__ out, const float *__restrict__ in, unsigned radius)
{
	__shared__ float tile[256 + 2 * MOST];
	unsigned first = blockIdx.x * blockDim.x;
	for (unsigned k = threadIdx.x; k < blockDim.x + 2 * radius; k += blockDim.x)
		tile[k] = in[first + k];
	__syncthreads();
	float total = 0;
	for (unsigned k = 0; k <= 2 * radius; k++)
		total += tile[threadIdx.x + k];
	out[first + threadIdx.x] = total / (2 * radius + 1);
}

// The product of two n x n matrices, n a multiple of 32, in blocks of 32 x 32, one element per thread.
extern "C" __global__ void
multiply_from_global(float *__restrict__ out, const float *__restrict__ a, const float *__restrict__ b, unsigned n)
{
	unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	float total = 0;
	for (unsigned k = 0; k < n; k++)
		total += a[y * n + k] * b[k * n + x];
	out[y * n + x] = total;
}

extern "C" __global__ void
multiply_from_shared(float *__restrict__ out, const float *__restrict__ a, const float *__restrict__ b, unsigned n)
{
	__shared__ float of_a[32][32], of_b[32][32];
	unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	float total = 0;
	for (unsigned tile = 0; tile < n; tile += 32) {
		of_a[threadIdx.y][threadIdx.x] = a[y * n + tile + threadIdx.x];
		of_b[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + x];
		__syncthreads();
		#pragma unroll
		for (unsigned k = 0; k < 32; k++)
			total += of_a[threadIdx.y][k] * of_b[k][threadIdx.x];
		__syncthreads();
	}
	out[y * n + x] = total;
}
