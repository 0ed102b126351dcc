// Each step rounds the product before the addition, which takes two instructions.

#include <cmath>
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

/* The polynomial with these coefficients, applied twice. */
__global__ void
evaluate(float *points, const float *coefficients, int count, int terms)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	float x = points[i], sum = 0, mirrored = 0;
	for (int term = 0; term < terms; term++) {
		float coefficient = coefficients[term];
		sum = __fadd_rn(__fmul_rn(sum, x), coefficient);  // expect: unfused-multiply
		mirrored = __fadd_rn(__fmul_rn(mirrored, 1 - x), coefficient);
	}
	points[i] = 0.5f * (sum + mirrored);
}

int
main()
{
	const int count = 1 << 22, terms = 64, threads = 256;

	std::vector<float> coefficients(terms, 0.5f), points(count, 0.5f);
	float *d_coefficients, *d_points;
	CUDA_CHECK(cudaMalloc(&d_coefficients, terms * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_points, count * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_coefficients, coefficients.data(), terms * sizeof(float), cudaMemcpyHostToDevice));
	CUDA_CHECK(cudaMemcpy(d_points, points.data(), count * sizeof(float), cudaMemcpyHostToDevice));
	evaluate<<<count / threads, threads>>>(d_points, d_coefficients, count, terms);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(points.data(), d_points, count * sizeof(float), cudaMemcpyDeviceToHost));

	bool right = true;
	for (float value : points)
		right = right && fabsf(value - 1) < 1e-5f;
	CUDA_CHECK(cudaFree(d_points));
	CUDA_CHECK(cudaFree(d_coefficients));
	printf("unfused-multiply/bad: %s\n", right ? "PASS" : "FAIL");
	return right ? 0 : 1;
}
