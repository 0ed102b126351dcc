// A small table in __device__ and in __constant__ memory, read in two ways.
//
// Constant memory hands one word to the whole warp at a time. It is the best place for a table that all lanes read at
// the same index, such as the coefficients of a polynomial, and the worst for one that each lane reads at its own: 32
// different words are 32 passes. In __device__ memory 32 neighbouring words are one request of four sectors.

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

const int TERMS = 32;

__device__ float table_in_global[TERMS];
__constant__ float table_in_constant[TERMS];

// All lanes read the same coefficient at the same time.
__global__ void
polynomial_global(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = in[i], y = 0;
	for (int k = 0; k < TERMS; k++)
		y = y * x + table_in_global[k];
	out[i] = y;
}

__global__ void
polynomial_constant(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = in[i], y = 0;
	for (int k = 0; k < TERMS; k++)
		y = y * x + table_in_constant[k];
	out[i] = y;
}

// Each lane reads its own entry: 32 passes in constant memory.
__global__ void
window_global(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i] * table_in_global[i % TERMS];
}

__global__ void
window_constant(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i] * table_in_constant[i % TERMS];  // expect: divergent-constant
}

static bool
is_same(const float *d_out, const std::vector<float> &expected)
{
	std::vector<float> out(expected.size());
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
	for (size_t i = 0; i < out.size(); i++) {
		float error = out[i] - expected[i];
		if (error > 1e-4f || error < -1e-4f)
			return false;
	}
	return true;
}

int
main()
{
	const int n = 1 << 20, block = 256, grid = (n + block - 1) / block;
	const size_t bytes = n * sizeof(float);

	float table[TERMS];
	for (int k = 0; k < TERMS; k++)
		table[k] = 1.0f / (float)(k + 1);

	std::vector<float> in(n), polynomial(n), window(n);
	for (int i = 0; i < n; i++) {
		in[i] = (float)(i % 997) / 1994.0f;
		for (int k = 0; k < TERMS; k++)
			polynomial[i] = polynomial[i] * in[i] + table[k];
		window[i] = in[i] * table[i % TERMS];
	}

	float *d_in, *d_out;
	CUDA_CHECK(cudaMalloc(&d_in, bytes));
	CUDA_CHECK(cudaMalloc(&d_out, bytes));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice));
	CUDA_CHECK(cudaMemcpyToSymbol(table_in_global, table, sizeof(table)));
	CUDA_CHECK(cudaMemcpyToSymbol(table_in_constant, table, sizeof(table)));

	polynomial_global<<<grid, block>>>(d_out, d_in, n);
	bool all_right = is_same(d_out, polynomial);
	CUDA_CHECK(cudaMemset(d_out, 0, bytes));
	polynomial_constant<<<grid, block>>>(d_out, d_in, n);
	all_right = is_same(d_out, polynomial) && all_right;

	CUDA_CHECK(cudaMemset(d_out, 0, bytes));
	window_global<<<grid, block>>>(d_out, d_in, n);
	all_right = is_same(d_out, window) && all_right;
	CUDA_CHECK(cudaMemset(d_out, 0, bytes));
	window_constant<<<grid, block>>>(d_out, d_in, n);
	all_right = is_same(d_out, window) && all_right;

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_out));
	printf("constant_table: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
