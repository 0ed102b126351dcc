/* The kernels with which Thrust applies a function to each element. One takes an index only, two elements per thread.
 * The other transforms inputs to an output, with enough elements per thread to keep enough bytes in flight. */
#ifndef GPULINT_CUB_FOR_EACH_H
#define GPULINT_CUB_FOR_EACH_H
#pragma GCC system_header
#include <gpulint/cub_access.h>
#include <utility>

namespace cub {
namespace detail {
namespace for_each {
struct policy_hub_t {
	struct policy_500_t { enum { block_threads = 256, items_per_thread = 2 }; };
};

template <class Policy, class Offset, class Op>
__global__ void __launch_bounds__(Policy::block_threads) static_kernel(Offset num_items, Op op)
{
	const Offset tile = (Offset)Policy::block_threads * Policy::items_per_thread, base = blockIdx.x * tile;
	if (base + tile <= num_items) {
		for (int item = 0; item < Policy::items_per_thread; item++)
			op(base + item * Policy::block_threads + threadIdx.x);
	} else {
		for (int item = 0; item < Policy::items_per_thread; item++) {
			const Offset at = base + item * Policy::block_threads + threadIdx.x;
			if (at < num_items)
				op(at);
		}
	}
}

template <class Offset, class Op> inline void __gl_run(Offset count, const Op &op)
{
	const Offset n = __gl_likely(count);
	typedef policy_hub_t::policy_500_t policy;
	const Offset tile = policy::block_threads * policy::items_per_thread;
	if (__gl_is_known(n) && n > 0)
		static_kernel<policy, Offset, Op><<<(unsigned)((n + tile - 1) / tile), policy::block_threads>>>(n, op);
}
}

namespace transform {
template <class T, class N, class V> inline __device__ void __gl_assign(T *to, N i, V &&value) { to[i] = (T)value; }
/* Arguments that the function takes by value are loaded here. */
template <class F, class... A> inline __device__ decltype(auto) __gl_apply(F &f, A &&...a) { return f(std::forward<A>(a)...); }

template <class Offset, class F, class Out, class... In>
__global__ void transform_kernel(Offset num_items, int num_elem_per_thread, F f, Out out, In... in)
{
	const Offset tile = (Offset)blockDim.x * num_elem_per_thread, base = blockIdx.x * tile;
	if (base + tile <= num_items) {
		for (int j = 0; j < num_elem_per_thread; j++) {
			const Offset at = base + j * blockDim.x + threadIdx.x;
			__gl_assign(out, at, __gl_apply(f, __gl_element(in, at)...));
		}
	} else {
		for (int j = 0; j < num_elem_per_thread; j++) {
			const Offset at = base + j * blockDim.x + threadIdx.x;
			if (at < num_items)
				__gl_assign(out, at, __gl_apply(f, __gl_element(in, at)...));
		}
	}
}

/* `bytes`: of one element of all inputs. Assumes that threads (up to 32 registers each) limit the resident blocks. */
template <class Offset, class F, class Out, class... In> inline void __gl_run(Offset count, int bytes, F f, Out out, In... in)
{
	const Offset n = __gl_likely(count);
	int major = 0, sms = 0, threads_of_sm = 0;
	if (!__gl_is_known(n) || n <= 0)
		return;
	cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
	cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
	cudaDeviceGetAttribute(&threads_of_sm, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
	const int in_flight = (major >= 9 ? 48 : 12) * 1024, threads = major >= 10 ? 128 : 256;
	const Offset enough = bytes ? (in_flight + threads_of_sm * bytes - 1) / (threads_of_sm * bytes) : 2;
	const Offset even = n / ((Offset)sms * threads_of_sm), wanted = enough < even ? enough : even;
	const int items = wanted < 1 ? 1 : wanted > 32 ? 32 : (int)wanted;
	const Offset tile = (Offset)threads * items;
	transform_kernel<Offset, F, Out, In...><<<(unsigned)((n + tile - 1) / tile), threads>>>(n, items, f, out, in...);
}
}
}
}
#endif
