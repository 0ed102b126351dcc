// Pointers that lead to shared memory or to global memory, and pointers of which the compiler sees where they lead.

const int BLOCK = 256, ROUNDS = 1024;

__device__ float table[BLOCK];

// Lanes of one warp go to both.
__global__ void
by_lane(float *out, const float *in, int lanes)
{
	__shared__ float tile[BLOCK];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	const float *mine = (int)(threadIdx.x % 32) < lanes ? table : &tile[0];
	float sum = 0;
	for (int k = 0; k < ROUNDS; k++)
		sum += mine[(threadIdx.x ^ k) % BLOCK];  // expect: generic-access
	out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

// Both are shared memory.
__global__ void
two_halves(float *out, const float *in)
{
	__shared__ float first[BLOCK], second[BLOCK];
	first[threadIdx.x] = in[threadIdx.x];
	second[threadIdx.x] = in[BLOCK + threadIdx.x];
	__syncthreads();
	const float *mine = threadIdx.x % 64 < 32 ? first : second;
	float sum = 0;
	for (int k = 0; k < ROUNDS; k++)
		sum += mine[(threadIdx.x ^ k) % BLOCK];
	out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

// The compiler knows the choice.
template <bool STAGED>
__global__ void
by_template(float *out, const float *in)
{
	__shared__ float tile[BLOCK];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	const float *mine = STAGED ? tile : in;
	float sum = 0;
	for (int k = 0; k < ROUNDS; k++)
		sum += mine[(threadIdx.x ^ k) % BLOCK];
	out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

// A function is compiled into each of its callers.
__device__ float
sum_of(const float *part)
{
	float sum = 0;
	for (int k = 0; k < ROUNDS; k++)
		sum += part[(threadIdx.x ^ k) % BLOCK];
	return sum;
}

__global__ void
by_function(float *out, const float *in)
{
	__shared__ float tile[BLOCK];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	out[blockIdx.x * BLOCK + threadIdx.x] = sum_of(tile) + sum_of(in);
}

// The pointer is assigned: by what the launch gives, all go to shared memory.
__global__ void
assigned(float *out, const float *in, bool is_staged)
{
	__shared__ float tile[BLOCK];
	const float *mine = in;
	if (is_staged) {
		tile[threadIdx.x] = in[threadIdx.x];
		__syncthreads();
		mine = tile;
	}
	float sum = 0;
	for (int k = 0; k < ROUNDS; k++)
		sum += mine[(threadIdx.x ^ k) % BLOCK];  // expect: generic-access
	out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

// A function that is not inlined is given both memories.
__device__ __noinline__ float
sum_of_either(const float *part)
{
	float sum = 0;
	for (int k = 0; k < ROUNDS; k++)
		sum += part[(threadIdx.x ^ k) % BLOCK];  // expect: generic-access
	return sum;
}

__global__ void
by_call(float *out, const float *in)
{
	__shared__ float tile[BLOCK];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	out[blockIdx.x * BLOCK + threadIdx.x] = sum_of_either(tile) + sum_of_either(in);
}

// The source has a choice, but in each iteration of the loop the compiler has loaded it before.
__global__ void
before_loop(float *out, const float *in)
{
	__shared__ float tile[BLOCK];
	tile[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	const float *mine = blockIdx.x % 2 ? tile : in;
	float sum = 0;
	for (int k = 0; k < ROUNDS; k++)
		sum += k * mine[threadIdx.x];
	out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

int
main()
{
	const int grid = 4096;
	float *in, *out;
	cudaMalloc(&in, 2 * BLOCK * sizeof(float));
	cudaMalloc(&out, grid * BLOCK * sizeof(float));
	by_lane<<<grid, BLOCK>>>(out, in, 8);
	two_halves<<<grid, BLOCK>>>(out, in);
	by_template<true><<<grid, BLOCK>>>(out, in);
	by_function<<<grid, BLOCK>>>(out, in);
	assigned<<<grid, BLOCK>>>(out, in, true);
	by_call<<<grid, BLOCK>>>(out, in);
	before_loop<<<grid, BLOCK>>>(out, in);
	return cudaDeviceSynchronize() != cudaSuccess;
}
