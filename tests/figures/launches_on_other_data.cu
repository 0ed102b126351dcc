// options: --no-compile

// Launches that differ in what buffers and variables hold are others where that decides where lanes go.
__device__ int step;

__global__ void by_data(float *p, const int *q)
{
	p[q[threadIdx.x] * step] = 1; // expect: @1 store exact requests=1 sectors=4; @2 store exact sectors=32; @3 store exact sectors=32
}

int main()
{
	float *p;
	cudaMalloc(&p, 1 << 20);
	int *q, one = 1, two = 2;
	cudaMallocManaged(&q, 128);
	cudaMemcpyToSymbol(step, &one, 4);
	for (int i = 0; i < 32; i++)
		q[i] = i;
	by_data<<<1, 32>>>(p, q); // expect: launch source repeats=2
	by_data<<<1, 32>>>(p, q); // expect: launch none
	for (int i = 0; i < 32; i++)
		q[i] = i * 8;
	by_data<<<1, 32>>>(p, q); // expect: launch source repeats=1
	cudaMemcpyToSymbol(step, &two, 4);
	by_data<<<1, 32>>>(p, q); // expect: launch source repeats=1
}
