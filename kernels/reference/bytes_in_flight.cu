// A copy with more or fewer loads in flight.
// Ideal form: the most loads of the sweep.

// `COUNT` elements per thread, loaded before the first of them is stored.
template <unsigned COUNT>
__global__ void
copy_elements(float *__restrict__ out, const float *__restrict__ in)
{
	unsigned first = blockIdx.x * blockDim.x * COUNT + threadIdx.x;
	float value[COUNT];
	#pragma unroll
	for (unsigned k = 0; k < COUNT; k++)
		value[k] = in[first + k * blockDim.x];
	#pragma unroll
	for (unsigned k = 0; k < COUNT; k++)
		out[first + k * blockDim.x] = value[k];
}

template <unsigned BYTES> struct vector;
template <> struct vector<4> { typedef float type; };
template <> struct vector<8> { typedef float2 type; };
template <> struct vector<16> { typedef float4 type; };

// One element of `BYTES` bytes per thread.
template <unsigned BYTES>
__global__ void
copy_vectors(float *__restrict__ out, const float *__restrict__ in)
{
	typedef typename vector<BYTES>::type element;
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	((element *)out)[i] = ((const element *)in)[i];
}
