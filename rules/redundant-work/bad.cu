// A matrix times a vector. The row depends on threadIdx.y only, so all lanes of a warp compute the same sum and store it
// to the same address.

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
multiply(float *result, const float *matrix, const float *vector, int rows, int columns)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;

	float sum = 0;
	for (int column = 0; column < columns; column++)
		sum += matrix[row * columns + column] * vector[column];
	result[row] = sum;  // expect: redundant-work
}

int
main()
{
	const int rows = 16384, columns = 1024;
	const dim3 block(32, 8), grid(1, rows / block.y);

	std::vector<float> matrix(rows * columns), vector(columns), result(rows);
	for (int i = 0; i < rows * columns; i++)
		matrix[i] = (float)(i % 13);   // small, so that the sums are exact in any order
	for (int i = 0; i < columns; i++)
		vector[i] = (float)(i % 5);

	float *d_matrix, *d_vector, *d_result;
	CUDA_CHECK(cudaMalloc(&d_matrix, rows * columns * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_vector, columns * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_result, rows * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_matrix, matrix.data(), rows * columns * sizeof(float), cudaMemcpyHostToDevice));
	CUDA_CHECK(cudaMemcpy(d_vector, vector.data(), columns * sizeof(float), cudaMemcpyHostToDevice));

	multiply<<<grid, block>>>(d_result, d_matrix, d_vector, rows, columns);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(result.data(), d_result, rows * sizeof(float), cudaMemcpyDeviceToHost));
	bool all_right = true;
	for (int row = 0; row < rows; row++) {
		float sum = 0;
		for (int column = 0; column < columns; column++)
			sum += matrix[row * columns + column] * vector[column];
		all_right = all_right && result[row] == sum;
	}

	CUDA_CHECK(cudaFree(d_matrix));
	CUDA_CHECK(cudaFree(d_vector));
	CUDA_CHECK(cudaFree(d_result));
	printf("redundant-work/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
