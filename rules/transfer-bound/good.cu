// Two streams with pinned buffers of their own: the data of one iteration is copied while the other is computed.

#include <cstdio>
#include <cstdlib>

#define CUDA_CHECK(call)                                                                                    \
	do {                                                                                                \
		cudaError_t status = (call);                                                                \
		if (status != cudaSuccess) {                                                                \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
			exit(1);                                                                            \
		}                                                                                           \
	} while (0)

__global__ void
scale(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = 0.5f * data[i] + 1.0f;
}

int
main()
{
	const int n = 1 << 22, rounds = 8;
	const size_t bytes = n * sizeof(float);

	float *in[2], *out[2], *d[2];
	cudaStream_t streams[2];
	cudaEvent_t done[2];
	for (int s = 0; s < 2; s++) {
		CUDA_CHECK(cudaMallocHost(&in[s], bytes));
		CUDA_CHECK(cudaMallocHost(&out[s], bytes));
		CUDA_CHECK(cudaMalloc(&d[s], bytes));
		CUDA_CHECK(cudaStreamCreate(&streams[s]));
		CUDA_CHECK(cudaEventCreate(&done[s]));
	}
	bool all_right = true;
	for (int round = 0; round < rounds + 2; round++) {
		const int s = round % 2;
		if (round >= 2) {
			CUDA_CHECK(cudaEventSynchronize(done[s]));
			for (int i = 0; i < n; i++)
				all_right = all_right && out[s][i] == 0.5f * (round - 2 + i % 64) + 1.0f;
		}
		if (round >= rounds)
			continue;
		for (int i = 0; i < n; i++)
			in[s][i] = (float)(round + i % 64);
		CUDA_CHECK(cudaMemcpyAsync(d[s], in[s], bytes, cudaMemcpyHostToDevice, streams[s]));
		scale<<<n / 256, 256, 0, streams[s]>>>(d[s], n);
		CUDA_CHECK(cudaGetLastError());
		CUDA_CHECK(cudaMemcpyAsync(out[s], d[s], bytes, cudaMemcpyDeviceToHost, streams[s]));
		CUDA_CHECK(cudaEventRecord(done[s], streams[s]));
	}

	for (int s = 0; s < 2; s++) {
		CUDA_CHECK(cudaFreeHost(in[s]));
		CUDA_CHECK(cudaFreeHost(out[s]));
		CUDA_CHECK(cudaFree(d[s]));
		CUDA_CHECK(cudaEventDestroy(done[s]));
		CUDA_CHECK(cudaStreamDestroy(streams[s]));
	}
	printf("transfer-bound/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
