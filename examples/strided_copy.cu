// A copy that uses one float in every `stride`.
//
// The hardware moves whole sectors of 32 bytes, wanted or not: with stride 2 half of what is moved is thrown away, with
// stride 4 three quarters are. The write suffers more than the read, because a sector that is only partly written has
// to be merged with what memory holds. From stride 8 on, each lane has a sector to itself: transpose.cu goes that far.

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
read_with_stride(float *out, const float *in, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float value = in[i * stride];  // expect: strided-access
		out[i] = value;
	}
}

__global__ void
write_with_stride(float *out, const float *in, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float value = in[i];
		out[i * stride] = value;  // expect: strided-access
	}
}

int
main()
{
	const int n = 1 << 22, max_stride = 4, block = 256, grid = (n + block - 1) / block;

	std::vector<float> wide(n * max_stride), narrow(n);
	for (int i = 0; i < n * max_stride; i++)
		wide[i] = (float)(i % 1021);

	float *d_wide, *d_narrow;
	CUDA_CHECK(cudaMalloc(&d_wide, n * max_stride * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_narrow, n * sizeof(float)));

	bool all_right = true;
	for (int stride = 1; stride <= max_stride; stride *= 2) {
		CUDA_CHECK(cudaMemcpy(d_wide, wide.data(), n * max_stride * sizeof(float), cudaMemcpyHostToDevice));
		read_with_stride<<<grid, block>>>(d_narrow, d_wide, n, stride);
		CUDA_CHECK(cudaGetLastError());
		CUDA_CHECK(cudaMemcpy(narrow.data(), d_narrow, n * sizeof(float), cudaMemcpyDeviceToHost));
		for (int i = 0; i < n; i++)
			all_right = all_right && narrow[i] == wide[i * stride];

		// Back to where they came from: the wide array must be as before.
		CUDA_CHECK(cudaMemset(d_wide, 0, n * max_stride * sizeof(float)));
		write_with_stride<<<grid, block>>>(d_wide, d_narrow, n, stride);
		CUDA_CHECK(cudaGetLastError());
		std::vector<float> back(n * stride);
		CUDA_CHECK(cudaMemcpy(back.data(), d_wide, n * stride * sizeof(float), cudaMemcpyDeviceToHost));
		for (int i = 0; i < n; i++)
			all_right = all_right && back[i * stride] == wide[i * stride];
	}

	CUDA_CHECK(cudaFree(d_wide));
	CUDA_CHECK(cudaFree(d_narrow));
	printf("strided_copy: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
