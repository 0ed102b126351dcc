// Arrays on whose size something counts are not to be declared otherwise by a tool: that is the reader's to decide.
__global__ void counted_on(const float *in, float *out)
{
	__shared__ float tile[32][32];
	static_assert(sizeof(tile) == 4096, "what is copied at once");
	tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
	__syncthreads();
	out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  // expect: bank-conflict
}

// The size of another buffer does not matter, however similar its name.
__global__ void free_of_that(const float *in, float *out)
{
	__shared__ float tile_of_its_own[32][32];
	tile_of_its_own[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
	__syncthreads();
	out[threadIdx.y * 32 + threadIdx.x] = tile_of_its_own[threadIdx.x][threadIdx.y];  // expect: bank-conflict
}

int main()
{
	float *in, *out;
	cudaMalloc(&in, 4096);
	cudaMalloc(&out, 4096);
	counted_on<<<1, dim3(32, 32)>>>(in, out);
	free_of_that<<<1, dim3(32, 32)>>>(in, out);
}
