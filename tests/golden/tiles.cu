// Columns of tiles in shared memory: the cure has to be code that can be written there, or is stated in words.
#include <mma.h>
using namespace nvcuda;

const int SIDE = 32;
#define PAD 0
#define TILE(name) __shared__ float name[32][32]
typedef float square[32][32];
template <int LENGTH> using row = float[LENGTH];

__global__ void
of_three_dimensions(float *data)
{
	__shared__ float tiles[2][SIDE][SIDE];
	int at = (threadIdx.z * SIDE + threadIdx.y) * SIDE + threadIdx.x;
	tiles[threadIdx.z][threadIdx.y][threadIdx.x] = data[at];
	__syncthreads();
	data[at] = tiles[threadIdx.z][threadIdx.x][threadIdx.y];  // expect: bank-conflict
}

__global__ void
among_others(float *data)
{
	__shared__ float rows[SIDE][SIDE], columns[SIDE][SIDE];
	int at = threadIdx.y * SIDE + threadIdx.x;
	rows[threadIdx.y][threadIdx.x] = data[at];
	columns[threadIdx.y][threadIdx.x] = data[at] + 1;
	__syncthreads();
	data[at] = columns[threadIdx.x][threadIdx.y] + rows[threadIdx.y][0];  // expect: bank-conflict
}

__global__ void
padded_by_macro(float *data)
{
	__shared__ float tile[SIDE][SIDE + PAD];
	int at = threadIdx.y * SIDE + threadIdx.x;
	tile[threadIdx.y][threadIdx.x] = data[at];
	__syncthreads();
	data[at] = tile[threadIdx.x][threadIdx.y];  // expect: bank-conflict
}

template <int MORE>
__global__ void
padded_by_argument(float *data)
{
	__shared__ float tile[SIDE][SIDE + MORE];
	int at = threadIdx.y * SIDE + threadIdx.x;
	tile[threadIdx.y][threadIdx.x] = data[at];
	__syncthreads();
	data[at] = tile[threadIdx.x][threadIdx.y];  // expect: bank-conflict
}

__global__ void
declared_elsewhere(float *data)
{
	TILE(tile);
	int at = threadIdx.y * SIDE + threadIdx.x;
	tile[threadIdx.y][threadIdx.x] = data[at];
	__syncthreads();
	data[at] = tile[threadIdx.x][threadIdx.y];  // expect: bank-conflict
}

__global__ void
typed_elsewhere(float *data)
{
	__shared__ square tile;
	int at = threadIdx.y * SIDE + threadIdx.x;
	tile[threadIdx.y][threadIdx.x] = data[at];
	__syncthreads();
	data[at] = tile[threadIdx.x][threadIdx.y];  // expect: bank-conflict
}

__global__ void
of_rows_typed_elsewhere(float *data)
{
	__shared__ row<SIDE> rows[SIDE];
	__shared__ square squares[2];
	int at = threadIdx.y * SIDE + threadIdx.x;
	rows[threadIdx.y][threadIdx.x] = data[at];
	squares[1][threadIdx.y][threadIdx.x] = data[at] + 1;
	__syncthreads();
	data[at] = rows[threadIdx.x][threadIdx.y];  // expect: bank-conflict
	data[at] += squares[1][threadIdx.x][threadIdx.y];  // expect: bank-conflict
}

__global__ void
of_shifted_size(float *data)
{
	__shared__ float tile[SIDE][1 << 5];
	int at = threadIdx.y * SIDE + threadIdx.x;
	tile[threadIdx.y][threadIdx.x] = data[at];
	__syncthreads();
	data[at] = tile[threadIdx.x][threadIdx.y];  // expect: bank-conflict
}

__global__ void
filled_by_hand(float *data)
{
	__shared__ float tile[SIDE][SIDE];
	float *flat = &tile[0][0];
	int at = threadIdx.y * SIDE + threadIdx.x;
	flat[at] = data[at];
	__syncthreads();
	data[at] = tile[threadIdx.x][threadIdx.y];  // expect: bank-conflict
}

