// What is said of loads and of stores, and of several steps: the same words only where they are true of both.
struct __align__(16) quad { float a, b, c, d; };

// Only the first step is the one that is reported.
__global__ void
doubling(const float *in, float *out)
{
	float sum = 0;
	for (int step = 8; step <= 64; step *= 2)
		sum += in[threadIdx.x * step];  // expect: uncoalesced-access
	out[threadIdx.x] = sum;
}

// Each thread goes down a column, which it reads and writes.
__global__ void
turn(float *m, int n)
{
	for (int i = 0; i < n; i++)
		m[threadIdx.x * n + i] = m[threadIdx.x * n + (i ^ 8)] + 1;  // expect: uncoalesced-access
}

// To read in another order is one thing, to write in one another.
__global__ void
permute(float *data, const int *order, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float mine = data[order[i]];  // expect: uncoalesced-access
	__syncthreads();
	data[order[i + n]] = mine;  // expect: uncoalesced-access
}

// Most is loaded from where no request begins with a sector; what few threads load around it would be better off.
__global__ void
smooth(const float *in, float *out)
{
	__shared__ float part[256 + 6];
	const int i = blockIdx.x * 256 + threadIdx.x;
	part[threadIdx.x + 3] = in[i + 3];  // expect: misaligned-access
	if (threadIdx.x < 3) {
		part[threadIdx.x] = in[i];
		part[threadIdx.x + 259] = in[i + 259];
	}
	__syncthreads();
	out[i] = part[threadIdx.x] + part[threadIdx.x + 3] + part[threadIdx.x + 6];
}

// Records that are only made.
__global__ void
fill(quad *quads)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	quads[i].a = i;  // expect: uncoalesced-access
	__syncthreads();
	quads[i].b = i + 1;
	__syncthreads();
	quads[i].d = i + 2;
}

// Each lane stores once: what it leaves of a sector the other warps of its block take.
__global__ void
interleave(float *out)
{
	const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	out[blockIdx.x * 256 + lane * 8 + warp] = lane;  // expect: uncoalesced-access
}

// Three bytes side by side, in a block whose rows are shorter than a warp.
__global__ void
to_gray(const unsigned char *pixels, float *gray, int width)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	const unsigned char *pixel = pixels + (y * width + x) * 3;
	gray[y * width + x] = 0.3f * pixel[0] + 0.6f * pixel[1] + 0.1f * pixel[2];  // expect: strided-access
}

int
main()
{
	const int n = 1 << 16;
	float *in, *out;
	quad *quads;
	int *order, *host = (int *)malloc(2 * n * sizeof *host);
	for (int i = 0; i < 2 * n; i++)
		host[i] = i * 97 % n;
	cudaMalloc(&in, 4 * n * sizeof *in);
	cudaMalloc(&out, n * sizeof *out);
	cudaMalloc(&quads, n * sizeof *quads);
	cudaMalloc(&order, 2 * n * sizeof *order);
	cudaMemcpy(order, host, 2 * n * sizeof *order, cudaMemcpyHostToDevice);
	doubling<<<64, 256>>>(in, out);
	turn<<<1, 256>>>(in, 256);  // expect: small-grid
	permute<<<n / 256, 256>>>(in, order, n);
	smooth<<<n / 256 - 2, 256>>>(in, out);
	fill<<<n / 256, 256>>>(quads);
	interleave<<<n / 256, 256>>>(out);
	to_gray<<<dim3(16, 16), dim3(16, 16)>>>((unsigned char *)in, out, 256);
}
