// One pointer for shared and global memory, and two.
//
// The compiler picks the load instruction by the memory that a pointer points to. A pointer that may point to either
// leaves the choice to the hardware, lane by lane and at every access: a generic load, slower than a shared one and
// opaque to the compiler, which can no longer tell what a store may change. Two pointers cost one branch more and say
// what is meant.
//
// Every second block smooths its part of the array from a copy in shared memory, the others straight from global.

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
const int ROUNDS = 32;

__global__ void
smooth_one_pointer(float *out, const float *in)
{
	__shared__ float tile[BLOCK];

	const float *part = in + blockIdx.x * BLOCK;
	tile[threadIdx.x] = part[threadIdx.x];
	__syncthreads();

	const float *source = blockIdx.x % 2 == 0 ? tile : part;  // either memory
	float sum = 0;
	for (int k = 0; k < ROUNDS; k++)
		sum += source[(threadIdx.x + 8 * k) % BLOCK];  // expect: generic-access
	out[blockIdx.x * BLOCK + threadIdx.x] = sum / ROUNDS;
}

__global__ void
smooth_two_pointers(float *out, const float *in)
{
	__shared__ float tile[BLOCK];

	const float *part = in + blockIdx.x * BLOCK;
	tile[threadIdx.x] = part[threadIdx.x];
	__syncthreads();

	float sum = 0;
	if (blockIdx.x % 2 == 0) {
		for (int k = 0; k < ROUNDS; k++)
			sum += tile[(threadIdx.x + 8 * k) % BLOCK];
	} else {
		for (int k = 0; k < ROUNDS; k++)
			sum += part[(threadIdx.x + 8 * k) % BLOCK];
	}
	out[blockIdx.x * BLOCK + threadIdx.x] = sum / ROUNDS;
}

// The inputs are small integers and ROUNDS is a power of two, so that the average is exact.
static bool
is_smooth(const float *d_out, const std::vector<float> &expected)
{
	std::vector<float> out(expected.size());
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
	return out == expected;
}

int
main()
{
	const int grid = 4096, n = grid * BLOCK;
	const size_t bytes = n * sizeof(float);

	std::vector<float> in(n), smooth(n);
	for (int i = 0; i < n; i++)
		in[i] = (float)(i % 61);
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < ROUNDS; k++)
			smooth[i] += in[i / BLOCK * BLOCK + (i + 8 * k) % BLOCK];
		smooth[i] /= ROUNDS;
	}

	float *d_in, *d_out;
	CUDA_CHECK(cudaMalloc(&d_in, bytes));
	CUDA_CHECK(cudaMalloc(&d_out, bytes));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice));

	smooth_one_pointer<<<grid, BLOCK>>>(d_out, d_in);
	bool all_right = is_smooth(d_out, smooth);

	CUDA_CHECK(cudaMemset(d_out, 0, bytes));
	smooth_two_pointers<<<grid, BLOCK>>>(d_out, d_in);
	all_right = is_smooth(d_out, smooth) && all_right;

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_out));
	printf("mixed_pointers: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
