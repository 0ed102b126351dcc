// A copy that begins inside a sector.
//
// Memory moves in sectors of 32 bytes. A warp that reads 32 neighbouring floats needs four of them, but five as soon as
// its first float is not the first of a sector. Most of the price is paid back: the next warp wants the fifth sector
// too, and finds it in the cache. So misalignment is good to know of, and seldom worth a rewrite.

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
copy_with_offset(float *out, const float *in, int n, int offset)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float value = in[i + offset];  // expect: misaligned-access
		out[i] = value;
	}
}

int
main()
{
	const int n = 1 << 22, max_offset = 32, block = 256;

	std::vector<float> in(n + max_offset), out(n);
	for (int i = 0; i < n + max_offset; i++)
		in[i] = (float)(i % 1021);

	float *d_in, *d_out;
	CUDA_CHECK(cudaMalloc(&d_in, (n + max_offset) * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_out, n * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), (n + max_offset) * sizeof(float), cudaMemcpyHostToDevice));

	bool all_right = true;
	for (int offset = 0; offset <= max_offset; offset++) {
		copy_with_offset<<<(n + block - 1) / block, block>>>(d_out, d_in, n, offset);
		CUDA_CHECK(cudaGetLastError());
		CUDA_CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
		for (int i = 0; i < n; i++)
			all_right = all_right && out[i] == in[i + offset];
	}

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_out));
	printf("offset_copy: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
