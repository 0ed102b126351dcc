// Loops that spread copies and kernels over streams, and what keeps these apart.
#include <cuda_runtime.h>

__global__ void
iterate(float *data, int n, int iterations)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = data[i];
	for (int k = 0; k < iterations; k++)
		x = 0.5f * x + 1.0f;
	data[i] = x;
}

__global__ void
count(int *counter)
{
	counter[threadIdx.x]++;
}

enum { PARTS = 8, PART = 1 << 20, ITERATIONS = 2000 };
static const size_t bytes = PART * sizeof(float);
static cudaStream_t streams[PARTS];
static float *host, *device;
static int *counters;

static void
fill()
{
	for (int i = 0; i < PARTS * PART; i++)
		host[i] = (float)i;
}

static void
in_streams_alone()
{
	fill();
	for (int p = 0; p < PARTS; p++) {
		cudaMemcpyAsync(device + p * PART, host + p * PART, bytes, cudaMemcpyHostToDevice, streams[p]);
		iterate<<<PART / 256, 256, 0, streams[p]>>>(device + p * PART, PART, ITERATIONS);
		cudaMemcpyAsync(host + p * PART, device + p * PART, bytes, cudaMemcpyDeviceToHost, streams[p]);
	}
	cudaDeviceSynchronize();
}

// Each iteration's kernel waits for the copies of all, and these for it.
static void
copies_in_streams()
{
	fill();
	for (int p = 0; p < PARTS; p++) {
		cudaMemcpyAsync(device + p * PART, host + p * PART, bytes, cudaMemcpyHostToDevice, streams[p]);
		iterate<<<PART / 256, 256>>>(device + p * PART, PART, ITERATIONS);  // expect: serialized-streams
		cudaMemcpyAsync(host + p * PART, device + p * PART, bytes, cudaMemcpyDeviceToHost, streams[p]);
	}
	cudaDeviceSynchronize();
}

// One fix covers both.
static void
two_in_the_way()
{
	fill();
	for (int p = 0; p < PARTS; p++) {
		cudaMemcpyAsync(device + p * PART, host + p * PART, bytes, cudaMemcpyHostToDevice, streams[p]);
		iterate<<<PART / 256, 256, 0, streams[p]>>>(device + p * PART, PART, ITERATIONS);
		cudaMemsetAsync(counters, 0, 1024);  // expect: serialized-streams
		cudaMemcpyAsync(host + p * PART, device + p * PART, bytes, cudaMemcpyDeviceToHost, streams[p]);
		cudaStreamSynchronize(streams[p]);
	}
}

// Kernels that fill the GPU take as long one after the other: next to nothing is lost.
static void
nothing_to_overlap()
{
	for (int p = 0; p < PARTS; p++) {
		iterate<<<PART / 256, 256, 0, streams[p]>>>(device + p * PART, PART, ITERATIONS);
		count<<<1, 256>>>(counters);  // expect: serialized-streams
	}
	cudaDeviceSynchronize();
}

int
main()
{
	cudaMallocHost(&host, PARTS * bytes);
	cudaMalloc(&device, PARTS * bytes);
	cudaMalloc(&counters, 1024);
	cudaMemset(counters, 0, 1024);
	for (int p = 0; p < PARTS; p++)
		cudaStreamCreate(&streams[p]);
	in_streams_alone();
	copies_in_streams();
	two_in_the_way();
	nothing_to_overlap();
	return cudaDeviceSynchronize();
}
