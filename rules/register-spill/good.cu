// A thread has 40 sums, and the launch bounds leave it 64 registers, which hold them.

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

const int BINS = 40;

/* A histogram of a thread's samples: a sample between two bins counts in both. */
__global__ void __launch_bounds__(256, 4)
spread(float *sums, const float *samples, int count)
{
	int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
	float sum[BINS] = {};
	for (int i = thread; i < count; i += threads) {
		float sample = samples[i];
#pragma unroll
		for (int bin = 0; bin < BINS; bin++)
			sum[bin] += fmaxf(0, 1 - fabsf(sample - bin));
	}
#pragma unroll
	for (int bin = 0; bin < BINS; bin++)
		sums[bin * threads + thread] = sum[bin];
}

int
main()
{
	const int count = 1 << 26, blocks = 1056, threads = 256, all = blocks * threads;

	std::vector<float> samples(count), sums(BINS * all);
	for (int i = 0; i < count; i++)
		samples[i] = (float)(i % BINS);

	float *d_samples, *d_sums;
	CUDA_CHECK(cudaMalloc(&d_samples, count * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_sums, BINS * all * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_samples, samples.data(), count * sizeof(float), cudaMemcpyHostToDevice));
	spread<<<blocks, threads>>>(d_sums, d_samples, count);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(sums.data(), d_sums, BINS * all * sizeof(float), cudaMemcpyDeviceToHost));

	double total = 0;
	for (int i = 0; i < BINS * all; i++)
		total += sums[i];
	CUDA_CHECK(cudaFree(d_samples));
	CUDA_CHECK(cudaFree(d_sums));
	printf("register-spill/good: %s\n", total == count ? "PASS" : "FAIL");
	return total == count ? 0 : 1;
}
