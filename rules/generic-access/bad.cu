// A sum over neighbours: most blocks have them in shared memory, the others read global memory, through the same pointer.

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

const int BLOCK = 256;
const int ROUNDS = BLOCK;

__global__ void
sum_neighbours(float *out, const float *in)
{
	__shared__ float tile[BLOCK];

	const float *part = in + blockIdx.x * BLOCK;
	const bool is_staged = blockIdx.x % 8 != 0;
	if (is_staged)
		tile[threadIdx.x] = part[threadIdx.x];
	__syncthreads();

	const float *source = is_staged ? tile : part;
	float sum = 0;
	for (int k = 0; k < ROUNDS; k++)
		sum += source[(threadIdx.x ^ k) % BLOCK];  // expect: generic-access
	out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

// The inputs are small integers, so that every sum is exact in any order.
static float
expected_sum(const std::vector<float> &in, int i)
{
	float sum = 0;
	for (int k = 0; k < ROUNDS; k++)
		sum += in[i / BLOCK * BLOCK + (i % BLOCK ^ k) % BLOCK];
	return sum;
}

int
main()
{
	const int grid = 16384, n = grid * BLOCK;

	std::vector<float> in(n), out(n);
	for (int i = 0; i < n; i++)
		in[i] = (float)(i % 7);

	float *d_in, *d_out;
	CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_out, n * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));

	sum_neighbours<<<grid, BLOCK>>>(d_out, d_in);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));

	bool all_right = true;
	for (int i = 0; i < n; i += 101)
		all_right = all_right && out[i] == expected_sum(in, i);
	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_out));
	printf("generic-access/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
