// options: --no-compile

// A copy from memory that was freed copies nothing that is known.
__global__ void k(const int *at, char *out)
{
	out[at[threadIdx.x]] = 1; // expect: store bounded
}

int main()
{
	int *p, *h = (int *)malloc(128);
	char *out;
	for (int i = 0; i < 32; i++) h[i] = 8 * i;
	cudaMalloc(&p, 128);
	cudaMalloc(&out, 4096);
	free(h);
	cudaMemcpy(p, h, 128, cudaMemcpyHostToDevice);
	k<<<1, 32>>>(p, out);
}
