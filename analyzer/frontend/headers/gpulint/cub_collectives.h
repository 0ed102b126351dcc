/* CUB's reductions, prefix sums and exchanges of a warp or block. A thread's result is computed from the others'
 * values. Only the shared-memory traffic of reductions by warps is reported. */
#ifndef GPULINT_CUB_COLLECTIVES_H
#define GPULINT_CUB_COLLECTIVES_H
#pragma GCC system_header
#include <gpulint/any_shuffle.h>
#include <gpulint/cub_access.h>
namespace cub {
/* The lanes of a warp in a collective of `width` lanes, and the arguments of shuffles among them. */
template <int width> struct __gl_lanes {
	static constexpr bool is_whole = (width & (width - 1)) == 0;
	static __device__ int own() { return __lane_id() % width; }
	static __device__ unsigned mask() { return width == 32 ? 0xffffffff : ((1u << (width % 32)) - 1) << (__lane_id() / width * width); }
};
/* The first lane receives the result over the first `valid` lanes. */
template <int width, class T, class Op> inline __device__ T __gl_reduce_lanes(T value, Op op, int valid)
{
	if constexpr (__gl_lanes<width>::is_whole) {
		const int lane = __gl_lanes<width>::own();
		const unsigned mask = __gl_lanes<width>::mask();
		for (int n = 1; n < width; n *= 2) {
			const T other = __gl_shuffles::shuffle<__gl_shuffles::down>(mask, value, n, width);
			if (lane + n < valid && lane + n < width)
				value = op(value, other);
		}
		return value;
	} else {
		return __gl_any<T>();
	}
}
/* Each lane receives the result over itself and the lanes before it. */
template <int width, class T, class Op> inline __device__ T __gl_scan_lanes(T value, Op op)
{
	if constexpr (__gl_lanes<width>::is_whole) {
		const int lane = __gl_lanes<width>::own();
		const unsigned mask = __gl_lanes<width>::mask();
		for (int n = 1; n < width; n *= 2) {
			const T other = __gl_shuffles::shuffle<__gl_shuffles::up>(mask, value, n, width);
			if (lane >= n)
				value = op(other, value);
		}
		return value;
	} else {
		return __gl_any<T>();
	}
}
template <int width, class T> inline __device__ T __gl_from_lane(T value, int lane)
{
	if constexpr (__gl_lanes<width>::is_whole)
		return __gl_shuffles::shuffle<__gl_shuffles::to>(__gl_lanes<width>::mask(), value, lane, width);
	else
		return __gl_any<T>();
}
/* The result over the lanes before a lane; `first` for the first lane. */
template <int width, class T> inline __device__ T __gl_before_lane(T inclusive, T first)
{
	if constexpr (__gl_lanes<width>::is_whole) {
		const T other = __gl_shuffles::shuffle<__gl_shuffles::up>(__gl_lanes<width>::mask(), inclusive, 1, width);
		return __gl_lanes<width>::own() == 0 ? first : other;
	} else {
		return __gl_any<T>();
	}
}

template <class T, int width = 32, int arch = 0> class WarpReduce {
public:
	struct TempStorage { alignas(16) char storage[1]; };
	__device__ WarpReduce() {}
	__device__ explicit WarpReduce(TempStorage &) {}
	__device__ T Sum(T value, int valid = width) { return __gl_reduce_lanes<width>(value, plus(), valid); }
	template <class F> __device__ T Reduce(T value, F op, int valid = width) { return __gl_reduce_lanes<width>(value, op, valid); }
	/* The bounds of segments are data. */
	template <class Flag> __device__ T HeadSegmentedSum(T, Flag) { return __gl_any<T>(); }
	template <class Flag> __device__ T TailSegmentedSum(T, Flag) { return __gl_any<T>(); }
	template <class Flag, class F> __device__ T HeadSegmentedReduce(T, Flag, F) { return __gl_any<T>(); }
	template <class Flag, class F> __device__ T TailSegmentedReduce(T, Flag, F) { return __gl_any<T>(); }
private:
	struct plus { __device__ T operator()(const T &a, const T &b) const { return a + b; } };
};

template <class T, int width = 32, int arch = 0> class WarpScan {
	struct plus { __device__ T operator()(const T &a, const T &b) const { return a + b; } };
	static __device__ T last(T inclusive) { return __gl_from_lane<width>(inclusive, width - 1); }
public:
	struct TempStorage { alignas(16) char storage[1]; };
	__device__ WarpScan() {}
	__device__ explicit WarpScan(TempStorage &) {}
	__device__ void InclusiveSum(T value, T &out) { out = __gl_scan_lanes<width>(value, plus()); }
	__device__ void InclusiveSum(T value, T &out, T &sum) { InclusiveSum(value, out); sum = last(out); }
	__device__ void ExclusiveSum(T value, T &out) { out = __gl_before_lane<width>(__gl_scan_lanes<width>(value, plus()), T()); }
	__device__ void ExclusiveSum(T value, T &out, T &sum) { ExclusiveScan(value, out, T(), plus(), sum); }
	template <class F> __device__ void InclusiveScan(T value, T &out, F op) { out = __gl_scan_lanes<width>(value, op); }
	template <class F> __device__ void InclusiveScan(T value, T &out, F op, T &all) { InclusiveScan(value, out, op); all = last(out); }
	template <class F> __device__ void ExclusiveScan(T value, T &out, F op) { out = __gl_before_lane<width>(__gl_scan_lanes<width>(value, op), __gl_any<T>()); }
	template <class F> __device__ void ExclusiveScan(T value, T &out, T first, F op)
	{
		T all;
		ExclusiveScan(value, out, first, op, all);
	}
	template <class F> __device__ void ExclusiveScan(T value, T &out, F op, T &all)
	{
		const T inclusive = __gl_scan_lanes<width>(value, op);
		out = __gl_before_lane<width>(inclusive, __gl_any<T>());
		all = last(inclusive);
	}
	template <class F> __device__ void ExclusiveScan(T value, T &out, T first, F op, T &all)
	{
		const T inclusive = __gl_scan_lanes<width>(value, op);
		const T before = __gl_before_lane<width>(inclusive, first);
		out = __gl_lanes<width>::own() == 0 ? first : op(first, before);
		all = last(inclusive);
	}
	template <class F> __device__ void Scan(T value, T &inclusive, T &exclusive, F op)
	{
		inclusive = __gl_scan_lanes<width>(value, op);
		exclusive = __gl_before_lane<width>(inclusive, __gl_any<T>());
	}
	__device__ void Sum(T value, T &inclusive, T &exclusive)
	{
		inclusive = __gl_scan_lanes<width>(value, plus());
		exclusive = __gl_before_lane<width>(inclusive, T());
	}
	__device__ T Broadcast(T value, unsigned lane) { return __gl_from_lane<width>(value, lane); }
};

template <class T, int x, BlockReduceAlgorithm algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1, int z = 1, int arch = 0> class BlockReduce {
	static constexpr int threads = x * y * z, warps = (threads + 31) / 32;
	struct plus { __device__ T operator()(const T &a, const T &b) const { return a + b; } };
	template <class F> __device__ T reduce(T value, F op, int valid)
	{
		const int thread = RowMajorTid(x, y, z);
		const T of_warp = __gl_reduce_lanes<32>(value, op, (valid < threads ? valid : threads) - thread / 32 * 32);
		const T all = algorithm == BLOCK_REDUCE_WARP_REDUCTIONS ? __gl_reduce_warps<warps>(aggregates, thread, of_warp, valid, op) : fold(thread, of_warp, valid, op);
		return thread == 0 ? all : __gl_any<T>();
	}
	template <class F> __device__ T fold(int thread, T value, int valid, F op)
	{
		if (thread % 32 == 0)
			__gl_leave(aggregates + thread / 32, value);
		__syncthreads();
		if (thread == 0)
			for (int warp = 1; warp < warps; warp++)
				if (warp * 32 < valid)
					value = op(value, __gl_pick_up(aggregates + warp));
		return value;
	}
	template <int n, class F> static __device__ T of_thread(T (&items)[n], F op)
	{
		T value = items[0];
		for (int i = 1; i < n; i++)
			value = op(value, items[i]);
		return value;
	}
public:
	struct TempStorage { alignas(16) char storage[(algorithm == BLOCK_REDUCE_WARP_REDUCTIONS ? warps + 1 : threads + 32) * sizeof(T)]; };
	__device__ BlockReduce() { __shared__ TempStorage own; aggregates = (T *)own.storage; }
	__device__ explicit BlockReduce(TempStorage &storage) : aggregates((T *)storage.storage) {}
	__device__ T Sum(T value, int valid = threads) { return reduce(value, plus(), valid); }
	template <int n> __device__ T Sum(T (&items)[n]) { return reduce(of_thread(items, plus()), plus(), threads); }
	template <class F> __device__ T Reduce(T value, F op, int valid = threads) { return reduce(value, op, valid); }
	template <int n, class F> __device__ T Reduce(T (&items)[n], F op) { return reduce(of_thread(items, op), op, threads); }
private:
	T *aggregates;
};

/* Scans exchange each warp's sum, and the value before the block's first item if a function of the program yields it. */
template <class T, int x, BlockScanAlgorithm algorithm = BLOCK_SCAN_RAKING, int y = 1, int z = 1, int arch = 0> class BlockScan {
	static constexpr int threads = x * y * z, warps = (threads + 31) / 32;
	struct plus { __device__ T operator()(const T &a, const T &b) const { return a + b; } };
	T *sums;
	/* The result over the threads before this one; the first thread has none. */
	struct before {
		T value;
		bool is_there;
		template <class F> __device__ T with(F op, const T &other) const { return is_there ? op(value, other) : other; }
	};
	template <class F> __device__ before exchange(T value, F op, T &all)
	{
		const int thread = RowMajorTid(x, y, z), warp = thread / 32;
		const T inclusive = __gl_scan_lanes<32>(value, op);
		if (thread % 32 == 31 || thread == threads - 1)
			__gl_leave(sums + warp, inclusive);
		__syncthreads();
		T of_warps = __gl_pick_up(sums);
		for (int i = 1; i < warps; i++) {
			if (i < warp)
				of_warps = op(of_warps, __gl_pick_up(sums + i));
		}
		all = of_warps;
		for (int i = warp > 1 ? warp : 1; i < warps; i++)
			all = op(all, __gl_pick_up(sums + i));
		const T of_lanes = __gl_before_lane<32>(inclusive, inclusive);
		if (thread % 32 == 0)
			return before{of_warps, warp > 0};
		return before{warp > 0 ? op(of_warps, of_lanes) : of_lanes, true};
	}
	template <class F, class Prefix> __device__ before exchange_behind(T value, F op, Prefix &prefix)
	{
		T all;
		before b = exchange(value, op, all);
		if (RowMajorTid(x, y, z) < 32) {
			const T first = prefix(all);
			if (RowMajorTid(x, y, z) == 0)
				__gl_leave(sums + warps, first);
		}
		__syncthreads();
		const T first = __gl_pick_up(sums + warps);
		return before{b.is_there ? op(first, b.value) : first, true};
	}
	template <class F> static __device__ void spread(before b, const T *in, T *out, int n, bool is_inclusive, F op)
	{
		for (int i = 0; i < n; i++) {
			const T value = b.with(op, in[i]);
			out[i] = is_inclusive ? value : b.is_there ? b.value : __gl_any<T>();
			b = before{value, true};
		}
	}
	template <class F> static __device__ T of_thread(const T *items, int n, F op)
	{
		T value = items[0];
		for (int i = 1; i < n; i++)
			value = op(value, items[i]);
		return value;
	}
	template <class F> __device__ void scan(const T *in, T *out, int n, bool is_inclusive, F op)
	{
		T all;
		spread(exchange(of_thread(in, n, op), op, all), in, out, n, is_inclusive, op);
	}
	template <class F, class A> __device__ void scan(const T *in, T *out, int n, bool is_inclusive, F op, A &more)
	{
		if constexpr (std::is_same_v<A, T>)
			spread(exchange(of_thread(in, n, op), op, more), in, out, n, is_inclusive, op);
		else
			spread(exchange_behind(of_thread(in, n, op), op, more), in, out, n, is_inclusive, op);
	}
	template <class F> __device__ void scan_from(const T *in, T *out, int n, bool is_inclusive, T first, F op, T &all)
	{
		const before b = exchange(of_thread(in, n, op), op, all);
		spread(before{b.is_there ? op(first, b.value) : first, true}, in, out, n, is_inclusive, op);
	}
	template <class F> __device__ void scan_from(const T *in, T *out, int n, bool is_inclusive, T first, F op)
	{
		T all;
		scan_from(in, out, n, is_inclusive, first, op, all);
	}
public:
	struct TempStorage { alignas(16) char storage[(algorithm == BLOCK_SCAN_WARP_SCANS ? warps + 1 : threads + 32) * sizeof(T)]; };
	__device__ BlockScan() { __shared__ TempStorage own; sums = (T *)own.storage; }
	__device__ explicit BlockScan(TempStorage &storage) : sums((T *)storage.storage) {}
	__device__ void ExclusiveSum(T in, T &out) { scan_from(&in, &out, 1, false, T(), plus()); }
	__device__ void InclusiveSum(T in, T &out) { scan(&in, &out, 1, true, plus()); }
	__device__ void ExclusiveSum(T in, T &out, T &all) { scan_from(&in, &out, 1, false, T(), plus(), all); }
	__device__ void InclusiveSum(T in, T &out, T &all) { scan(&in, &out, 1, true, plus(), all); }
	template <class P> __device__ void ExclusiveSum(T in, T &out, P &prefix) { scan(&in, &out, 1, false, plus(), prefix); }
	template <class P> __device__ void InclusiveSum(T in, T &out, P &prefix) { scan(&in, &out, 1, true, plus(), prefix); }
	template <int n> __device__ void ExclusiveSum(T (&in)[n], T (&out)[n]) { scan_from(in, out, n, false, T(), plus()); }
	template <int n> __device__ void InclusiveSum(T (&in)[n], T (&out)[n]) { scan(in, out, n, true, plus()); }
	template <int n> __device__ void ExclusiveSum(T (&in)[n], T (&out)[n], T &all) { scan_from(in, out, n, false, T(), plus(), all); }
	template <int n> __device__ void InclusiveSum(T (&in)[n], T (&out)[n], T &all) { scan(in, out, n, true, plus(), all); }
	template <int n, class P> __device__ void ExclusiveSum(T (&in)[n], T (&out)[n], P &prefix) { scan(in, out, n, false, plus(), prefix); }
	template <int n, class P> __device__ void InclusiveSum(T (&in)[n], T (&out)[n], P &prefix) { scan(in, out, n, true, plus(), prefix); }
	template <class F> __device__ void ExclusiveScan(T in, T &out, F op) { scan(&in, &out, 1, false, op); }
	template <class F> __device__ void ExclusiveScan(T in, T &out, T first, F op) { scan_from(&in, &out, 1, false, first, op); }
	template <class F> __device__ void ExclusiveScan(T in, T &out, T first, F op, T &all) { scan_from(&in, &out, 1, false, first, op, all); }
	template <class F, class A, class = std::enable_if_t<!std::is_convertible_v<F, T>>> __device__ void ExclusiveScan(T in, T &out, F op, A &more) { scan(&in, &out, 1, false, op, more); }
	template <class F> __device__ void InclusiveScan(T in, T &out, F op) { scan(&in, &out, 1, true, op); }
	template <class F, class A> __device__ void InclusiveScan(T in, T &out, F op, A &more) { scan(&in, &out, 1, true, op, more); }
	template <int n, class F> __device__ void ExclusiveScan(T (&in)[n], T (&out)[n], F op) { scan(in, out, n, false, op); }
	template <int n, class F> __device__ void ExclusiveScan(T (&in)[n], T (&out)[n], T first, F op) { scan_from(in, out, n, false, first, op); }
	template <int n, class F> __device__ void ExclusiveScan(T (&in)[n], T (&out)[n], T first, F op, T &all) { scan_from(in, out, n, false, first, op, all); }
	template <int n, class F, class A, class = std::enable_if_t<!std::is_convertible_v<F, T>>> __device__ void ExclusiveScan(T (&in)[n], T (&out)[n], F op, A &more) { scan(in, out, n, false, op, more); }
	template <int n, class F> __device__ void InclusiveScan(T (&in)[n], T (&out)[n], F op) { scan(in, out, n, true, op); }
	template <int n, class F, class A> __device__ void InclusiveScan(T (&in)[n], T (&out)[n], F op, A &more) { scan(in, out, n, true, op, more); }
};

template <class T, int x, int n, bool time_slicing = false, int y = 1, int z = 1, int arch = 0> class BlockExchange {
	static constexpr int threads = x * y * z;
	T *items;
	/* Stores each item at one position and loads it from another. */
	template <class To, class From> __device__ void exchange(const T *in, T *out, To to, From from)
	{
		T own[n];
		for (int i = 0; i < n; i++)
			own[i] = in[i];
		for (int i = 0; i < n; i++)
			__gl_leave(items + to(i), own[i]);
		__syncthreads();
		for (int i = 0; i < n; i++)
			out[i] = __gl_pick_up(items + from(i));
	}
public:
	struct TempStorage { alignas(16) char storage[threads * n * sizeof(T)]; };
	__device__ BlockExchange() { __shared__ TempStorage own; items = (T *)own.storage; }
	__device__ explicit BlockExchange(TempStorage &storage) : items((T *)storage.storage) {}
#define __GL_BLOCKED [](int i) { return RowMajorTid(x, y, z) * n + i; }
#define __GL_STRIPED [](int i) { return i * threads + RowMajorTid(x, y, z); }
	template <class O> __device__ void StripedToBlocked(T (&in)[n], O (&out)[n]) { exchange(in, out, __GL_STRIPED, __GL_BLOCKED); }
	template <class O> __device__ void BlockedToStriped(T (&in)[n], O (&out)[n]) { exchange(in, out, __GL_BLOCKED, __GL_STRIPED); }
	template <class O, class R> __device__ void ScatterToBlocked(T (&in)[n], O (&out)[n], R (&ranks)[n]) { exchange(in, out, [&](int i) { return ranks[i]; }, __GL_BLOCKED); }
	template <class O, class R> __device__ void ScatterToStriped(T (&in)[n], O (&out)[n], R (&ranks)[n]) { exchange(in, out, [&](int i) { return ranks[i]; }, __GL_STRIPED); }
	__device__ void StripedToBlocked(T (&in)[n]) { StripedToBlocked(in, in); }
	__device__ void BlockedToStriped(T (&in)[n]) { BlockedToStriped(in, in); }
	template <class R> __device__ void ScatterToBlocked(T (&in)[n], R (&ranks)[n]) { ScatterToBlocked(in, in, ranks); }
	template <class R> __device__ void ScatterToStriped(T (&in)[n], R (&ranks)[n]) { ScatterToStriped(in, in, ranks); }
#undef __GL_BLOCKED
#undef __GL_STRIPED
};
}
#endif
