// Grids of few threads, whose iterations need each other or do not.

struct node {
	const node *next;
	float value;
};

__global__ void
follow(int *out, const int *next, int n)
{
	int at = 0;
	for (int i = 0; i < n; i++)
		at = next[at];
	*out = at;
}

__global__ void
walk(float *out, const node *at, int n)
{
	float sum = 0;
	for (int i = 0; i < n; i++) {
		const node *next = at->next;
		sum += at->value;
		at = next;
	}
	*out = sum;
}

__global__ void
scan(float *out, const float *in, int n)
{
	float sum = 0;
	for (int i = 0; i < n; i++) {
		sum += in[i];
		out[i] = sum;
	}
}

__global__ void
smooth(float *out, const float *in, int n)
{
	float level = 0;
	for (int i = 0; i < n; i++) {
		float x = in[i * 32 + threadIdx.x], before = level;
		level = 0.9f * before + x;
		out[i * 32 + threadIdx.x] = 2 * level;
	}
}

// Each iteration is on its own, but for a counter.
__global__ void
scale(float *out, const float *in, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		out[i] = 2 * in[i];
}

// Sums of rows: each begins anew.
__global__ void
add_rows(float *out, const float *in, int rows)
{
	float sum;
	for (int row = 0; row < rows; row++) {
		sum = 0;
		for (int i = 0; i < 4; i++)
			sum += in[(row * 4 + i) * 32 + threadIdx.x];
		out[row * 32 + threadIdx.x] = sum;
	}
}

int
main()
{
	const int n = 65536;
	float *out, *in;
	cudaMalloc(&out, 32 * n * sizeof *out);
	cudaMalloc(&in, 128 * n * sizeof *in);
	follow<<<1, 1>>>((int *)out, (const int *)in, n);
	walk<<<1, 1>>>(out, (const node *)in, n);
	scan<<<1, 1>>>(out, in, n);
	smooth<<<1, 32>>>(out, in, n);
	scale<<<1, 32>>>(out, in, 32 * n);  // expect: small-grid
	add_rows<<<1, 32>>>(out, in, n);  // expect: small-grid
	return 0;
}
