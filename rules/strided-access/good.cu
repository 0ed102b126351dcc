// The real parts have an array of their own, and so have the imaginary parts.

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
get_reals(float *reals, const float *parts)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	reals[i] = parts[i];
}

__global__ void
put_reals(float *parts, const float *reals)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	parts[i] = reals[i];
}

int
main()
{
	const int n = 1 << 22, block = 256;

	std::vector<float> in(n), out(n);
	for (int i = 0; i < n; i++)
		in[i] = (float)(i % 1021);

	float *d_in, *d_reals, *d_out;
	CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_reals, n * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_out, n * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));

	get_reals<<<n / block, block>>>(d_reals, d_in);
	CUDA_CHECK(cudaGetLastError());
	put_reals<<<n / block, block>>>(d_out, d_reals);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
	bool all_right = true;
	for (int i = 0; i < n; i++)
		all_right = all_right && out[i] == in[i];

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_reals));
	CUDA_CHECK(cudaFree(d_out));
	printf("strided-access/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
