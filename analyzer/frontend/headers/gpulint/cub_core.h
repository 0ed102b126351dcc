/* CUB's declarations, calls and results. The collectives of a block synchronise it. The results of sorts
 * and histograms are unknown, and their shared-memory traffic is not modelled. Device-wide algorithms
 * first return the size of their temporary storage, then write unknown values; radix sorts launch their
 * kernels. */
#ifndef GPULINT_CUB_CORE_H
#define GPULINT_CUB_CORE_H
#pragma GCC system_header
#include <chrono>
#include <cub/version.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <gpulint/thrust_core.h>
namespace cub {
using cuda_error = cudaError_t;
struct Sum { template <class A, class B> __host__ __device__ auto operator()(const A &a, const B &b) const { return a + b; } };
struct Max { template <class A, class B> __host__ __device__ A operator()(const A &a, const B &b) const { return a < b ? b : a; } };
struct Min { template <class A, class B> __host__ __device__ A operator()(const A &a, const B &b) const { return b < a ? b : a; } };
struct ArgMax { template <class A> __host__ __device__ A operator()(const A &a, const A &b) const { return a.value < b.value ? b : a; } };
struct ArgMin { template <class A> __host__ __device__ A operator()(const A &a, const A &b) const { return b.value < a.value ? b : a; } };
struct Difference { template <class A, class B> __host__ __device__ auto operator()(const A &a, const B &b) const { return a - b; } };
struct Equality { template <class A, class B> __host__ __device__ bool operator()(const A &a, const B &b) const { return a == b; } };
struct Inequality { template <class A, class B> __host__ __device__ bool operator()(const A &a, const B &b) const { return a != b; } };

/* Numbers as unsigned integers with the same order. */
enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };
template <size_t bytes> struct __gl_bits_of;
template <> struct __gl_bits_of<1> { typedef unsigned char type; };
template <> struct __gl_bits_of<2> { typedef unsigned short type; };
template <> struct __gl_bits_of<4> { typedef unsigned type; };
template <> struct __gl_bits_of<8> { typedef unsigned long long type; };
template <class T> struct NumericTraits {
	typedef typename __gl_bits_of<sizeof(T)>::type UnsignedBits;
	static constexpr Category CATEGORY = std::is_integral_v<T> ? (T(-1) < T(0) ? SIGNED_INTEGER : UNSIGNED_INTEGER) : FLOATING_POINT;
	static constexpr UnsignedBits HIGH_BIT = UnsignedBits(1) << (sizeof(T) * 8 - 1);
	static constexpr UnsignedBits LOWEST_KEY = CATEGORY == UNSIGNED_INTEGER ? UnsignedBits(0) : CATEGORY == SIGNED_INTEGER ? HIGH_BIT : UnsignedBits(-1);
	static constexpr UnsignedBits MAX_KEY = CATEGORY == UNSIGNED_INTEGER ? UnsignedBits(-1) : UnsignedBits(-1) ^ HIGH_BIT;
	static __host__ __device__ UnsignedBits TwiddleIn(UnsignedBits key)
	{
		if constexpr (CATEGORY == UNSIGNED_INTEGER)
			return key;
		else if constexpr (CATEGORY == SIGNED_INTEGER)
			return key ^ HIGH_BIT;
		else
			return key ^ ((key & HIGH_BIT) ? UnsignedBits(-1) : HIGH_BIT);
	}
	static __host__ __device__ UnsignedBits TwiddleOut(UnsignedBits key)
	{
		if constexpr (CATEGORY == FLOATING_POINT)
			return key ^ ((key & HIGH_BIT) ? HIGH_BIT : UnsignedBits(-1));
		else
			return TwiddleIn(key);
	}
	static __host__ __device__ T Max() { return std::numeric_limits<T>::max(); }
	static __host__ __device__ T Lowest() { return std::numeric_limits<T>::lowest(); }
};
template <class T> using Traits = NumericTraits<std::remove_cv_t<T>>;
template <class K, class V> struct KeyValuePair {
	typedef K Key;
	typedef V Value;
	K key;
	V value;
	__host__ __device__ KeyValuePair() {}
	__host__ __device__ KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
};
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED };
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier m, class T> inline __device__ T ThreadLoad(T *p) { return *p; }
template <CacheStoreModifier m, class T> inline __device__ void ThreadStore(T *p, T v) { *p = v; }
template <class T> struct Uninitialized { T storage; __host__ __device__ T &Alias() { return storage; } };
inline __device__ unsigned LaneId() { return __lane_id(); }
inline __device__ unsigned WarpId() { return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) / 32; }
inline __device__ int RowMajorTid(int x, int y, int) { return (threadIdx.z * y + threadIdx.y) * x + threadIdx.x; }
template <class F, class... I> struct TransformInputIterator;
template <class V, class F, class I, class O> struct TransformInputIterator<V, F, I, O> : thrust::transform_iterator<F, I> { __host__ __device__ TransformInputIterator(I i, F f) : thrust::transform_iterator<F, I>(i, f) {} };
template <class V, class F, class I> struct TransformInputIterator<V, F, I> : thrust::transform_iterator<F, I> { __host__ __device__ TransformInputIterator(I i, F f) : thrust::transform_iterator<F, I>(i, f) {} };
template <class T, class... R> using CountingInputIterator = thrust::counting_iterator<T>;
template <class T, class... R> using ConstantInputIterator = thrust::constant_iterator<T>;
template <class T, class... R> using CacheModifiedInputIterator = const T *;

