// options: --no-compile
#include <cstdio>

// Known zeroes that unknown data is copied over are unknown. Those next to them are still zeroes.
__global__ void k(const int *p, char *out)
{
	out[p[threadIdx.x]] = 1;      // expect: store unknown
	out[p[threadIdx.x + 64]] = 1; // expect: store exact
}

int main()
{
	int *p, *h = (int *)malloc(4096);
	char *out;
	fread(h, 4, 1024, stdin);
	cudaMalloc(&p, 1024);
	cudaMalloc(&out, 65536);
	cudaMemset(p, 0, 1024);
	cudaMemcpy2D(p, 64, h, 128, 32, 4, cudaMemcpyHostToDevice);
	k<<<1, 32>>>(p, out);
}
