// A copy in which the lanes of a warp access the elements of their line in another order, or share them.
// Ideal form: lane i accesses element i.

// The order is the lane number with some bits inverted, so that the whole line is still accessed.
extern "C" __global__ void
read_permuted(float *__restrict__ out, const float *__restrict__ in, unsigned n, unsigned turned)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i ^ turned];
}

// Each `sharing` neighbouring lanes, a power of two, access the first lane's element.
extern "C" __global__ void
read_shared_by_lanes(float *__restrict__ out, const float *__restrict__ in, unsigned n, unsigned sharing)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i & ~(sharing - 1)];
}
