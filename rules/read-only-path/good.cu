// The same with `__restrict__`, so that no store can change what is loaded; and in place, where
// `__restrict__` would not help: the other loads still wait.
#include <cstdio>
#include <vector>

__global__ void
difference(float *__restrict__ out, const float *__restrict__ in, const float *__restrict__ base, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < rows; row++)
		out[row * columns + column] = in[row * columns + column] - base[row * columns + column];
}

// In place: one iteration may store what another one loads.
__global__ void
subtract(float *data, const float *base, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < rows; row++)
		data[row * columns + column] -= base[row * columns + column];
}

static bool
are_right(const float *out, const std::vector<float> &in, const std::vector<float> &base)
{
	std::vector<float> result(in.size());
	cudaMemcpy(result.data(), out, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
	for (size_t i = 0; i < in.size(); i++)
		if (result[i] != in[i] - base[i])
			return false;
	return true;
}

int
main()
{
	const int columns = 1 << 16, rows = 256;
	const size_t bytes = sizeof(float) * columns * rows;
	std::vector<float> in(columns * rows), base(columns * rows);
	for (size_t i = 0; i < in.size(); i++) {
		in[i] = (float)(i % 1000);
		base[i] = (float)(i % 7);
	}
	float *d_in, *d_base, *d_out;
	cudaMalloc(&d_in, bytes);
	cudaMalloc(&d_base, bytes);
	cudaMalloc(&d_out, bytes);
	cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);
	cudaMemcpy(d_base, base.data(), bytes, cudaMemcpyHostToDevice);
	difference<<<columns / 128, 128>>>(d_out, d_in, d_base, columns, rows);
	subtract<<<columns / 128, 128>>>(d_in, d_base, columns, rows);
	const bool all_right = cudaDeviceSynchronize() == cudaSuccess && are_right(d_out, in, base) && are_right(d_in, in, base);
	printf("read-only-path/good: %s\n", all_right ? "PASS" : "FAIL");
	cudaFree(d_in);
	cudaFree(d_base);
	cudaFree(d_out);
	return all_right ? 0 : 1;
}
