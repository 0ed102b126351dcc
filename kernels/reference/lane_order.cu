// A copy in which the lanes of a warp take the elements of their line in another order, or share them.
// Ideal form: lane i takes element i.

// The order is that of the lane numbers with some bits turned, so that all of the line is still wanted.
extern "C" __global__ void
read_permuted(float *__restrict__ out, const float *__restrict__ in, unsigned n, unsigned turned)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i ^ turned];
}

// Each `sharing` neighbouring lanes, a power of two, take the first one's element.
extern "C" __global__ void
read_shared_by_lanes(float *__restrict__ out, const float *__restrict__ in, unsigned n, unsigned sharing)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i & ~(sharing - 1)];
}
