#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_
#pragma GCC system_header
#include <cuda/pipeline>
inline __device__ void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zeroes = 0) { __gl_async_copy(to, from, bytes, bytes - zeroes, bytes == 16); }
inline __device__ void __pipeline_commit() {}
inline __device__ void __pipeline_wait_prior(size_t) { __gl_async_wait(); }
inline __device__ void __pipeline_arrive_on(unsigned long long *) {}
namespace nvcuda { namespace experimental {
class pipeline : public cuda::pipeline<cuda::thread_scope_thread> {
public:
	__device__ size_t commit() { return 0; }
	__device__ void commit_and_wait() { __gl_async_wait(); }
	__device__ void wait(size_t) { __gl_async_wait(); }
	template <unsigned n> __device__ void wait_prior() { __gl_async_wait(); }
};
template <class T> inline __device__ void memcpy_async(T &to, const T &from, pipeline &) { __gl_async_copy(&to, &from, sizeof(T), sizeof(T), sizeof(T) == 16); }
} }
#endif
