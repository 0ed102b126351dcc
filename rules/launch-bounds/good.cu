// Each step depends on the one before. With launch bounds for four blocks on a multiprocessor, the compiler uses 64 registers.

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

const int WEIGHTS = 48;

/* For each thread, the sums of its samples with 48 weights. */
__global__ void __launch_bounds__(256, 4)
weigh(float *sums, const float *samples, int steps)
{
	int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
	float sum[WEIGHTS] = {};
#pragma unroll 1
	for (int step = 0; step < steps; step++) {
		float sample = samples[step * threads + thread];
#pragma unroll
		for (int k = 0; k < WEIGHTS; k++)
			sum[k] += sample * (k + 0.5f);
	}
#pragma unroll
	for (int k = 0; k < WEIGHTS; k++)
		sums[k * threads + thread] = sum[k];
}

int
main()
{
	const int threads = 256, blocks = 1056, all = blocks * threads, steps = 64, count = all * steps;

	std::vector<float> samples(count), sums(WEIGHTS * all);
	for (int i = 0; i < count; i++)
		samples[i] = (float)(i / all % 4);

	float *d_samples, *d_sums;
	CUDA_CHECK(cudaMalloc(&d_samples, count * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_sums, WEIGHTS * all * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_samples, samples.data(), count * sizeof(float), cudaMemcpyHostToDevice));
	weigh<<<blocks, threads>>>(d_sums, d_samples, steps);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(sums.data(), d_sums, WEIGHTS * all * sizeof(float), cudaMemcpyDeviceToHost));

	bool right = true;
	for (int i = 0; i < WEIGHTS * all; i++)
		right = right && sums[i] == 1.5f * steps * (i / all + 0.5f);
	CUDA_CHECK(cudaFree(d_samples));
	CUDA_CHECK(cudaFree(d_sums));
	printf("launch-bounds/good: %s\n", right ? "PASS" : "FAIL");
	return right ? 0 : 1;
}
