// Pointers that kernels load: from records that they are given, from constant memory, from a table, from a record behind
// another pointer. An access is identified by the pointer that it goes through, not by what that lies in.

struct columns {
	float *x, *y;
	float *more[2];
};

__constant__ columns common;

__global__ void
of_a_record(columns c)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	c.x[i * 2] = 1;  // expect: strided-access
	c.more[1][i * 4] = 2;  // expect: strided-access
}

__global__ void
of_constant_memory()
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	common.y[i * 2] = 1;  // expect: strided-access
}

__global__ void
of_a_table(float **rows)
{
	int i = threadIdx.x;
	rows[blockIdx.x][i * 2] = 1;  // expect: strided-access
}

__global__ void
behind_a_pointer(const columns *c)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	c->x[i * 2] = 1;  // expect: strided-access
}

int
main()
{
	float *a, *b, **rows;
	columns *device;
	cudaMalloc(&a, 1 << 20);
	cudaMalloc(&b, 1 << 20);
	cudaMalloc(&rows, 2 * sizeof *rows);
	cudaMalloc(&device, sizeof *device);
	columns c = {a, b, {a, b}};
	float *both[2] = {a, b};
	cudaMemcpyToSymbol(common, &c, sizeof c);
	cudaMemcpy(device, &c, sizeof c, cudaMemcpyHostToDevice);
	cudaMemcpy(rows, both, sizeof both, cudaMemcpyHostToDevice);
	of_a_record<<<128, 256>>>(c);
	of_constant_memory<<<128, 256>>>();
	of_a_table<<<2, 256>>>(rows);
	behind_a_pointer<<<128, 256>>>(device);
	return cudaDeviceSynchronize();
}
