// threadIdx.x goes along the rows, and the needed member has an array of its own.

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
add_one(float *out, const float *in, int n)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	float value = in[row * n + column];
	out[row * n + column] = value + 1;
}

__global__ void
get_masses(float *out, const float *masses)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = masses[i];
}

int
main()
{
	const int n = 2048;

	std::vector<float> in(n * n), out(n * n);
	for (int i = 0; i < n * n; i++)
		in[i] = (float)(i % 1021);
	std::vector<float> masses(n * n);
	for (int i = 0; i < n * n; i++)
		masses[i] = (float)(i % 509);

	float *d_in, *d_out, *d_masses;
	CUDA_CHECK(cudaMalloc(&d_in, n * n * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_out, n * n * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_masses, n * n * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));
	CUDA_CHECK(cudaMemcpy(d_masses, masses.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));

	dim3 block(32, 8), grid(n / 32, n / 8);
	bool all_right = true;

	add_one<<<grid, block>>>(d_out, d_in, n);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, n * n * sizeof(float), cudaMemcpyDeviceToHost));
	for (int i = 0; i < n * n; i++)
		all_right = all_right && out[i] == in[i] + 1;

	get_masses<<<n * n / 256, 256>>>(d_out, d_masses);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, n * n * sizeof(float), cudaMemcpyDeviceToHost));
	for (int i = 0; i < n * n; i++)
		all_right = all_right && out[i] == masses[i];

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_out));
	CUDA_CHECK(cudaFree(d_masses));
	printf("uncoalesced-access/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
