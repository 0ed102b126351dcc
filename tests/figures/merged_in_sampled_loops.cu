// options: --launch 'one_thread<<<4096, 32>>>(1048576, 5)'
// options: --launch 'every_fourth_word<<<4096, 32>>>(1048576, 5)'
// options: --launch 'one_bank<<<4096, 32>>>(1048576, 5)'
// options: --launch 'every_fourth_iteration_word<<<1, 32>>>(8192, 5)'
// options: --launch 'the_same_in_many_blocks<<<4096, 32>>>(1048576, 5)'
// options: --launch 'the_same_word_again<<<1, 32>>>(8192, 8192)'
// options: --launch 'every_other_word<<<1, 32>>>(8192, 5)'
// options: --launch 'all_words<<<1, 32>>>(8192, 5)'
// options: --launch 'all_words_in_many_blocks<<<4096, 32>>>(1048576, 5)'
//
// Merged accesses (see merged_shared_accesses.cu) in loops and grids of which only some iterations and blocks are run.

// Neither other blocks nor other iterations add a neighbour to an access that has none.
__global__ void one_thread(float *c, int n)
{
	__shared__ float v[8192];
	int tx = threadIdx.x;
	float s = 0;
	v[tx] = tx;
	__syncthreads();
	if (tx == 0) s = v[0];  // expect: load shared exact width=4 requests=4096 wavefronts=1
	c[blockIdx.x * blockDim.x + tx] = s;
}
__global__ void every_fourth_word(float *c, int n)
{
	__shared__ float v[8192];
	int tx = threadIdx.x;
	float s = 0;
	v[tx] = tx;
	__syncthreads();
	s = v[4 * tx];  // expect: load shared exact width=4 requests=4096 wavefronts=4
	c[blockIdx.x * blockDim.x + tx] = s;
}
__global__ void one_bank(float *c, int n)
{
	__shared__ float v[8192];
	int tx = threadIdx.x;
	float s = 0;
	v[tx] = tx;
	__syncthreads();
	s = v[32 * tx];  // expect: load shared exact width=4 requests=4096 wavefronts=32
	c[blockIdx.x * blockDim.x + tx] = s;
}
__global__ void every_fourth_iteration_word(float *c, int n)
{
	__shared__ float v[8192];
	int tx = threadIdx.x;
	float s = 0;
	v[tx] = tx;
	__syncthreads();
	for (int k = 0; k < 2048; k++) s += v[4 * k];  // expect: load shared exact width=4 requests=2048 wavefronts=1
	c[blockIdx.x * blockDim.x + tx] = s;
}
__global__ void the_same_in_many_blocks(float *c, int n)
{
	__shared__ float v[8192];
	int tx = threadIdx.x;
	float s = 0;
	v[tx] = tx;
	__syncthreads();
	for (int k = 0; k < 2048; k++) s += v[4 * k];  // expect: load shared exact width=4 requests=8388608 wavefronts=1
	c[blockIdx.x * blockDim.x + tx] = s;
}
__global__ void the_same_word_again(float *c, int n)
{
	__shared__ float v[8192];
	int tx = threadIdx.x;
	float s = 0;
	v[tx] = tx;
	__syncthreads();
	for (int k = 0; k < n; k++) { s += v[4 * tx]; __syncthreads(); }  // expect: load shared exact width=4 requests=8192 wavefronts=4
	c[blockIdx.x * blockDim.x + tx] = s;
}

// Every other word: none is next to another.
__global__ void every_other_word(float *c, int n)
{
	__shared__ float v[8192];
	int tx = threadIdx.x;
	float s = 0;
	v[tx] = tx;
	__syncthreads();
	for (int k = 0; k < 4096; k++) s += v[2 * k];  // expect: load shared exact width=4 requests=4096 wavefronts=1
	c[blockIdx.x * blockDim.x + tx] = s;
}

// Neighbours in iterations that were not run are neighbours all the same.
__global__ void all_words(float *c, int n)
{
	__shared__ float v[8192];
	int tx = threadIdx.x;
	float s = 0;
	v[tx] = tx;
	__syncthreads();
	for (int k = 0; k < 8192; k++) s += v[k];  // expect: load shared exact width=16 requests=2048 wavefronts=2
	c[blockIdx.x * blockDim.x + tx] = s;
}
__global__ void all_words_in_many_blocks(float *c, int n)
{
	__shared__ float v[8192];
	int tx = threadIdx.x;
	float s = 0;
	v[tx] = tx;
	__syncthreads();
	for (int k = 0; k < 8192; k++) s += v[k];  // expect: load shared exact width=16 requests=8388608 wavefronts=2
	c[blockIdx.x * blockDim.x + tx] = s;
}
