// The transpose of an n x n matrix of floats, in blocks of 32 x 8 threads with a tile of 32 x 32 each.
// Ideal form: the same tiles copied without transposing.

const unsigned TILE = 32, ROWS = 8;

struct place {
	unsigned x, y;
};

// The thread's first element, if tiles are counted along x and y.
static __device__ place
in_tile(unsigned across, unsigned down)
{
	return {across * TILE + threadIdx.x, down * TILE + threadIdx.y};
}

extern "C" __global__ void
copy_tiles(float *__restrict__ out, const float *__restrict__ in, unsigned n)
{
	place at = in_tile(blockIdx.x, blockIdx.y);
	#pragma unroll
	for (unsigned k = 0; k < TILE; k += ROWS)
		out[(at.y + k) * n + at.x] = in[(at.y + k) * n + at.x];
}

// Rows are read, columns written.
extern "C" __global__ void
transpose_writing_columns(float *__restrict__ out, const float *__restrict__ in, unsigned n)
{
	place at = in_tile(blockIdx.x, blockIdx.y);
	#pragma unroll
	for (unsigned k = 0; k < TILE; k += ROWS)
		out[at.x * n + at.y + k] = in[(at.y + k) * n + at.x];
}

// Columns are read, rows written.
extern "C" __global__ void
transpose_reading_columns(float *__restrict__ out, const float *__restrict__ in, unsigned n)
{
	place at = in_tile(blockIdx.x, blockIdx.y);
	#pragma unroll
	for (unsigned k = 0; k < TILE; k += ROWS)
		out[(at.y + k) * n + at.x] = in[at.x * n + at.y + k];
}

// The place of element (row, column) of a tile in shared memory: as declared, with rows one element longer, or with its column
// XORed with its row, which needs no more memory.
struct unpadded { static __device__ unsigned at(unsigned row, unsigned column) { return row * TILE + column; } };
struct padded { static __device__ unsigned at(unsigned row, unsigned column) { return row * (TILE + 1) + column; } };
struct swizzled { static __device__ unsigned at(unsigned row, unsigned column) { return row * TILE + (column ^ row); } };

template <typename Layout>
__global__ void
transpose_through(float *__restrict__ out, const float *__restrict__ in, unsigned n)
{
	__shared__ float tile[TILE * (TILE + 1)];
	place from = in_tile(blockIdx.x, blockIdx.y), to = in_tile(blockIdx.y, blockIdx.x);
	#pragma unroll
	for (unsigned k = 0; k < TILE; k += ROWS)
		tile[Layout::at(threadIdx.y + k, threadIdx.x)] = in[(from.y + k) * n + from.x];
	__syncthreads();
	#pragma unroll
	for (unsigned k = 0; k < TILE; k += ROWS)
		out[(to.y + k) * n + to.x] = tile[Layout::at(threadIdx.x, threadIdx.y + k)];
}
