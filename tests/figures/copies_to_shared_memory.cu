// options: --no-compile --launch 'both_sides<<<1, 32, 512>>>(512, 128)' --launch 'two_lines<<<1, 32>>>(4096, 4096, 4096, 4096)'
#include <cuda_pipeline.h>

// The cost of either side of an asynchronous copy depends on both: to a row padded by half a sector, sectors are requested
// twice. An array that is sized at launch begins after the kernel's own.
__global__ void both_sides(const float4 *in, float *out)
{
	__shared__ float4 even[32], padded[36];
	extern __shared__ float4 behind[];
	__shared__ float one;
	int i = threadIdx.x;
	one = 1;
	__pipeline_memcpy_async(&even[i], &in[i], 16);                   // expect: load global exact sectors=16; store shared exact wavefronts=4
	__pipeline_memcpy_async(&padded[i / 8 * 9 + i % 8], &in[i], 16); // expect: load global exact sectors=24; store shared exact wavefronts=10
	__pipeline_memcpy_async(&behind[i], &in[i], 16);                 // expect: load global exact sectors=32; store shared exact wavefronts=16
	__pipeline_memcpy_async(&even[i], &in[i], 16, i % 2 ? 16 : 0);   // expect: load global exact sectors=16; store shared assumed wavefronts=4
	__syncthreads();
	out[i] = even[i].x + padded[i].x + behind[i].x + one;
}

// A copy over two lines is on the line of its source; other stores are on that of their target.
__global__ void two_lines(float4 *to, float4 *too, float *three, const float4 *from)
{
	to[threadIdx.x] =                // expect: store none
		from[threadIdx.x];       // expect: load exact requests=1 sectors=16; store exact requests=1 sectors=16 object="to"
	too[threadIdx.x] =               // expect: store exact requests=1 sectors=16
		make_float4(1, 2, 3, 4);
	three[threadIdx.x] =             // expect: store exact requests=1 sectors=4
		from[threadIdx.x + 64].x;
}
