// options: --no-compile

// Floats that decide a loop's trip count distinguish launches.
struct span {
	float from, to;
};

__global__ void counts_to(float *p, span s)
{
	for (float x = s.from; x < s.to; x++)
		p[threadIdx.x] += 1; // expect: @1 store exact requests=1; @2 store exact requests=2; @3 store exact requests=3
}

int main()
{
	float *a;
	cudaMalloc(&a, 4096);
	for (float to = 1; to < 4; to++)
		counts_to<<<1, 32>>>(a, {0, to});     // expect: launch source repeats=1; launch source repeats=1; launch source repeats=1
}
