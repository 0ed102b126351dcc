// options: --launch 'neighbours<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'reversed_neighbours<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'shifted_index<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'masked_index<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'four_neighbours<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'aligned_by_shifts<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'three_of_four<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'first_two_and_fourth<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'middle_two<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'first_and_fourth<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'second_and_fourth_member<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'second_and_third_member<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'unaligned_pair<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'odd_offset<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'two_conditions<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'barrier_between<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'volatile_pair<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'shared_store_between<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'global_store_between<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'short_branch_between<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'two_stores<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'sixteen_iterations<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'seven_iterations_of_eight<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'five_iterations<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'barrier_in_each_iteration<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'not_unrolled<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'unknown_count<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'unknown_count_of_outer_counter<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'aligned_by_32<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'unaligned_start<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'unrolled_by_eight<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'steps_of_two<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'pair_at_start<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'pair_at_four<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'pair_at_one<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'pair_at_n<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'pair_at_8n<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'outer_at_2n<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'at_even<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'at_any<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'at_n_plus_even<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'at_even_plus_even<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'steps_of_three_and_five<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'steps_of_three_and_three<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'steps_of_three_and_four<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'odd_start<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'step_after_an_exit<<<1, 32>>>(8192, 18, 5)'
// options: --launch 'conditional_step<<<1, 32>>>(8192, 18, 5)'
//
// Merged accesses: the compiler merges accesses to neighbouring words of shared memory into wider ones. Expectations are the
// instructions that nvcc 13.0 makes for sm_90: requests of one warp, and wavefronts of each. n is 18, m is 5.

__device__ float pair(const float *p, int i)
{
	return p[2 * i] + p[2 * i + 1];
	// expect: @pair_at_start load shared all requests=1 wavefronts=2
	// expect: @pair_at_four load shared all requests=1 wavefronts=2
	// expect: @pair_at_one load shared all requests=2 wavefronts=2
	// expect: @pair_at_n load shared all requests=2 wavefronts=2
	// expect: @pair_at_8n load shared all requests=1 wavefronts=2
	// expect: @outer_at_2n load shared all requests=1 wavefronts=2
}
__device__ float outer(const float *p, int i)
{
	return pair(p + 2, i);
}
__device__ float at(const float *p, int i)
{
	return p[i] + p[i + 1];
	// expect: @at_even load shared all requests=1 wavefronts=2
	// expect: @at_any load shared all requests=2 wavefronts=1
	// expect: @at_n_plus_even load shared all requests=2 wavefronts=2
	// expect: @at_even_plus_even load shared all requests=1 wavefronts=1
}

// Neighbours in one basic block, with an aligned address: one load.
__global__ void neighbours(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = v[2 * tx] + v[2 * tx + 1];  // expect: load shared all requests=1 wavefronts=2
	__syncthreads();
	c[tx] = s;
}
__global__ void reversed_neighbours(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = v[2 * tx + 1]; s = s * 3 + v[2 * tx];  // expect: load shared all requests=1 wavefronts=2
	__syncthreads();
	c[tx] = s;
}
__global__ void shifted_index(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	int i = tx << 1; s = v[i] * v[i | 1];  // expect: load shared all requests=1 wavefronts=2
	__syncthreads();
	c[tx] = s;
}
__global__ void masked_index(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	int i = tx & ~1; s = v[i] * v[i + 1];  // expect: load shared all requests=1 wavefronts=1
	__syncthreads();
	c[tx] = s;
}
__global__ void four_neighbours(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = v[4 * tx] + v[4 * tx + 1] * v[4 * tx + 2] - v[4 * tx + 3];  // expect: load shared all requests=1 wavefronts=4
	__syncthreads();
	c[tx] = s;
}
__global__ void aligned_by_shifts(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	int i = (n >> 2) << 2; s = v[i] + v[i + 1] + v[i + 2] + v[i + 3];  // expect: load shared all requests=1 wavefronts=2
	__syncthreads();
	c[tx] = s;
}

// Three words of four are loaded together with the fourth; two words in the middle are not.
__global__ void three_of_four(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = v[4 * tx] + v[4 * tx + 1] * v[4 * tx + 2];  // expect: load shared all requests=1 wavefronts=4
	__syncthreads();
	c[tx] = s;
}
__global__ void first_two_and_fourth(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = v[4 * tx] + v[4 * tx + 1] * v[4 * tx + 3];  // expect: load shared all requests=1 wavefronts=4
	__syncthreads();
	c[tx] = s;
}
__global__ void middle_two(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = v[4 * tx + 1] + v[4 * tx + 2];  // expect: load shared all requests=2 wavefronts=4
	__syncthreads();
	c[tx] = s;
}
__global__ void first_and_fourth(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = v[4 * tx] + v[4 * tx + 3];  // expect: load shared all requests=2 wavefronts=4
	__syncthreads();
	c[tx] = s;
}

