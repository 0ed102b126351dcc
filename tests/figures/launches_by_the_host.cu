// options: --no-compile
#include <cstdlib>

// The host is executed: grid, block and arguments follow.
__global__ void guarded(float *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i * 2] = 1; // expect: store exact requests=157 lanes=5000/157
}

int main(int argc, char **argv)
{
	float *p;
	const int n = argc > 1 ? atoi(argv[1]) : 5000;
	cudaMalloc(&p, 2 * n * sizeof(float));
	dim3 block(128), grid((n + block.x - 1) / block.x);
	for (int r = 0; r < 10; r++)
		guarded<<<grid, block>>>(p, n); // expect: launch source grid=40 block=128 repeats=10 last_argument="5000"
}
