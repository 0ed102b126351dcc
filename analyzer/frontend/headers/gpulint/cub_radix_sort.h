/* The kernels of CUB's radix sort for more keys than one block sorts, with CUDA 13.0's policies for compute capability
 * 9.0 (cub/device/dispatch/tuning/tuning_radix_sort.cuh). There is a histogram of all digits, and a kernel for its
 * exclusive sums. In a sweep for each digit, every block ranks its keys and scatters them with their values.
 *
 * Unknown keys are assumed to be spread evenly over their range. The number of a digit's keys in earlier blocks is
 * assumed to be their share. */
#ifndef GPULINT_CUB_RADIX_SORT_H
#define GPULINT_CUB_RADIX_SORT_H
#pragma GCC system_header
#include <gpulint/cub_access.h>

namespace cub {
enum class SortOrder { Ascending, Descending };

namespace detail {
struct identity_decomposer_t {};

namespace radix {
template <int key, int value, int offset> struct sm90_small_key_tuning { enum { threads = 384, items = 23 }; };
#define __GL_TUNING(key, value, offset, t, n) template <> struct sm90_small_key_tuning<key, value, offset> { enum { threads = t, items = n }; };
__GL_TUNING(1, 0, 4, 512, 19) __GL_TUNING(1, 0, 8, 512, 19) __GL_TUNING(2, 0, 4, 512, 19) __GL_TUNING(2, 0, 8, 512, 19)
__GL_TUNING(1, 1, 4, 512, 15) __GL_TUNING(1, 1, 8, 448, 16) __GL_TUNING(1, 2, 4, 512, 17) __GL_TUNING(1, 2, 8, 512, 14)
__GL_TUNING(1, 4, 4, 512, 17) __GL_TUNING(1, 4, 8, 512, 14) __GL_TUNING(1, 8, 4, 384, 23) __GL_TUNING(1, 8, 8, 384, 18)
__GL_TUNING(1, 16, 4, 512, 22) __GL_TUNING(1, 16, 8, 512, 22)
__GL_TUNING(2, 1, 4, 384, 14) __GL_TUNING(2, 1, 8, 384, 16) __GL_TUNING(2, 2, 4, 384, 15) __GL_TUNING(2, 2, 8, 448, 16)
__GL_TUNING(2, 4, 4, 512, 17) __GL_TUNING(2, 4, 8, 512, 12) __GL_TUNING(2, 8, 4, 384, 23) __GL_TUNING(2, 8, 8, 512, 23)
__GL_TUNING(2, 16, 4, 512, 21) __GL_TUNING(2, 16, 8, 576, 22)
#undef __GL_TUNING

template <class K, class V, class O> struct policy_hub {
	/* Named after the newest policy of CUB 13.0, with which its kernels are instantiated. */
	struct Policy1000 {
		enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, SCAN_THREADS = 256, HISTOGRAM_THREADS = 128, HISTOGRAM_ITEMS = 16 };
	private:
		static constexpr bool keys_only = std::is_same_v<V, NullType>, large_offsets = sizeof(O) == 8;
		static constexpr int value_size = keys_only ? 0 : sizeof(V);
		using tuning = sm90_small_key_tuning<sizeof(K), value_size, sizeof(O)>;
		static constexpr int nominal_threads = sizeof(K) < 4 ? (int)tuning::threads : 384;
		static constexpr int nominal_items =
			sizeof(K) < 4   ? (int)tuning::items
			: sizeof(K) > 4 ? (sizeof(V) < 8 ? 30 : 24)
			: keys_only     ? 20 - large_offsets - std::is_same_v<K, float>
			: sizeof(V) < 8 ? (large_offsets ? 17 : 23)
			                : (large_offsets ? 29 : 30);
		static constexpr int widest = sizeof(V) > sizeof(K) ? sizeof(V) : sizeof(K);
		static constexpr int fitting = nominal_items * 4 / (widest > 4 ? widest : 4);
	public:
		static constexpr int ITEMS = fitting > 1 ? fitting : 1;
		static constexpr int most_threads = (48 * 1024 / (widest * ITEMS) + 31) / 32 * 32;
		static constexpr int THREADS = nominal_threads < most_threads ? nominal_threads : most_threads;
		static constexpr int TILE = THREADS * ITEMS;
		/* Resident histogram blocks per multiprocessor of compute capability 9.0, limited by nvcc 13.0's
		 * registers per thread: 32 for float, 40 for other keys of 4 bytes, 56 for all others. */
		static constexpr int HISTOGRAM_BLOCKS_PER_SM = std::is_same_v<K, float> ? 16 : sizeof(K) == 4 ? 12 : 9;
	};
};
}

namespace radix_sort {
template <int size> struct __gl_bits_of;
template <> struct __gl_bits_of<1> { typedef unsigned char type; };
template <> struct __gl_bits_of<2> { typedef unsigned short type; };
template <> struct __gl_bits_of<4> { typedef unsigned type; };
template <> struct __gl_bits_of<8> { typedef unsigned long long type; };
template <class K> using __gl_ordered = typename __gl_bits_of<sizeof(K)>::type;

/* A pseudo-random number: neighbouring inputs yield unrelated outputs. */
inline __device__ unsigned __gl_spread(unsigned x)
{
	x = (x ^ x >> 16) * 0x7feb352d;
	x = (x ^ x >> 15) * 0x846ca68b;
	return x ^ x >> 16;
}

/* The bits of the key at `index`, so that they order as the keys do. */
template <class K, SortOrder order> inline __device__ __gl_ordered<K> __gl_order(__gl_ordered<K> key, unsigned index)
{
	typedef __gl_ordered<K> bits;
	const bits sign = (bits)1 << (sizeof(K) * 8 - 1);
	if (!__gl_is_known(key))
		return sizeof(K) > 4 ? (bits)((unsigned long long)__gl_spread(~index) << 32 | __gl_spread(index)) : (bits)__gl_spread(index);
	if constexpr (std::is_floating_point_v<K>)
		key = key & sign ? (bits)~key : (bits)(key | sign);
	else if constexpr (std::is_signed_v<K>)
		key = (bits)(key ^ sign);
	return order == SortOrder::Descending ? (bits)~key : key;
}
template <class K, SortOrder order> inline __device__ __gl_ordered<K> __gl_unorder(__gl_ordered<K> key)
{
	typedef __gl_ordered<K> bits;
	const bits sign = (bits)1 << (sizeof(K) * 8 - 1);
	if (order == SortOrder::Descending)
		key = (bits)~key;
	if constexpr (std::is_floating_point_v<K>)
		return key & sign ? (bits)(key ^ sign) : (bits)~key;
	else if constexpr (std::is_signed_v<K>)
		return (bits)(key ^ sign);
	return key;
}
template <class B> inline __device__ int __gl_digit(B key, int bit, int bits) { return (int)(key >> bit & ((1u << bits) - 1)); }

/* ---- the histogram ---- */
__GL_STORES(__gl_clear_bin)
__GL_LOADS(__gl_load_striped)
__GL_LOADS(__gl_load_striped_guarded)
__GL_LOADS(__gl_sum_parts)

template <class Policy, SortOrder order, class K, class O, class D = identity_decomposer_t>
__global__ void __launch_bounds__(Policy::HISTOGRAM_THREADS)
DeviceRadixSortHistogramKernel(O *d_bins_out, const K *d_keys_in, O num_items, int start_bit, int end_bit, D)
{
	typedef __gl_ordered<K> bits;
	enum { threads = Policy::HISTOGRAM_THREADS, items = Policy::HISTOGRAM_ITEMS, tile = threads * items };
	__shared__ unsigned bins[sizeof(K)][Policy::DIGITS];
	const bits *keys_in = (const bits *)d_keys_in;
	const int thread = threadIdx.x, passes = (end_bit - start_bit + Policy::DIGIT_BITS - 1) / Policy::DIGIT_BITS;
	for (int bin = thread; bin < Policy::DIGITS; bin += threads)
		for (int pass = 0; pass < passes; pass++)
			__gl_clear_bin(&bins[pass][bin], 0u);
	__syncthreads();
	const O first = (O)blockIdx.x * tile;
	for (O offset = first; offset < num_items; offset += (O)tile * gridDim.x) {
		const bool full = num_items - offset >= tile;
		bits keys[items];
		for (int i = 0; i < items; i++) {
			const O at = offset + thread + i * threads;
			keys[i] = (bits)~(bits)0;
			if (full)
				keys[i] = __gl_order<K, order>(__gl_load_striped(keys_in + at), (unsigned)at);
			else if (at < num_items)
				keys[i] = __gl_order<K, order>(__gl_load_striped_guarded(keys_in + at), (unsigned)at);
		}
		for (int pass = 0, bit = start_bit; pass < passes; pass++, bit += Policy::DIGIT_BITS) {
			const int digit_bits = end_bit - bit < Policy::DIGIT_BITS ? end_bit - bit : Policy::DIGIT_BITS;
			for (int i = 0; i < items; i++)
				atomicAdd(&bins[pass][__gl_digit(keys[i], bit, digit_bits)], 1u);
		}
	}
	__syncthreads();
	for (int bin = thread; bin < Policy::DIGITS; bin += threads) {
		for (int pass = 0; pass < passes; pass++) {
			const O count = (O)__gl_sum_parts(&bins[pass][bin]);
			if (first < num_items)   /* counts every digit, if there are keys */
				atomicAdd(&d_bins_out[pass * Policy::DIGITS + bin], count);
		}
	}
}

/* ---- starts of the digits ---- */
__GL_LOADS(__gl_load_bin)
__GL_STORES(__gl_store_bin)

template <class Policy, class O> __global__ void DeviceRadixSortExclusiveSumKernel(O *d_bins)
{
	__shared__ __gl_raking_sum<O, Policy::SCAN_THREADS> sum;
	O *bin = d_bins + blockIdx.x * Policy::DIGITS + threadIdx.x;
	__gl_store_bin(bin, sum.exclusive(__gl_load_bin(bin)));
}

/* ---- a sweep ---- */
__GL_STORES(__gl_share_block)
__GL_LOADS(__gl_take_block)
__GL_LOADS(__gl_load_warp_striped)
__GL_LOADS(__gl_load_warp_striped_guarded)
__GL_STORES(__gl_clear_counter)
__GL_LOADS(__gl_load_counter)
__GL_STORES(__gl_store_counter)
__GL_LOADS(__gl_load_warp_offset)
__GL_STORES(__gl_store_warp_offset)
__GL_STORES(__gl_store_volatile)
__GL_LOADS(__gl_load_volatile)
__GL_LOADS(__gl_load_digit_offset)
__GL_STORES(__gl_store_digit_offset)
__GL_LOADS(__gl_load_base)
__GL_STORES(__gl_store_base)
__GL_LOADS(__gl_load_final_base)
__GL_STORES(__gl_store_next_bin)
__GL_STORES(__gl_scatter_key)
__GL_LOADS(__gl_gather_key)
__GL_LOADS(__gl_load_base_of_key)
__GL_STORES(__gl_store_key)
__GL_LOADS(__gl_gather_digit)
__GL_STORES(__gl_scatter_value)
__GL_LOADS(__gl_gather_value)
__GL_LOADS(__gl_load_base_of_value)
__GL_STORES(__gl_store_value)

template <class Policy, SortOrder order, class K, class V, class O> struct __gl_sweep {
	typedef __gl_ordered<K> bits;
	enum {
		threads = Policy::THREADS, warps = threads / 32, items = Policy::ITEMS, tile = Policy::TILE, digits = Policy::DIGITS,
		bins = (digits + threads - 1) / threads,
		partial = 1 << 30,
	};
	struct storage {
		union {
			bits keys[tile];
			V values[tile];
			struct {
				int counters[warps][digits];
				int match_masks[digits];
				__gl_raking_sum<int, threads> sum;
			};
		};
		union {
			O base[digits];
			int block;
		};
	};

	storage &s;
	int *lookback;
	const O *bins_in;
	O *bins_out;
	int count, bit, digit_bits;
	int block, valid;      /* the block's number, and its number of keys */
	bool full;             /* whether the tile has all its keys */
	bits keys[items];
	unsigned peers[items];
	int ranks[items];

	__device__ int digit(bits key) const { return __gl_digit(key, bit, digit_bits); }
	__device__ int bin(int i) const { return threadIdx.x * bins + i; }
	__device__ bool has_bin(int i) const { return bins * threads == digits || bin(i) < digits; }
	__device__ int in_tile(int i) const { return (threadIdx.x / 32 * items + i) * 32 + threadIdx.x % 32; }

	__device__ void begin(int *counters)
	{
		if (threadIdx.x == 0) {
			atomicAdd(counters, 1);
			__gl_share_block(&s.block, block);   /* blocks are numbered in order */
		}
		__syncthreads();
		__gl_take_block(&s.block);
	}
	template <class T> __device__ T load(const T *from, int i, T otherwise) const
	{
		const int at = in_tile(i);
		if (full)
			return __gl_load_warp_striped(from + (O)block * tile + at);
		return at < valid ? __gl_load_warp_striped_guarded(from + (O)block * tile + at) : otherwise;
	}
	__device__ void load_keys(const bits *from)
	{
		for (int i = 0; i < items; i++) {
			const int at = in_tile(i);
			const bits key = __gl_order<K, order>(load(from, i, (bits)0), (unsigned)(block * tile + at));
			keys[i] = at < valid ? key : (bits)~(bits)0;
		}
	}
	/* Each warp counts its digits with atomics. Which lane adds, and how much, is computed separately. */
	__device__ void count_digits()
	{
		const int lane = threadIdx.x % 32;
		int *own = s.counters[threadIdx.x / 32];
		for (int i = lane; i < digits; i += 32)
			__gl_clear_counter(own + i, 0);
		__syncwarp();
		for (int i = 0; i < items; i++)
			atomicAdd(&own[digit(keys[i])], 1);
		for (int i = lane; i < digits; i += 32)
			own[i] = 0;
		for (int i = 0; i < items; i++) {
			peers[i] = __match_any_sync(0xffffffff, digit(keys[i]));
			if (lane == 31 - __clz(peers[i]))
				own[digit(keys[i])] += __popc(peers[i]);
		}
		__syncthreads();
	}
	/* counts: the block's number for each digit. The counters become the sums over the preceding warps. */
	__device__ void sum_warps(int (&counts)[bins])
	{
		for (int i = 0; i < bins; i++) {
			counts[i] = 0;
			if (has_bin(i)) {
				for (int warp = 0; warp < warps; warp++) {
					const int own = __gl_load_counter(&s.counters[warp][bin(i)]);
					__gl_store_counter(&s.counters[warp][bin(i)], counts[i]);
					counts[i] += own;
				}
				__gl_store_volatile(&lookback[block * digits + bin(i)], counts[i] | partial);
			}
		}
	}
	__device__ bool is_all_one_digit(const int (&counts)[bins]) const
	{
		bool found = false;
		for (int i = 0; i < bins; i++)
			found = found || (has_bin(i) && counts[i] == tile);
		return __syncthreads_or(found);
	}
	/* The digits' starts in the tile, and from them those of each warp. */
	__device__ void scan_digits(const int (&counts)[bins], int (&starts)[bins])
	{
		int sum = 0;
		for (int i = 0; i < bins; i++) {
			starts[i] = sum;
			sum += counts[i];
		}
		const int before = s.sum.exclusive(sum);
		for (int i = 0; i < bins; i++) {
			starts[i] += before;
			if (has_bin(i))
				for (int warp = 0; warp < warps; warp++) {
					int *offset = &s.counters[warp][bin(i)];
					__gl_store_warp_offset(offset, __gl_load_warp_offset(offset) + starts[i]);
				}
		}
		__syncthreads();
	}
	__device__ void rank_keys()
	{
		const int lane = threadIdx.x % 32;
		for (int i = 0; i < items; i++) {
			int *next = &s.counters[threadIdx.x / 32][digit(keys[i])], first = 0;
			const int leader = 31 - __clz(peers[i]);
			if (lane == leader) {
				first = *next;
				atomicAdd(next, __popc(peers[i]));
				*next = first + __popc(peers[i]);
			}
			ranks[i] = __shfl_sync(0xffffffff, first, leader) + __popc(peers[i] & ((2u << lane) - 1)) - 1;
		}
		__syncthreads();
	}
	/* The output position of a digit's keys, less their position in the tile. Assumes that the other tiles' keys
	 * are distributed evenly, and no particular alignment. */
	__device__ O likely_base(int digit) const
	{
		const unsigned long long others = (unsigned long long)(count - valid), before = (unsigned long long)block * tile;
		const unsigned long long share = (others * digit + (before < others ? before : others)) / digits;
		return (O)(share + (others > 32 * digits && digit < digits - 1 ? __gl_spread(block * digits + digit) % 32 : 0));
	}
	__device__ void find_bases(const int (&counts)[bins], const int (&starts)[bins])
	{
		for (int i = 0; i < bins; i++)
			if (has_bin(i)) {
				__gl_load_digit_offset(&bins_in[bin(i)]);
				__gl_store_digit_offset(&s.base[bin(i)], likely_base(bin(i)));
			}
		for (int i = 0; i < bins; i++)
			if (has_bin(i)) {
				if (block > 0)
					__gl_load_volatile(&lookback[(block - 1) * digits + bin(i)]);
				__gl_store_volatile(&lookback[block * digits + bin(i)], counts[i]);
				__gl_store_base(&s.base[bin(i)], __gl_load_base(&s.base[bin(i)]));
				if (bins_out && (block + 1) * tile >= count)
					__gl_store_next_bin(&bins_out[bin(i)], __gl_load_final_base(&s.base[bin(i)]) + starts[i] + counts[i]);
			}
	}
	__device__ void scatter_keys(bits *to)
	{
		for (int i = 0; i < items; i++) {
			const int at = threadIdx.x + i * threads;
			const bits key = __gl_gather_key(&s.keys[at]);
			const O target = at + __gl_load_base_of_key(&s.base[digit(key)]);
			if (full || at < valid)
				__gl_store_key(to + target, __gl_unorder<K, order>(key));
		}
	}
	__device__ void scatter_values(const V *from, V *to)
	{
		int digits_there[items];
		V values[items];
		for (int i = 0; i < items; i++)
			digits_there[i] = digit(__gl_gather_digit(&s.keys[threadIdx.x + i * threads]));
		for (int i = 0; i < items; i++)
			values[i] = load(from, i, __gl_any<V>());
		__syncthreads();
		for (int i = 0; i < items; i++)
			__gl_scatter_value(&s.values[ranks[i]], values[i]);
		__syncthreads();
		for (int i = 0; i < items; i++) {
			const int at = threadIdx.x + i * threads;
			const O target = at + __gl_load_base_of_value(&s.base[digits_there[i]]);
			if (full || at < valid)
				__gl_store_value(to + target, __gl_gather_value(&s.values[at]));
		}
	}
};

template <class Policy, SortOrder order, class K, class V, class O, class Portion, class Atomic = Portion, class D = identity_decomposer_t>
__global__ void __launch_bounds__(Policy::THREADS)
DeviceRadixSortOnesweepKernel(Atomic *d_lookback, Atomic *d_ctrs, O *d_bins_out, const O *d_bins_in, K *d_keys_out, const K *d_keys_in,
                              V *d_values_out, const V *d_values_in, Portion num_items, int current_bit, int num_bits, D)
{
	typedef __gl_sweep<Policy, order, K, V, O> sweep;
	typedef typename sweep::bits bits;
	__shared__ typename sweep::storage storage;
	const int block = blockIdx.x;
	const bool full = (block + 1) * sweep::tile <= num_items;
	sweep s{storage, d_lookback, d_bins_in, d_bins_out, num_items, current_bit, num_bits, block, full ? sweep::tile : num_items - block * sweep::tile, full};
	int counts[sweep::bins], starts[sweep::bins];
	s.begin(d_ctrs);
	s.load_keys((const bits *)d_keys_in);
	s.count_digits();
	s.sum_warps(counts);
	if (s.is_all_one_digit(counts))
		return;   /* such tiles are copied unchanged, which is not modelled so far */
	s.scan_digits(counts, starts);
	s.rank_keys();
	for (int i = 0; i < sweep::items; i++)
		__gl_scatter_key(&storage.keys[s.ranks[i]], s.keys[i]);
	s.find_bases(counts, starts);
	__syncthreads();
	s.scatter_keys((bits *)d_keys_out);
	if constexpr (!std::is_same_v<V, NullType>)
		s.scatter_values(d_values_in, d_values_out);
}

/* ---- host code ---- */
template <class T> T *__gl_device_memory(size_t n)
{
	T *p = 0;
	if (n)
		cudaMalloc(&p, n * sizeof(T));
	return p;
}

/* Values that compiled code moves with one instruction each. */
template <class V> constexpr bool __gl_is_moved_whole =
	__is_arithmetic(V) || __is_pointer(V) || __is_enum(V) || __is_empty(V) || (__is_trivial(V) && sizeof(V) == alignof(V) && sizeof(V) <= 16);

/* Sorts by the bits [begin, end). Keys and values move from `from` via `to` and, if there is one, `between` to the
 * last of them. */
template <SortOrder order, class O, class K, class V> struct __gl_sort {
	typedef typename radix::policy_hub<K, V, O>::Policy1000 policy;
	static constexpr size_t PORTION = ((1 << 28) - 1) / policy::TILE * policy::TILE;   /* maximum keys per launch */
	static bool is_for_onesweep(size_t n)
	{
		int major = 0;
		if (!__gl_is_known(n))
			return false;
		cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
		const int widest = sizeof(V) > sizeof(K) ? sizeof(V) : sizeof(K), single_items = 19 * 4 / (widest > 4 ? widest : 4);
		return major == 9 && n > (size_t)256 * (single_items > 1 ? single_items : 1);
	}
	static void run(const K *keys, K *keys_to, K *keys_between, const V *values, V *values_to, V *values_between, size_t n,
	                int begin, int end)
	{
		const int passes = (end - begin + policy::DIGIT_BITS - 1) / policy::DIGIT_BITS;
		const int portions = (int)((n + PORTION - 1) / PORTION), most_blocks = (int)(((n < PORTION ? n : PORTION) + policy::TILE - 1) / policy::TILE);
		int sms = 0;
		cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
		O *bins = __gl_device_memory<O>(portions * passes * policy::DIGITS);
		int *lookback = __gl_device_memory<int>(most_blocks * policy::DIGITS), *counters = __gl_device_memory<int>(portions * passes);
		cudaMemset(counters, 0, portions * passes * sizeof(int));
		cudaMemset(bins, 0, passes * policy::DIGITS * sizeof(O));
		DeviceRadixSortHistogramKernel<policy, order, K, O, identity_decomposer_t>
			<<<sms * policy::HISTOGRAM_BLOCKS_PER_SM, policy::HISTOGRAM_THREADS>>>(bins, keys, (O)n, begin, end, identity_decomposer_t());
		DeviceRadixSortExclusiveSumKernel<policy, O><<<passes, policy::SCAN_THREADS>>>(bins);
		for (int pass = 0, bit = begin; bit < end; pass++, bit += policy::DIGIT_BITS) {
			K *const keys_out = (passes - pass) % 2 ? keys_to : keys_between;
			V *const values_out = (passes - pass) % 2 ? values_to : values_between;
			for (int portion = 0; portion < portions; portion++) {
				const size_t first = portion * PORTION, count = n - first < PORTION ? n - first : PORTION;
				const int blocks = (int)((count + policy::TILE - 1) / policy::TILE), row = portion * passes + pass;
				cudaMemset(lookback, 0, blocks * policy::DIGITS * sizeof(int));
				DeviceRadixSortOnesweepKernel<policy, order, K, V, O, int, int, identity_decomposer_t><<<blocks, policy::THREADS>>>(
					lookback, counters + row, portion < portions - 1 ? bins + (row + passes) * policy::DIGITS : (O *)0,
					bins + row * policy::DIGITS, keys_out, keys + first, values_out, values + first, (int)count, bit,
					end - bit < policy::DIGIT_BITS ? end - bit : policy::DIGIT_BITS, identity_decomposer_t());
			}
			keys = keys_out;
			values = values_out;
		}
		cudaFree(counters);
		cudaFree(lookback);
		cudaFree(bins);
	}
};

/* The kernels that sort n keys, and values unless V is NullType. The caller has to forget the results. Keys move
 * between the two arrays once per digit. */
template <SortOrder order, class O, class K, class V>
inline void __gl_sort_between(K *keys, K *other_keys, V *values, V *other_values, size_t count, int begin = 0, int end = sizeof(K) * 8)
{
	const size_t n = __gl_likely(count);
	if constexpr (__is_arithmetic(K) && __gl_is_moved_whole<V>) {
		typedef __gl_sort<order, O, K, V> sort;
		if (!sort::is_for_onesweep(n) || end <= begin)
			return;
		if ((end - begin + 7) / 8 % 2)
			sort::run(keys, other_keys, keys, values, other_values, values, n, begin, end);
		else
			sort::run(keys, keys, other_keys, values, values, other_values, n, begin, end);
	}
}
/* The same, between the keys and memory that the sort allocates. */
template <SortOrder order, class O, class K, class V> inline void __gl_sort_in_place(K *keys, V *values, size_t n)
{
	K *other_keys = __gl_device_memory<K>(n);
	V *other_values = __gl_device_memory<V>(__is_empty(V) ? 0 : n);
	__gl_sort_between<order, O>(keys, other_keys, values, other_values, n);
	cudaFree(other_values);
	cudaFree(other_keys);
}
/* From `keys` to `keys_out`, through memory that the sort allocates. */
template <SortOrder order, class O, class K, class V>
inline void __gl_sort_to(const K *keys, K *keys_out, const V *values, V *values_out, size_t count, int begin, int end)
{
	const size_t n = __gl_likely(count);
	if constexpr (__is_arithmetic(K) && __gl_is_moved_whole<V>) {
		typedef __gl_sort<order, O, K, V> sort;
		if (!sort::is_for_onesweep(n) || end <= begin)
			return;
		K *between = __gl_device_memory<K>(end - begin > 8 ? n : 0);
		V *values_between = __gl_device_memory<V>(__is_empty(V) || end - begin <= 8 ? 0 : n);
		sort::run(keys, keys_out, between, values, values_out, values_between, n, begin, end);
		cudaFree(values_between);
		cudaFree(between);
	}
}
}
}
}
#endif
