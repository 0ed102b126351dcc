// Loops that nobody wants merged: one warms up, one measures what the start of a launch takes.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void
add(const float *__restrict__ in, float *__restrict__ out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i] + 1;
}

__global__ void
do_nothing(int)
{
}

int
main()
{
	const int n = 1 << 15, times = 1000;
	float *in, *out, ms;
	cudaEvent_t begin, end;
	if (cudaMalloc(&in, n * sizeof *in) || cudaMalloc(&out, n * sizeof *out) || cudaMemset(in, 0, n * sizeof *in) ||
	    cudaEventCreate(&begin) || cudaEventCreate(&end))
		return 1;
	for (int i = 0; i < times; i++)
		add<<<n / 256, 256>>>(in, out);  // expect: launch-overhead
	cudaEventRecord(begin);
	add<<<n / 256, 256>>>(in, out);
	for (int i = 0; i < times; i++)
		do_nothing<<<1, 1>>>(i);  // expect: launch-overhead
	cudaEventRecord(end);
	if (cudaEventSynchronize(end) || cudaGetLastError())
		return 1;
	cudaEventElapsedTime(&ms, begin, end);
	printf("%f\n", ms);
	return 0;
}