__global__ void
filled_by_vectors(float *data, const float4 *vectors)
{
	__shared__ float tile[SIDE][SIDE];
	int i = threadIdx.y * SIDE + threadIdx.x;
	if (threadIdx.y < 8)
		reinterpret_cast<float4 *>(tile[i / 8])[i % 8] = vectors[i];
	__syncthreads();
	data[threadIdx.y * SIDE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  // expect: bank-conflict
}

__global__ void
all_by_vectors(float4 *vectors)
{
	__shared__ float tile[SIDE][SIDE];
	float4 *mine = reinterpret_cast<float4 *>(&tile[threadIdx.x][4 * threadIdx.y]);
	*mine = vectors[threadIdx.y * SIDE + threadIdx.x];  // expect: bank-conflict
	__syncthreads();
	vectors[threadIdx.y * SIDE + threadIdx.x] = *reinterpret_cast<float4 *>(&tile[threadIdx.x][4 * (7 - threadIdx.y)]);
}

__global__ void
of_short_elements(unsigned short *data)
{
	__shared__ unsigned short tile[64][64];
	for (int i = threadIdx.y; i < 64; i += blockDim.y)
		tile[i][threadIdx.x] = data[i * 64 + threadIdx.x];  // expect: narrow-access
	__syncthreads();
	for (int i = threadIdx.y; i < 64; i += blockDim.y)
		data[i * 64 + threadIdx.x] = tile[threadIdx.x][i];  // expect: bank-conflict
}

// Rows of fragments have to be multiples of 16 bytes, and the calls get their length.
__global__ void
of_fragments(float *out, const half *in)
{
	__shared__ half tile[64][64];
	for (int i = threadIdx.x; i < 64 * 64; i += 32)
		tile[i / 64][i % 64] = in[i];
	__syncthreads();
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
	wmma::fill_fragment(sum, 0.0f);
	for (int k = 0; k < 64; k += 16) {
		wmma::load_matrix_sync(a, &tile[0][k], 64);  // expect: bank-conflict
		wmma::load_matrix_sync(b, &tile[k][0], 64);
		wmma::mma_sync(sum, a, b, sum);
	}
	wmma::store_matrix_sync(out + blockIdx.x * 256, sum, 16, wmma::mem_row_major);
}

// Each lane has a counter of its own for each value; it is the pad that has lanes meet.
template <int ROW>
__global__ void
count(const unsigned char *values, int *counts, int n)
{
	__shared__ int counters[64][ROW];
	const int lane = threadIdx.x, thread = threadIdx.y * 32 + threadIdx.x;
	for (int value = threadIdx.y; value < 64; value += blockDim.y)
		counters[value][lane] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 256 + thread; i < n; i += gridDim.x * 256)
		atomicAdd(&counters[values[i] & 63][lane], 1);  // expect: bank-conflict
	__syncthreads();
	int sum = 0;
	for (int i = 0; i < 32 && thread < 64; i++)
		sum += counters[thread][i];  // expect: bank-conflict
	if (thread < 64)
		atomicAdd(&counts[thread], sum);
}

int
main()
{
	const int n = 1 << 14;
	const dim3 block(32, 32);
	float *data;
	cudaMalloc(&data, n * 1024);
	of_three_dimensions<<<n, dim3(32, 16, 2)>>>(data);
	among_others<<<n, block>>>(data);
	padded_by_macro<<<n, block>>>(data);
	padded_by_argument<0><<<n, block>>>(data);
	padded_by_argument<1><<<n, block>>>(data);
	declared_elsewhere<<<n, block>>>(data);
	typed_elsewhere<<<n, block>>>(data);
	of_rows_typed_elsewhere<<<n, block>>>(data);
	of_shifted_size<<<n, block>>>(data);
	filled_by_hand<<<n, block>>>(data);
	filled_by_vectors<<<n, block>>>(data, (const float4 *)data);
	all_by_vectors<<<n, dim3(32, 8)>>>((float4 *)data);
	of_short_elements<<<n, dim3(64, 4)>>>((unsigned short *)data);
	of_fragments<<<n, 32>>>(data, (const half *)data);  // expect: low-occupancy
	count<33><<<64, dim3(32, 8)>>>((const unsigned char *)data, (int *)data + n, n);
	count<32><<<64, dim3(32, 8)>>>((const unsigned char *)data, (int *)data + n, n);
	return 0;
}
