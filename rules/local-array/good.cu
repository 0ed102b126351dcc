// The counts of a block are in shared memory, one column for each thread: for any level, neighbouring lanes use different banks.

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

const int BLOCK = 128, LEVELS = 32;

/* The most frequent level among a thread's samples. */
__global__ void
most_frequent(int *result, const int *samples, int threads, int rounds)
{
	__shared__ int counts[LEVELS][BLOCK];

	int thread = blockIdx.x * BLOCK + threadIdx.x;
	for (int level = 0; level < LEVELS; level++)
		counts[level][threadIdx.x] = 0;
	for (int round = 0; round < rounds; round++)
		counts[samples[round * threads + thread] % LEVELS][threadIdx.x]++;

	int best = 0, most = 0;
	for (int level = 0; level < LEVELS; level++) {
		int count = counts[level][threadIdx.x];
		best = count > most ? level : best;
		most = max(count, most);
	}
	result[thread] = best;
}

int
main()
{
	const int threads = 1 << 18, rounds = 64, n = threads * rounds;

	std::vector<int> samples(n), result(threads);
	for (int i = 0; i < n; i++)
		samples[i] = (int)(i * 2654435761u >> 20);

	int *d_samples, *d_result;
	CUDA_CHECK(cudaMalloc(&d_samples, n * sizeof(int)));
	CUDA_CHECK(cudaMalloc(&d_result, threads * sizeof(int)));
	CUDA_CHECK(cudaMemcpy(d_samples, samples.data(), n * sizeof(int), cudaMemcpyHostToDevice));

	most_frequent<<<threads / BLOCK, BLOCK>>>(d_result, d_samples, threads, rounds);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(result.data(), d_result, threads * sizeof(int), cudaMemcpyDeviceToHost));
	bool all_right = true;
	for (int thread = 0; thread < threads; thread++) {
		int counts[LEVELS] = {0}, best = 0;
		for (int round = 0; round < rounds; round++)
			counts[samples[round * threads + thread] % LEVELS]++;
		for (int level = 0; level < LEVELS; level++)
			best = counts[level] > counts[best] ? level : best;
		all_right = all_right && result[thread] == best;
	}

	CUDA_CHECK(cudaFree(d_samples));
	CUDA_CHECK(cudaFree(d_result));
	printf("local-array/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
