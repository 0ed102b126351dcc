// Loops of short launches: those that are there to measure, those that wait for something else, and the launch that is named.
#include <cstdio>
#include <cstdlib>
#include <ctime>

enum { N = 1 << 16, BLOCK = 256, REPEATS = 100, STEPS = 500, SEVERAL = 8 };

__global__ void scale(const float *from, float *to)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	to[i] = 2 * from[i];
}

__global__ void add(float *sums, const float *terms)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	sums[i] += terms[i];
}

__global__ void fill(float *to, float value)
{
	to[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

static cudaEvent_t begin, end;

static void measure(const float *a, float *b)
{
	cudaEventRecord(begin);
	for (int i = 0; i < REPEATS; i++)
		scale<<<N / BLOCK, BLOCK>>>(a, b);  // expect: launch-overhead
	cudaEventRecord(end);
	cudaEventSynchronize(end);
}

// What it measures is how long launches take.
static void measure_too_little(const float *a, float *b)
{
	clock_t start = clock();
	for (int i = 0; i < REPEATS; i++)
		scale<<<2, BLOCK>>>(a, b);  // expect: launch-overhead
	cudaDeviceSynchronize();
	printf("%ld\n", (long)(clock() - start));
}

// A sum, a solver and a walk are no measurements, though a clock runs.
static void compute(float *a, float *b, float *x, float *y)
{
	cudaEventRecord(begin);
	for (int i = 0; i < STEPS; i++)
		add<<<N / BLOCK, BLOCK>>>(b, a);  // expect: launch-overhead
	cudaEventRecord(end);
	for (int i = 0; i < STEPS; i++) {
		scale<<<N / BLOCK, BLOCK>>>(x, y);  // expect: launch-overhead
		float *z = x;
		x = y;
		y = z;
	}
	cudaEventRecord(end);
	for (int i = 0; i < STEPS; i++) {
		scale<<<N / BLOCK, BLOCK>>>(a, b);  // expect: launch-overhead
		scale<<<N / BLOCK, BLOCK>>>(b, a);
	}
	cudaEventRecord(end);
	for (int i = 0; i < STEPS; i++)
		fill<<<N / BLOCK, BLOCK>>>(a, i);  // expect: launch-overhead
	cudaEventRecord(end);
	cudaEventSynchronize(end);
}

// Most of an iteration goes to other things.
static void stage(const float *host, float *a, float *b)
{
	for (int i = 0; i < STEPS; i++) {
		cudaMemcpy(a, host + (size_t)i * N, N * sizeof *a, cudaMemcpyHostToDevice);  // expect: transfer-bound
		add<<<N / BLOCK, BLOCK>>>(b, a);  // expect: launch-overhead
	}
}

// The first launch is made once.
static void start_once(float *a, float *b)
{
	for (int i = 0; i < STEPS; i++) {
		if (i % 50 == 0)
			fill<<<N / BLOCK, BLOCK>>>(b, i);
		add<<<N / BLOCK, BLOCK>>>(a, b);  // expect: launch-overhead
	}
}

// Eight allocations of a size.
static void allocate()
{
	for (int i = 0; i < SEVERAL; i++) {
		float *c;
		cudaMalloc(&c, N * sizeof *c);  // expect: allocation-in-loop
		fill<<<N / BLOCK, BLOCK>>>(c, i);
		cudaFree(c);
	}
}

int main()
{
	float *a, *b, *x, *y, *host = (float *)malloc((size_t)STEPS * N * sizeof *host);
	cudaEventCreate(&begin);
	cudaEventCreate(&end);
	cudaMalloc(&a, N * sizeof *a);
	cudaMalloc(&b, N * sizeof *b);
	cudaMalloc(&x, N * sizeof *x);
	cudaMalloc(&y, N * sizeof *y);
	measure(a, b);
	measure_too_little(a, b);
	compute(a, b, x, y);
	stage(host, a, b);
	start_once(a, b);
	allocate();
	return cudaGetLastError();
}
