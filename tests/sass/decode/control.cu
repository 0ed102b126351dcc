// Control flow, warp-wide operations and what moves between lanes and predicates, for the decoder's test.
#include <cooperative_groups.h>
#include <cstdio>

#define SM(version) (__CUDA_ARCH__ >= (version))

namespace cg = cooperative_groups;

__global__ void loops(int *p, int n)
{
	for (int i = threadIdx.x; i < n; i += 32) {
		int v = p[i];
		while (v > 1) {
			if (v == 77)
				break;
			v = v & 1 ? 3 * v + 1 : v / 2;
			if (v % 13 == 5)
				p[v] = i;
			else
				p[v + 9] += i;
		}
		p[i] = v;
		if (v == 5)
			return;
		__syncwarp();
	}
}

__global__ void switches(int *p, int which)
{
	switch (which) {
	case 0: p[0] = p[5] / 3; break;
	case 1: p[1] = p[6] * 3; p[9] = 1; break;
	case 2: p[2] = p[7] ^ 3; break;
	case 3: p[3] = p[8] % 3; break;
	case 4: p[4] = 100 / p[9]; break;
	case 5: p[5] = p[19] + p[p[3]]; break;
	case 6: p[6] = p[29] * p[p[4]]; break;
	default: p[7] = 1;
	}
	switch (p[threadIdx.x]) {
	case 10: p[10] = p[5] / 3; break;
	case 11: p[11] = p[6] * 3; p[9] = 1; break;
	case 12: p[12] = p[7] ^ 3; break;
	case 13: p[13] = p[8] % 3; break;
	case 14: p[14] = 100 / p[9]; break;
	case 15: p[15] = p[19] + p[p[3]]; break;
	}
}

__device__ __noinline__ int called(int a, int *p) { return p[a] * 3 + a; }
__device__ __noinline__ int recursive(int a, int *p) { return a <= 1 ? p[a] : recursive(a - 1, p) + recursive(a - 2, p) * 2; }
__device__ __noinline__ int other(int a, int *p) { return p[a + 3] / a; }
__device__ int (*pointers[2])(int, int *) = {called, other};

struct shape {
	__device__ virtual int area(int) = 0;
};
struct square : shape {
	__device__ int area(int a) override { return a * a; }
};
struct line : shape {
	__device__ int area(int a) override { return a + 1; }
};

__global__ void calls(int *p, int n)
{
	p[0] = called(n, p);
	p[1] = recursive(n, p);
	p[2] = pointers[n & 1](n, p);
	square a;
	line b;
	shape *which = n > 5 ? (shape *)&a : &b;
	p[3] = which->area(p[9]);
	if (n == 77)
		printf("%d %f\n", n, (double)n);
	if (n == 78)
		__trap();
	if (n == 79)
		__brkpt();
	if (n == 80)
		asm volatile("exit;");
	int *room = (int *)alloca(n * 4);
	room[n / 2] = p[5];
	p[6] = room[p[7]];
	int *from_heap = new int[n];
	from_heap[3] = p[8];
	p[9] = from_heap[p[3]];
	delete[] from_heap;
}

__global__ void warps(int *p, unsigned *u, float *f, int n)
{
	int lane = threadIdx.x & 31;
	int v = p[threadIdx.x];
	p[32] = __shfl_sync(~0u, v, n) + __shfl_up_sync(~0u, v, 1) + __shfl_down_sync(~0u, v, n) + __shfl_xor_sync(~0u, v, 16);
	u[0] = __ballot_sync(~0u, v > 3) + __any_sync(~0u, v == 1) + 2 * __all_sync(~0u, v < 9) + __activemask() + __match_any_sync(~0u, v);
	int all;
	u[1] = __match_all_sync(~0u, v, &all) + all;
	if (lane < n) {
		p[33] = __shfl_sync(__activemask(), v, 0);
		__syncwarp(u[9]);
	}
	p[70] = __syncthreads_count(v) + __syncthreads_and(v > 7) + __syncthreads_or(v > 9);
	asm volatile("bar.sync 3, 64;" ::: "memory");
	asm volatile("bar.arrive 4, 64;" ::: "memory");
	asm volatile("bar.sync %0, %1;" ::"r"(n), "r"(64) : "memory");
	asm volatile("bar.red.popc.u32 %0, 5, 64, 1;" : "=r"(all)::"memory");
	asm volatile("barrier.sync %0;" ::"r"(n) : "memory");
	p[71] = all;
#if SM(800)
	u[2] = __reduce_add_sync(~0u, (unsigned)v) + __reduce_max_sync(~0u, (unsigned)v) + __reduce_xor_sync(~0u, (unsigned)v);
	p[72] = __reduce_min_sync(~0u, v);
#endif
	p[73] = (int)clock64() + __isGlobal(p) + lane + (int)__popc(__activemask());
	unsigned m;
	asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(m));
	u[3] = m;
}

__global__ void grids(int *p, int n)
{
	cg::grid_group grid = cg::this_grid();
	p[grid.thread_rank()] = n;
	grid.sync();
	cg::thread_block block = cg::this_thread_block();
	auto tile = cg::tiled_partition<8>(block);
	int sum = 0;
	for (int i = tile.size() / 2; i > 0; i /= 2)
		sum += tile.shfl_down(p[i + threadIdx.x], i);
	auto active = cg::coalesced_threads();
	if (p[7] > 3)
		sum += active.size() + active.shfl(sum, 0);
	p[n + sum] = (int)grid.size();
	__nanosleep(100);
	__nanosleep(n);
}

// Early leaving in divergent code, nested loops with an exit of both, and uniform conditions.
__global__ void nested(int *p, int n, int m)
{
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) {
			if (p[i * m + j + threadIdx.x] == 9)
				goto out;
			if (m > 7)
				p[j] += 2;
		}
		if (n == m)
			__syncthreads();
	}
out:
	p[threadIdx.x] = 5;
}
