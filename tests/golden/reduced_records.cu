// CUB's reductions and prefix sums of records, which are shuffled word by word.
#include <cub/cub.cuh>

constexpr int THREADS = 256, ROW = 1024, ROWS = 4096;

struct step { float times, plus; };

struct compose {
	__device__ step operator()(step a, step b) const { return {a.times * b.times, b.times * a.plus + b.plus}; }
};

__global__ void
find_most(const float *__restrict__ in, int *__restrict__ places)
{
	using place = cub::KeyValuePair<int, float>;
	using reduction = cub::BlockReduce<place, THREADS>;
	__shared__ typename reduction::TempStorage storage;
	place best(0, in[blockIdx.x * ROW]);
	for (int i = threadIdx.x; i < ROW; i += THREADS)
		best = cub::ArgMax()(best, place(i, in[blockIdx.x * ROW + i]));
	best = reduction(storage).Reduce(best, cub::ArgMax());
	if (threadIdx.x == 0)
		places[blockIdx.x] = best.key;
}

__global__ void
compose_all(const float2 *__restrict__ in, float2 *__restrict__ out)
{
	using scan = cub::BlockScan<step, THREADS, cub::BLOCK_SCAN_WARP_SCANS>;
	__shared__ typename scan::TempStorage storage;
	const float2 own = in[blockIdx.x * THREADS + threadIdx.x];
	step all{own.x, own.y};
	scan(storage).InclusiveScan(all, all, compose());
	out[blockIdx.x * THREADS + threadIdx.x] = make_float2(all.times, all.plus);
}

int
main()
{
	float *in;
	float2 *steps, *composed;
	int *places;
	cudaMalloc(&in, ROWS * ROW * sizeof *in);
	cudaMalloc(&places, ROWS * sizeof *places);
	cudaMalloc(&steps, ROWS * THREADS * sizeof *steps);
	cudaMalloc(&composed, ROWS * THREADS * sizeof *composed);
	cudaMemset(in, 0, ROWS * ROW * sizeof *in);
	cudaMemset(steps, 0, ROWS * THREADS * sizeof *steps);
	find_most<<<ROWS, THREADS>>>(in, places);
	compose_all<<<ROWS, THREADS>>>(steps, composed);
	return cudaDeviceSynchronize() || cudaGetLastError();
}
