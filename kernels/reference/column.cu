// A copy between a matrix stored by columns and one stored by rows of `row_length` elements, one matrix row for each lane. On
// the side stored by rows, neighbouring lanes are a whole row apart. Every element is copied once, so the rest of a sector is
// needed soon after. Who needs it distinguishes two cases.
// Ideal form: both matrices stored by columns.

// Other warps of the block need it, as in a transpose: a block of 32 x 8 threads copies 32 rows of 32 columns.
template <bool ROWS_IN, bool ROWS_OUT>
static __device__ void
copy_tile(float *__restrict__ out, const float *__restrict__ in, unsigned rows, unsigned row_length)
{
	unsigned row = blockIdx.x * 32 + threadIdx.x;
	#pragma unroll
	for (unsigned k = 0; k < 32; k += 8) {
		unsigned column = blockIdx.y * 32 + threadIdx.y + k;
		unsigned by_rows = row * row_length + column, by_columns = column * rows + row;
		out[ROWS_OUT ? by_rows : by_columns] = in[ROWS_IN ? by_rows : by_columns];
	}
}

extern "C" __global__ void
read_columns(float *out, const float *in, unsigned rows, unsigned row_length)
{
	copy_tile<true, false>(out, in, rows, row_length);
}

extern "C" __global__ void
write_columns(float *out, const float *in, unsigned rows, unsigned row_length)
{
	copy_tile<false, true>(out, in, rows, row_length);
}

extern "C" __global__ void
copy_columns(float *out, const float *in, unsigned rows, unsigned row_length)
{
	copy_tile<false, false>(out, in, rows, row_length);
}

// The lane itself needs it, in its next steps: each thread goes along its row, for 8 elements, which are a sector.
template <bool ROWS_IN, bool ROWS_OUT>
static __device__ void
walk_row(float *__restrict__ out, const float *__restrict__ in, unsigned rows, unsigned row_length)
{
	unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
	#pragma unroll 4
	for (unsigned k = 0; k < 8; k++) {
		unsigned column = blockIdx.y * 8 + k;
		unsigned by_rows = row * row_length + column, by_columns = column * rows + row;
		out[ROWS_OUT ? by_rows : by_columns] = in[ROWS_IN ? by_rows : by_columns];
	}
}

extern "C" __global__ void
read_along_rows(float *out, const float *in, unsigned rows, unsigned row_length)
{
	walk_row<true, false>(out, in, rows, row_length);
}

extern "C" __global__ void
write_along_rows(float *out, const float *in, unsigned rows, unsigned row_length)
{
	walk_row<false, true>(out, in, rows, row_length);
}

extern "C" __global__ void
copy_along_columns(float *out, const float *in, unsigned rows, unsigned row_length)
{
	walk_row<false, false>(out, in, rows, row_length);
}
