// How work is spread over the GPU's threads: too few threads, threads without work, threads with redundant work.

// Sums of `count` numbers by a grid-stride loop.
// Ideal form: a grid that fills the GPU.
extern "C" __global__ void
sum_grid_stride(float *out, const float *__restrict__ in, unsigned count)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
	float sum = 0;
	for (unsigned k = i; k < count; k += step)
		sum += in[k];
	out[i] = sum;
}

// A copy by the first `busy` warps of each block; the others exit at once.
// Ideal form: blocks that consist of these warps.
extern "C" __global__ void
copy_by_first_warps(float *__restrict__ out, const float *__restrict__ in, unsigned busy)
{
	if (threadIdx.x >= 32 * busy)
		return;
	unsigned i = blockIdx.x * 32 * busy + threadIdx.x;
	out[i] = in[i];
}

// Sums of rows of 64 numbers, each by `lanes` neighbouring lanes, which all compute the same sum.
// Ideal form: one lane for each row. Rows are interleaved, so that numbers of neighbouring rows are contiguous.
extern "C" __global__ void
sum_rows_redundantly(float *out, const float *__restrict__ in, unsigned rows, unsigned lanes)
{
	unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / lanes;
	float sum = 0;
	for (unsigned k = 0; k < 64; k++)
		sum += in[k * rows + row];
	out[row] = sum;
}

// Chains of additions: the first of a block's 8 warps executes `times` as many as the mean, the others share the rest evenly.
// Ideal form: all warps execute equally many.
extern "C" __global__ void
sum_unevenly(float *out, const float *__restrict__ in, unsigned rounds, unsigned times)
{
	unsigned warp = threadIdx.x / 32, i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned own = warp == 0 ? rounds * times : rounds * (8 - times) / 7;
	float sum = 0;
	for (unsigned k = 0; k < own; k++)
		sum += in[(k * 1024 + i) % (1024 * 1024)];
	out[i] = sum;
}
