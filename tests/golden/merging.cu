// Loops of short launches that can be one launch, each by another transformation.
#include <cstdio>
#include <cstdlib>

enum { ROWS = 256, COLUMNS = 4096, BLOCK = 256, STEPS = 400 };

__global__ void scale(float *row)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	row[i] *= 2;
}

__global__ void scale_at(float *rows, float *sums, int y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	sums[y * COLUMNS + i] = 2 * rows[y * COLUMNS + i];
}

__global__ void take_back(float *rows, const float *sums, int y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	rows[y * COLUMNS + i] = sums[y * COLUMNS + i];
}

__global__ void add_row_before(float *rows, int y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	rows[y * COLUMNS + i] += rows[(y - 1) * COLUMNS + i];
}

__global__ void mix(const float *from, float *to)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	to[i] = 0.5f * (from[i] + from[i ^ BLOCK]);
}

__global__ void turn(float *values, float weight)
{
	float other = values[BLOCK - 1 - threadIdx.x];
	__syncthreads();
	values[threadIdx.x] = weight * other;
}

__global__ void scatter(float *values, const int *order, int y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	values[order[y * COLUMNS + i]] = i;
}

// No launch needs what another one stores: a row each, by pointer or by number.
static void each_row(float *rows, float *sums)
{
	for (int y = 0; y < ROWS; y++)
		scale<<<COLUMNS / BLOCK, BLOCK>>>(rows + (size_t)y * COLUMNS);  // expect: launch-overhead
	for (int y = 0; y < ROWS; y++) {
		scale_at<<<COLUMNS / BLOCK, BLOCK>>>(rows, sums, y);  // expect: launch-overhead
		cudaDeviceSynchronize();  // expect: sync-in-loop
		take_back<<<COLUMNS / BLOCK, BLOCK>>>(rows, sums, y);
	}
}

// Each launch goes on from the one before.
static void row_by_row(float *rows)
{
	for (int y = 1; y < ROWS; y++)
		add_row_before<<<COLUMNS / BLOCK, BLOCK>>>(rows, y);  // expect: launch-overhead
}

// Blocks need what their neighbours have stored. All iterations are equal, so a graph can launch them once nothing waits.
static void relax(float *a, float *b)
{
	for (int step = 0; step < STEPS; step++) {
		mix<<<COLUMNS / BLOCK, BLOCK>>>(a, b);  // expect: launch-overhead
		mix<<<COLUMNS / BLOCK, BLOCK>>>(b, a);
		cudaDeviceSynchronize();  // expect: sync-in-loop
	}
}

// One block can wait for itself.
static void turn_often(float *values)
{
	for (int i = 0; i < STEPS; i++)
		turn<<<1, BLOCK>>>(values, 1.0f / (i + 1));  // expect: launch-overhead
}

// Nobody knows where it goes.
static void spread(float *values, const int *order)
{
	for (int y = 0; y < ROWS; y++)
		scatter<<<COLUMNS / BLOCK, BLOCK>>>(values, order, y);  // expect: launch-overhead
}

// The host looks at what comes of each iteration, in memory that it reads: launches of an iteration alone can be merged.
static void look_on(float *a, float *b, volatile float *seen)
{
	for (int step = 0; step < STEPS && *seen < 1; step++) {
		mix<<<COLUMNS / BLOCK, BLOCK>>>(a, b);  // expect: launch-overhead
		mix<<<COLUMNS / BLOCK, BLOCK>>>(b, (float *)seen);
		cudaDeviceSynchronize();
	}
}

int main()
{
	float *rows, *sums, *seen;
	int *order;
	cudaMalloc(&rows, (size_t)ROWS * COLUMNS * sizeof *rows);
	cudaMalloc(&sums, (size_t)ROWS * COLUMNS * sizeof *sums);
	cudaMalloc(&order, (size_t)ROWS * COLUMNS * sizeof *order);
	cudaMallocHost(&seen, COLUMNS * sizeof *seen);
	each_row(rows, sums);
	row_by_row(rows);
	relax(rows, sums);
	turn_often(sums);
	spread(sums, order);
	look_on(rows, sums, seen);
	return cudaGetLastError();
}
