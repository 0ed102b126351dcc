// One launch for each row, which ends about as soon as it has started.

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
scale_row(float *row, int columns)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < columns)
		row[x] = 0.5f * row[x] + 1.0f;
}

int
main()
{
	const int rows = 1024, columns = 4096;
	const size_t bytes = (size_t)rows * columns * sizeof(float);

	std::vector<float> h(rows * columns, 2.0f);
	float *d;
	CUDA_CHECK(cudaMalloc(&d, bytes));
	CUDA_CHECK(cudaMemcpy(d, h.data(), bytes, cudaMemcpyHostToDevice));
	for (int y = 0; y < rows; y++)
		scale_row<<<columns / 256, 256>>>(d + y * columns, columns);  // expect: launch-overhead
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(h.data(), d, bytes, cudaMemcpyDeviceToHost));

	bool all_right = true;
	for (float x : h)
		all_right = all_right && x == 2.0f;
	CUDA_CHECK(cudaFree(d));
	printf("launch-overhead/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
