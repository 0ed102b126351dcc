// An image is inverted with one byte per thread: most of the time is spent on starting threads that move almost nothing.

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
invert(unsigned char *out, const unsigned char *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = 255 - in[i];  // expect: narrow-access
}

int
main()
{
	const int n = 1 << 25, block = 256;

	std::vector<unsigned char> in(n), out(n);
	for (int i = 0; i < n; i++)
		in[i] = (unsigned char)(i % 251);

	unsigned char *d_in, *d_out;
	CUDA_CHECK(cudaMalloc(&d_in, n));
	CUDA_CHECK(cudaMalloc(&d_out, n));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), n, cudaMemcpyHostToDevice));
	invert<<<n / block, block>>>(d_out, d_in);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, n, cudaMemcpyDeviceToHost));
	bool all_right = true;
	for (int i = 0; i < n; i++)
		all_right = all_right && out[i] == 255 - in[i];

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_out));
	printf("narrow-access/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
