// options: --no-compile

// Each iteration of a loop that is not too long is run: one may launch what the others do not.
__global__ void once(float *p, int n)
{
	p[threadIdx.x * n] = 1; // expect: @1 store exact requests=1 sectors=4; @2 store exact requests=1 sectors=32
}

int main()
{
	float *p;
	cudaMalloc(&p, 1 << 20);
	for (int i = 0; i < 1000; i++)
		once<<<1, 32>>>(p, i == 444 ? 32 : 1); // expect: launch source repeats=999; launch source repeats=1
}
