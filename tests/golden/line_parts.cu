// Lines with several accesses: the compiler says which of them each instruction comes of, and what it makes of it.
#define ROWS 64

#if ROWS < 32
__global__ void small(float *out, const float *a, const float *b)
{
	out[threadIdx.x] = a[threadIdx.x] * b[threadIdx.x] + a[threadIdx.x + 1];
}
#elif ROWS == 64
/* One of the loads goes by columns; the element that is added to stays in a register. */
__global__ void decompose(float *m)
{
	__shared__ float tile[ROWS][ROWS];
	for (int i = 0; i < ROWS; i++)
		tile[i][threadIdx.x] = m[i * ROWS + threadIdx.x];
	__syncthreads();
	for (int i = 1; i < ROWS; i++) {
		if (threadIdx.x > i)
			for (int j = 0; j < i; j++)
				tile[threadIdx.x][i] -= tile[threadIdx.x][j] * tile[j][i];  // expect: bank-conflict
		__syncthreads();
	}
	for (int i = 0; i < ROWS; i++)
		m[i * ROWS + threadIdx.x] = tile[i][threadIdx.x];
}
#else
#error
#endif

/* The lines behind what is left out have their own numbers. */
__global__ void weigh(float *out, const float *weights, const float *values, const int *order, int stride)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = weights[i] * values[i * stride] + weights[i + 1] * values[order[i]];  // expect: uncoalesced-access
}

/* Of loads on either side of a choice the compiler makes one. */
__global__ void larger(float *out, const float *a, const float *b)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = a[i] > b[i] ? a[i] : b[i];
}

int
main(void)
{
	enum { COUNT = 1 << 20, STRIDE = 8 };
	float *m, *out, *weights, *values;
	int *order;
	cudaMalloc(&m, ROWS * ROWS * sizeof *m);
	cudaMalloc(&out, COUNT * sizeof *out);
	cudaMalloc(&weights, (COUNT + 1) * sizeof *weights);
	cudaMalloc(&values, STRIDE * COUNT * sizeof *values);
	cudaMalloc(&order, COUNT * sizeof *order);
	decompose<<<1, ROWS>>>(m);  // expect: small-grid
	weigh<<<COUNT / 256, 256>>>(out, weights, values, order, STRIDE);
	larger<<<COUNT / 256, 256>>>(out, weights, values);
	cudaDeviceSynchronize();
}
