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
		sum += in[i];  // expect: read-only-path
		out[i] = sum;
	}
}

__global__ void
smooth(float *out, const float *in, int n)
{
	float level = 0;
	for (int i = 0; i < n; i++) {
		float x = in[i * 32 + threadIdx.x], before = level;  // expect: read-only-path
		level = 0.9f * before + x;
		out[i * 32 + threadIdx.x] = 2 * level;
	}
}

// Values that an earlier iteration has stored, in this array or in variables.
__global__ void
solve(float *x, const float *a, int n)
{
	for (int i = 1; i < n; i++)
		x[i * 32 + threadIdx.x] -= x[(i - 1) * 32 + threadIdx.x] * a[i];
}

__global__ void
solve_back(float *x, const float *a, int n)
{
	for (int i = n - 2; i >= 0; i--) {
		const float after = x[(i + 1) * 32 + threadIdx.x];
		x[i * 32 + threadIdx.x] = a[i] - 0.5f * after;
	}
}

// Nobody has stored yet what these load.
__global__ void
shift(float *x, int n)
{
	for (int i = 1; i < n; i++)
		x[(i - 1) * 32 + threadIdx.x] = 2 * x[i * 32 + threadIdx.x];
}

// Where an iteration goes depends on what those before have found.
__device__ int
count_below(const float *sorted, int n, float x)
{
	int low = 0, high = n;
	while (low < high) {
		const int middle = (low + high) / 2;
		if (sorted[middle] < x)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

__device__ int
count_below_by_steps(const float *sorted, int n, float x)
{
	int at = 0;
	for (int step = n / 2; step > 0; step /= 2) {
		int next = at + step;
		if (sorted[next - 1] < x)
			at = next;
	}
	return at;
}

__global__ void
find(int *out, const float *sorted, int n)
{
	out[threadIdx.x] = count_below(sorted, n, threadIdx.x);
}

__global__ void
find_by_steps(int *out, const float *sorted, int n)
{
	out[threadIdx.x] = count_below_by_steps(sorted, n, threadIdx.x);
}

__device__ int
next_of(const int *next, int at)
{
	return next[at];
}

__global__ void
follow_by_calls(int *out, const int *next, int n)
{
	int at = 0;
	for (int i = 0; i < n; i++)
		at = next_of(next, at);
	*out = at;
}

// How many iterations there are depends on what those before have summed.
__global__ void
fill(float *out, const float *in, float most)
{
	float sum = 0;
	int i = 0;
	while (sum < most)
		sum += in[i++];
	*out = i;
}

__device__ float
element(const float *in, int i)
{
	return in[i];
}

// Iterations on their own: a sum of what a called function loads, and of what data choose.
__global__ void
add_chosen(float *out, const float *in, int n)
{
	float sum = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		const float x = element(in, i);
		if (x > 0)
			sum += x;
	}
	out[threadIdx.x] = sum;
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
	solve<<<1, 32>>>(out, in, n);
	solve_back<<<1, 32>>>(out, in, n);
	shift<<<1, 32>>>(out, n);  // expect: small-grid
	find<<<1, 32>>>((int *)out, in, n);
	find_by_steps<<<1, 32>>>((int *)out, in, n);
	follow_by_calls<<<1, 1>>>((int *)out, (const int *)in, n);
	fill<<<1, 1>>>(out, in, 1e6f);
	add_chosen<<<1, 32>>>(out, in, 32 * n);  // expect: small-grid
	scale<<<1, 32>>>(out, in, 32 * n);  // expect: small-grid
	add_rows<<<1, 32>>>(out, in, n);  // expect: small-grid
	return 0;
}
