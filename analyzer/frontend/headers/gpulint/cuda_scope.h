/* The common part of the headers of cuda/: thread scopes, and cuda::std, which is std except for its atomics. */
#ifndef GPULINT_CUDA_SCOPE_H
#define GPULINT_CUDA_SCOPE_H
#pragma GCC system_header
#include <gpulint/cuda_memcpy_async.h>
#include <cstddef>
#include <atomic>
#include <utility>
namespace cuda {
namespace std {
using namespace ::std;
}
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
typedef ::std::memory_order memory_order;
using ::std::memory_order_relaxed;
using ::std::memory_order_acquire;
using ::std::memory_order_release;
using ::std::memory_order_acq_rel;
using ::std::memory_order_seq_cst;
template <size_t n> struct aligned_size_t {
	static constexpr size_t align = n;
	size_t value;
	__host__ __device__ explicit constexpr aligned_size_t(size_t v) : value(v) {}
	__host__ __device__ constexpr operator size_t() const { return value; }
};
inline __device__ void atomic_thread_fence(memory_order, thread_scope scope = thread_scope_system)
{
	if (scope == thread_scope_system)
		__threadfence_system();
	else if (scope == thread_scope_device)
		__threadfence();
	else
		__threadfence_block();
}
}
#endif
