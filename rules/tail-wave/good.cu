// 132 multiprocessors hold sixteen blocks each: the last 48 of 2160 blocks run alone, and end soon.

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

/* Populations that grow towards 1. */
__global__ void
grow(float *population, int count, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	float now = population[i];
	for (int step = 0; step < steps; step++)
		now += 0.1f * now * (1 - now);
	population[i] = now;
}

int
main()
{
	const int threads = 128, count = 2160 * threads, steps = 20000;

	std::vector<float> population(count);
	for (int i = 0; i < count; i++)
		population[i] = (float)(i % 1000 + 1) / 1000;

	float *d_population;
	CUDA_CHECK(cudaMalloc(&d_population, count * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_population, population.data(), count * sizeof(float), cudaMemcpyHostToDevice));
	grow<<<(count + threads - 1) / threads, threads>>>(d_population, count, steps);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(population.data(), d_population, count * sizeof(float), cudaMemcpyDeviceToHost));

	bool all_right = true;
	for (int i = 0; i < count; i++)
		all_right = all_right && fabsf(population[i] - 1) < 1e-3f;
	CUDA_CHECK(cudaFree(d_population));
	printf("tail-wave/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
