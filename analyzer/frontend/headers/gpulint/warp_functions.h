/* Barriers, fences, votes, shuffles and reductions of a warp or block. */
#ifndef GPULINT_WARP_FUNCTIONS_H
#define GPULINT_WARP_FUNCTIONS_H
#pragma GCC system_header

extern "C" {
__device__ void __syncthreads(void);
__device__ int __syncthreads_count(int);
__device__ int __syncthreads_and(int);
__device__ int __syncthreads_or(int);
__device__ void __syncwarp(unsigned mask = 0xffffffff);
__device__ void __threadfence(void);
__device__ void __threadfence_block(void);
__device__ void __threadfence_system(void);
__device__ int __all_sync(unsigned mask, int);
__device__ int __any_sync(unsigned mask, int);
__device__ unsigned __ballot_sync(unsigned mask, int);
__device__ unsigned __activemask(void);
__device__ unsigned __lane_id(void);
__device__ void __nanosleep(unsigned);
inline __device__ void cudaGridDependencySynchronize() { __threadfence(); }
inline __device__ void cudaTriggerProgrammaticLaunchCompletion() {}
__device__ void __trap(void);
__device__ void __brkpt(void);
__device__ long long clock64(void);
__device__ unsigned long long __globaltimer(void);
}
inline __device__ void __barrier_sync(unsigned) { __threadfence(); }
inline __device__ void __barrier_sync_count(unsigned, unsigned) { __threadfence(); }
/* Cluster functions; the shape of a cluster is unknown. */
inline __device__ void __cluster_barrier_arrive() {}
inline __device__ void __cluster_barrier_arrive_relaxed() {}
inline __device__ void __cluster_barrier_wait() { __syncthreads(); }
inline __device__ void __threadfence_cluster() { __threadfence(); }
inline __device__ unsigned __clusterDimIsSpecified() { return __gl_unknown<unsigned>(); }
inline __device__ unsigned __clusterSizeInBlocks() { return __gl_unknown<unsigned>(); }
inline __device__ unsigned __clusterRelativeBlockRank() { return __gl_unknown<unsigned>(); }
inline __device__ dim3 __clusterDim() { return __gl_any<dim3>(); }
inline __device__ dim3 __clusterIdx() { return __gl_any<dim3>(); }
inline __device__ dim3 __clusterRelativeBlockIdx() { return __gl_any<dim3>(); }
inline __device__ dim3 __clusterGridDimInClusters() { return __gl_any<dim3>(); }
inline __device__ int __uni_sync(unsigned mask, int x) { return __all_sync(mask, x) || !__any_sync(mask, x); }
inline __device__ void __prof_trigger(int) {}
inline __device__ void __debugsync() {}
inline __device__ unsigned __fns(unsigned, unsigned, int) { return __gl_unknown<unsigned>(); }

#define __GL_SHUFFLE(T) \
	__device__ T __shfl_sync(unsigned mask, T value, int lane, int width = 32); \
	__device__ T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32); \
	__device__ T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32); \
	__device__ T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32);
__GL_SHUFFLE(int)
__GL_SHUFFLE(unsigned)
__GL_SHUFFLE(long)
__GL_SHUFFLE(unsigned long)
__GL_SHUFFLE(long long)
__GL_SHUFFLE(unsigned long long)
__GL_SHUFFLE(float)
__GL_SHUFFLE(double)
#undef __GL_SHUFFLE

#define __GL_MATCH(T) \
	__device__ unsigned __match_any_sync(unsigned mask, T value); \
	__device__ unsigned __match_all_sync(unsigned mask, T value, int *all);
__GL_MATCH(int)
__GL_MATCH(unsigned)
__GL_MATCH(long)
__GL_MATCH(unsigned long)
__GL_MATCH(long long)
__GL_MATCH(unsigned long long)
__GL_MATCH(float)
__GL_MATCH(double)
#undef __GL_MATCH

__device__ unsigned __reduce_add_sync(unsigned mask, unsigned);
__device__ unsigned __reduce_min_sync(unsigned mask, unsigned);
__device__ unsigned __reduce_max_sync(unsigned mask, unsigned);
__device__ int __reduce_add_sync(unsigned mask, int);
__device__ int __reduce_min_sync(unsigned mask, int);
__device__ int __reduce_max_sync(unsigned mask, int);
__device__ unsigned __reduce_and_sync(unsigned mask, unsigned);
__device__ unsigned __reduce_or_sync(unsigned mask, unsigned);
__device__ unsigned __reduce_xor_sync(unsigned mask, unsigned);

/* Before Volta, the whole warp took part. */
template <class T> inline __device__ T __shfl(T value, int lane, int width = 32) { return __shfl_sync(0xffffffff, value, lane, width); }
template <class T> inline __device__ T __shfl_up(T value, unsigned delta, int width = 32) { return __shfl_up_sync(0xffffffff, value, delta, width); }
template <class T> inline __device__ T __shfl_down(T value, unsigned delta, int width = 32) { return __shfl_down_sync(0xffffffff, value, delta, width); }
template <class T> inline __device__ T __shfl_xor(T value, int lane_mask, int width = 32) { return __shfl_xor_sync(0xffffffff, value, lane_mask, width); }
inline __device__ int __all(int x) { return __all_sync(0xffffffff, x); }
inline __device__ int __any(int x) { return __any_sync(0xffffffff, x); }
inline __device__ unsigned __ballot(int x) { return __ballot_sync(0xffffffff, x); }

#endif
