// Where the index was loaded, lanes gather, whatever steps the data that the host made happens to take.
#include <vector>

__global__ void
gather(float *out, const float *in, const int *index)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[index[i]];  // expect: uncoalesced-access
}

__global__ void
gather_pairs(float *out, const float *first, const float *second, const int *index)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int at = __ldg(&index[i]);
	out[i] = first[at] + second[at];  // expect: uncoalesced-access
}

__global__ void
scatter(float *out, const float *in, const int *index)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[index[i]] = in[i];  // expect: uncoalesced-access
}

__device__ float
fetch(const float *from, int at)
{
	return from[at];  // expect: uncoalesced-access
}

__global__ void
gather_by_function(float *out, const float *in, const int *index)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = fetch(in, index[i]);
}

// One index for all lanes of a block says where these begin, not how they step.
__global__ void
step_from_start(float *out, const float *in, const int *start)
{
	int first = start[blockIdx.x];
	out[blockIdx.x * blockDim.x + threadIdx.x] = in[first + 2 * threadIdx.x];  // expect: strided-access
}

int
main()
{
	const int n = 1 << 16, block = 256;
	std::vector<int> index(n);
	for (int i = 0; i < n; i++)
		index[i] = i * 8 % n;
	float *in, *out;
	int *d_index;
	cudaMalloc(&in, 2 * n * sizeof *in);
	cudaMalloc(&out, 2 * n * sizeof *out);
	cudaMalloc(&d_index, n * sizeof *d_index);
	cudaMemcpy(d_index, index.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	for (int i = 0; i < 100; i++) {
		gather<<<n / block, block>>>(out, in, d_index);  // expect: launch-overhead
		gather_pairs<<<n / block, block>>>(out, in, in + n, d_index);
		scatter<<<n / block, block>>>(out, in, d_index);
		gather_by_function<<<n / block, block>>>(out, in, d_index);
		step_from_start<<<n / block, block>>>(out, in, d_index);
	}
	return 0;
}
