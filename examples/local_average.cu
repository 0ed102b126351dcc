// The average of each element's neighbourhood, with and without shared memory, for one block and for many.
//
// Without it every thread reads its 65 neighbours from global memory, and all but nine of those reads begin inside a
// sector. With it the block reads each element once, aligned, and takes the neighbours from shared memory, where an
// offset costs nothing. A block that is not alone needs a halo: the RADIUS elements on either side that belong to its
// neighbours. RADIUS is a warp here, so that whole warps fetch the halo and none diverges.
//
// The input has RADIUS zeros before its first and after its last element, so that no thread needs a special case.

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

const int RADIUS = 32;
const int WIDTH = 2 * RADIUS + 1;
const int BLOCK = 1024;

// One block: `in` and `out` have BLOCK elements, and in[-RADIUS] is the first zero.
__global__ void
average_one_block(float *out, const float *in)
{
	int t = threadIdx.x;
	float sum = 0;
	for (int k = -RADIUS; k <= RADIUS; k++)
		sum += in[t + k];  // expect: misaligned-access
	out[t] = sum / WIDTH;
}

__global__ void
average_one_block_shared(float *out, const float *in)
{
	__shared__ float tile[BLOCK + 2 * RADIUS];

	int t = threadIdx.x;
	tile[t + RADIUS] = in[t];
	if (t < RADIUS) {
		tile[t] = 0;
		tile[t + BLOCK + RADIUS] = 0;
	}
	__syncthreads();

	float sum = 0;
	for (int k = -RADIUS; k <= RADIUS; k++)
		sum += tile[t + RADIUS + k];
	out[t] = sum / WIDTH;
}

// Many blocks: the same, and each block has neighbours.
__global__ void
average_many_blocks(float *out, const float *in)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;
	float sum = 0;
	for (int k = -RADIUS; k <= RADIUS; k++)
		sum += in[i + k];  // expect: unstaged-reuse
	out[i] = sum / WIDTH;
}

__global__ void
average_many_blocks_shared(float *out, const float *in)
{
	__shared__ float tile[BLOCK + 2 * RADIUS];

	int t = threadIdx.x;
	int i = blockIdx.x * BLOCK + t;
	tile[t + RADIUS] = in[i];
	if (t < RADIUS) {
		tile[t] = in[i - RADIUS];
		tile[t + BLOCK + RADIUS] = in[i + BLOCK];
	}
	__syncthreads();

	float sum = 0;
	for (int k = -RADIUS; k <= RADIUS; k++)
		sum += tile[t + RADIUS + k];
	out[i] = sum / WIDTH;
}

// Copies n results back and compares them with the host's; the inputs are small integers, so that sums are exact.
static bool
is_average(const float *d_out, const std::vector<float> &padded, int n)
{
	std::vector<float> out(n);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++) {
		float sum = 0;
		for (int k = 0; k < WIDTH; k++)
			sum += padded[i + k];
		float error = out[i] - sum / WIDTH;
		if (error > 1e-4f || error < -1e-4f)
			return false;
	}
	return true;
}

int
main()
{
	const int blocks = 1024, n = blocks * BLOCK;

	std::vector<float> one(BLOCK + 2 * RADIUS), many(n + 2 * RADIUS);
	for (int i = 0; i < BLOCK; i++)
		one[RADIUS + i] = (float)(i % 61);
	for (int i = 0; i < n; i++)
		many[RADIUS + i] = (float)(i % 61);

	float *d_one, *d_many, *d_out;
	CUDA_CHECK(cudaMalloc(&d_one, one.size() * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_many, many.size() * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_out, n * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_one, one.data(), one.size() * sizeof(float), cudaMemcpyHostToDevice));
	CUDA_CHECK(cudaMemcpy(d_many, many.data(), many.size() * sizeof(float), cudaMemcpyHostToDevice));

	average_one_block<<<1, BLOCK>>>(d_out, d_one + RADIUS);
	bool all_right = is_average(d_out, one, BLOCK);
	CUDA_CHECK(cudaMemset(d_out, 0, n * sizeof(float)));
	average_one_block_shared<<<1, BLOCK>>>(d_out, d_one + RADIUS);
	all_right = is_average(d_out, one, BLOCK) && all_right;

	CUDA_CHECK(cudaMemset(d_out, 0, n * sizeof(float)));
	average_many_blocks<<<blocks, BLOCK>>>(d_out, d_many + RADIUS);
	all_right = is_average(d_out, many, n) && all_right;
	CUDA_CHECK(cudaMemset(d_out, 0, n * sizeof(float)));
	average_many_blocks_shared<<<blocks, BLOCK>>>(d_out, d_many + RADIUS);
	all_right = is_average(d_out, many, n) && all_right;

	CUDA_CHECK(cudaFree(d_one));
	CUDA_CHECK(cudaFree(d_many));
	CUDA_CHECK(cudaFree(d_out));
	printf("local_average: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
