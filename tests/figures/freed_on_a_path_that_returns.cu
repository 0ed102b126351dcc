// options: --no-compile

int unknown();

// The host frees its array, and returns, if nobody knows what: on the other path it is there still.
__global__ void k(const int *at, char *out)
{
	out[at[threadIdx.x]] = 1; // expect: store exact sectors=8
}

int main()
{
	int *p, *h = (int *)malloc(128);
	char *out;
	for (int i = 0; i < 32; i++) h[i] = 8 * i;
	cudaMalloc(&p, 128);
	cudaMalloc(&out, 4096);
	if (unknown()) {
		free(h);
		return 1;
	}
	cudaMemcpy(p, h, 128, cudaMemcpyHostToDevice);
	free(h);
	k<<<1, 32>>>(p, out);
}
