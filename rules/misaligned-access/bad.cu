// Copies with contiguous lanes that begin one element into a sector: each request touches five sectors for the data of four.

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
skip_the_header(float *out, const float *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i + 1];  // expect: misaligned-access
}

__global__ void
leave_room_for_a_header(float *out, const float *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i + 1] = in[i];  // expect: misaligned-access
}

int
main()
{
	const int n = 1 << 22, block = 256;

	std::vector<float> host(n + 8);
	for (int i = 0; i < n + 8; i++)
		host[i] = (float)(i % 1021);

	float *d_in, *d_out;
	CUDA_CHECK(cudaMalloc(&d_in, (n + 8) * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_out, (n + 8) * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_in, host.data(), (n + 8) * sizeof(float), cudaMemcpyHostToDevice));

	std::vector<float> result(n);
	bool all_right = true;
	skip_the_header<<<n / block, block>>>(d_out, d_in);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(result.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++)
		all_right = all_right && result[i] == host[i + 1];
	leave_room_for_a_header<<<n / block, block>>>(d_out, d_in);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(result.data(), d_out + 1, n * sizeof(float), cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++)
		all_right = all_right && result[i] == host[i];

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_out));
	printf("misaligned-access/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