/* A collective: shared storage of about the real size, and results of a thread by reference or by value. */
#define __GL_COLLECTIVE(name, bytes) \
	struct TempStorage { alignas(16) char storage[bytes]; }; \
	__device__ name() {} \
	__device__ explicit name(TempStorage &) {} \
	__device__ name(TempStorage &, int) {}
}
#include <gpulint/cub_block_io.h>
#include <gpulint/cub_collectives.h>
namespace cub {
template <class T> inline __device__ void __gl_lose_value(const T &) {}
template <class T> inline __device__ void __gl_lose_value(T &t) { if constexpr (__is_trivially_copyable(T)) __gl_forget(&t, sizeof t); }
template <class K, int x, int n, class V = NullType, int bits = 4, bool memoize = true, BlockScanAlgorithm scan = BLOCK_SCAN_WARP_SCANS, int config = 0, int y = 1, int z = 1> class BlockRadixSort {
	template <class... A> static __device__ void lose(A &...a) { (__gl_lose_value(a), ...); __syncthreads(); }
public:
	__GL_COLLECTIVE(BlockRadixSort, x * y * z * (n * sizeof(K) + 16))
	template <class... A> __device__ void Sort(A &&...a) { lose(a...); }
	template <class... A> __device__ void SortDescending(A &&...a) { lose(a...); }
	template <class... A> __device__ void SortBlockedToStriped(A &&...a) { lose(a...); }
	template <class... A> __device__ void SortDescendingBlockedToStriped(A &&...a) { lose(a...); }
};
template <class K, int x, int n, class V = NullType, int y = 1, int z = 1> class BlockMergeSort {
	template <class... A> static __device__ void lose(A &...a) { (__gl_lose_value(a), ...); __syncthreads(); }
public:
	__GL_COLLECTIVE(BlockMergeSort, x * y * z * n * sizeof(K))
	template <class... A> __device__ void Sort(A &&...a) { lose(a...); }
	template <class... A> __device__ void StableSort(A &&...a) { lose(a...); }
};
template <class K, int n, int width = 32, class V = NullType, int arch = 0> class WarpMergeSort {
	template <class... A> static __device__ void lose(A &...a) { (__gl_lose_value(a), ...); __syncwarp(); }
public:
	__GL_COLLECTIVE(WarpMergeSort, (width * n + 1) * (sizeof(K) > sizeof(V) ? sizeof(K) : sizeof(V)))
	template <class... A> __device__ void Sort(A &&...a) { lose(a...); }
	template <class... A> __device__ void StableSort(A &&...a) { lose(a...); }
};
template <class T, int x, int n, int bins, BlockHistogramAlgorithm a = BLOCK_HISTO_SORT, int y = 1, int z = 1> class BlockHistogram {
public:
	__GL_COLLECTIVE(BlockHistogram, x * y * z * n * sizeof(T))
	template <class C> __device__ void InitHistogram(C (&h)[bins]) { for (int i = RowMajorTid(x, y, z); i < bins; i += x * y * z) h[i] = 0; __syncthreads(); }
	template <class C> __device__ void Histogram(T (&)[n], C (&h)[bins]) { __syncthreads(); __gl_forget(&h, sizeof h); }
	template <class C> __device__ void Composite(T (&)[n], C (&h)[bins]) { __syncthreads(); __gl_forget(&h, sizeof h); }
};
template <class T, int x, int y = 1, int z = 1> class BlockDiscontinuity {
public:
	__GL_COLLECTIVE(BlockDiscontinuity, x * y * z * sizeof(T))
	template <class H, class I, class... A> __device__ void FlagHeads(H &heads, const I &, const A &...) { __gl_lose_value(heads); __syncthreads(); }
	template <class H, class I, class... A> __device__ void FlagTails(H &tails, const I &, const A &...) { __gl_lose_value(tails); __syncthreads(); }
};
template <class T, int x, int y = 1, int z = 1> class BlockAdjacentDifference {
	template <class O> static __device__ void lose(O &out) { __gl_lose_value(out); __syncthreads(); }
public:
	__GL_COLLECTIVE(BlockAdjacentDifference, 2 * x * y * z * sizeof(T))
	template <class I, class O, class... A> __device__ void SubtractLeft(const I &, O &out, const A &...) { lose(out); }
	template <class I, class O, class... A> __device__ void SubtractLeftPartialTile(const I &, O &out, const A &...) { lose(out); }
	template <class I, class O, class... A> __device__ void SubtractRight(const I &, O &out, const A &...) { lose(out); }
	template <class I, class O, class... A> __device__ void SubtractRightPartialTile(const I &, O &out, const A &...) { lose(out); }
};
#undef __GL_COLLECTIVE
template <int width, class T> inline __device__ T ShuffleIndex(T v, int lane, unsigned mask) { return __gl_shuffles::shuffle<__gl_shuffles::to>(mask, v, lane, width); }
template <int width, class T> inline __device__ T ShuffleUp(T v, int n, int, unsigned mask) { return __gl_shuffles::shuffle<__gl_shuffles::up>(mask, v, n, width); }
template <int width, class T> inline __device__ T ShuffleDown(T v, int n, int, unsigned mask) { return __gl_shuffles::shuffle<__gl_shuffles::down>(mask, v, n, width); }

template <class T> struct DoubleBuffer {
	T *d_buffers[2];
	int selector;
	__host__ __device__ DoubleBuffer() : d_buffers{0, 0}, selector(0) {}
	__host__ __device__ DoubleBuffer(T *a, T *b) : d_buffers{a, b}, selector(0) {}
	__host__ __device__ T *Current() { return d_buffers[selector]; }
	__host__ __device__ T *Alternate() { return d_buffers[selector ^ 1]; }
};
template <class T> inline __host__ __device__ void __gl_lose_output(const T &) {}
template <class T> inline __host__ __device__ void __gl_lose_output(T *p) { if constexpr (!__is_const(T) && !__is_function(T)) __gl_forget(p, ~(__gl_size)0); }
template <class T> inline __host__ __device__ void __gl_lose_output(DoubleBuffer<T> &b) { __gl_lose_output(b.d_buffers[0]); __gl_lose_output(b.d_buffers[1]); }
#define __GL_ALGORITHM __attribute__((annotate("gl:algorithm")))
#define __GL_DEVICE_WIDE(name) \
	template <class... A> __GL_ALGORITHM static __host__ __device__ cudaError_t name(void *storage, size_t &bytes, A &&...a) \
	{ \
		if (storage == 0) \
			bytes = 1 << 20; \
		else \
			(__gl_lose_output(a), ...); \
		return cudaSuccess; \
	}
/* The same for algorithms whose kernels are modelled: host code launches them. `run`: whether all results are known. */
#define __GL_LAUNCHED(name, run) \
	template <class... A> __GL_ALGORITHM static cudaError_t name(void *storage, size_t &bytes, A &&...a) \
	{ \
		if (storage == 0) { \
			bytes = 1 << 20; \
		} else if (!run(a...)) { \
			(__gl_lose_output(a), ...); \
		} \
		return cudaSuccess; \
	} \
	template <class... A> static __device__ cudaError_t name(void *, size_t &bytes, A &&...a) \
	{ \
		bytes = 1 << 20; \
		(__gl_lose_output(a), ...); \
		return cudaSuccess; \
	}
}
template <class T> inline constexpr bool thrust::__gl_is_orderless<T, cub::Max> = true;
template <class T> inline constexpr bool thrust::__gl_is_orderless<T, cub::Min> = true;
namespace cub {
template <class N> using __gl_offset = std::conditional_t<sizeof(N) <= 4, unsigned, unsigned long long>;
struct __gl_reduce {
	template <class Accum, class I, class T, class N, class Op, class Init, class F> static bool run(I in, T *out, N n, Op op, Init init, F f)
	{
		Accum sum = (Accum)init;
		const bool is_followed = thrust::__gl_follow_sum<false>(in, (ptrdiff_t)n, sum, op, thrust::__gl_same());
		if constexpr (thrust::__gl_stream<true, I>::known && std::is_arithmetic_v<Accum>)
			detail::reduce::__gl_run<Accum>(thrust::__gl_source(in), out, (__gl_offset<N>)n, op, f);
		__gl_forget(out, sizeof *out);
		if (is_followed)
			*out = (T)sum;
		return true;
	}
	template <class I, class O, class N, class... R> static bool sum(I, O, N, const R &...) { return false; }
	template <class I, class T, class N, class... R> static bool sum(I in, T *out, N n, const R &...) { return run<std::decay_t<decltype(T() + thrust::__gl_value<I>())>>(in, out, n, Sum(), T(), detail::reduce::__gl_identity()); }
	template <class I, class O, class N, class... R> static bool greatest(I, O, N, const R &...) { return false; }
	template <class I, class T, class N, class... R> static bool greatest(I in, T *out, N n, const R &...) { return run<thrust::__gl_value<I>>(in, out, n, Max(), std::numeric_limits<T>::lowest(), detail::reduce::__gl_identity()); }
	template <class I, class O, class N, class... R> static bool least(I, O, N, const R &...) { return false; }
	template <class I, class T, class N, class... R> static bool least(I in, T *out, N n, const R &...) { return run<thrust::__gl_value<I>>(in, out, n, Min(), std::numeric_limits<T>::max(), detail::reduce::__gl_identity()); }
	template <class I, class O, class N, class Op, class U, class... R> static bool reduce(I, O, N, Op, U, const R &...) { return false; }
	template <class I, class T, class N, class Op, class U, class... R> static bool reduce(I in, T *out, N n, Op op, U init, const R &...) { return run<std::decay_t<U>>(in, out, n, op, init, detail::reduce::__gl_identity()); }
};
struct DeviceReduce {
	__GL_LAUNCHED(Sum, __gl_reduce::sum) __GL_LAUNCHED(Min, __gl_reduce::least) __GL_LAUNCHED(Max, __gl_reduce::greatest)
	__GL_LAUNCHED(Reduce, __gl_reduce::reduce) __GL_DEVICE_WIDE(ArgMin) __GL_DEVICE_WIDE(ArgMax)
	__GL_DEVICE_WIDE(ReduceByKey) __GL_DEVICE_WIDE(TransformReduce)
};
/* Scans of one array to another, or in place. */
struct __gl_scan {
	/* Starts from an initial value, or from the first element. */
	template <class First, class I, class O, class N, class Op, class Init> static bool run(I in, O out, N n, Op op, Init init)
	{
		typedef thrust::__gl_value<I> T;
		thrust::__gl_results<thrust::__gl_stored<O>> made((ptrdiff_t)n);
		if constexpr (std::is_same_v<T, thrust::__gl_stored<O>>) {
			if constexpr (std::is_same_v<Init, NullType>)
				thrust::__gl_follow_scan<false>(made, in, (ptrdiff_t)n, T(), false, true, op);
			else if constexpr (std::is_same_v<Init, T>)
				thrust::__gl_follow_scan<false>(made, in, (ptrdiff_t)n, init, true, false, op);
		}
		if constexpr (thrust::__gl_stream<true, I>::known && thrust::__gl_is_target<true, O> && std::is_invocable_v<Op, First, T>) {
			typedef std::decay_t<std::invoke_result_t<Op, First, T>> Accum;
			if constexpr (detail::scan::__gl_is_whole<Accum>)
				detail::scan::__gl_run<Accum>(thrust::__gl_source(in), out, (__gl_offset<N>)n, op, init);
		}
		if constexpr (!thrust::__gl_is_memory<O>)
			return false;
		made.put(out, (ptrdiff_t)n);
		return true;
	}
	template <class N> using if_count = std::enable_if_t<std::is_integral_v<N>, bool>;
	template <class O> using if_output = std::enable_if_t<thrust::__gl_is_target<true, O>, bool>;
	template <class I, class O, class N, class... R> static if_output<O> inclusive_sum(I in, O out, N n, const R &...) { return inclusive(in, out, thrust::plus<>(), n); }
	template <class I, class N, class... R> static if_count<N> inclusive_sum(I in_place, N n, const R &...) { return inclusive(in_place, in_place, thrust::plus<>(), n); }
	template <class I, class O, class N, class... R> static if_output<O> exclusive_sum(I in, O out, N n, const R &...) { return exclusive(in, out, thrust::plus<>(), thrust::__gl_value<I>(), n); }
	template <class I, class N, class... R> static if_count<N> exclusive_sum(I in_place, N n, const R &...) { return exclusive(in_place, in_place, thrust::plus<>(), thrust::__gl_value<I>(), n); }
	template <class I, class O, class Op, class N, class... R> static if_output<O> inclusive(I in, O out, Op op, N n, const R &...) { return run<thrust::__gl_value<I>>(in, out, n, op, NullType()); }
	template <class I, class Op, class N, class... R> static if_count<N> inclusive(I in_place, Op op, N n, const R &...) { return run<thrust::__gl_value<I>>(in_place, in_place, n, op, NullType()); }
	template <class I, class O, class Op, class Init, class N, class... R> static if_output<O> exclusive(I in, O out, Op op, Init init, N n, const R &...) { return run<Init>(in, out, n, op, init); }
	template <class I, class Op, class Init, class N> static if_count<N> exclusive(I in_place, Op op, Init init, N n, cudaStream_t = 0) { return run<Init>(in_place, in_place, n, op, init); }
	/* To an output that is not supported. */
	template <class... A> static bool inclusive_sum(const A &...) { return false; }
	template <class... A> static bool exclusive_sum(const A &...) { return false; }
	template <class... A> static bool inclusive(const A &...) { return false; }
	template <class... A> static bool exclusive(const A &...) { return false; }
};
struct DeviceScan {
	__GL_LAUNCHED(ExclusiveSum, __gl_scan::exclusive_sum) __GL_LAUNCHED(InclusiveSum, __gl_scan::inclusive_sum)
	__GL_LAUNCHED(ExclusiveScan, __gl_scan::exclusive) __GL_LAUNCHED(InclusiveScan, __gl_scan::inclusive)
	__GL_DEVICE_WIDE(ExclusiveSumByKey) __GL_DEVICE_WIDE(InclusiveSumByKey)
};
/* Radix sorts, by default over all bits of a key. For parts of records, a decomposer precedes the bit range. */
template <class K> struct __gl_bit_range {
	int begin = 0, end = sizeof(K) * 8;
	__gl_bit_range() {}
	template <class B, class... R> __gl_bit_range(B b, const R &...rest) { if constexpr (std::is_integral_v<B>) from(b, rest...); else end = 0; }
	void from(int b) { begin = b; }
	template <class... R> void from(int b, int e, const R &...) { begin = b; end = e; }
};
template <SortOrder order> struct __gl_radix_sort {
	template <class K> using before = std::conditional_t<order == SortOrder::Ascending, thrust::less<K>, thrust::greater<K>>;
	/* The sorted integer keys and their values, if all bits count. */
	template <class K, class V> struct sorted {
		thrust::__gl_results<K> keys;
		thrust::__gl_results<V> values;
		sorted(const K *in, const V *values_in, ptrdiff_t n, const __gl_bit_range<K> &bits) : keys(n), values(std::is_same_v<V, NullType> ? -1 : n)
		{
			if constexpr (std::is_integral_v<K>) {
				if (bits.begin != 0 || bits.end != sizeof(K) * 8)
					return;
				if constexpr (std::is_same_v<V, NullType>)
					thrust::__gl_follow_sort(keys, in, n, before<K>());
				else
					thrust::__gl_follow_sort_by_key(keys, values, in, values_in, n, before<K>());
			}
		}
		void put(K *out, V *values_out, ptrdiff_t n) const
		{
			keys.put(out, n);
			if constexpr (!std::is_same_v<V, NullType>)
				values.put(values_out, n);
		}
	};
	template <class I, class K, class N, class... R> static bool keys(I *in, K *out, N n, const R &...rest) { return pairs(in, out, (const NullType *)0, (NullType *)0, n, rest...); }
	template <class K, class N, class... R> static bool keys(DoubleBuffer<K> &k, N n, const R &...rest)
	{
		DoubleBuffer<NullType> none;
		return pairs(k, none, n, rest...);
	}
	template <class I, class K, class J, class V, class N, class... R> static bool pairs(I *in, K *out, J *values, V *values_out, N n, const R &...rest)
	{
		const __gl_bit_range<K> bits(rest...);
		const sorted<K, V> made(in, values, (ptrdiff_t)n, bits);
		detail::radix_sort::__gl_sort_to<order, __gl_offset<N>, K, V>(in, out, values, values_out, n, bits.begin, bits.end);
		made.put(out, values_out, (ptrdiff_t)n);
		return true;
	}
	template <class K, class V, class N, class... R> static bool pairs(DoubleBuffer<K> &k, DoubleBuffer<V> &v, N n, const R &...rest)
	{
		const __gl_bit_range<K> bits(rest...);
		const sorted<K, V> made(k.Current(), v.Current(), (ptrdiff_t)n, bits);
		detail::radix_sort::__gl_sort_between<order, __gl_offset<N>>(k.Current(), k.Alternate(), v.Current(), v.Alternate(), n, bits.begin, bits.end);
		__gl_lose_output(k);
		__gl_lose_output(v);
		k.selector ^= (bits.end - bits.begin + 7) / 8 % 2;
		v.selector = k.selector;
		made.put(k.Current(), v.Current(), (ptrdiff_t)n);
		return true;
	}
};
struct DeviceRadixSort {
	__GL_LAUNCHED(SortPairs, __gl_radix_sort<SortOrder::Ascending>::pairs) __GL_LAUNCHED(SortPairsDescending, __gl_radix_sort<SortOrder::Descending>::pairs)
	__GL_LAUNCHED(SortKeys, __gl_radix_sort<SortOrder::Ascending>::keys) __GL_LAUNCHED(SortKeysDescending, __gl_radix_sort<SortOrder::Descending>::keys)
};
struct DeviceMergeSort { __GL_DEVICE_WIDE(SortPairs) __GL_DEVICE_WIDE(SortKeys) __GL_DEVICE_WIDE(StableSortKeys) __GL_DEVICE_WIDE(StableSortPairs) };
/* Selections of one array to another; selections in place have other kernels. */
struct __gl_select {
	struct is_set { template <class T> bool __host__ __device__ operator()(const T &flag) const { return flag != 0; } };
	template <class I, class F, class O, class Num, class Op> static bool run(I in, F flags, O out, Num *num_selected, size_t n, Op op)
	{
		thrust::__gl_results<thrust::__gl_stored<O>> made((ptrdiff_t)n);
		if constexpr (thrust::__gl_is_memory<O> && std::is_same_v<Op, NullType>)
			thrust::__gl_follow_copy_if(made, in, (ptrdiff_t)n, flags, is_set());
		else if constexpr (thrust::__gl_is_memory<O>)
			thrust::__gl_follow_copy_if(made, in, (ptrdiff_t)n, in, op);
		typedef thrust::__gl_value<I> T;
		if constexpr (thrust::__gl_stream<true, I>::known && thrust::__gl_stream<true, F>::known && thrust::__gl_is_target<true, O> && detail::select::__gl_is_selected_whole<T>)
			detail::select::__gl_run<T>(thrust::__gl_source(in), thrust::__gl_source(flags), out, num_selected, n, op);
		if constexpr (!thrust::__gl_is_memory<O>)
			return false;
		made.put(out, (ptrdiff_t)n);
		*num_selected = (Num)made.count;
		return true;
	}
	template <class I, class O, class Num, class N, class Op, class... R> static bool by_operator(I in, O out, Num *num_selected, N n, Op op, const R &...) { return run(in, (NullType *)0, out, num_selected, n, op); }
	template <class I, class F, class O, class Num, class N, class... R> static bool by_flags(I in, F flags, O out, Num *num_selected, N n, const R &...) { return run(in, flags, out, num_selected, n, NullType()); }
	template <class... A> static bool by_operator(const A &...) { return false; }
	template <class... A> static bool by_flags(const A &...) { return false; }
};
struct DeviceSelect { __GL_LAUNCHED(If, __gl_select::by_operator) __GL_LAUNCHED(Flagged, __gl_select::by_flags) __GL_DEVICE_WIDE(Unique) __GL_DEVICE_WIDE(UniqueByKey) };
struct DevicePartition { __GL_DEVICE_WIDE(If) __GL_DEVICE_WIDE(Flagged) };
struct DeviceRunLengthEncode { __GL_DEVICE_WIDE(Encode) __GL_DEVICE_WIDE(NonTrivialRuns) };
struct DeviceHistogram { __GL_DEVICE_WIDE(HistogramEven) __GL_DEVICE_WIDE(HistogramRange) __GL_DEVICE_WIDE(MultiHistogramEven) };
struct DeviceSegmentedReduce { __GL_DEVICE_WIDE(Sum) __GL_DEVICE_WIDE(Min) __GL_DEVICE_WIDE(Max) __GL_DEVICE_WIDE(Reduce) __GL_DEVICE_WIDE(ArgMin) __GL_DEVICE_WIDE(ArgMax) };
struct DeviceSegmentedRadixSort { __GL_DEVICE_WIDE(SortPairs) __GL_DEVICE_WIDE(SortPairsDescending) __GL_DEVICE_WIDE(SortKeys) __GL_DEVICE_WIDE(SortKeysDescending) };
struct DeviceSegmentedSort { __GL_DEVICE_WIDE(SortPairs) __GL_DEVICE_WIDE(SortPairsDescending) __GL_DEVICE_WIDE(SortKeys) __GL_DEVICE_WIDE(SortKeysDescending) };
struct DeviceSpmv { __GL_DEVICE_WIDE(CsrMV) };
#undef __GL_DEVICE_WIDE
#undef __GL_LAUNCHED
#undef __GL_ALGORITHM
struct CachingDeviceAllocator {
	template <class... A> CachingDeviceAllocator(A...) {}
	cudaError_t DeviceAllocate(void **out, size_t bytes, cudaStream_t = 0) { return cudaMalloc(out, bytes); }
	cudaError_t DeviceFree(void *p) { return cudaFree(p); }
};
}
#define CubDebug(e) (e)
#define CubDebugExit(e) (e)
#endif
