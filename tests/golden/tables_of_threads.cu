// A table that each thread fills for itself, though it is the same in all.
#include <cuda_runtime.h>

__global__ void
encode(const unsigned char *__restrict__ in, uchar4 *__restrict__ out, int n)
{
	const unsigned char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/";  // expect: local-array
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const unsigned all = in[i] << 16 | in[i + n] << 8 | in[i + 2 * n];
	out[i] = make_uchar4(digits[all >> 18], digits[all >> 12 & 63], digits[all >> 6 & 63], digits[all & 63]);
}

int
main()
{
	const int n = 1 << 26;
	unsigned char *in;
	uchar4 *out;
	if (cudaMalloc(&in, 3 * n) || cudaMalloc(&out, n * sizeof *out) || cudaMemset(in, 0, 3 * n))
		return 1;
	encode<<<n / 256, 256>>>(in, out, n);
	return cudaGetLastError() || cudaDeviceSynchronize();
}
