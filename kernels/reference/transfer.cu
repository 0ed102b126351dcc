// Copies between host and device, alone and overlapping with a kernel.
// Ideal forms: pinned memory; one stream for each direction; one stream for each part of the work.

// Executes `rounds` steps on each element; numbers between 0.5 and 1.5 stay there.
extern "C" __global__ void
work(float *data, unsigned rounds)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = data[i];
	#pragma unroll 16
	for (unsigned k = 0; k < rounds; k++)
		value = 0.5f * value + 0.5f;
	data[i] = value;
}
