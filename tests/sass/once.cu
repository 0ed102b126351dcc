// Loops that never go round: blocks to the compiler, whose loads may be moved and left out as others' may. Kernels of one warp;
// every statement has a line of its own, since instructions are identified by line.

#define MOVE(to, from) \
	do { \
		(to) = (from); \
	} while (0)

__global__ void
blocks_by_do(float *o, const float *a)
{
	float x, y;
	do {
		x = a[threadIdx.x * 4];
	} while (0);
	MOVE(y, a[threadIdx.x * 3]);
	o[threadIdx.x] = x + y;
}

__global__ void
overwritten_in_a_block(float *o, const float *a)
{
	float x = a[threadIdx.x * 5];
	do {
		x = a[threadIdx.x * 4];
	} while (false);
	o[threadIdx.x] = x;
}

__global__ void
read_twice_around_a_block(float *o, const float *a)
{
	float x = a[threadIdx.x * 5];
	do {
		o[threadIdx.x + 64] = x;
	} while (0);
	o[threadIdx.x] = a[threadIdx.x * 5];
	o[threadIdx.x + 128] = x;
}

template<int ROWS>
__device__ float
last_of(const float *a)
{
	float x = 0;
	for (int row = 0; row < ROWS; row += 8)
		x = a[threadIdx.x * 4 + row];
	return x;
}

__global__ void
one_row(float *o, const float *a)
{
	o[threadIdx.x] = last_of<8>(a);
}

__global__ void
one_row_kept_a_loop(float *o, const float *a)
{
	float x = 0;
#pragma unroll 1
	for (unsigned half = 2; half > 1; half >>= 1)
		x = a[threadIdx.x * 4 + half];
	o[threadIdx.x] = x;
}

__global__ void
left_early(float *o, const float *a, int n)
{
	do {
		if (n < 3)
			break;
		o[threadIdx.x] = a[threadIdx.x * 2];
		if (n < 5)
			continue;
		o[threadIdx.x * 2 + 64] = a[threadIdx.x * 6];
	} while (0);
	o[threadIdx.x + 256] = 1;
}

__global__ void
never_entered(float *o, const float *a)
{
	float x = a[threadIdx.x * 2];
	while (0)
		x = a[threadIdx.x * 3];
	o[threadIdx.x] = x;
}

int
main()
{
	float *o, *a;
	cudaMalloc(&o, 4096);
	cudaMalloc(&a, 4096);
	blocks_by_do<<<1, 32>>>(o, a);
	overwritten_in_a_block<<<1, 32>>>(o, a);
	read_twice_around_a_block<<<1, 32>>>(o, a);
	one_row<<<1, 32>>>(o, a);
	one_row_kept_a_loop<<<1, 32>>>(o, a);
	left_early<<<1, 32>>>(o, a, 7);
	never_entered<<<1, 32>>>(o, a);
}
