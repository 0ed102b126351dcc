// Guards that part the blocks of a grid: of each kind of block there are as many as the figures say.

// The lower triangle trades places with the upper one.
__global__ void turn_over(float *a, int n)
{
	const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	if (x > y) {
		const float v = a[y * n + x];
		a[y * n + x] = a[x * n + y];
		a[x * n + y] = v;  // expect: uncoalesced-access
	}
}

// A step of a factorisation in tiles: all but those of the chosen tile's row and column.
__global__ void others(float *a, int n, int k)
{
	const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	if (blockIdx.x == k || blockIdx.y == k)
		return;
	a[x * n + y] = 1;  // expect: uncoalesced-access
}

int main()
{
	const int n = 1024, tiles = n / 16, k = 37;
	float *a;
	cudaMalloc(&a, n * n * sizeof(float));
	turn_over<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, n);
	others<<<dim3(tiles, tiles), dim3(16, 16)>>>(a, n, k);
}
