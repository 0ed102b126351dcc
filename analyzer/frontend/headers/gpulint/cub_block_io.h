/* CUB's loads and stores of a block and of a warp: the access patterns of their algorithms in CUDA 13.0. Transposing
 * ones access stripes and exchange them through shared memory; the exchange is not modelled. Each __gl_ function
 * represents one place in CUB's headers, as in the compiler's line information. */
#ifndef GPULINT_CUB_BLOCK_IO_H
#define GPULINT_CUB_BLOCK_IO_H
#pragma GCC system_header
#include <gpulint/cub_access.h>
namespace cub {
template <class T, int n, class I> inline __device__ void __gl_load_blocked(int thread, I from, T (&items)[n])
{
	for (int i = 0; i < n; i++)
		items[i] = from[thread * n + i];
}
template <class T, int n, class I> inline __device__ void __gl_load_blocked_guarded(int thread, I from, T (&items)[n], int valid)
{
	for (int i = 0; i < n; i++)
		if (thread * n + i < valid)
			items[i] = from[thread * n + i];
}
template <int step, class T, int n, class I> inline __device__ void __gl_load_striped(int thread, I from, T (&items)[n])
{
	for (int i = 0; i < n; i++)
		items[i] = from[thread + i * step];
}
template <int step, class T, int n, class I> inline __device__ void __gl_load_striped_guarded(int thread, I from, T (&items)[n], int valid)
{
	for (int i = 0; i < n; i++)
		if (thread + i * step < valid)
			items[i] = from[thread + i * step];
}
template <class T, int n, class I> inline __device__ void __gl_load_warp_striped(int at, I from, T (&items)[n])
{
	for (int i = 0; i < n; i++)
		items[i] = from[at + i * 32];
}
template <class T, int n, class I> inline __device__ void __gl_load_warp_striped_guarded(int at, I from, T (&items)[n], int valid)
{
	for (int i = 0; i < n; i++)
		if (at + i * 32 < valid)
			items[i] = from[at + i * 32];
}
template <class T, int n, class O> inline __device__ void __gl_store_blocked(int thread, O to, T (&items)[n])
{
	for (int i = 0; i < n; i++)
		to[thread * n + i] = items[i];
}
template <class T, int n, class O> inline __device__ void __gl_store_blocked_guarded(int thread, O to, T (&items)[n], int valid)
{
	for (int i = 0; i < n; i++)
		if (thread * n + i < valid)
			to[thread * n + i] = items[i];
}
template <int step, class T, int n, class O> inline __device__ void __gl_store_striped(int thread, O to, T (&items)[n])
{
	for (int i = 0; i < n; i++)
		to[thread + i * step] = items[i];
}
template <int step, class T, int n, class O> inline __device__ void __gl_store_striped_guarded(int thread, O to, T (&items)[n], int valid)
{
	for (int i = 0; i < n; i++)
		if (thread + i * step < valid)
			to[thread + i * step] = items[i];
}
template <class T, int n, class O> inline __device__ void __gl_store_warp_striped(int at, O to, T (&items)[n])
{
	for (int i = 0; i < n; i++)
		to[at + i * 32] = items[i];
}
template <class T, int n, class O> inline __device__ void __gl_store_warp_striped_guarded(int at, O to, T (&items)[n], int valid)
{
	for (int i = 0; i < n; i++)
		if (at + i * 32 < valid)
			to[at + i * 32] = items[i];
}

/* Words that one access moves, in pieces of at most 16 bytes. */
template <class W, int n> struct alignas(n * sizeof(W) < 16 ? n * sizeof(W) : 16) __gl_words { W words[n]; };
template <class T> struct __gl_word {
	static constexpr int align = alignof(T);
	typedef std::conditional_t<align % 16 == 0, ulonglong2, std::conditional_t<align % 8 == 0, unsigned long long,
		std::conditional_t<align % 4 == 0, unsigned, std::conditional_t<align % 2 == 0, unsigned short, unsigned char>>>> type;
};
template <class W, int n> inline __device__ void __gl_load_wide(const W *from, W (&words)[n])
{
	for (int i = 0; i < n; i++)
		words[i] = from[i];
}
template <class W, int n> inline __device__ void __gl_load_narrow(const W *from, W (&words)[n])
{
	for (int i = 0; i < n; i++)
		words[i] = from[i];
}
template <class W, int n> inline __device__ void __gl_store_wide(W *to, const W (&words)[n])
{
	for (int i = 0; i < n; i++)
		to[i] = words[i];
}

template <class T, int n, class I> inline __device__ void LoadDirectBlocked(int thread, I from, T (&items)[n]) { __gl_load_blocked(thread, from, items); }
template <class T, int n, class I> inline __device__ void LoadDirectBlocked(int thread, I from, T (&items)[n], int valid) { __gl_load_blocked_guarded(thread, from, items, valid); }
template <int step, class T, int n, class I> inline __device__ void LoadDirectStriped(int thread, I from, T (&items)[n]) { __gl_load_striped<step>(thread, from, items); }
template <int step, class T, int n, class I> inline __device__ void LoadDirectStriped(int thread, I from, T (&items)[n], int valid) { __gl_load_striped_guarded<step>(thread, from, items, valid); }
template <class T, int n, class I> inline __device__ void LoadDirectWarpStriped(int thread, I from, T (&items)[n]) { __gl_load_warp_striped(thread / 32 * 32 * n + thread % 32, from, items); }
template <class T, int n, class I> inline __device__ void LoadDirectWarpStriped(int thread, I from, T (&items)[n], int valid) { __gl_load_warp_striped_guarded(thread / 32 * 32 * n + thread % 32, from, items, valid); }
template <class T, int n> inline __device__ void __gl_fill_items(T (&items)[n], const T &other)
{
	for (int i = 0; i < n; i++)
		items[i] = other;
}
template <class T, class D, int n, class I> inline __device__ void LoadDirectBlocked(int thread, I from, T (&items)[n], int valid, D other) { __gl_fill_items<T>(items, other); LoadDirectBlocked(thread, from, items, valid); }
template <int step, class T, class D, int n, class I> inline __device__ void LoadDirectStriped(int thread, I from, T (&items)[n], int valid, D other) { __gl_fill_items<T>(items, other); LoadDirectStriped<step>(thread, from, items, valid); }
template <class T, class D, int n, class I> inline __device__ void LoadDirectWarpStriped(int thread, I from, T (&items)[n], int valid, D other) { __gl_fill_items<T>(items, other); LoadDirectWarpStriped(thread, from, items, valid); }
/* In pieces of two or four words, if the block's first item is aligned to that size. */
template <class T, int n> inline __device__ void LoadDirectBlockedVectorized(int thread, T *from, std::remove_cv_t<T> (&items)[n])
{
	typedef std::remove_cv_t<T> item;
	typedef typename __gl_word<item>::type word;
	constexpr int words = n * sizeof(item) / sizeof(word), together = words % 4 == 0 ? 4 : words % 2 == 0 ? 2 : 1;
	typedef __gl_words<word, together> piece;
	if ((unsigned long long)from % alignof(piece) == 0) {
		piece pieces[words / together];
		const piece *first = (const piece *)from + thread * (words / together);
		if constexpr (sizeof(piece) < 16)
			__gl_load_narrow(first, pieces);
		else
			__gl_load_wide(first, pieces);
		for (int i = 0; i < n; i++)
			items[i] = ((const item *)pieces)[i];
	} else {
		__gl_load_blocked(thread, from, items);
	}
}

template <class T, int n, class O> inline __device__ void StoreDirectBlocked(int thread, O to, T (&items)[n]) { __gl_store_blocked(thread, to, items); }
template <class T, int n, class O> inline __device__ void StoreDirectBlocked(int thread, O to, T (&items)[n], int valid) { __gl_store_blocked_guarded(thread, to, items, valid); }
template <int step, class T, int n, class O> inline __device__ void StoreDirectStriped(int thread, O to, T (&items)[n]) { __gl_store_striped<step>(thread, to, items); }
template <int step, class T, int n, class O> inline __device__ void StoreDirectStriped(int thread, O to, T (&items)[n], int valid) { __gl_store_striped_guarded<step>(thread, to, items, valid); }
template <class T, int n, class O> inline __device__ void StoreDirectWarpStriped(int thread, O to, T (&items)[n]) { __gl_store_warp_striped(thread / 32 * 32 * n + thread % 32, to, items); }
template <class T, int n, class O> inline __device__ void StoreDirectWarpStriped(int thread, O to, T (&items)[n], int valid) { __gl_store_warp_striped_guarded(thread / 32 * 32 * n + thread % 32, to, items, valid); }
/* In pieces of two or four items, regardless of alignment. */
template <class T, int n> inline __device__ void StoreDirectBlockedVectorized(int thread, T *to, T (&items)[n])
{
	constexpr int most = n < 4 ? n : 4, together = (most & (most - 1)) == 0 && n % most == 0 ? most : 1;
	if constexpr (together == 1) {
		__gl_store_blocked(thread, to, items);
	} else {
		typedef typename __gl_word<T>::type word;
		typedef __gl_words<word, together * sizeof(T) / sizeof(word)> piece;
		piece pieces[n / together];
		for (int i = 0; i < n; i++)
			((T *)pieces)[i] = items[i];
		__gl_store_wide((piece *)to + thread * (n / together), pieces);
	}
}

/* Items exchanged through shared memory, with a gap after each 32 items if the stride would hit few banks. */
constexpr int __gl_exchange_items(int items, int each) { return items + (each > 4 && (each & (each - 1)) == 0 ? items / 32 : 0); }

template <class T, int x, int n, BlockLoadAlgorithm a = BLOCK_LOAD_DIRECT, int y = 1, int z = 1, int arch = 0> class BlockLoad {
	static constexpr bool transposes = a >= BLOCK_LOAD_TRANSPOSE;
	static constexpr int exchanged = a == BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED ? 32 * n : x * y * z * n;
	static __device__ void exchange(T (&items)[n]) { __syncthreads(); __gl_forget(&items, sizeof items); }
	template <class I, class... V> static __device__ void load(I from, T (&items)[n], V... valid)
	{
		const int thread = RowMajorTid(x, y, z);
		if constexpr (a == BLOCK_LOAD_DIRECT || a == BLOCK_LOAD_VECTORIZE)
			LoadDirectBlocked(thread, from, items, valid...);
		else if constexpr (a == BLOCK_LOAD_STRIPED || a == BLOCK_LOAD_TRANSPOSE)
			LoadDirectStriped<x * y * z>(thread, from, items, valid...);
		else
			LoadDirectWarpStriped(thread, from, items, valid...);
		if constexpr (transposes)
			exchange(items);
	}
public:
	__GL_COLLECTIVE(BlockLoad, transposes ? __gl_exchange_items(exchanged, n) * sizeof(T) : 1)
	template <class I> __device__ void Load(I from, T (&items)[n])
	{
		if constexpr (a == BLOCK_LOAD_VECTORIZE && std::is_pointer_v<I>)
			LoadDirectBlockedVectorized(RowMajorTid(x, y, z), from, items);
		else
			load(from, items);
	}
	template <class I> __device__ void Load(I from, T (&items)[n], int valid) { load(from, items, valid); }
	template <class I, class D> __device__ void Load(I from, T (&items)[n], int valid, D other) { load(from, items, valid, other); }
};
template <class T, int x, int n, BlockStoreAlgorithm a = BLOCK_STORE_DIRECT, int y = 1, int z = 1, int arch = 0> class BlockStore {
	static constexpr bool transposes = a >= BLOCK_STORE_TRANSPOSE;
	static constexpr int exchanged = a == BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED ? 32 * n : x * y * z * n;
	template <class O, class... V> static __device__ void store(O to, T (&items)[n], V... valid)
	{
		const int thread = RowMajorTid(x, y, z);
		if constexpr (transposes) {
			__syncthreads();
			__gl_forget(&items, sizeof items);
		}
		if constexpr (a == BLOCK_STORE_DIRECT || a == BLOCK_STORE_VECTORIZE)
			StoreDirectBlocked(thread, to, items, valid...);
		else if constexpr (a == BLOCK_STORE_STRIPED || a == BLOCK_STORE_TRANSPOSE)
			StoreDirectStriped<x * y * z>(thread, to, items, valid...);
		else
			StoreDirectWarpStriped(thread, to, items, valid...);
	}
public:
	__GL_COLLECTIVE(BlockStore, transposes ? __gl_exchange_items(exchanged, n) * sizeof(T) : 1)
	template <class O> __device__ void Store(O to, T (&items)[n])
	{
		if constexpr (a == BLOCK_STORE_VECTORIZE && std::is_pointer_v<O>)
			StoreDirectBlockedVectorized(RowMajorTid(x, y, z), to, items);
		else
			store(to, items);
	}
	template <class O> __device__ void Store(O to, T (&items)[n], int valid) { store(to, items, valid); }
};

/* The same for a warp, or a part of one. CUDA 13.0's WarpLoad never executes its vectorized loads. */
template <class T, int n, WarpLoadAlgorithm a = WARP_LOAD_DIRECT, int width = 32> class WarpLoad {
	template <class I, class... V> static __device__ void load(I from, T (&items)[n], V... valid)
	{
		if constexpr (a == WARP_LOAD_DIRECT || a == WARP_LOAD_VECTORIZE)
			LoadDirectBlocked(LaneId() % width, from, items, valid...);
		else
			LoadDirectStriped<width>(LaneId() % width, from, items, valid...);
		if constexpr (a == WARP_LOAD_TRANSPOSE) {
			__syncwarp();
			__gl_forget(&items, sizeof items);
		}
	}
public:
	__GL_COLLECTIVE(WarpLoad, a == WARP_LOAD_TRANSPOSE ? __gl_exchange_items(width * n, n) * sizeof(T) : 1)
	template <class I> __device__ void Load(I from, T (&items)[n]) { load(from, items); }
	template <class I> __device__ void Load(I from, T (&items)[n], int valid) { load(from, items, valid); }
	template <class I, class D> __device__ void Load(I from, T (&items)[n], int valid, D other) { load(from, items, valid, other); }
};
template <class T, int n, WarpStoreAlgorithm a = WARP_STORE_DIRECT, int width = 32> class WarpStore {
	template <class O, class... V> static __device__ void store(O to, T (&items)[n], V... valid)
	{
		if constexpr (a == WARP_STORE_TRANSPOSE) {
			__syncwarp();
			__gl_forget(&items, sizeof items);
		}
		if constexpr (a == WARP_STORE_DIRECT || a == WARP_STORE_VECTORIZE)
			StoreDirectBlocked(LaneId() % width, to, items, valid...);
		else
			StoreDirectStriped<width>(LaneId() % width, to, items, valid...);
	}
public:
	__GL_COLLECTIVE(WarpStore, a == WARP_STORE_TRANSPOSE ? __gl_exchange_items(width * n, n) * sizeof(T) : 1)
	template <class O> __device__ void Store(O to, T (&items)[n])
	{
		if constexpr (a == WARP_STORE_VECTORIZE && std::is_pointer_v<O>)
			StoreDirectBlockedVectorized(LaneId() % width, to, items);
		else
			store(to, items);
	}
	template <class O> __device__ void Store(O to, T (&items)[n], int valid) { store(to, items, valid); }
};
}
#endif
