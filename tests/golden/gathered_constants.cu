// A table in constant memory whose indices are data that nothing in sight makes: each lane has its own, or a block's threads share one.

__constant__ int table[4096];

__global__ void
gather(const int *indices, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	for (int k = 0; k < 32; k++)
		sum += table[indices[i + k * 65536] & 4095];  // expect: divergent-constant
	out[i] = sum;
}

__global__ void
share(const int *indices, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	for (int k = 0; k < 32; k++)
		sum += table[(indices[blockIdx.x + k * 65536] & 2047) + 2 * k];
	out[i] = sum;
}

int
main()
{
	int *indices, *out;
	cudaMalloc(&indices, 1 << 28);
	cudaMalloc(&out, 1 << 24);
	gather<<<8192, 256>>>(indices, out);
	share<<<8192, 256>>>(indices, out);
	return cudaDeviceSynchronize() != cudaSuccess;
}
