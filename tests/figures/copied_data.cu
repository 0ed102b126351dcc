// options: --no-compile

__constant__ int table[64];
__device__ int part[64];

// Copies and fills between the host and the device carry what is known: steps of 16, 64, 64, 0 and 40 bytes.
__global__ void k(const char *rows, size_t pitch, const int *zero, cudaPitchedPtr box, char *out)
{
	int i = threadIdx.x;
	out[((const int *)(rows + 3 * pitch))[i]] = 1; // expect: store exact sectors=16
	out[table[i + 8]] = 1;                         // expect: store exact sectors=32
	out[part[i + 4]] = 1;                          // expect: store exact sectors=32
	out[zero[i]] = 1;                              // expect: store exact sectors=1
	out[((const int *)((char *)box.ptr + box.pitch * (2 * box.ysize + 1)))[i]] = 1; // expect: store exact sectors=32
}

int main()
{
	int h[16][32], step[32], back[64];
	for (int r = 0; r < 16; r++)
		for (int c = 0; c < 32; c++)
			h[r][c] = c * 4 * (r + 1);
	for (int i = 0; i < 32; i++)
		step[i] = 64 * i;
	int *rows, *zero;
	char *out;
	size_t pitch;
	cudaMallocPitch(&rows, &pitch, 512, 16);
	cudaMemcpy2D(rows, pitch, h, sizeof h[0], sizeof h[0], 16, cudaMemcpyHostToDevice);
	cudaMemcpyToSymbol(table, step, sizeof step, 32);
	cudaMemcpyFromSymbol(back + 16, table, sizeof step, 32);
	cudaMemcpyToSymbol(part, back + 16, sizeof step, 16);
	cudaMalloc(&zero, 4096);
	cudaMemset2DAsync(zero, 64, 0, 32, 16);
	cudaMemset2D(zero + 8, 64, 0, 32, 16);
	cudaPitchedPtr box;
	cudaMalloc3D(&box, make_cudaExtent(512, 4, 4));
	cudaMemcpy3DParms copy = {0};
	copy.srcPtr = make_cudaPitchedPtr(h, sizeof h[0], 32, 4);
	copy.dstPtr = box;
	copy.extent = make_cudaExtent(sizeof h[0], 4, 4);
	copy.kind = cudaMemcpyHostToDevice;
	cudaMemcpy3D(&copy);
	cudaMalloc(&out, 65536);
	k<<<1, 32>>>((char *)rows, pitch, zero, box, out);
}
