// A vector addition, one element per thread: the cost of the launch's shape alone.
// Ideal form: blocks of 256, as many as a multiprocessor can hold.

extern "C" __global__ void
add(float *__restrict__ sum, const float *__restrict__ a, const float *__restrict__ b, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sum[i] = a[i] + b[i];
}
