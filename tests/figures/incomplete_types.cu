// A variable of an incomplete type, which another file defines. Neither its size nor its alignment is known.
// options: --no-compile
struct defined_elsewhere;
extern __device__ defined_elsewhere table[];

__global__ void words_of_a_table(float *out)
{
	int t = threadIdx.x;
	const float *words = reinterpret_cast<const float *>(table);
	out[t] = words[t]; // expect: load global exact requests=1 sectors=4 fault="none"
}

int main()
{
	float *out;
	cudaMalloc(&out, 32 * sizeof *out);
	words_of_a_table<<<1, 32>>>(out);
}
