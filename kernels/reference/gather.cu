// A copy that reads or writes its elements in scattered pieces.
//
// The array is divided into pieces (both sizes are powers of two), which are visited in a pseudo-random order, each exactly
// once. A warp of 32 lanes then touches 32 / piece sectors, if a piece is no longer than a sector. The order is computed,
// not loaded, so that the copy only moves its elements.
// Ideal form: the same arithmetic with the whole array as one piece.

// A bijection of the numbers below 2^bits: each step is invertible.
static __device__ unsigned
scatter(unsigned x, unsigned bits)
{
	unsigned mask = (1u << bits) - 1, half = (bits + 1) / 2;
	x = (x * 0x9e3779b1u) & mask;
	x ^= x >> half;
	x = (x * 0x85ebca6bu) & mask;
	x ^= x >> half;
	return (x * 0xc2b2ae35u) & mask;
}

// The place of element i of an array whose pieces are in this order.
static __device__ unsigned
scattered(unsigned i, unsigned elements, unsigned piece)
{
	unsigned piece_bits = __ffs(piece) - 1, bits = __ffs(elements) - 1;
	return scatter(i >> piece_bits, bits - piece_bits) << piece_bits | (i & (piece - 1));
}

// n threads; if `in` has fewer elements, it is read several times.
extern "C" __global__ void
gather(float *__restrict__ out, const float *__restrict__ in, unsigned n, unsigned elements, unsigned piece)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	out[i] = in[scattered(i % elements, elements, piece)];
}

extern "C" __global__ void
scatter_to(float *__restrict__ out, const float *__restrict__ in, unsigned elements, unsigned piece)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < elements)
		out[scattered(i, elements, piece)] = in[i];
}