// Members of a vector of which the first is not used.
__global__ void second_and_fourth_member(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	float4 *w = (float4 *)v; s = w[tx].y + w[tx].w;  // expect: load shared all requests=2 wavefronts=4
	__syncthreads();
	c[tx] = s;
}
__global__ void second_and_third_member(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	float4 *w = (float4 *)v; s = w[tx].y + w[tx].z;  // expect: load shared all requests=2 wavefronts=4
	__syncthreads();
	c[tx] = s;
}

// The alignment is not known, a branch or a barrier is between them, or they are volatile.
__global__ void unaligned_pair(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = v[tx] + v[tx + 1];  // expect: load shared all requests=2 wavefronts=1
	__syncthreads();
	c[tx] = s;
}
__global__ void odd_offset(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = v[2 * m * tx + m] + v[2 * m * tx + m + 1];  // expect: load shared all requests=2 wavefronts=2
	__syncthreads();
	c[tx] = s;
}
__global__ void two_conditions(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	if (n > 3) s = v[2 * tx]; if (m > 3) s += v[2 * tx + 1];  // expect: load shared all requests=2 wavefronts=2
	__syncthreads();
	c[tx] = s;
}
__global__ void barrier_between(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = v[2 * tx]; __syncthreads(); s += v[2 * tx + 1];  // expect: load shared all requests=2 wavefronts=2
	__syncthreads();
	c[tx] = s;
}
__global__ void volatile_pair(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	volatile float *w = v; s = w[2 * tx] + w[2 * tx + 1];  // expect: load shared all requests=2 wavefronts=2
	__syncthreads();
	c[tx] = s;
}

// A store to shared memory keeps loads apart. A store to global memory or a short branch does not.
__global__ void shared_store_between(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	float x = v[2 * tx]; v[tx + 512] = x; s = v[2 * tx + 1];  // expect: load shared all requests=2 wavefronts=2
	__syncthreads();
	c[tx] = s;
}
__global__ void global_store_between(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	float x = v[2 * tx]; c[tx + 512] = x; s = v[2 * tx + 1] + x;  // expect: load shared all requests=1 wavefronts=2
	__syncthreads();
	c[tx] = s;
}
__global__ void short_branch_between(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = v[2 * tx]; if (m > n) s += 3; s += v[2 * tx + 1];  // expect: load shared all requests=1 wavefronts=2
	__syncthreads();
	c[tx] = s;
}

// Stores of separate statements.
__global__ void two_stores(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	v[2 * tx] += n; v[2 * tx + 1] += m;  // expect: store shared all requests=2 wavefronts=2
	__syncthreads();
	c[tx] = s;
}

// Loops of constant trip count are unrolled.
__global__ void sixteen_iterations(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	for (int k = 0; k < 16; k++) s += v[16 * tx + k] * k;  // expect: load shared all requests=4 wavefronts=16
	__syncthreads();
	c[tx] = s;
}
__global__ void seven_iterations_of_eight(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	for (int k = 0; k < 7; k++) s += v[8 * tx + k];  // expect: load shared all requests=2 wavefronts=8
	__syncthreads();
	c[tx] = s;
}
__global__ void five_iterations(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	for (int k = 0; k < 5; k++) s += v[5 * tx + k];  // expect: load shared all requests=5 wavefronts=1
	__syncthreads();
	c[tx] = s;
}
__global__ void barrier_in_each_iteration(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	for (int k = 0; k < 16; k++) { s += v[16 * tx + k]; __syncthreads(); }  // expect: load shared all requests=16 wavefronts=16
	__syncthreads();
	c[tx] = s;
}
__global__ void not_unrolled(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
#pragma unroll 1
	for (int k = 0; k < 16; k++) s += v[k];  // expect: load shared all requests=16 wavefronts=1
	__syncthreads();
	c[tx] = s;
}

