// The layout that is advised has been tried on all accesses to the array.
const int ROWS = 64, STEP = 16;

// Rows are stored by vectors, so that they have to stay multiples of 16 bytes.
__global__ void
multiply(const float *a, float *c, int k)
{
	__shared__ float tile[ROWS][STEP];
	int t = threadIdx.x, row = t / 4, column = t % 4 * 4, first = t / 16 * 4;
	float sum[4] = {};
	for (int k0 = 0; k0 < k; k0 += STEP) {
		reinterpret_cast<float4 *>(&tile[row][column])[0] =
			reinterpret_cast<const float4 *>(&a[(blockIdx.x * ROWS + row) * k + k0 + column])[0];
		__syncthreads();
#pragma unroll 1
		for (int i = 0; i < STEP; i++)
			for (int j = 0; j < 4; j++)
				sum[j] += tile[first + j][i];  // expect: bank-conflict
		__syncthreads();
	}
	for (int j = 0; j < 4; j++)
		c[(blockIdx.x * 256 + t) + j * k] = sum[j];
}

// Longer rows would be more than a kernel may declare, and 96 columns are no power of two.
__global__ void
work_in_rows(float *a, int n)
{
	__shared__ float work[128][96];
	int t = threadIdx.x, g = blockIdx.x * 128 + t;
	for (int k = 0; k < 96; k++)
		work[t][k] = a[k * n + g];
	for (int k = 1; k < 96; k++)
		work[t][k] += work[t][k - 1];  // expect: bank-conflict
	for (int k = 0; k < 96; k++)
		a[k * n + g] = work[t][95 - k];
}

// A line that lanes go along in steps of 8 words.
__global__ void
skip(float *a)
{
	__shared__ float line[512];
	int t = threadIdx.x, g = blockIdx.x * 256 + t;
	line[t] = a[g];
	line[t + 256] = a[g + 4096 * 256];
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 64; i++)
		sum += line[8 * t % 512 + i % 8];  // expect: bank-conflict
	a[g] = sum;
}

int
main()
{
	const int n = 1 << 20;
	float *a, *c;
	cudaMalloc(&a, 96ull * n * sizeof *a);
	cudaMalloc(&c, 96ull * n * sizeof *c);
	multiply<<<256, 256>>>(a, c, 1024);
	work_in_rows<<<n / 128, 128>>>(a, n);  // expect: low-occupancy
	skip<<<4096, 256>>>(a);
	return 0;
}
