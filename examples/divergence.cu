// Branches whose condition differs between the lanes of a warp, and one whose condition does not.
//
// A warp has one instruction to run at a time. When its lanes go both ways it walks both paths, one after the other,
// with the others' lanes idle. A condition that is the same for whole warps lets each warp walk its own path only.
//
// partly:    threadIdx.x > 2 splits the first warp of each block; the other seven are of one mind.
// every:     threadIdx.x % 2 splits every warp.
// by_warps:  threadIdx.x / 32 % 2 splits the block as evenly, and no warp.

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

const int STEPS = 256;

// Two pieces of work of the same length, too long for the compiler to run both and choose.
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
diverge_partly(unsigned *out)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned value;
	if (threadIdx.x > 2)  // expect: divergent-branch
		value = walk_left(i);
	else
		value = walk_right(i);
	out[i] = value;
}

__global__ void
diverge_in_every_warp(unsigned *out)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned value;
	if (threadIdx.x % 2 == 0)  // expect: divergent-branch
		value = walk_left(i);
	else
		value = walk_right(i);
	out[i] = value;
}

__global__ void
branch_by_warps(unsigned *out)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned value;
	if (threadIdx.x / 32 % 2 == 0)
		value = walk_left(i);
	else
		value = walk_right(i);
	out[i] = value;
}

static unsigned
host_walk(unsigned x, bool left)
{
	for (int k = 0; k < STEPS; k++)
		x = left ? x * 1664525u + 1013904223u : (x ^ (x >> 7)) * 69069u;
	return x;
}

int
main()
{
	const int block = 256, grid = 1024, n = grid * block;

	unsigned *d_out;
	CUDA_CHECK(cudaMalloc(&d_out, n * sizeof(unsigned)));

	std::vector<unsigned> partly(n), every(n), by_warps(n);
	diverge_partly<<<grid, block>>>(d_out);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(partly.data(), d_out, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
	diverge_in_every_warp<<<grid, block>>>(d_out);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(every.data(), d_out, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
	branch_by_warps<<<grid, block>>>(d_out);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(by_warps.data(), d_out, n * sizeof(unsigned), cudaMemcpyDeviceToHost));

	bool all_right = true;
	for (int i = 0; i < n; i++) {
		int thread = i % block;
		all_right = all_right && partly[i] == host_walk(i, thread > 2)
		    && every[i] == host_walk(i, thread % 2 == 0) && by_warps[i] == host_walk(i, thread / 32 % 2 == 0);
	}

	CUDA_CHECK(cudaFree(d_out));
	printf("divergence: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
