// What came with sm_90: clusters, bulk copies, tensor maps, barriers in shared memory with transactions, for the decoder's test.
#include <cooperative_groups.h>
#include <cstdint>

#if __CUDA_ARCH__ >= 900
namespace cg = cooperative_groups;

__device__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__global__ void __cluster_dims__(2) clusters(int *out)
{
	__shared__ int tile[64];
	cg::cluster_group cluster = cg::this_cluster();
	tile[threadIdx.x] = out[threadIdx.x];
	cluster.sync();
	int *other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
	out[threadIdx.x + 64] = other[threadIdx.x ^ 1];
	atomicAdd(other + threadIdx.x, 3);
	unsigned there, value;
	asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(shared_address(tile + threadIdx.x)), "r"(1));
	asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(there) : "memory");
	asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there + 4), "r"(value) : "memory");
	asm volatile("atom.shared::cluster.add.u32 %0, [%1], 3;" : "=r"(value) : "r"(there + 8) : "memory");
	asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
	asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
	asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(there), "r"(value), "r"(there + 16) : "memory");
	out[threadIdx.x] = tile[threadIdx.x] + cluster.num_blocks() + value;
}

__global__ void bulk(const char *from, char *to, int bytes, const void *map)
{
	__shared__ alignas(128) char tile[8192];
	__shared__ uint64_t barrier;
	unsigned at = shared_address(tile), bar = shared_address(&barrier), done;
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
		asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
		asm volatile("fence.proxy.async;" ::: "memory");
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory");
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at), "l"(from), "r"(bytes), "r"(bar) : "memory");
		asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];" ::"r"(at), "l"(map), "r"(bytes), "r"(bar) : "memory");
		asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;"
		             ::"r"(at), "l"(map), "r"(bytes), "r"(3), "r"(bar), "h"((short)3)
		             : "memory");
		asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5}], [%6], {%7, %8};"
		             ::"r"(at), "l"(map), "r"(bytes), "r"(3), "r"(4), "r"(5), "r"(bar), "h"((short)3), "h"((short)2)
		             : "memory");
		asm volatile("prefetch.tensormap [%0];" ::"l"(map));
		asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(from), "r"(bytes));
		asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global [%0, {%1, %2}];" ::"l"(map), "r"(1), "r"(2));
	}
	do
		asm volatile("{ .reg .pred q; mbarrier.try_wait.parity.shared::cta.b64 q, [%1], %2; selp.u32 %0, 1, 0, q; }" : "=r"(done) : "r"(bar), "r"(0) : "memory");
	while (!done);
	asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at), "r"(bytes) : "memory");
	asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at), "r"(at + 1024), "r"(bytes), "r"(bar) : "memory");
	asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(to), "r"(at), "r"(bytes) : "memory");
	asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map), "r"(1), "r"(2), "r"(at) : "memory");
	asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map), "r"(1), "r"(2), "r"(at) : "memory");
	asm volatile("cp.async.bulk.commit_group;" ::: "memory");
	asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
	asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
	asm volatile("griddepcontrol.wait;" ::: "memory");
	asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
	unsigned elected;
	asm volatile("{ .reg .pred q; elect.sync _|q, 0xffffffff; selp.u32 %0, 1, 0, q; }" : "=r"(elected));
	asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
	unsigned sum;
	asm volatile("multimem.ld_reduce.global.add.u32 %0, [%1];" : "=r"(sum) : "l"(to) : "memory");
	asm volatile("multimem.st.global.u32 [%0], %1;" ::"l"(to), "r"(sum) : "memory");
	asm volatile("multimem.red.global.add.u32 [%0], %1;" ::"l"(to), "r"(sum) : "memory");
	to[threadIdx.x] = tile[threadIdx.x] + elected;
}

// Barriers of other blocks, and whatever else completes at one.
__global__ void __cluster_dims__(2) barriers(const char *from, char *to, int *out, int bytes, const void *map)
{
	__shared__ alignas(128) char tile[4096];
	__shared__ uint64_t barrier;
	unsigned at = shared_address(tile), bar = shared_address(&barrier), there;
	uint64_t state;
	asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(bar), "r"(bytes & 1));
	asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
	asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0], 3;" ::"r"(there) : "memory");
	asm volatile("mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%0], %1;" ::"r"(there), "r"(bytes) : "memory");
	asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(bytes) : "memory");
	asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(bytes) : "memory");
	asm volatile("mbarrier.arrive_drop.shared::cta.b64 %0, [%1], 2;" : "=l"(state) : "r"(bar) : "memory");
	asm volatile("mbarrier.arrive.noComplete.shared::cta.b64 %0, [%1], 2;" : "=l"(state) : "r"(bar) : "memory");
	unsigned pending, waited;
	asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
	asm volatile("{ .reg .pred q; mbarrier.try_wait.shared::cta.b64 q, [%1], %2, %3; selp.u32 %0, 1, 0, q; }" : "=r"(waited) : "r"(bar), "l"(state), "r"(99) : "memory");
	asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(there + 64), "r"(1), "r"(there) : "memory");
	asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(there + 64), "r"(1), "r"(2), "r"(3), "r"(4), "r"(there) : "memory");
	asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];" ::"r"(there + 64), "l"(state), "r"(there) : "memory");
	asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%0], [%1], %2, [%3];" ::"r"(there + 128), "r"(at), "r"(bytes), "r"(there) : "memory");
	asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(at), "l"(map), "r"(bytes), "r"(3), "r"(4), "r"(bar) : "memory");
	asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5, %6}], [%7];"
	             ::"r"(at), "l"(map), "r"(bytes), "r"(3), "r"(4), "r"(5), "r"(6), "r"(bar)
	             : "memory");
	asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%0, {%1, %2, %3}], [%4];" ::"l"(map), "r"(1), "r"(2), "r"(3), "r"(at) : "memory");
	asm volatile("fence.proxy.async.global;" ::: "memory");
	asm volatile("fence.proxy.alias;" ::: "memory");
	asm volatile("fence.acq_rel.cluster;" ::: "memory");
	float4 sums;
	asm volatile("multimem.ld_reduce.global.add.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(sums.x), "=f"(sums.y), "=f"(sums.z), "=f"(sums.w) : "l"(to) : "memory");
	asm volatile("multimem.st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to + 64), "f"(sums.x), "f"(sums.y), "f"(sums.z), "f"(sums.w) : "memory");
	asm volatile("multimem.red.global.add.v2.f32 [%0], {%1, %2};" ::"l"(to + 128), "f"(sums.x), "f"(sums.y) : "memory");
	asm volatile("multimem.ld_reduce.global.min.u64 %0, [%1];" : "=l"(state) : "l"(to) : "memory");
	out[threadIdx.x] = pending + waited + tile[threadIdx.x] + (int)state;
}
#endif

#if __CUDA_ARCH__ >= 1000
__global__ void cancelled_launches(int *out)
{
	__shared__ uint64_t barrier;
	__shared__ alignas(16) uint4 answer;
	unsigned at = shared_address(&answer), bar = shared_address(&barrier), given, x;
	asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];" ::"r"(at), "r"(bar) : "memory");
	asm volatile("{ .reg .pred q; .reg .b128 h; ld.shared.b128 h, [%2]; clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 q, h; selp.u32 %0, 1, 0, q;"
	             " clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %1, h; }"
	             : "=r"(given), "=r"(x)
	             : "r"(at)
	             : "memory");
	asm volatile("st.bulk.weak.shared::cta [%0], 1024, 0;" ::"r"(at) : "memory");
	out[threadIdx.x] = given + x;
}
#endif

