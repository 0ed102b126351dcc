// ldmatrix: eight lanes give the rows of a matrix, all of the warp take part, and no two matrices share a wavefront.

template <int ROW>
__global__ void load_rows(const float4 *in, unsigned *out)
{
	__shared__ float4 tile[32 * 8];
	unsigned a, b, c, d, e, f, g;

	for (int i = threadIdx.x; i < 32 * 8; i += 32)
		tile[i] = in[i];
	__syncthreads();
	const unsigned row = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x * ROW]);
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
	             : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(row));  // expect: bank-conflict
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(e), "=r"(f) : "r"(row));  // expect: bank-conflict
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(g) : "r"(row));  // expect: bank-conflict
	out[blockIdx.x * 32 + threadIdx.x] = a + b + c + d + e + f + g;
}

int main()
{
	void *in, *out;

	cudaMalloc(&in, 4096);
	cudaMalloc(&out, 4096);
	cudaMemset(in, 0, 4096);
	load_rows<1><<<32, 32>>>((const float4 *)in, (unsigned *)out);
	load_rows<8><<<32, 32>>>((const float4 *)in, (unsigned *)out);
	return cudaDeviceSynchronize();
}