// Other loops are unrolled by four; the remaining iterations stand alone. Loads are merged within the four copies.
__global__ void unknown_count(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	for (int k = 0; k < n; k++) s += v[k];  // expect: load shared all requests=6 wavefronts=10/6
	__syncthreads();
	c[tx] = s;
}
__global__ void unknown_count_of_outer_counter(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	int k; for (k = 0; k < n; k++) s += v[k];  // expect: load shared all requests=6 wavefronts=10/6
	__syncthreads();
	c[tx] = s;
}
__global__ void aligned_by_32(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	for (int k = 0; k < n - 2; k++) s += v[32 * m + k];  // expect: load shared all requests=8 wavefronts=1
	__syncthreads();
	c[tx] = s;
}
__global__ void unaligned_start(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	for (int k = 0; k < n; k++) s += v[tx + k];  // expect: load shared all requests=18 wavefronts=1
	__syncthreads();
	c[tx] = s;
}
__global__ void unrolled_by_eight(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
#pragma unroll 8
	for (int k = 0; k < n; k++) s += v[32 * m + k];  // expect: load shared all requests=6 wavefronts=10/6
	__syncthreads();
	c[tx] = s;
}
__global__ void steps_of_two(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	for (int k = 0; k < n; k += 2) s += v[k];  // expect: load shared all requests=9 wavefronts=1
	__syncthreads();
	c[tx] = s;
}

// Functions are inlined: the alignment of an argument is the caller's.
__global__ void pair_at_start(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = pair(v, tx);
	__syncthreads();
	c[tx] = s;
}
__global__ void pair_at_four(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = pair(v + 4, tx);
	__syncthreads();
	c[tx] = s;
}
__global__ void pair_at_one(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = pair(v + 1, tx);
	__syncthreads();
	c[tx] = s;
}
__global__ void pair_at_n(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = pair(v + n, tx);
	__syncthreads();
	c[tx] = s;
}
__global__ void pair_at_8n(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = pair(v + 8 * n, tx);
	__syncthreads();
	c[tx] = s;
}
__global__ void outer_at_2n(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = outer(v + 2 * n, tx);
	__syncthreads();
	c[tx] = s;
}
__global__ void at_even(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = at(v, 2 * tx);
	__syncthreads();
	c[tx] = s;
}
__global__ void at_any(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = at(v, tx);
	__syncthreads();
	c[tx] = s;
}
__global__ void at_n_plus_even(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = at(v + n, 2 * tx);
	__syncthreads();
	c[tx] = s;
}
__global__ void at_even_plus_even(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	s = at(v + 2 * n, 6 * m);
	__syncthreads();
	c[tx] = s;
}

// An index that moves by several steps in each iteration is known up to their sum.
__global__ void steps_of_three_and_five(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	int k = 0;
#pragma unroll 1
	while (k < n) { s += v[k] * v[k + 1]; k += 3; s += v[k + 1] * v[k + 2]; k += 5; }  // expect: load shared all requests=6 wavefronts=1
	__syncthreads();
	c[tx] = s;
}
__global__ void steps_of_three_and_three(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	int k = 0;
#pragma unroll 1
	while (k < n) { s += v[k] * v[k + 1]; k += 3; s += v[k + 1] * v[k + 2]; k += 3; }  // expect: load shared all requests=6 wavefronts=1
	__syncthreads();
	c[tx] = s;
}
__global__ void steps_of_three_and_four(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	int k = 0;
#pragma unroll 1
	while (k < n) { s += v[k] * v[k + 1]; k += 3; s += v[k + 1] * v[k + 2]; k += 4; }  // expect: load shared all requests=12 wavefronts=1
	__syncthreads();
	c[tx] = s;
}
__global__ void odd_start(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	int k = 1;
#pragma unroll 1
	while (k < n) { s += v[k] * v[k + 1]; k += 3; s += v[k] * v[k + 1]; k += 5; }  // expect: load shared all requests=9 wavefronts=1
	__syncthreads();
	c[tx] = s;
}
__global__ void step_after_an_exit(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	int k = 0;
#pragma unroll 1
	while (k < n) { s += v[k] * v[k + 1]; k += 3; if (k > 3 * n) break; s += v[k + 1] * v[k + 2]; k += 5; }  // expect: load shared all requests=6 wavefronts=1
	__syncthreads();
	c[tx] = s;
}
__global__ void conditional_step(float *c, int n, int m)
{
	__shared__ float v[2048];
	int tx = threadIdx.x;
	float s = 0;
	int k = 0;
#pragma unroll 1
	while (k < n) { s += v[k] * v[k + 1]; if (k > m) k += 3; s += v[k + 1] * v[k + 2]; k += 5; }  // expect: load shared all requests=12 wavefronts=1
	__syncthreads();
	c[tx] = s;
}
