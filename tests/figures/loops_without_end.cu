// options: --no-compile
//
// A loop without a condition has no branch: only its exit has one.

__global__ void while_true(const int *next, int *out)
{
	int p = threadIdx.x;
	while (true) { // expect: branch none
		p = next[p];
		if (p < 0) break; // expect: branch unknown
	} // expect: branch none
	out[threadIdx.x] = p;
}
__global__ void while_one(const int *next, int *out)
{
	int p = threadIdx.x;
	while (1) { // expect: branch none
		p = next[p];
		if (p < 0) break; // expect: branch unknown
	} // expect: branch none
	out[threadIdx.x] = p;
}
__global__ void for_ever(const int *next, int *out)
{
	int p = threadIdx.x;
	for (;;) { // expect: branch none
		p = next[p];
		if (p < 0) break; // expect: branch unknown
	} // expect: branch none
	out[threadIdx.x] = p;
}
__global__ void do_while_true(const int *next, int *out)
{
	int p = threadIdx.x;
	do { // expect: branch none
		p = next[p];
		if (p < 0) break; // expect: branch unknown
	} while (true); // expect: branch none
	out[threadIdx.x] = p;
}

int main()
{
	int *a, *b;
	cudaMalloc(&a, 4096);
	cudaMalloc(&b, 4096);
	while_true<<<1, 32>>>(a, b);
	while_one<<<1, 32>>>(a, b);
	for_ever<<<1, 32>>>(a, b);
	do_while_true<<<1, 32>>>(a, b);
}
