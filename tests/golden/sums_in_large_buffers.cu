// Sums into few words: what blocks could collect follows from the words that they touch, not from the buffer around these.

__global__ void
one_word(int *sums, const int *in)
{
	atomicAdd(sums, in[blockIdx.x * blockDim.x + threadIdx.x]);  // expect: contended-atomic
}

__global__ void
a_word_for_each_lane(int *sums, const int *in)
{
	atomicAdd(sums + threadIdx.x % 32, in[blockIdx.x * blockDim.x + threadIdx.x]);  // expect: contended-atomic
}

// A block has nothing to collect here, but there are many blocks.
__global__ void
a_word_for_each_thread(int *sums, const int *in)
{
	atomicAdd(sums + threadIdx.x, in[blockIdx.x * blockDim.x + threadIdx.x]);  // expect: contended-atomic
}

// Each block has words of its own.
__global__ void
words_for_each_block(int *sums, const int *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(sums + i, in[i]);
}

int
main()
{
	int *sums, *in;
	cudaMalloc(&sums, 1 << 26);
	cudaMalloc(&in, 1 << 26);
	one_word<<<65536, 256>>>(sums, in);
	a_word_for_each_lane<<<65536, 256>>>(sums, in);
	a_word_for_each_thread<<<65536, 256>>>(sums, in);
	words_for_each_block<<<65536, 256>>>(sums, in);
	return cudaDeviceSynchronize() != cudaSuccess;
}
