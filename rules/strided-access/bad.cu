// The real parts of contiguous complex numbers: each sector is moved whole, and half of it is used.

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
get_reals(float *reals, const float *complex)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	reals[i] = complex[2 * i];  // expect: strided-access
}

__global__ void
put_reals(float *complex, const float *reals)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	complex[2 * i] = reals[i];  // expect: strided-access
}

int
main()
{
	const int n = 1 << 22, block = 256;

	std::vector<float> in(2 * n), out(2 * n);
	for (int i = 0; i < 2 * n; i++)
		in[i] = (float)(i % 1021);

	float *d_in, *d_reals, *d_out;
	CUDA_CHECK(cudaMalloc(&d_in, 2 * n * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_reals, n * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_out, 2 * n * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), 2 * n * sizeof(float), cudaMemcpyHostToDevice));

	get_reals<<<n / block, block>>>(d_reals, d_in);
	CUDA_CHECK(cudaGetLastError());
	put_reals<<<n / block, block>>>(d_out, d_reals);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, 2 * n * sizeof(float), cudaMemcpyDeviceToHost));
	bool all_right = true;
	for (int i = 0; i < n; i++)
		all_right = all_right && out[2 * i] == in[2 * i];

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_reals));
	CUDA_CHECK(cudaFree(d_out));
	printf("strided-access/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
