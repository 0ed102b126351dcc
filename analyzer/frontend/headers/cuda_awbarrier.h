#ifndef _CUDA_AWBARRIER_H_
#define _CUDA_AWBARRIER_H_
#pragma GCC system_header
#include <cuda/barrier>
typedef unsigned long long __mbarrier_t, __mbarrier_token_t;
inline __device__ void __mbarrier_init(__mbarrier_t *, unsigned) {}
inline __device__ void __mbarrier_inval(__mbarrier_t *) {}
inline __device__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *) { return 0; }
inline __device__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *) { return 0; }
inline __device__ bool __mbarrier_test_wait(__mbarrier_t *, __mbarrier_token_t) { __syncthreads(); return true; }
inline __device__ bool __mbarrier_test_wait_parity(__mbarrier_t *, bool) { __syncthreads(); return true; }
inline __device__ bool __mbarrier_try_wait(__mbarrier_t *, __mbarrier_token_t, unsigned) { __syncthreads(); return true; }
inline __device__ bool __mbarrier_try_wait_parity(__mbarrier_t *, bool, unsigned) { __syncthreads(); return true; }
inline __device__ unsigned __mbarrier_token_pending_count(__mbarrier_token_t) { return __gl_unknown<unsigned>(); }
inline __device__ unsigned __mbarrier_maximum_count() { return (1 << 20) - 1; }
#endif
