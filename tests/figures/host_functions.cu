// options: --no-compile
#include <atomic>
#include <cublas_v2.h>
#include <execution>
#include <fstream>

__global__ void whole(int *p) { p[threadIdx.x] = 1; }
__global__ void other(int *p) { p[threadIdx.x] = 2; }

// Functions of the toolkit and of the standard library compute on the host what they compute there.
int main()
{
	int *p;
	bool first, second;
	using std::invalid_argument;
	nv_bfloat16 unused;
	cudaMalloc(&p, 4096);
	whole<<<__viaddmax_s32(5, -9, 3), 32>>>(p);             // expect: launch source grid=3
	whole<<<__viaddmin_u32(5, 0xffffffffu, 7), 32>>>(p);    // expect: launch source grid=4
	whole<<<__vimin3_u32(9, 6, 0xffffffffu), 32>>>(p);      // expect: launch source grid=6
	whole<<<5 + __vimax3_s32_relu(-3, -1, -2), 32>>>(p);    // expect: launch source grid=5
	whole<<<__vibmax_s32(7, 7, &first) + first, 32>>>(p);   // expect: launch source grid=8
	whole<<<__vibmin_s32(9, 14, &second) + second, 32>>>(p); // expect: launch source grid=10
	other<<<__half2int_rz(__int2half_rd(11)), 32>>>(p);     // expect: launch source grid=11
	other<<<__hbgeu2(__float2half2_rn(1), __float2half2_rn(nanf(""))) + 12, 32>>>(p); // expect: launch source grid=13
	half2 z = __hcmadd(__floats2half2_rn(1, 2), __floats2half2_rn(3, 4), __floats2half2_rn(9, 1));
	other<<<(int)__low2float(z) * 100 + (int)__high2float(z), 32>>>(p); // expect: launch source grid=411
	const double side[] = {3, 4, 12};
	other<<<(int)norm(3, side) + (int)make_double4_16a(1, 2, 3, 4).w, 32>>>(p); // expect: launch source grid=17
	std::atomic_int count;
	count = 19;
	other<<<count.load(), 32>>>(p); // expect: launch source grid=19
	int sizes[] = {30, 18, 20};
	other<<<std::reduce(std::execution::par, sizes, sizes + 3), 32>>>(p); // expect: launch source grid=68
}
