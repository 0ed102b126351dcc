// Branches of which a side ends by a jump, or that ask what another asks: exact where they stay branches. Kernels of one warp;
// every statement has a line of its own, since instructions are identified by line.

__device__ float
powers(float v, const float *b)
{
#pragma unroll 1
	for (int k = 0; k < 100; k++)
		v = v * v + b[k];
	return v;
}

__device__ int
clamped(int i, int n)
{
	if (i < 0)
		return 0;
	if (i >= n)
		return n - 1;
	return i;
}

__device__ bool
inside(int x, int y)
{
	if (x < 2)
		return false;
	if (y > 29)
		return false;
	return true;
}

__device__ void
raise_odd(float *o, const float *a, int i)
{
	if (!(i & 1))
		return;
	o[i] = powers(o[i], a);
}

__device__ float
raised_odd(float *o, const float *a, int i)
{
	if (!(i & 1))
		return 0;
	return powers(o[i], a);
}

__global__ void
values_returned(float *o, const float *a, int n)
{
	int i = threadIdx.x;
	o[i] = a[clamped(i - 1, n)];
	o[i + 32] = raised_odd(o, a, i);
	if (!inside(i, n))
		return;
	o[i + 64] = 1;
}

__global__ void
kernel_left_in_a_function(float *o, const float *a, int n)
{
	raise_odd(o, a, threadIdx.x);
}

__global__ void
short_before_the_end(float *o, const float *a, int n)
{
	int i = threadIdx.x;
	if (i & 1) {
		o[i] = 1;
		return;
	}
	o[i] = powers(o[i], a);
}

__global__ void
long_both_ways(float *o, const float *a, int n)
{
	int i = threadIdx.x;
	if (i & 1) {
		o[i] = powers(o[i], a);
		return;
	}
	o[i + 32] = powers(a[i], a) + 1;
}

__global__ void
barrier_on_one_side(float *o, const float *a, int n)
{
	int i = threadIdx.x;
	__shared__ float s[32];
	s[i] = 0;
	if (n < 20) {
		s[i] = a[i];
		__syncthreads();
	}
	o[i] = s[i ^ 1];
}

__global__ void
rounds_left_out(float *o, const float *a, int n)
{
	int i = threadIdx.x;
	float s = 0;
#pragma unroll 1
	for (int j = 0; j < 8; j++) {
		if ((i + j) & 1)
			continue;
		s += a[i + j * 32];
	}
#pragma unroll 1
	for (int j = 0; j < 8; j++) {
		if ((i + j) & 1)
			continue;
		s += powers(s, a);
	}
#pragma unroll 1
	for (int j = 0; j < 8; j++) {
		if (j > (i & 7))
			break;
		s += powers(s, a);
	}
	o[i] = s;
}

__global__ void
jumps_ahead(float *o, const float *a, int n)
{
	int i = threadIdx.x;
	float s = 1;
	if (i > 20)
		goto done;
	s = powers(a[i], a);
	if (i == 3)
		goto done;
	s += 3;
done:
	o[i] = s;
}

__global__ void
asked_again(float *o, const float *a, int n)
{
	int i = threadIdx.x;
	float s = a[i];
	if (i & 1)
		s = powers(s, a);
	if (!(i & 1))
		s = powers(s + 1, a);
	if (i & 2)
		s = powers(s + 2, a);
	__syncthreads();
	if (i & 2)
		s = powers(s + 3, a);
	if (i < n) {
		s = powers(s + 4, a);
		__syncthreads();
		if (n > i)
			s = powers(s + 5, a);
		__syncthreads();
	}
	__syncthreads();
	o[i] = s;
}

__global__ void
two_cases(float *o, const float *a, int n)
{
	int i = threadIdx.x;
	float s = a[i];
	switch (i & 1) {
	case 0:
		s = powers(s, a);
		break;
	default:
		s *= 3;
		break;
	}
	__syncthreads();
	switch (i & 3) {
	case 2:
		s = powers(s, a);
		break;
	default:
		s = powers(s + 1, a);
		break;
	}
	o[i] = s;
}

__global__ void
reads_beside_memory(float *o, long long *c, cudaTextureObject_t t)
{
	int i = threadIdx.x;
	if (i == 0)
		c[0] = clock64();
	__syncthreads();
	if (i & 1)
		o[i] = tex1Dfetch<float>(t, i);
	__syncthreads();
	unsigned smid = 0;
	if (i & 2)
		asm volatile("mov.u32 %0, %%smid;" : "=r"(smid));
	o[i + 32] = smid;
	__syncthreads();
	if (i & 4)
		o[i + 64] = __sinf(o[i + 64]);
	__syncthreads();
	if (i & 8)
		o[i + 96] = __powf(o[i + 96], 2.5f);
	__syncthreads();
	if (i & 1)
		o[i + 128] = cbrtf(o[i + 128]);
	__syncthreads();
	if (i & 2)
		o[i + 160] = o[i + 160] / o[i + 192];
	__syncthreads();
	if (i & 4)
		o[i + 224] = erff(o[i + 224]);
	__syncthreads();
	o[i + 256] = i;
}

__global__ void
jumps_to_the_end(float *o, const float *a, int n)
{
	int i = threadIdx.x;
	float s;
	if (i >= n)
		goto done;
	s = powers(i, a);
	__syncthreads();
	if (i & 1)
		goto done;
	o[i] = powers(s, a);
done:
	return;
}

int
main()
{
	float *o, *a;
	int n = 16;
	cudaMalloc(&o, 1 << 16);
	cudaMalloc(&a, 1 << 16);
	values_returned<<<1, 32>>>(o, a, n);
	kernel_left_in_a_function<<<1, 32>>>(o, a, n);
	short_before_the_end<<<1, 32>>>(o, a, n);
	long_both_ways<<<1, 32>>>(o, a, n);
	barrier_on_one_side<<<1, 32>>>(o, a, n);
	rounds_left_out<<<1, 32>>>(o, a, n);
	jumps_ahead<<<1, 32>>>(o, a, n);
	asked_again<<<1, 32>>>(o, a, n);
	two_cases<<<1, 32>>>(o, a, n);
	jumps_to_the_end<<<1, 32>>>(o, a, n);
	cudaTextureObject_t t;
	reads_beside_memory<<<1, 32>>>(o, (long long *)a, t);
}
