// Neighbours in shared memory become wider accesses, which end where the arrays do: none of these is wrong but the last two.

// An array that does not begin where wide accesses do: its last word stands alone.
__global__ void
sum_behind_a_flag(const float *in, float *out)
{
	__shared__ int is_large;
	__shared__ float line[256];
	int t = threadIdx.x;
	line[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
	if (t == 0) {  // expect: divergent-branch
		float sum = 0;
		for (int i = 0; i < 256; i++)
			sum += line[i];
		is_large = sum > 3;
	}
	__syncthreads();
	if (is_large)
		out[blockIdx.x * 256 + t] = line[t];
}

// Three words of four are read at once, if there is a fourth.
__global__ void
sum_three(const float *in, float *out)
{
	__shared__ float three[3];
	int t = threadIdx.x;
	if (t < 3)
		three[t] = in[t];
	__syncthreads();
	out[blockIdx.x * 256 + t] = three[0] + three[1] + three[2];
}

// A single one, a pair, four at a time: all are aligned, though none begins as the others do.
__global__ void
sum_from_the_second(const float *in, float *out)
{
	__shared__ int first;
	__shared__ float line[7];
	int t = threadIdx.x;
	if (t < 7)
		line[t] = in[t];
	if (t == 0)
		first = in[0] > 0;
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 7; i++)
		sum += line[i];
	out[blockIdx.x * 256 + t] = first ? sum : 0;
}

// In a pair the second word is beyond the end; in a row, the last.
__global__ void
sum_pairs(const float *in, float *out)
{
	__shared__ float line[511];
	int t = threadIdx.x;
	line[t] = in[t];
	if (t < 255)
		line[t + 256] = in[t + 256];
	__syncthreads();
	out[blockIdx.x * 256 + t] = line[2 * t] + line[2 * t + 1];  // expect: bank-conflict invalid-access
}

__global__ void
sum_one_more(const float *in, float *out)
{
	__shared__ int is_large;
	__shared__ float line[256];
	int t = threadIdx.x;
	line[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
	if (t == 0) {  // expect: divergent-branch
		float sum = 0;
		for (int i = 0; i <= 256; i++)
			sum += line[i];  // expect: invalid-access
		is_large = sum > 3;
	}
	__syncthreads();
	if (is_large)
		out[blockIdx.x * 256 + t] = line[t];
}

int
main()
{
	float *in, *out;
	cudaMalloc(&in, 4 << 20);
	cudaMalloc(&out, 4 << 20);
	sum_behind_a_flag<<<4096, 256>>>(in, out);
	sum_three<<<4096, 256>>>(in, out);
	sum_from_the_second<<<4096, 256>>>(in, out);
	sum_pairs<<<4096, 256>>>(in, out);
	sum_one_more<<<4096, 256>>>(in, out);
	return 0;
}
