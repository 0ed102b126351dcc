// The warps of a block have neighbouring series, which have equal lengths.

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

const int WARPS = 16, LONG = 8192, SHORT = 256;

/* The long series come first. */
__global__ void
add_up(float *sums, const float *values, int long_series)
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int own = blockIdx.x * WARPS + warp;
	int length = own < long_series ? LONG : SHORT;
	int first = own < long_series ? own * LONG : long_series * LONG + (own - long_series) * SHORT;

	float sum = 0;
	for (int i = lane; i < length; i += 32)
		sum += values[first + i];
	for (int distance = 16; distance > 0; distance /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, distance);
	if (lane == 0)
		sums[own] = sum;
}

int
main()
{
	const int series = 1 << 16, long_series = series / WARPS;
	const int count = long_series * LONG + (series - long_series) * SHORT;

	std::vector<float> values(count), sums(series);
	for (int i = 0; i < count; i++)
		values[i] = (float)(i % 13);   // small, so that the sums are exact in any order

	float *d_values, *d_sums;
	CUDA_CHECK(cudaMalloc(&d_values, count * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_sums, series * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_values, values.data(), count * sizeof(float), cudaMemcpyHostToDevice));

	add_up<<<series / WARPS, 32 * WARPS>>>(d_sums, d_values, long_series);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(sums.data(), d_sums, series * sizeof(float), cudaMemcpyDeviceToHost));
	bool all_right = true;
	for (int own = 0, i = 0; own < series; own++) {
		float sum = 0;
		for (int end = i + (own < long_series ? LONG : SHORT); i < end; i++)
			sum += values[i];
		all_right = all_right && sums[own] == sum;
	}

	CUDA_CHECK(cudaFree(d_values));
	CUDA_CHECK(cudaFree(d_sums));
	printf("uneven-work/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
