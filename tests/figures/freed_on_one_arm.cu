// options: --no-compile

int unknown();

// One side of a branch allocates and frees another array. The other side may have the old one still.
__global__ void k(const int *at, char *out)
{
	out[at[threadIdx.x]] = 1; // expect: store exact sectors=8
}

int main()
{
	int *p, *h = (int *)malloc(128), *other = NULL;
	char *out;
	for (int i = 0; i < 32; i++) h[i] = 8 * i;
	cudaMalloc(&p, 128);
	cudaMalloc(&out, 4096);
	if (unknown()) {
		other = (int *)malloc(128);
		for (int i = 0; i < 32; i++) other[i] = i;
		free(other);
	} else {
		cudaMemcpy(p, h, 128, cudaMemcpyHostToDevice);
	}
	cudaMemcpy(p, h, 128, cudaMemcpyHostToDevice);
	k<<<1, 32>>>(p, out);
}
