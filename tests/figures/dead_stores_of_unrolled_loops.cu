// Dead stores of unrolled loops: which of the stores to one place are left. Expectations are what nvcc 13.0 leaves.

// A small loop is unrolled completely: each copy of its body knows the counter, and overwritten stores go.
__global__ void whole_22_of_16(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 16; i++) {
		v = v * 0.5f + i;
		p[i % 22] = v; // expect: store exact requests=16
	}
}
__global__ void whole_22_of_48(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 48; i++) {
		v = v * 0.5f + i;
		p[i % 22] = v; // expect: store exact requests=22
	}
}
__global__ void whole_22_of_64(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 64; i++) {
		v = v * 0.5f + i;
		p[i % 22] = v; // expect: store exact requests=22
	}
}
__global__ void whole_rows(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 64; i++) {
		v = v * 0.5f + i;
		p[i % 7 * 32 + threadIdx.x] = v; // expect: store exact requests=7
	}
}
__global__ void whole_quarters(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 64; i++) {
		v = v * 0.5f + i;
		p[i / 4 * 32 + threadIdx.x] = v; // expect: store exact requests=16
	}
}

// A longer loop is unrolled in steps: nothing is known of counters before the last step, but the copies within a step are.
__global__ void steps_22_of_100(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 100; i++) {
		v = v * 0.5f + i;
		p[i % 22] = v; // expect: store exact requests=100
	}
}
__global__ void steps_22_of_2048(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 2048; i++) {
		v = v * 0.5f + i;
		p[i % 22] = v; // expect: store exact requests=2048
	}
}
__global__ void steps_3(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 1024; i++) {
		v = v * 0.5f + i;
		p[i % 3] = v; // expect: store exact requests=1024
	}
}
__global__ void steps_rows(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 500; i++) {
		v = v * 0.5f + i;
		p[i % 7 * 32 + threadIdx.x] = v; // expect: store exact requests=500
	}
}
__global__ void steps_quarters_of_100(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 100; i++) {
		v = v * 0.5f + i;
		p[i / 4 * 32 + threadIdx.x] = v; // expect: store exact requests=25
	}
}
__global__ void steps_quarters_of_2048(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 2048; i++) {
		v = v * 0.5f + i;
		p[i / 4 * 32 + threadIdx.x] = v; // expect: store exact requests=512
	}
}
__global__ void steps_two_of_100(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 100; i++) {
		v = v * 0.5f + i;
		p[(i & 1) * 32 + threadIdx.x] = v; // expect: store exact requests=2
	}
}
__global__ void steps_two_of_2048(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 2048; i++) {
		v = v * 0.5f + i;
		p[(i & 1) * 32 + threadIdx.x] = v; // expect: store exact requests=2
	}
}
__global__ void steps_16(float *p)
{
	float v = threadIdx.x;
	for (int i = 0; i < 500; i++) {
		v = v * 0.5f + i;
		p[i & 15] = v; // expect: store exact requests=500
	}
}

int main()
{
	float *p;
	cudaMalloc(&p, 1 << 20);
	whole_22_of_16<<<1, 32>>>(p);
	whole_22_of_48<<<1, 32>>>(p);
	whole_22_of_64<<<1, 32>>>(p);
	whole_rows<<<1, 32>>>(p);
	whole_quarters<<<1, 32>>>(p);
	steps_22_of_100<<<1, 32>>>(p);
	steps_22_of_2048<<<1, 32>>>(p);
	steps_3<<<1, 32>>>(p);
	steps_rows<<<1, 32>>>(p);
	steps_quarters_of_100<<<1, 32>>>(p);
	steps_quarters_of_2048<<<1, 32>>>(p);
	steps_two_of_100<<<1, 32>>>(p);
	steps_two_of_2048<<<1, 32>>>(p);
	steps_16<<<1, 32>>>(p);
}
