// The program launches one instance of six: the others are assumed, and listed briefly.
#include <cuda_runtime.h>

template <int EACH> __global__ void
scale(float *data, float factor)
{
	for (int i = 0; i < EACH; i++)
		data[(blockIdx.x * EACH + i) * blockDim.x + threadIdx.x] *= factor;
}

static void
scale_all(float *data, int n, int each)
{
	const int blocks = n / 256 / each;
	switch (each) {
	case 1: scale<1><<<blocks, 256>>>(data, 2); break;
	case 2: scale<2><<<blocks, 256>>>(data, 2); break;
	case 4: scale<4><<<blocks, 256>>>(data, 2); break;
	case 8: scale<8><<<blocks, 256>>>(data, 2); break;
	case 16: scale<16><<<blocks, 256>>>(data, 2); break;
	default: scale<32><<<blocks, 256>>>(data, 2); break;
	}
}

int
main()
{
	const int n = 1 << 26;
	float *data;
	if (cudaMalloc(&data, n * sizeof *data))
		return 1;
	cudaMemset(data, 0, n * sizeof *data);
	scale_all(data, n, 4);
	return cudaGetLastError() || cudaDeviceSynchronize();
}
