// The same tile with one more word in each row: a column now uses one word of each bank.

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

const int TILE = 32;

__global__ void
transpose(float *out, const float *in, int n)
{
	__shared__ float tile[TILE][TILE + 1];

	int x = blockIdx.x * TILE + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = in[y * n + x];
	__syncthreads();

	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

int
main()
{
	const int n = 2048;

	std::vector<float> in(n * n), out(n * n);
	for (int i = 0; i < n * n; i++)
		in[i] = (float)(i % 1021);

	float *d_in, *d_out;
	CUDA_CHECK(cudaMalloc(&d_in, n * n * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_out, n * n * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));

	transpose<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(d_out, d_in, n);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, n * n * sizeof(float), cudaMemcpyDeviceToHost));
	bool all_right = true;
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++)
			all_right = all_right && out[x * n + y] == in[y * n + x];

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_out));
	printf("bank-conflict/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
