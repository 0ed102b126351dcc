// Shared memory whose row data chooses: with rows that are a multiple of all banks a lane's column says its bank.

__global__ void
scatter_rows(float *out, const int *row, int n)
{
	__shared__ float work[16][64];
	int t = threadIdx.x, g = blockIdx.x * 64 + t;
	for (int k = 0; k < 16; k++)
		work[k][t] = out[k * n + g];
	__syncthreads();
	work[row[g]][t] += 1;
	for (int k = 0; k < 16; k++)
		out[k * n + g] = work[k][t];
}

// Each lane goes down its own column until the data says stop.
__global__ void
insert(float *out, int n)
{
	__shared__ float work[16][32];
	int t = threadIdx.x, g = blockIdx.x * 32 + t;
	for (int k = 0; k < 16; k++)
		work[k][t] = out[k * n + g];
	int j = 14;
	while (j >= 0 && work[j][t] > work[15][t])
		j--;
	work[j + 1][t] = 1;
	for (int k = 0; k < 16; k++)
		out[k * n + g] = work[k][t];
}

// Rows of 33 words have each lane's bank depend on the row.
__global__ void
scatter_odd_rows(float *out, const int *row, int n)
{
	__shared__ float work[16][33];
	int t = threadIdx.x, g = blockIdx.x * 32 + t;
	for (int k = 0; k < 16; k++)
		work[k][t] = out[k * n + g];
	work[row[g]][t] += 1;  // expect: bank-conflict
	for (int k = 0; k < 16; k++)
		out[k * n + g] = work[k][t];
}

int
main()
{
	const int n = 64 * 4096;
	float *out;
	int *row;
	cudaMalloc(&out, 16ull * n * sizeof *out);
	cudaMalloc(&row, n * sizeof *row);
	scatter_rows<<<n / 64, 64>>>(out, row, n);
	insert<<<n / 32, 32>>>(out, n);  // expect: low-occupancy
	scatter_odd_rows<<<n / 32, 32>>>(out, row, n);  // expect: low-occupancy
	return 0;
}
