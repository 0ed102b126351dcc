// A matrix transpose, three times.
//
// naive:  reads rows and writes columns. The lanes of a warp write n floats apart: 32 sectors for 128 bytes.
// tiled:  goes through shared memory, so that both sides are rows. But the tile is read by column, its rows are 32
//         words long and shared memory has 32 banks: all lanes of a warp hit one bank and queue up.
// padded: a tile row of 33 words moves each row on by one bank, and the queue is gone.

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call)                                                                                    \
	do {                                                                                                \
		cudaError_t status = (call);                                                                \
		if (status != cudaSuccess) {                                                                \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
			exit(1);                                                                            \
		}                                                                                           \
	} while (0)

const int TILE = 32;       // a block moves one tile
const int BLOCK_ROWS = 8;  // with a quarter as many threads: each moves four elements

__global__ void
transpose_naive(float *out, const float *in, int n)
{
	int x = blockIdx.x * TILE + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;

	for (int j = 0; j < TILE; j += BLOCK_ROWS)
		out[x * n + y + j] = in[(y + j) * n + x];  // expect: uncoalesced-access
}

__global__ void
transpose_tiled(float *out, const float *in, int n)
{
	__shared__ float tile[TILE][TILE];

	int x = blockIdx.x * TILE + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += BLOCK_ROWS)
		tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
	__syncthreads();

	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += BLOCK_ROWS)
		out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];  // expect: bank-conflict
}

__global__ void
transpose_padded(float *out, const float *in, int n)
{
	__shared__ float tile[TILE][TILE + 1];

	int x = blockIdx.x * TILE + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += BLOCK_ROWS)
		tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
	__syncthreads();

	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += BLOCK_ROWS)
		out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

static bool
is_transposed(const float *d_out, const std::vector<float> &in, int n)
{
	std::vector<float> out(in.size());
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++)
			if (out[x * n + y] != in[y * n + x])
				return false;
	return true;
}

int
main()
{
	const int n = 2048;
	const size_t bytes = n * n * sizeof(float);

	std::vector<float> in(n * n);
	for (int i = 0; i < n * n; i++)
		in[i] = (float)i;

	float *d_in, *d_out;
	CUDA_CHECK(cudaMalloc(&d_in, bytes));
	CUDA_CHECK(cudaMalloc(&d_out, bytes));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice));

	dim3 grid(n / TILE, n / TILE), block(TILE, BLOCK_ROWS);

	transpose_naive<<<grid, block>>>(d_out, d_in, n);
	bool all_right = is_transposed(d_out, in, n);

	CUDA_CHECK(cudaMemset(d_out, 0, bytes));
	transpose_tiled<<<grid, block>>>(d_out, d_in, n);
	all_right = is_transposed(d_out, in, n) && all_right;

	CUDA_CHECK(cudaMemset(d_out, 0, bytes));
	transpose_padded<<<grid, block>>>(d_out, d_in, n);
	all_right = is_transposed(d_out, in, n) && all_right;

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_out));
	printf("transpose: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
