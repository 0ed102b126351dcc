// options: --no-compile
//
// Loads and stores of a block's items by CUB: their widths are those of the instructions that nvcc 13.0 makes for sm_90, of 16
// warps. Larger pieces than an item are assumed: which the library moves at once is its own affair.
#include <cub/cub.cuh>

using namespace cub;

__global__ void vectors(float *in, float *out)
{
	using load = BlockLoad<float, 128, 4, BLOCK_LOAD_VECTORIZE>;
	using store = BlockStore<float, 128, 4, BLOCK_STORE_VECTORIZE>;
	__shared__ union { typename load::TempStorage load; typename store::TempStorage store; } shared;
	float items[4];
	load(shared.load).Load(in + blockIdx.x * 128 * 4, items); // expect: load global assumed width=16 requests=16 sectors=16
	for (float &x : items) x += 2;
	__syncthreads();
	store(shared.store).Store(out + blockIdx.x * 128 * 4, items); // expect: store global assumed width=16 requests=16 sectors=16
}
__global__ void vectors_of_doubles(double *in, double *out)
{
	using load = BlockLoad<double, 128, 4, BLOCK_LOAD_VECTORIZE>;
	using store = BlockStore<double, 128, 4, BLOCK_STORE_VECTORIZE>;
	__shared__ union { typename load::TempStorage load; typename store::TempStorage store; } shared;
	double items[4];
	load(shared.load).Load(in + blockIdx.x * 128 * 4, items); // expect: load global assumed width=16 requests=32 sectors=32
	for (double &x : items) x += 2;
	__syncthreads();
	store(shared.store).Store(out + blockIdx.x * 128 * 4, items); // expect: store global assumed width=16 requests=32 sectors=32
}
__global__ void six_integers(int *in, int *out)
{
	using load = BlockLoad<int, 128, 6, BLOCK_LOAD_VECTORIZE>;
	using store = BlockStore<int, 128, 6, BLOCK_STORE_VECTORIZE>;
	__shared__ union { typename load::TempStorage load; typename store::TempStorage store; } shared;
	int items[6];
	load(shared.load).Load(in + blockIdx.x * 128 * 6, items); // expect: load global assumed width=8 requests=48 sectors=24
	for (int &x : items) x += 2;
	__syncthreads();
	store(shared.store).Store(out + blockIdx.x * 128 * 6, items); // expect: store global exact width=4 requests=96 sectors=24
}
__global__ void eight_shorts(short *in, short *out)
{
	using load = BlockLoad<short, 128, 8, BLOCK_LOAD_VECTORIZE>;
	using store = BlockStore<short, 128, 8, BLOCK_STORE_VECTORIZE>;
	__shared__ union { typename load::TempStorage load; typename store::TempStorage store; } shared;
	short items[8];
	load(shared.load).Load(in + blockIdx.x * 128 * 8, items); // expect: load global assumed width=8 requests=32 sectors=16
	for (short &x : items) x += 2;
	__syncthreads();
	store(shared.store).Store(out + blockIdx.x * 128 * 8, items); // expect: store global assumed width=8 requests=32 sectors=16
}
__global__ void unaligned(float *in, float *out)
{
	using load = BlockLoad<float, 128, 4, BLOCK_LOAD_VECTORIZE>;
	using store = BlockStore<float, 128, 4, BLOCK_STORE_DIRECT>;
	__shared__ union { typename load::TempStorage load; typename store::TempStorage store; } shared;
	float items[4];
	load(shared.load).Load(in + blockIdx.x * 128 * 4, items); // expect: load global exact width=4 requests=64 sectors=16.25
	for (float &x : items) x += 2;
	__syncthreads();
	store(shared.store).Store(out + blockIdx.x * 128 * 4, items); // expect: store global exact width=4 requests=64 sectors=16
}
__global__ void guarded(float *in, float *out, int valid)
{
	using load = BlockLoad<float, 128, 4, BLOCK_LOAD_VECTORIZE>;
	using store = BlockStore<float, 128, 4, BLOCK_STORE_VECTORIZE>;
	__shared__ union { typename load::TempStorage load; typename store::TempStorage store; } shared;
	float items[4];
	load(shared.load).Load(in + blockIdx.x * 128 * 4, items, valid); // expect: load global exact width=4 requests=64 sectors=16
	for (float &x : items) x += 2;
	__syncthreads();
	store(shared.store).Store(out + blockIdx.x * 128 * 4, items, valid); // expect: store global exact width=4 requests=64 sectors=16
}
__global__ void striped(float *in, float *out)
{
	using load = BlockLoad<float, 128, 8, BLOCK_LOAD_STRIPED>;
	using store = BlockStore<float, 128, 8, BLOCK_STORE_STRIPED>;
	__shared__ union { typename load::TempStorage load; typename store::TempStorage store; } shared;
	float items[8];
	load(shared.load).Load(in + blockIdx.x * 128 * 8, items); // expect: load global exact width=4 requests=128 sectors=4
	for (float &x : items) x += 2;
	__syncthreads();
	store(shared.store).Store(out + blockIdx.x * 128 * 8, items); // expect: store global exact width=4 requests=128 sectors=4
}
__global__ void transposed(float *in, float *out)
{
	using load = BlockLoad<float, 128, 8, BLOCK_LOAD_TRANSPOSE>;
	using store = BlockStore<float, 128, 8, BLOCK_STORE_TRANSPOSE>;
	__shared__ union { typename load::TempStorage load; typename store::TempStorage store; } shared;
	float items[8];
	load(shared.load).Load(in + blockIdx.x * 128 * 8, items); // expect: load global exact width=4 requests=128 sectors=4
	for (float &x : items) x += 2;
	__syncthreads();
	store(shared.store).Store(out + blockIdx.x * 128 * 8, items); // expect: store global exact width=4 requests=128 sectors=4
}
__global__ void transposed_by_warps(float *in, float *out)
{
	using load = BlockLoad<float, 128, 8, BLOCK_LOAD_WARP_TRANSPOSE>;
	using store = BlockStore<float, 128, 8, BLOCK_STORE_WARP_TRANSPOSE>;
	__shared__ union { typename load::TempStorage load; typename store::TempStorage store; } shared;
	float items[8];
	load(shared.load).Load(in + blockIdx.x * 128 * 8, items); // expect: load global exact width=4 requests=128 sectors=4
	for (float &x : items) x += 2;
	__syncthreads();
	store(shared.store).Store(out + blockIdx.x * 128 * 8, items); // expect: store global exact width=4 requests=128 sectors=4
}

int main()
{
	char *p, *q;
	cudaMalloc(&p, 1 << 20);
	cudaMalloc(&q, 1 << 20);
	vectors<<<4, 128>>>((float *)p, (float *)q);
	vectors_of_doubles<<<4, 128>>>((double *)p, (double *)q);
	six_integers<<<4, 128>>>((int *)p, (int *)q);
	eight_shorts<<<4, 128>>>((short *)p, (short *)q);
	unaligned<<<4, 128>>>((float *)(p + 4), (float *)q);
	guarded<<<4, 128>>>((float *)p, (float *)q, 9999);
	striped<<<4, 128>>>((float *)p, (float *)q);
	transposed<<<4, 128>>>((float *)p, (float *)q);
	transposed_by_warps<<<4, 128>>>((float *)p, (float *)q);
}
