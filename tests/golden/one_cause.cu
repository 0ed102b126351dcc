// One index that walks several arrays badly is one thing to repair, and reported once.

__global__ void
copy_every_fourth(float *out, const float *in, int step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * step] = in[i * step];  // expect: strided-access
}

// Of elements of other sizes, by a variable, and a constant away.
__global__ void
widen_every_fourth(double *out, const float *in, int step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int at = step * i;
	out[at] = in[at + 1];  // expect: uncoalesced-access
}

__global__ void
add_by_columns(float *sum, const float *a, const float *b, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	int column = blockIdx.y * blockDim.y + threadIdx.y;
	sum[row * n + column] = a[row * n + column] + b[row * n + column];  // expect: uncoalesced-access
}

// Planes before and behind are as far away for all lanes.
__global__ void
mean_of_planes(float *mean, const float *a, int n)
{
	int plane = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int column = blockIdx.y * blockDim.y + threadIdx.y;
	if (plane < n - 1)
		mean[plane * n + column] = (a[(plane - 1) * n + column] + a[(plane + 1) * n + column]) / 2;  // expect: uncoalesced-access
}

// Two indices are two things to repair.
__global__ void
copy_between_steps(float *out, const float *in, int step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * step] = in[i * 2];  // expect: strided-access strided-access
}

int
main()
{
	const int n = 1 << 22, side = 2048;
	float *a, *b, *c;
	double *wide;
	cudaMalloc(&a, 4 * n * sizeof *a + 4);
	cudaMalloc(&b, 4 * n * sizeof *b);
	cudaMalloc(&c, 4 * n * sizeof *c);
	cudaMalloc(&wide, 4 * n * sizeof *wide);
	copy_every_fourth<<<n / 256, 256>>>(b, a, 4);
	widen_every_fourth<<<n / 256, 256>>>(wide, a, 4);
	add_by_columns<<<dim3(side / 32, side / 8), dim3(32, 8)>>>(c, a, b, side);
	mean_of_planes<<<dim3(side / 32, side / 8), dim3(32, 8)>>>(c, a, side);
	copy_between_steps<<<n / 256, 256>>>(b, a, 4);
	return 0;
}
