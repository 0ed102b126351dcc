// options: --no-compile

// Floats that are stored alone make no difference: three launches are one.
struct span {
	float from, to;
};

__global__ void stores_length(float *p, span s)
{
	p[threadIdx.x] = s.to - s.from; // expect: store exact
}

int main()
{
	float *a;
	cudaMalloc(&a, 4096);
	for (float to = 1; to < 4; to++)
		stores_length<<<1, 32>>>(a, {0, to}); // expect: launch source repeats=3
}
