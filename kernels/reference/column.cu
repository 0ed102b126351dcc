// A copy between a matrix stored by rows and one stored by columns, a matrix row to a lane.
//
// On the side stored by rows, neighbouring lanes are `row_length` elements apart and each lane goes along its row, so
// that the rest of a sector is wanted soon after: the caches help as far as they can, as in most column walks. A thread
// takes `walk` elements of its row (blockIdx.y says which), so that the number of threads is the same at every degree.
// Ideal form: both matrices stored by columns.

extern "C" __global__ void
read_columns(float *__restrict__ out, const float *__restrict__ in, unsigned rows, unsigned row_length, unsigned walk)
{
	unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	for (unsigned column = blockIdx.y * walk; column < (blockIdx.y + 1) * walk; column++)
		out[column * rows + row] = in[row * row_length + column];
}

extern "C" __global__ void
write_columns(float *__restrict__ out, const float *__restrict__ in, unsigned rows, unsigned row_length, unsigned walk)
{
	unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	for (unsigned column = blockIdx.y * walk; column < (blockIdx.y + 1) * walk; column++)
		out[row * row_length + column] = in[column * rows + row];
}

extern "C" __global__ void
copy_columns(float *__restrict__ out, const float *__restrict__ in, unsigned rows, unsigned row_length, unsigned walk)
{
	unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	for (unsigned column = blockIdx.y * walk; column < (blockIdx.y + 1) * walk; column++)
		out[column * rows + row] = in[column * rows + row];
}
