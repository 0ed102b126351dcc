// Loads of a loop behind a store that may be to the same place.

// By one name only: then it is enough that the other one is `__restrict__`.
__global__ void
restricted_store(float *__restrict__ out, const float *in, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < rows; row++)
		out[row * columns + column] = in[row * columns + column] + 1;
}

__global__ void
restricted_load(float *out, const float *__restrict__ in, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < rows; row++)
		out[row * columns + column] = in[row * columns + column] + 1;
}

// Of local pointers it counts as well, and what is made of a restricted one is as good.
__global__ void
restricted_locals(float *out, const float *in, int columns, int rows)
{
	const float *__restrict__ from = in + blockIdx.x * blockDim.x;
	for (int row = 0; row < rows; row++)
		out[row * columns + blockIdx.x * blockDim.x + threadIdx.x] = from[row * columns + threadIdx.x] + 1;
}

__global__ void
made_of_restricted(float *out, const float *__restrict__ in, int columns, int rows)
{
	const float *from = in + blockIdx.x * blockDim.x;
	for (int row = 0; row < rows; row++)
		out[row * columns + blockIdx.x * blockDim.x + threadIdx.x] = from[row * columns + threadIdx.x] + 1;
}

__global__ void
by_function(float *out, const float *in, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < rows; row++)
		out[row * columns + column] = __ldg(&in[row * columns + column]) + 1;
}

// Here it would be wrong.
__global__ void
in_place(float *data, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < rows; row++)
		data[row * columns + column] = data[row * columns + column] + 1;
}

__global__ void
sometimes_in_place(float *out, const float *in, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < rows; row++)
		out[row * columns + column] = in[row * columns + column] + 1;
}

__global__ void
stored_elsewhere(float *out, float *in, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < rows; row++)
		out[row * columns + column] = in[row * columns + column] + 1;
	in[column] = 0;
}

// Here it would not help: the compiler does not unroll a loop whose counter moves by an unsigned number, nor one that it is asked
// not to; a division has a branch of its own; and the other array's loads wait all the same.
__global__ void
unsigned_stride(float *out, const float *in, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = in[i] + 1;
}

__global__ void
kept_rolled(float *out, const float *in, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	#pragma unroll 1
	for (int row = 0; row < rows; row++)
		out[row * columns + column] = in[row * columns + column] + 1;
}

__global__ void
divided(float *out, const float *in, float by, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < rows; row++)
		out[row * columns + column] = in[row * columns + column] / by;
}

__global__ void
ended_by_data(float *out, const float *in, const int *ends, int columns)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < ends[0]; row++)
		out[row * columns + column] = in[row * columns + column] + 1;
}

__global__ void
added_in_place(float *out, const float *in, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < rows; row++)
		out[row * columns + column] += in[row * columns + column];
}

__global__ void
between_barriers(float *out, const float *in, int columns, int rows)
{
	__shared__ float line[128];
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < rows; row++) {
		line[threadIdx.x] = in[row * columns + column];
		__syncthreads();
		out[row * columns + column] = line[127 - threadIdx.x];
		__syncthreads();
	}
}

// Where a load goes is what the one before has loaded.
__global__ void
followed(int *out, const int *next, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x, at = column;
	for (int row = 0; row < rows; row++) {
		at = next[at];
		out[row * columns + column] = at;
	}
}

// And here it does.
__global__ void
signed_stride(float *out, const float *in, int n)
{
	int stride = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
		out[i] = in[i] + 1;  // expect: read-only-path
}

struct image { float *out; const float *in; int columns, rows; };

__global__ void
by_members(image image)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < image.rows; row++)
		image.out[row * image.columns + column] = image.in[row * image.columns + column] + 1;  // expect: read-only-path
}

static __device__ void
move(float *to, const float *from, int columns, int rows)
{
	for (int row = 0; row < rows; row++)
		to[row * columns] = from[row * columns] + 1;  // expect: read-only-path
}

__global__ void
by_call(float *out, const float *in, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	move(out + column, in + column, columns, rows);
}

// Types do not matter to the compiler, nor does it what an index of the array's own says.
__global__ void
gathered(float *out, const float *in, const int *index, int columns, int rows)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	for (int row = 0; row < rows; row++)
		out[row * columns + column] = in[index[row * columns + column]];  // expect: read-only-path
}

int
main()
{
	const int columns = 1 << 16, rows = 64, n = columns * rows;
	const dim3 grid(columns / 128), block(128);
	float *in, *out;
	int *index, *ends, *links;
	static int next[1 << 22];
	for (int i = 0; i < n; i++)
		next[i] = (i + columns) % n;
	cudaMalloc(&in, n * sizeof *in);
	cudaMalloc(&out, n * sizeof *out);
	cudaMalloc(&index, n * sizeof *index);
	cudaMalloc(&ends, sizeof *ends);
	cudaMalloc(&links, n * sizeof *links);
	cudaMemcpy(links, next, n * sizeof *links, cudaMemcpyHostToDevice);
	cudaMemset(index, 0, n * sizeof *index);
	cudaMemcpy(ends, &rows, sizeof *ends, cudaMemcpyHostToDevice);
	restricted_store<<<grid, block>>>(out, in, columns, rows);
	restricted_load<<<grid, block>>>(out, in, columns, rows);
	restricted_locals<<<grid, block>>>(out, in, columns, rows);
	made_of_restricted<<<grid, block>>>(out, in, columns, rows);
	by_function<<<grid, block>>>(out, in, columns, rows);
	in_place<<<grid, block>>>(out, columns, rows);
	sometimes_in_place<<<grid, block>>>(out, in, columns, rows);
	sometimes_in_place<<<grid, block>>>(out, out, columns, rows);
	stored_elsewhere<<<grid, block>>>(out, in, columns, rows);
	unsigned_stride<<<grid, block>>>(out, in, n);
	kept_rolled<<<grid, block>>>(out, in, columns, rows);
	divided<<<grid, block>>>(out, in, 3.0f, columns, rows);
	ended_by_data<<<grid, block>>>(out, in, ends, columns);
	added_in_place<<<grid, block>>>(out, in, columns, rows);
	between_barriers<<<grid, block>>>(out, in, columns, rows);
	followed<<<grid, block>>>((int *)out, links, columns, rows);
	signed_stride<<<grid, block>>>(out, in, n);
	by_members<<<grid, block>>>(image{out, in, columns, rows});
	by_call<<<grid, block>>>(out, in, columns, rows);
	gathered<<<grid, block>>>(out, in, index, columns, rows);
	return cudaDeviceSynchronize() != cudaSuccess;
}
