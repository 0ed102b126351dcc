// Sums of four values each, with the compare-and-swap loop that GPUs without an atomic addition of doubles needed.

__device__ void
add(double *sum, double value)
{
	unsigned long long *word = (unsigned long long *)sum;
	unsigned long long found = *word, expected;
	do {
		expected = found;
		found = atomicCAS(word, expected, __double_as_longlong(__longlong_as_double(expected) + value));  // expect: cas-loop
	} while (found != expected);
}

__global__ void
sum_columns(double *sums, const double *values)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	add(&sums[i % (1 << 20)], values[i]);
}

int
main()
{
	const int n = 1 << 22;
	double *sums, *values;
	cudaMalloc(&sums, n / 4 * sizeof *sums);
	cudaMalloc(&values, n * sizeof *values);
	cudaMemset(sums, 0, n / 4 * sizeof *sums);
	sum_columns<<<n / 256, 256>>>(sums, values);
	return 0;
}
