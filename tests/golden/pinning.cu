// Asynchronous copies of pageable memory: whether pinning it pays, and how many copies one fix covers.
#include <cstdio>
#include <cstdlib>

enum { N = 1 << 20, BLOCK = 256, ROUNDS = 40, STREAMS = 4, PART = N / STREAMS };

__global__ void add(const float *a, const float *b, float *sums)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	sums[i] = a[i] + b[i];
}

static cudaStream_t streams[STREAMS];
static float *to_a, *to_b, *from;

static void make(float *a, float *b, int round)
{
	for (int i = 0; i < N; i++) {
		a[i] = i + round;
		b[i] = i - round;
	}
}

// Pinning takes longer than the copies gain: a note.
static void once(const float *a, const float *b, float *sums)
{
	cudaMemcpyAsync(to_a, a, N * sizeof *a, cudaMemcpyHostToDevice, streams[0]);  // expect: pageable-async-copy
	cudaMemcpyAsync(to_b, b, N * sizeof *b, cudaMemcpyHostToDevice, streams[0]);
	add<<<N / BLOCK, BLOCK, 0, streams[0]>>>(to_a, to_b, from);
	cudaMemcpyAsync(sums, from, N * sizeof *sums, cudaMemcpyDeviceToHost, streams[0]);
	cudaStreamSynchronize(streams[0]);
}

// What stands side by side is one finding.
static void often(float *a, float *b, float *sums)
{
	float sum = 0;
	for (int round = 0; round < ROUNDS; round++) {
		make(a, b, round);
		cudaMemcpyAsync(to_a, a, N * sizeof *a, cudaMemcpyHostToDevice, streams[0]);  // expect: pageable-async-copy
		cudaMemcpyAsync(to_b, b, N * sizeof *b, cudaMemcpyHostToDevice, streams[0]);
		add<<<N / BLOCK, BLOCK, 0, streams[0]>>>(to_a, to_b, from);
		cudaMemcpyAsync(sums, from, N * sizeof *sums, cudaMemcpyDeviceToHost, streams[0]);
		cudaStreamSynchronize(streams[0]);
		for (int i = 0; i < N; i++)
			sum += sums[i];
	}
	printf("%g\n", sum);
}

// What is spread over streams is to overlap.
static void spread(const float *a)
{
	for (int i = 0; i < STREAMS; i++) {
		cudaMemcpyAsync(to_a + i * PART, a + i * PART, PART * sizeof *a, cudaMemcpyHostToDevice, streams[i]);  // expect: pageable-async-copy
		add<<<PART / BLOCK, BLOCK, 0, streams[i]>>>(to_a + i * PART, to_b + i * PART, from + i * PART);
	}
	cudaDeviceSynchronize();
}

int main()
{
	float *a = (float *)malloc(N * sizeof *a), *b = (float *)malloc(N * sizeof *b), *sums = (float *)malloc(N * sizeof *sums);
	cudaMalloc(&to_a, N * sizeof *to_a);
	cudaMalloc(&to_b, N * sizeof *to_b);
	cudaMalloc(&from, N * sizeof *from);
	for (int i = 0; i < STREAMS; i++)
		cudaStreamCreate(&streams[i]);
	make(a, b, 0);
	once(a, b, sums);
	often(a, b, sums);
	make(a, b, ROUNDS);
	spread(a);
	if (cudaGetLastError() != cudaSuccess)
		return 1;
	printf("%g\n", sums[0]);
	return 0;
}
