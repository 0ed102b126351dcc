// options: --no-compile --launch 'k<<<1, 32>>>(65536, 65536, 65536, 65536)'
#include <mma.h>

using namespace nvcuda::wmma;

// Loads and stores of matrix fragments: the instructions that nvcc 13 makes of each, and their cost on an H200.
__global__ void k(const half *a, const signed char *i, const double *d, float *c)
{
	__shared__ half wide[16][144];
	__shared__ half even[16][136];
	fragment<matrix_a, 16, 16, 16, half, row_major> ha;
	fragment<matrix_b, 16, 16, 16, half, row_major> hb;
	fragment<matrix_a, 16, 16, 16, signed char, row_major> ia;
	fragment<matrix_b, 16, 16, 16, signed char, row_major> ib;
	fragment<matrix_a, 8, 8, 4, double, row_major> da;
	fragment<accumulator, 16, 16, 16, float> f;
	fragment<accumulator, 8, 32, 16, float> flat;
	load_matrix_sync(ha, a, 1024);                // expect: load global assumed requests=4 width=4 sectors=8
	load_matrix_sync(hb, a + 4096, 1024);         // expect: load global assumed requests=4 width=4 sectors=8
	load_matrix_sync(ha, &wide[0][0], 144);       // expect: load shared assumed requests=1 width=16 wavefronts=8
	load_matrix_sync(ha, &even[0][0], 136);       // expect: load shared assumed requests=1 width=16 wavefronts=4
	load_matrix_sync(ia, i, 64);                  // expect: load global assumed requests=2 width=4 sectors=8
	load_matrix_sync(ib, i + 4096, 64);           // expect: load unknown
	load_matrix_sync(da, d, 4);                   // expect: load global assumed requests=1 width=8 sectors=8
	fill_fragment(f, 0.0f);
	store_matrix_sync(c, f, 16, mem_row_major);   // expect: store global assumed requests=4 width=8 sectors=8
	store_matrix_sync(c, f, 16, mem_col_major);   // expect: store unknown
	store_matrix_sync(c, flat, 32, mem_row_major); // expect: store unknown
}
