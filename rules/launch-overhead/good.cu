// One launch for all rows.

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
scale_rows(float *rows, int columns)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < columns)
		rows[blockIdx.y * columns + x] = 0.5f * rows[blockIdx.y * columns + x] + 1.0f;
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
	scale_rows<<<dim3(columns / 256, rows), 256>>>(d, columns);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(h.data(), d, bytes, cudaMemcpyDeviceToHost));

	bool all_right = true;
	for (float x : h)
		all_right = all_right && x == 2.0f;
	CUDA_CHECK(cudaFree(d));
	printf("launch-overhead/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
