// options: --no-compile --launch 'k<<<1, 32>>>(1024, 1024, 5)'
#include <cstring>

__device__ float4 table[64];

// memcpy and memset move bytes, unless the alignment of both sides is known. A large or unknown number of bytes is a loop.
__global__ void k(float4 *a, const float4 *b, int n)
{
	int i = threadIdx.x;
	__shared__ float tile[64];
	float4 v;
	float x = i;
	memcpy(&v, b + i, sizeof v);     // expect: load assumed requests=16 sectors=16
	memcpy(a + i, &v, 12);           // expect: store assumed requests=12
	memset(a + i, 0, n);             // expect: store assumed requests=5
	std::memcpy(&tile[i], &x, 4);    // expect: store shared assumed requests=1
	memcpy(&a[i].y, &tile[i ^ 1], 4); // expect: load shared assumed requests=1; store global assumed requests=4
	memcpy(&table[i], b + i, 16);    // expect: load assumed requests=16; store unknown requests=1
	memcpy(a + i, b + i, 4096);      // expect: load unknown requests=1; store unknown
	memset(a + i, 0, i);             // expect: store unknown requests=1
	memcpy(&x, &v, 4);               // expect: load none; store none; atomic none
}
