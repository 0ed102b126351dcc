// A copy with one side that begins `offset` elements into a sector.
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

// Loads with cache operators: all levels, only L2, or any level with early eviction.
extern "C" __global__ void
read_at_offset_ca(float *out, const float *in, unsigned n, unsigned offset)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = __ldca(&in[i + offset]);
}

extern "C" __global__ void
read_at_offset_cg(float *out, const float *in, unsigned n, unsigned offset)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = __ldcg(&in[i + offset]);
}

extern "C" __global__ void
read_at_offset_cs(float *out, const float *in, unsigned n, unsigned offset)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = __ldcs(&in[i + offset]);
}
