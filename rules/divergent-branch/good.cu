// Even and odd warps take different arms, so each warp executes one.

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

const int STEPS = 64;

// Two arms of equal length, too long for the compiler to predicate.
__device__ unsigned
walk_left(unsigned x)
{
	for (int k = 0; k < STEPS; k++)
		x = x * 1664525u + 1013904223u;
	return x;
}

__device__ unsigned
walk_right(unsigned x)
{
	for (int k = 0; k < STEPS; k++)
		x = (x ^ (x >> 7)) * 69069u;
	return x;
}

__global__ void
walk(unsigned *out)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned value;
	if (threadIdx.x / warpSize % 2 == 0)
		value = walk_left(i);
	else
		value = walk_right(i);
	out[i] = value;
}

int
main()
{
	const int n = 1 << 22, block = 256;

	unsigned *d_out;
	CUDA_CHECK(cudaMalloc(&d_out, n * sizeof(unsigned)));
	walk<<<n / block, block>>>(d_out);
	CUDA_CHECK(cudaGetLastError());

	std::vector<unsigned> out(n);
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
	bool all_right = true;
	for (unsigned i = 0; i < (unsigned)n; i += 4099) {
		unsigned left = i, right = i;
		for (int k = 0; k < STEPS; k++) {
			left = left * 1664525u + 1013904223u;
			right = (right ^ (right >> 7)) * 69069u;
		}
		all_right = all_right && out[i] == (i / 32 % 2 == 0 ? left : right);
	}

	CUDA_CHECK(cudaFree(d_out));
	printf("divergent-branch/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
