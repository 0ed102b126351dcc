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
#endif
