// Loops that try a compare-and-swap until it gets through: those for which there is an atomic, as they may be written, and those
// for which there is none.

__device__ void
add(unsigned *p, unsigned v)
{
	unsigned found = *p, expected;
	do {
		expected = found;
		found = atomicCAS(p, expected, expected + v);  // expect: cas-loop
	} while (expected != found);
}

__device__ void
set_bits(int *p, int v)
{
	while (true) {
		int found = *(volatile int *)p;
		if (atomicCAS(p, found, found | v) == found)  // expect: cas-loop
			break;
	}
}

__device__ void
add(float *p, float v)
{
	int *word = (int *)p;
	int found = *word, expected;
	do {
		expected = found;
		float sum = v + __int_as_float(expected);
		found = atomicCAS(word, expected, __float_as_int(sum));  // expect: cas-loop
	} while (found != expected);
}

__device__ void
raise(int *p, int v)
{
	int expected = *p;
	while (atomicCAS(p, expected, max(expected, v)) != expected)  // expect: cas-loop
		expected = *p;
}

__device__ void
lower(int *p, int v)
{
	int found = *p, expected;
	do {
		expected = found;
		found = atomicCAS(p, expected, expected < v ? expected : v);  // expect: cas-loop
	} while (!(expected == found));
}

__device__ int
flip(int *p, int v)
{
	int found = *p, expected;
	for (;;) {
		expected = found;
		found = atomicCAS(p, expected, expected ^ v);  // expect: cas-loop
		if (found == expected)
			return found;
	}
}

__device__ void
take_away(double *p, double v)
{
	unsigned long long *word = (unsigned long long *)p, found = *word, expected;
	do {
		expected = found;
		found = atomicCAS(word, expected, __double_as_longlong(__longlong_as_double(expected) - v));  // expect: cas-loop
	} while (found != expected);
}

__global__ void
with_loads(double *sums, const float *values, const float *weights)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned long long *word = (unsigned long long *)&sums[i / 4];
	unsigned long long found = *word, expected;
	do {
		expected = found;
		double value = weights[i / 32] * values[i];
		found = atomicCAS(word, expected, __double_as_longlong(__longlong_as_double(expected) + value));  // expect: cas-loop
	} while (found != expected);
}

__global__ void
with_atomics(int *ints, float *floats, double *doubles)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	add((unsigned *)&ints[i / 4], i);
	set_bits(&ints[i / 4 + 4096], i);
	raise(&ints[i / 4 + 8192], i);
	lower(&ints[i / 4 + 12288], i);
	flip(&ints[i / 4 + 16384], i);
	add(&floats[i / 4], i);
	take_away(&doubles[i / 4], i);
}

// The maximum of two floats, a product, a difference with swapped operands.
__device__ void
raise(float *p, float v)
{
	int *word = (int *)p;
	int found = *word, expected;
	do {
		expected = found;
		found = atomicCAS(word, expected, __float_as_int(fmaxf(v, __int_as_float(expected))));
	} while (found != expected);
}

__device__ void
multiply(int *p, int v)
{
	int found = *p, expected;
	do {
		expected = found;
		found = atomicCAS(p, expected, expected * v);
	} while (found != expected);
}

__device__ void
subtract_from(double *p, double v)
{
	unsigned long long *word = (unsigned long long *)p, found = *word, expected;
	do {
		expected = found;
		found = atomicCAS(word, expected, __double_as_longlong(v - __longlong_as_double(expected)));
	} while (found != expected);
}

// What is added is loaded, but from the memory that the loop changes, so that it may be another number each time.
__device__ void
add_from(int *p, const int *v)
{
	int found = *p, expected;
	do {
		expected = found;
		found = atomicCAS(p, expected, expected + *v);
	} while (found != expected);
}

// What somebody else is expected to store.
__device__ void
add_watched(double *p, const volatile double *v)
{
	unsigned long long *word = (unsigned long long *)p, found = *word, expected;
	do {
		expected = found;
		found = atomicCAS(word, expected, __double_as_longlong(__longlong_as_double(expected) + *v));
	} while (found != expected);
}

// The number of tries is wanted.
__device__ int
count_tries(int *p, int v)
{
	int found = *p, expected, tries = 0;
	do {
		expected = found;
		tries++;
		found = atomicCAS(p, expected, expected + v);
	} while (found != expected);
	return tries;
}

// Places are tried, not one again and again.
__device__ int
insert(int *table, int slot, int key)
{
	while (atomicCAS(&table[slot], 0, key) != 0)  // expect: misaligned-access
		slot++;
	return slot;
}

__global__ void
without_atomics(int *ints, float *floats, double *doubles)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	raise(&floats[i], i);
	multiply(&ints[i], i);
	subtract_from(&doubles[i], i);
	add_from(&ints[i + 65536], &ints[131072]);
	add_watched(&doubles[i], &doubles[i + 65536]);
	ints[i + 196608] = count_tries(&ints[i], i);
	ints[i + 262144] = insert(ints, i, i);
}

// Shared memory has no addition of floats, and the compiler makes such a loop of atomicAdd; of integers it has one.
__global__ void
in_shared(float *out, int *counts)
{
	__shared__ float sum[64];
	__shared__ unsigned count[64];
	if (threadIdx.x < 64) {
		sum[threadIdx.x] = 0;
		count[threadIdx.x] = 0;
	}
	__syncthreads();
	for (int k = 0; k < 64; k++) {
		add(&sum[threadIdx.x % 64], k);
		add(&count[threadIdx.x % 64], k);
	}
	__syncthreads();
	if (threadIdx.x < 64) {
		out[blockIdx.x * 64 + threadIdx.x] = sum[threadIdx.x];
		counts[blockIdx.x * 64 + threadIdx.x] = count[threadIdx.x];
	}
}

int
main()
{
	int *ints;
	float *floats;
	double *doubles;
	cudaMalloc(&ints, 4 << 20);
	cudaMalloc(&floats, 4 << 20);
	cudaMalloc(&doubles, 8 << 20);
	with_loads<<<4096, 256>>>(doubles, floats, (const float *)ints);
	with_atomics<<<4096, 256>>>(ints, floats, doubles);
	without_atomics<<<256, 256>>>(ints, floats, doubles);
	in_shared<<<1024, 256>>>(floats, ints);
	return 0;
}
