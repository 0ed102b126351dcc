// The atomic addition of doubles, since compute capability 6.0; and loops that no atomic can replace: the maximum of two
// floats, and a product.

__global__ void
sum_columns(double *sums, const double *values)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&sums[i % (1 << 20)], values[i]);
}

__device__ void
raise(float *most, float value)
{
	int *word = (int *)most;
	int found = *word, expected;
	do {
		expected = found;
		found = atomicCAS(word, expected, __float_as_int(fmaxf(__int_as_float(expected), value)));
	} while (found != expected);
}

__device__ void
multiply(int *product, int value)
{
	int found = *product, expected;
	do {
		expected = found;
		found = atomicCAS(product, expected, expected * value);
	} while (found != expected);
}

__global__ void
update(float *most, int *products, const float *values)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	raise(&most[i], values[i]);
	multiply(&products[i], i);
}

int
main()
{
	const int n = 1 << 22;
	double *sums, *values;
	float *most, *heights;
	int *products;
	cudaMalloc(&sums, n / 4 * sizeof *sums);
	cudaMalloc(&values, n * sizeof *values);
	cudaMalloc(&most, n * sizeof *most);
	cudaMalloc(&heights, n * sizeof *heights);
	cudaMalloc(&products, n * sizeof *products);
	cudaMemset(sums, 0, n / 4 * sizeof *sums);
	sum_columns<<<n / 256, 256>>>(sums, values);
	update<<<n / 256, 256>>>(most, products, heights);
	return 0;
}
