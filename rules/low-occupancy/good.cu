// The array has the size that the block needs: 16 blocks of four warps fill a multiprocessor.

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

const int BLOCK = 128;

/* Reverses each piece of BLOCK elements. */
__global__ void
mirror(float *out, const float *in, int n)
{
	__shared__ float piece[BLOCK];

	int first = blockIdx.x * BLOCK;
	if (first + threadIdx.x < n)
		piece[threadIdx.x] = in[first + threadIdx.x];
	__syncthreads();

	int size = min(BLOCK, n - first);
	if (threadIdx.x < size)
		out[first + threadIdx.x] = piece[size - 1 - threadIdx.x];
}

int
main()
{
	const int n = 1 << 22, grid = (n + BLOCK - 1) / BLOCK;
	const size_t bytes = n * sizeof(float);

	std::vector<float> in(n), out(n);
	for (int i = 0; i < n; i++)
		in[i] = (float)(i % 1021);

	float *d_in, *d_out;
	CUDA_CHECK(cudaMalloc(&d_in, bytes));
	CUDA_CHECK(cudaMalloc(&d_out, bytes));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice));

	mirror<<<grid, BLOCK>>>(d_out, d_in, n);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost));
	bool all_right = true;
	for (int i = 0; i < n; i++)
		all_right = all_right && out[i] == in[i / BLOCK * BLOCK + BLOCK - 1 - i % BLOCK];

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_out));
	printf("low-occupancy/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
