// Launches of a kernel that have one shape are one thing to mend; those of another shape are another.
enum { N = 1 << 22, SMALL = 32, HALF = N / 2 };

__global__ void scale(float *to, const float *from, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = from[i];
	for (int k = 0; k < rounds; k++)
		x = 2 * x;
	to[i] = x;
}

static void run(float *to, const float *from, int times)
{
	scale<<<N / SMALL, SMALL>>>(to, from, 1);  // expect: small-block
	cudaDeviceSynchronize();
	for (int i = 0; i < times; i++)
		scale<<<N / SMALL, SMALL>>>(to, from, i + 2);
	scale<<<HALF / SMALL, SMALL>>>(to, from, 2);  // expect: small-block
}

int main()
{
	float *from, *to;
	cudaMalloc(&from, N * sizeof *from);
	cudaMalloc(&to, N * sizeof *to);
	run(to, from, 4);
	return cudaGetLastError();
}
