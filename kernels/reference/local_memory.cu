// Local memory: arrays with computed indices, and values for which there are too few registers.

// A thread's array of `SIZE` elements, a power of two, accessed from an index that only the launch determines, so that it must
// be in memory.
// Ideal form: from a constant index, so that the array is in registers.
template <unsigned SIZE>
static __device__ float
walk_array(float seed, unsigned begin)
{
	float array[SIZE];
	#pragma unroll
	for (unsigned k = 0; k < SIZE; k++)
		array[k] = seed + k;
	float total = 0;
	#pragma unroll 1
	for (unsigned round = 0; round < 512 / SIZE; round++) {
		#pragma unroll
		for (unsigned k = 0; k < SIZE; k++) {
			float &element = array[k + begin & SIZE - 1];
			element = element * 0.75f + total;
			total += element;
		}
	}
	return total;
}

template <unsigned SIZE>
__global__ void
index_by_launch(float *out, unsigned begin)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = walk_array<SIZE>(i, begin);
}

template <unsigned SIZE>
__global__ void
index_by_number(float *out)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = walk_array<SIZE>(i, 3);
}

// A recurrence over 64 live values in `REGISTERS` registers: the others are spilled.
// Ideal form: no limit of registers.
template <unsigned REGISTERS>
__global__ void __maxnreg__(REGISTERS)
keep_values(float *out)
{
	const unsigned VALUES = 64;
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	float value[VALUES];
	#pragma unroll
	for (unsigned k = 0; k < VALUES; k++)
		value[k] = i + k;
	#pragma unroll 1
	for (unsigned round = 0; round < 64; round++) {
		#pragma unroll
		for (unsigned k = 0; k < VALUES; k++)
			value[k] = value[k] * 0.75f + value[(k + 17) % VALUES];
	}
	float total = 0;
	#pragma unroll
	for (unsigned k = 0; k < VALUES; k++)
		total += value[k];
	out[i] = total;
}
