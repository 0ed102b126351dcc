// The warps of a block have neighbouring rows, which are almost equally long.

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

const int WARPS = 16;

/* A warp for each row of a triangular matrix whose rows have a common length in memory. */
__global__ void
multiply(float *result, const float *matrix, const float *vector, int n)
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int row = blockIdx.x * WARPS + warp;

	float sum = 0;
	for (int column = lane; column <= row; column += 32)
		sum += matrix[row * n + column] * vector[column];
	for (int distance = 16; distance > 0; distance /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, distance);
	if (lane == 0)
		result[row] = sum;
}

int
main()
{
	const int n = 4096;

	std::vector<float> matrix(n * n), vector(n), result(n);
	for (int i = 0; i < n * n; i++)
		matrix[i] = (float)(i % 13);   // small, so that the sums are exact in any order
	for (int i = 0; i < n; i++)
		vector[i] = (float)(i % 5);

	float *d_matrix, *d_vector, *d_result;
	CUDA_CHECK(cudaMalloc(&d_matrix, n * n * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_vector, n * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_result, n * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_matrix, matrix.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));
	CUDA_CHECK(cudaMemcpy(d_vector, vector.data(), n * sizeof(float), cudaMemcpyHostToDevice));

	multiply<<<n / WARPS, 32 * WARPS>>>(d_result, d_matrix, d_vector, n);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(result.data(), d_result, n * sizeof(float), cudaMemcpyDeviceToHost));
	bool all_right = true;
	for (int row = 0; row < n; row++) {
		float sum = 0;
		for (int column = 0; column <= row; column++)
			sum += matrix[row * n + column] * vector[column];
		all_right = all_right && result[row] == sum;
	}

	CUDA_CHECK(cudaFree(d_matrix));
	CUDA_CHECK(cudaFree(d_vector));
	CUDA_CHECK(cudaFree(d_result));
	printf("uneven-work/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
