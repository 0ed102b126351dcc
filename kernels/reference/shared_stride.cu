// Shared memory read by lanes that are `stride` elements apart, for elements of 4, 8 and 16 bytes.
// Ideal form: neighbouring elements.

const unsigned READS = 16;                     // each one element further, unrolled
const unsigned FURTHEST = 31 * 33 + READS;     // of lane 31 at the largest stride
const unsigned ROUNDS = 64;

static __device__ float sum(float x) { return x; }
static __device__ float sum(float2 x) { return x.x + x.y; }
static __device__ float sum(float4 x) { return (x.x + x.y) + (x.z + x.w); }

template <typename T>
__global__ void
read_shared_at(float *out, unsigned stride)
{
	__shared__ T values[FURTHEST + READS];
	float *words = (float *)values;
	for (unsigned i = threadIdx.x; i < sizeof values / sizeof *words; i += blockDim.x)
		words[i] = (float)i;
	__syncthreads();

	const T *mine = &values[threadIdx.x % 32 * stride];
	float total = 0;
	for (unsigned round = 0; round < ROUNDS; round++) {
		const T *first = mine + round % READS;
		#pragma unroll
		for (unsigned k = 0; k < READS; k++)
			total += sum(first[k]);
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}
