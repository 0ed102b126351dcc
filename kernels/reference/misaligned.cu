// A copy whose one side begins `offset` elements into a sector.
// Ideal form: the same copy at offset 0.

extern "C" __global__ void
read_at_offset(float *__restrict__ out, const float *__restrict__ in, unsigned n, unsigned offset)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i + offset];
}

extern "C" __global__ void
write_at_offset(float *__restrict__ out, const float *__restrict__ in, unsigned n, unsigned offset)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i + offset] = in[i];
}
