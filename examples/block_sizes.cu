// One kernel, many block sizes.
//
// The hardware fills blocks up to whole warps: a block of 40 threads is two warps, of which the second has 8 lanes to
// use and 24 to carry along. And a multiprocessor (of sm_90) holds 64 warps, 2048 threads and 32 blocks at most, so a
// block of 32 fills half of it before the blocks run out, and one of 768 leaves room for a third that does not fit.

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

__global__ void
add(float *sum, const float *a, const float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sum[i] = a[i] + b[i];
}

static int
blocks_for(int n, int block)
{
	return (n + block - 1) / block;
}

// Compares the sums with the host's and clears them for the next run.
static bool
is_sum(float *d_sum, const std::vector<float> &expected)
{
	const size_t bytes = expected.size() * sizeof(float);
	std::vector<float> sum(expected.size());
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(sum.data(), d_sum, bytes, cudaMemcpyDeviceToHost));
	CUDA_CHECK(cudaMemset(d_sum, 0, bytes));
	return sum == expected;
}

int
main()
{
	const int n = 1 << 22;
	const size_t bytes = n * sizeof(float);

	std::vector<float> a(n), b(n), sum(n);
	for (int i = 0; i < n; i++) {
		a[i] = (float)(i % 1021);
		b[i] = (float)(i % 509);
		sum[i] = a[i] + b[i];
	}

	float *d_a, *d_b, *d_sum;
	CUDA_CHECK(cudaMalloc(&d_a, bytes));
	CUDA_CHECK(cudaMalloc(&d_b, bytes));
	CUDA_CHECK(cudaMalloc(&d_sum, bytes));
	CUDA_CHECK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
	CUDA_CHECK(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));

	bool all_right = true;
	add<<<blocks_for(n, 32), 32>>>(d_sum, d_a, d_b, n);  // expect: small-block
	all_right = is_sum(d_sum, sum) && all_right;
	add<<<blocks_for(n, 40), 40>>>(d_sum, d_a, d_b, n);  // expect: partial-warp-block
	all_right = is_sum(d_sum, sum) && all_right;
	add<<<blocks_for(n, 64), 64>>>(d_sum, d_a, d_b, n);  // expect: small-block
	all_right = is_sum(d_sum, sum) && all_right;
	add<<<blocks_for(n, 200), 200>>>(d_sum, d_a, d_b, n);  // expect: partial-warp-block
	all_right = is_sum(d_sum, sum) && all_right;
	add<<<blocks_for(n, 256), 256>>>(d_sum, d_a, d_b, n);
	all_right = is_sum(d_sum, sum) && all_right;
	add<<<blocks_for(n, 768), 768>>>(d_sum, d_a, d_b, n);  // expect: low-occupancy
	all_right = is_sum(d_sum, sum) && all_right;
	add<<<blocks_for(n, 1000), 1000>>>(d_sum, d_a, d_b, n);  // expect: partial-warp-block
	all_right = is_sum(d_sum, sum) && all_right;

	CUDA_CHECK(cudaFree(d_a));
	CUDA_CHECK(cudaFree(d_b));
	CUDA_CHECK(cudaFree(d_sum));
	printf("block_sizes: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
