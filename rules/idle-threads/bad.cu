// A kernel for signals of many channels, used for one channel: seven of the block's eight rows of threads find no
// channel and exit.

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
scale(float *out, const float *in, int n, int channels)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int channel = blockIdx.y * blockDim.y + threadIdx.y;
	if (i < n && channel < channels)
		out[channel * n + i] = 0.5f * in[channel * n + i];
}

int
main()
{
	const int n = 1 << 22, channels = 1;
	const size_t bytes = (size_t)channels * n * sizeof(float);
	const dim3 block(32, 8), grid((n + block.x - 1) / block.x, (channels + block.y - 1) / block.y);

	std::vector<float> in(channels * n), out(channels * n);
	for (int i = 0; i < channels * n; i++)
		in[i] = (float)(i % 1021);

	float *d_in, *d_out;
	CUDA_CHECK(cudaMalloc(&d_in, bytes));
	CUDA_CHECK(cudaMalloc(&d_out, bytes));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice));

	scale<<<grid, block>>>(d_out, d_in, n, channels);  // expect: idle-threads
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost));
	bool all_right = true;
	for (int i = 0; i < channels * n; i++)
		all_right = all_right && out[i] == 0.5f * in[i];

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_out));
	printf("idle-threads/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
