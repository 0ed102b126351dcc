// options: --no-compile --launch 'k<<<1, 64>>>(16384, 16384)'
#include <cub/cub.cuh>
#include <cuda/std/span>

// Functions of CUB by themselves: where a warp's stripes lie within the block decides which sectors a lane accesses.
__global__ void k(int *p, int *q)
{
	int v[4];
	cuda::std::span<int> s(q, 4096);
	cub::LoadDirectWarpStriped(threadIdx.x, p, v);
	cub::StoreDirectStriped<64>(threadIdx.x, q + 1024, v);                // expect: store exact requests=8 sectors=4
	cub::WarpLoad<int, 4, cub::WARP_LOAD_VECTORIZE>().Load(p, v);         // expect: load exact width=4
	cub::WarpStore<int, 4, cub::WARP_STORE_VECTORIZE>().Store(q, v);      // expect: store assumed width=16
	s[threadIdx.x + 2048] = 1;                                            // expect: store exact sectors=4
}
