// options: --no-compile --launch 'k<<<1, 32>>>(4096, 4096, 4096, 4096)'
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// Operators of small floats take their operands by reference: profilers report the access in the toolkit's header. A plain
// copy is on the program's own line.
__global__ void k(__half *h, const __half *g, __nv_bfloat16 *b, float *o)
{
	int i = threadIdx.x;
	o[i] = h[i];                // expect: load exact in_header="cuda_fp16.hpp" in_line=138; store exact in_header="none" in_line=0
	h[i + 32] += g[i];          // expect: store exact in_header="cuda_fp16.hpp" in_line=225
	b[i] = (unsigned short)i;   // expect: store exact in_header="cuda_bf16.hpp" in_line=192
	h[i + 64] = g[i + 32];      // expect: load exact in_header="none" in_line=0
}
