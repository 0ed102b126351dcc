// options: --no-compile
// options: --launch 'stands_for_others<<<1000, 32>>>(1000000, 1000000)'
// options: --launch 'sort<<<1000, 1024>>>(1000000)'
// options: --launch 'long_block<<<1, 32>>>(4096)'
// options: --launch 'long_loop<<<1000, 1024>>>(1000000, 1000000)'
//
// The evaluator's budget for a launch: what it must last for.

// A block that stands for a thousand others runs to its end, even if that takes more than a block usually may.
__global__ void stands_for_others(float *p, const int *q) // expect: launch option budget_reached=0
{
	for (int s = 1; s < 1024; s *= 2) {
		int x = q[threadIdx.x + s];
		for (int i = 1; i < 1 << 20; i *= 2)
			for (int j = 1; j < 1 << 20; j *= 2) { x += i; x ^= j; x += s; x ^= i; }
		p[threadIdx.x * s] = x; // expect: store exact requests=10000 sectors=252/10
	}
}

// What is not known of any lane is one number, and where nothing is known any more there is nothing to look at: neither
// takes of the budget for each lane.
__global__ void sort(int *p) // expect: launch option budget_reached=0
{
	__shared__ int s[2048];
	s[threadIdx.x] = p[threadIdx.x]; s[threadIdx.x + 1024] = p[threadIdx.x + 1024];
	for (int size = 2; size <= 2048; size *= 2)
		for (int apart = size / 2; apart > 0; apart /= 2) {
			__syncthreads();
			int at = 2 * threadIdx.x - (threadIdx.x & (apart - 1));
			if (s[at] > s[at + apart]) { int t = s[at]; s[at] = s[at + apart]; s[at + apart] = t; }
		}
	p[threadIdx.x * 2] = s[threadIdx.x]; // expect: store exact
}

#define EIGHT(x) x x x x x x x x
__device__ void stir(unsigned &x) { EIGHT(EIGHT(x = x * 5 + 3; x ^= x >> 7;)) }
__device__ void stir_much(unsigned &x) { EIGHT(EIGHT(stir(x);)) }

// A first block of few warps may take much more than others: else nothing would be known of its end.
__global__ void long_block(unsigned *p) // expect: launch option budget_reached=0
{
	unsigned x = p[threadIdx.x];
	EIGHT(stir_much(x);)
	p[2 * threadIdx.x] = x; // expect: store exact sectors=8
}

// A loop that would use up the budget is left in time for what follows, and the launch says so.
__global__ void long_loop(float *p, const int *q) // expect: launch option budget_reached=1
{
	int x = q[threadIdx.x];
	for (int s = 0; s < 4000; s += 1 + s % 3)
		for (int i = x; i != 1; i = i % 2 ? 3 * i + 1 : i / 2)
			for (int j = i; j != 1; j = j % 2 ? 3 * j + 1 : j / 2)
				for (int l = j; l != 1; l = l % 2 ? 3 * l + 1 : l / 2)
					for (int h = l; h != 1; h = h % 2 ? 3 * h + 1 : h / 2) { x ^= l * i; x += j & s; x ^= h >> s; }
	p[threadIdx.x * 2] = x; // expect: store assumed sectors=8
}
