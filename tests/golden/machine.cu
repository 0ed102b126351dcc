// What the compiler makes of the source, and no rule is to be misled by.

/* Literals that single precision serves as well: the compiler multiplies floats. */
__global__ void
halve(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = i < n ? x[i] : 0;
	for (int step = 0; step < 200; step++)
		value = 0.5 * (value + step);
	if (i < n)
		x[i] = value;
}

/* Doubles that are declared: they are wanted. */
__global__ void
accumulate(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = i < n ? x[i] : 0;
	double sum = 0;
	for (int step = 0; step < 200; step++)
		sum += 0.1 * value * step;
	if (i < n)
		x[i] = (float)sum;
}

/* Converted on purpose. */
__global__ void
convert(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = i < n ? x[i] : 0;
	for (int step = 0; step < 200; step++)
		value = (float)((double)value * 1.1 - step);
	if (i < n)
		x[i] = value;
}

/* A function for doubles, and a constant of the program's. */
#define RATE 0.3
__global__ void
grow(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = i < n ? x[i] : 0;
	for (int step = 0; step < 200; step++)
		value = value * RATE + 1;  // expect: accidental-double
	if (i < n)
		x[i] = value;
}

/* The sine's own code for large numbers has doubles, and is not executed for others. */
__global__ void
swing(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = i < n ? x[i] : 0;
	for (int step = 0; step < 200; step++)
		value = 0.5 * sinf(value);  // expect: slow-math
	if (i < n)
		x[i] = value;
}

/* An array whose index is known only at run time is no spill. */
__global__ void
choose(float *x, const int *order, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float kept[16];  // expect: local-array
	for (int k = 0; k < 16; k++)
		kept[k] = k * 0.25f;
	for (int step = 0; step < 200; step++)
		kept[order[step] & 15] += step;
	if (i < n)
		x[i] = kept[order[0] & 15];
}

int
main()
{
	const int n = 1 << 22;
	float *x;
	int *order;
	if (cudaMalloc(&x, n * sizeof *x) || cudaMalloc(&order, 1024 * sizeof *order))
		return 1;
	halve<<<n / 256, 256>>>(x, n);
	accumulate<<<n / 256, 256>>>(x, n);
	convert<<<n / 256, 256>>>(x, n);
	grow<<<n / 256, 256>>>(x, n);
	swing<<<n / 256, 256>>>(x, n);
	choose<<<n / 256, 256>>>(x, order, n);
	return cudaDeviceSynchronize();
}