// What came with sm_100: memory of the tensor cores.
#if defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL) || defined(__CUDA_ARCH_FEAT_SM110_ALL)
__global__ void tensor_memory(uint32_t *out, uint64_t a, uint64_t b, uint32_t shape)
{
	__shared__ uint32_t given;
	__shared__ uint64_t barrier;
	unsigned bar = shared_address(&barrier);
	asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 64;" ::"r"(shared_address(&given)) : "memory");
	asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
	asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
	__syncthreads();
	asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
	uint32_t memory = given, r[8];
	if (threadIdx.x == 0) {
		asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p; }" ::"r"(memory), "l"(a), "l"(b), "r"(shape), "r"(1));
		asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; tcgen05.mma.cta_group::1.kind::f16 [%0], [%1], %2, %3, p; }" ::"r"(memory), "r"(memory + 32), "l"(b), "r"(shape), "r"(1));
		asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; tcgen05.mma.cta_group::1.kind::f8f6f4 [%0], %1, %2, %3, p; }" ::"r"(memory), "l"(a), "l"(b), "r"(shape), "r"(1));
		asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; tcgen05.mma.cta_group::1.kind::tf32 [%0], %1, %2, %3, p; }" ::"r"(memory), "l"(a), "l"(b), "r"(shape), "r"(1));
		asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%0], %1, %2, %3, [%5], [%6], p; }" ::"r"(memory), "l"(a), "l"(b), "r"(shape), "r"(1), "r"(memory + 8), "r"(memory + 16));
		asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; tcgen05.mma.cta_group::1.kind::mxf4.block_scale [%0], %1, %2, %3, [%5], [%6], p; }" ::"r"(memory), "l"(a), "l"(b), "r"(shape), "r"(1), "r"(memory + 8), "r"(memory + 16));
		asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; tcgen05.mma.sp.cta_group::1.kind::f16 [%0], %1, %2, [%5], %3, p; }" ::"r"(memory), "l"(a), "l"(b), "r"(shape), "r"(1), "r"(memory + 8));
		asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; tcgen05.mma.ws.cta_group::1.kind::f16 [%0], %1, %2, %3, p; }" ::"r"(memory), "l"(a), "l"(b), "r"(shape), "r"(1));
		asm volatile("tcgen05.cp.cta_group::1.128x256b [%0], %1;" ::"r"(memory), "l"(a));
		asm volatile("tcgen05.cp.cta_group::1.32x128b.warpx4 [%0], %1;" ::"r"(memory), "l"(a));
		asm volatile("tcgen05.cp.cta_group::1.4x256b [%0], %1;" ::"r"(memory), "l"(b));
		asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"(bar), "h"((short)3) : "memory");
		asm volatile("tcgen05.shift.cta_group::1.down [%0];" ::"r"(memory));
		asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(bar) : "memory");
	}
	asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(r[0]) : "r"(memory));
	asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
	out[threadIdx.x] = r[0];
	asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
	             : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]), "=r"(r[4]), "=r"(r[5]), "=r"(r[6]), "=r"(r[7])
	             : "r"(memory));
	asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
	for (int i = 0; i < 8; i++)
		out[threadIdx.x + 128 * i] = r[i];
	asm volatile("tcgen05.ld.sync.aligned.16x256b.x1.b32 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(memory));
	asm volatile("tcgen05.ld.sync.aligned.16x64b.x2.b32 {%0, %1}, [%2];" : "=r"(r[4]), "=r"(r[5]) : "r"(memory));
	asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
	asm volatile("tcgen05.st.sync.aligned.32x32b.x4.b32 [%0], {%1, %2, %3, %4};" ::"r"(memory), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]));
	asm volatile("tcgen05.st.sync.aligned.16x128b.x1.b32 [%0], {%1, %2};" ::"r"(memory), "r"(r[4]), "r"(r[5]));
	asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
	asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 64;" ::"r"(memory));
}
#endif
