/* Thrust. Vectors own real memory, allocated with cudaMalloc for the device. The output of algorithms is known as far
 * as thrust_follow.h computes it. Fills, sequences and copies are builtins of the evaluator; modelled kernels of CUB
 * are launched. */
#ifndef GPULINT_THRUST_CORE_H
#define GPULINT_THRUST_CORE_H
#pragma GCC system_header
#include <gpulint_prelude.h>
#include <thrust/version.h>
#include <vector>
#include <functional>
#include <numeric>
#include <tuple>
#include <iostream>
#include <gpulint/cub_for_each.h>
#pragma clang force_cuda_host_device begin
namespace thrust {
using std::pair;
using std::make_pair;
using std::plus;
using std::minus;
using std::multiplies;
using std::divides;
using std::modulus;
using std::negate;
using std::less;
using std::greater;
using std::less_equal;
using std::greater_equal;
using std::equal_to;
using std::not_equal_to;
using std::logical_and;
using std::logical_or;
using std::logical_not;
using std::bit_and;
using std::bit_or;
using std::bit_xor;
using std::tuple;
using std::make_tuple;
using std::get;
using std::tie;
using std::tuple_size;
using std::tuple_element;
using std::unary_function;
using std::binary_function;
using std::swap;
template <class T = void> struct maximum { constexpr T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
template <class T = void> struct minimum { constexpr T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
template <class T = void> struct identity { constexpr T operator()(const T &a) const { return a; } };
template <class T = void> struct square { constexpr T operator()(const T &a) const { return a * a; } };
template <class T = void> struct project1st { template <class A, class B> constexpr A operator()(const A &a, const B &) const { return a; } };
template <class T> constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class P> struct unary_negate { P p; template <class T> constexpr bool operator()(const T &t) const { return !p(t); } };
template <class P> constexpr unary_negate<P> not1(const P &p) { return unary_negate<P>{p}; }

/* An element of device memory: a read or write on the host is a copy. */
template <class T> class device_reference {
	T *p;
public:
	explicit device_reference(T *q) : p(q) {}
	T value() const { std::remove_cv_t<T> v; cudaMemcpy(&v, p, sizeof(T), cudaMemcpyDeviceToHost); return v; }
	operator T() const { return value(); }
	device_reference &operator=(const T &v) { T copy = v; cudaMemcpy((void *)p, &copy, sizeof(T), cudaMemcpyHostToDevice); return *this; }
	device_reference &operator=(const device_reference &r) { return *this = r.value(); }
	device_reference &operator+=(const T &v) { return *this = value() + v; }
	device_reference &operator-=(const T &v) { return *this = value() - v; }
	device_reference &operator++() { return *this = value() + T(1); }
	T *operator&() const { return p; }
};
template <class T> class device_ptr {
	T *p;
public:
	typedef std::random_access_iterator_tag iterator_category;
	typedef std::remove_cv_t<T> value_type;
	typedef ptrdiff_t difference_type;
	typedef device_ptr pointer;
	typedef device_reference<T> reference;
	device_ptr() : p(0) {}
	explicit device_ptr(T *q) : p(q) {}
	template <class U> device_ptr(const device_ptr<U> &d) : p((T *)d.get()) {}
	T *get() const { return p; }
	device_reference<T> operator*() const { return device_reference<T>(p); }
	device_reference<T> operator[](ptrdiff_t i) const { return device_reference<T>(p + i); }
	device_ptr operator+(ptrdiff_t n) const { return device_ptr(p + n); }
	device_ptr operator-(ptrdiff_t n) const { return device_ptr(p - n); }
	ptrdiff_t operator-(const device_ptr &d) const { return p - d.p; }
	device_ptr &operator++() { ++p; return *this; }
	device_ptr operator++(int) { return device_ptr(p++); }
	device_ptr &operator--() { --p; return *this; }
	device_ptr &operator+=(ptrdiff_t n) { p += n; return *this; }
	device_ptr &operator-=(ptrdiff_t n) { p -= n; return *this; }
	bool operator==(const device_ptr &d) const { return p == d.p; }
	bool operator!=(const device_ptr &d) const { return p != d.p; }
	bool operator<(const device_ptr &d) const { return p < d.p; }
	explicit operator bool() const { return p != 0; }
};
template <> class device_ptr<void> {
	void *p;
public:
	device_ptr() : p(0) {}
	explicit device_ptr(void *q) : p(q) {}
	template <class U> device_ptr(const device_ptr<U> &d) : p((void *)d.get()) {}
	void *get() const { return p; }
	explicit operator bool() const { return p != 0; }
};
template <class T> inline device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> inline device_ptr<T> device_pointer_cast(const device_ptr<T> &p) { return p; }
template <class T> inline T *raw_pointer_cast(T *p) { return p; }
template <class T> inline T *raw_pointer_cast(const device_ptr<T> &p) { return p.get(); }
template <class T> inline T &raw_reference_cast(T &t) { return t; }
template <class T> inline device_ptr<T> device_malloc(size_t n) { T *p; cudaMalloc(&p, n * sizeof(T)); return device_ptr<T>(p); }
/* Without a type, the count is in bytes. */
inline device_ptr<void> device_malloc(size_t bytes) { void *p; cudaMalloc(&p, bytes); return device_ptr<void>(p); }
template <class T> inline void device_free(const device_ptr<T> &p) { cudaFree((void *)p.get()); }
template <class T> class device_allocator { public: typedef T value_type; };
template <class T> class device_malloc_allocator { public: typedef T value_type; };

struct no_init_t {};
struct default_init_t {};
inline constexpr no_init_t no_init{};
inline constexpr default_init_t default_init{};
/* A kernel stores the value in each of n new elements. */
#pragma clang force_cuda_host_device end
template <class T> inline __device__ void __gl_construct(T *to, const T &value) { *to = value; }
template <class T> struct __gl_uninitialized_fill {
	T *items, value;
	__device__ void operator()(size_t i) { __gl_construct(items + i, value); }
};
template <class T> inline void __gl_initialise(T *items, size_t n, const T &value) { cub::detail::for_each::__gl_run(n, __gl_uninitialized_fill<T>{items, value}); }
#pragma clang force_cuda_host_device begin

template <class T, class A = std::allocator<T>> class host_vector;
template <class T, class A = device_allocator<T>> class device_vector {
	T *first;
	size_t count, room;
	void start(size_t n)
	{
		first = 0;
		count = room = n;
		if (n)
			cudaMalloc(&first, n * sizeof(T));
	}
public:
	typedef T value_type;
	typedef device_ptr<T> iterator, pointer;
	typedef device_ptr<const T> const_iterator, const_pointer;
	typedef device_reference<T> reference;
	typedef device_reference<const T> const_reference;
	typedef size_t size_type;
	typedef ptrdiff_t difference_type;
	device_vector() { start(0); }
	explicit device_vector(size_t n) { start(n); zero_from(0); }
	device_vector(size_t n, no_init_t) { start(n); }
	device_vector(size_t n, default_init_t) { start(n); }
	device_vector(size_t n, const T &value) { start(n); fill_from(0, value); }
	device_vector(const device_vector &v) { start(v.count); if (count) cudaMemcpy(first, v.first, count * sizeof(T), cudaMemcpyDeviceToDevice); }
	device_vector(device_vector &&v) : first(v.first), count(v.count), room(v.room) { v.first = 0; v.count = v.room = 0; }
	template <class B> device_vector(const host_vector<T, B> &v) { start(v.size()); upload(v.data()); }
	template <class B> device_vector(const std::vector<T, B> &v) { start(v.size()); upload(v.data()); }
	template <class I, class = std::enable_if_t<!std::is_integral_v<I>>> device_vector(I from, I to) { start(to - from); assign_from(from); }
	~device_vector() { cudaFree((void *)first); }
	device_vector &operator=(const device_vector &v) { size_to(v.count); if (count) cudaMemcpy(first, v.first, count * sizeof(T), cudaMemcpyDeviceToDevice); return *this; }
	device_vector &operator=(device_vector &&v) { swap(v); return *this; }
	template <class B> device_vector &operator=(const host_vector<T, B> &v) { size_to(v.size()); upload(v.data()); return *this; }
	template <class B> device_vector &operator=(const std::vector<T, B> &v) { size_to(v.size()); upload(v.data()); return *this; }
	void upload(const T *p) { if (count) cudaMemcpy((void *)first, p, count * sizeof(T), cudaMemcpyHostToDevice); }
	/* Elements from i on are new: a kernel initialises them if the type has an initial value. */
	void zero_from(size_t i)
	{
		if (count <= i)
			return;
		if constexpr (__is_trivially_constructible(T) && __is_trivially_assignable(T &, const T &))
			__gl_initialise(first + i, count - i, T());
		cudaMemset((void *)(first + i), 0, (count - i) * sizeof(T));
	}
	void fill_from(size_t i, const T &value)
	{
		if constexpr (__is_trivially_copyable(T) && __is_trivially_assignable(T &, const T &))
			__gl_initialise(first + i, count - i, value);
		std::vector<T> all(count - i, value);
		if (count > i)
			cudaMemcpy((void *)(first + i), all.data(), (count - i) * sizeof(T), cudaMemcpyHostToDevice);
	}
	template <class I> void assign_from(I from)
	{
		if constexpr (__is_pointer(I))
			cudaMemcpy((void *)first, (const void *)from, count * sizeof(T), cudaMemcpyDefault);
		else
			__gl_forget(first, count * sizeof(T));
	}
	void assign_from(device_ptr<T> from) { cudaMemcpy((void *)first, (const void *)from.get(), count * sizeof(T), cudaMemcpyDeviceToDevice); }
	template <class I, class = std::enable_if_t<!std::is_integral_v<I>>> void assign(I from, I to) { size_to(to - from); assign_from(from); }
	void assign(size_t n, const T &value) { size_to(n); fill_from(0, value); }
	void reserve(size_t n)
	{
		if (n <= room)
			return;
		T *bigger;
		cudaMalloc(&bigger, n * sizeof(T));
		if (count)
			cudaMemcpy((void *)bigger, first, count * sizeof(T), cudaMemcpyDeviceToDevice);
		cudaFree((void *)first);
		first = bigger;
		room = n;
	}
	void size_to(size_t n) { reserve(n); count = n; }
	void resize(size_t n) { size_t old = count; size_to(n); zero_from(old); }
	void resize(size_t n, const T &value) { size_t old = count; size_to(n); if (n > old) fill_from(old, value); }
	void clear() { count = 0; }
	void shrink_to_fit() {}
	size_t size() const { return count; }
	size_t capacity() const { return room; }
	bool empty() const { return count == 0; }
	pointer data() { return pointer(first); }
	const_pointer data() const { return const_pointer(first); }
	iterator begin() { return iterator(first); }
	iterator end() { return iterator(first + count); }
	const_iterator begin() const { return const_iterator(first); }
	const_iterator end() const { return const_iterator(first + count); }
	const_iterator cbegin() const { return const_iterator(first); }
	const_iterator cend() const { return const_iterator(first + count); }
	reference operator[](size_t i) { return reference(first + i); }
	const_reference operator[](size_t i) const { return const_reference(first + i); }
	reference front() { return reference(first); }
	reference back() { return reference(first + count - 1); }
	void push_back(const T &value) { reserve(count + 1); count++; back() = value; }
	void pop_back() { count--; }
	iterator erase(iterator from, iterator to) { count -= to - from; __gl_forget(first, room * sizeof(T)); return from; }
	template <class I> void insert(iterator, I, I) { __gl_forget(first, room * sizeof(T)); }
	void swap(device_vector &v) { std::swap(first, v.first); std::swap(count, v.count); std::swap(room, v.room); }
};
template <class T, class A> class host_vector : public std::vector<T> {
public:
	host_vector() {}
	explicit host_vector(size_t n) : std::vector<T>(n) {}
	host_vector(size_t n, const T &value) : std::vector<T>(n, value) {}
	host_vector(std::initializer_list<T> l) : std::vector<T>(l) {}
	host_vector(const std::vector<T> &v) : std::vector<T>(v) {}
	template <class I, class = std::enable_if_t<!std::is_integral_v<I>>> host_vector(I from, I to) : std::vector<T>(from, to) {}
	template <class U> host_vector(const device_ptr<U> &from, const device_ptr<U> &to) : std::vector<T>(to - from) { copy_from_device(from.get()); }
	template <class B> host_vector(const device_vector<T, B> &v) : std::vector<T>(v.size()) { download(v); }
	template <class B> host_vector &operator=(const device_vector<T, B> &v) { this->resize(v.size()); download(v); return *this; }
	template <class B> void download(const device_vector<T, B> &v) { copy_from_device(v.data().get()); }
	void copy_from_device(const T *from) { if (this->size()) cudaMemcpy(this->data(), from, this->size() * sizeof(T), cudaMemcpyDeviceToHost); }
};
template <class T> class universal_vector : public std::vector<T> { using std::vector<T>::vector; };

/* ---- execution policies ---- */
struct __gl_policy {
	template <class... A> __gl_policy operator()(A...) const { return *this; }
	template <class A> __gl_policy on(A) const { return *this; }
};
/* A device policy: raw pointers also point to device memory. */
struct __gl_device_policy : __gl_policy {
	template <class... A> __gl_device_policy operator()(A...) const { return *this; }
	template <class A> __gl_device_policy on(A) const { return *this; }
};
inline constexpr __gl_device_policy device{};
inline constexpr __gl_policy host{}, seq{};
template <class T> struct __gl_is_policy { enum { value = __is_base_of(__gl_policy, T) }; };
struct device_system_tag : __gl_device_policy {};
struct host_system_tag : __gl_policy {};
namespace system { namespace cuda { typedef device_system_tag tag; } namespace omp { inline constexpr __gl_policy par{}; } }
namespace cuda { inline constexpr __gl_device_policy par{}, par_nosync{}; inline __gl_device_policy par_on(cudaStream_t) { return __gl_device_policy(); } }
namespace omp { inline constexpr __gl_policy par{}; }

/* ---- iterators that count, repeat and compute ---- */
#define __GL_ITERATOR(name, value) \
	typedef std::random_access_iterator_tag iterator_category; \
	typedef value value_type; \
	typedef ptrdiff_t difference_type; \
	typedef value reference; \
	typedef value *pointer; \
	name &operator++() { at = at + 1; return *this; } \
	name operator++(int) { name old = *this; at = at + 1; return old; } \
	name &operator+=(ptrdiff_t n) { at = at + n; return *this; } \
	bool operator==(const name &o) const { return at == o.at; } \
	bool operator!=(const name &o) const { return at != o.at; }
template <class T, class... Rest> class counting_iterator {
	T at;
public:
	__GL_ITERATOR(counting_iterator, T)
	counting_iterator(T t = T()) : at(t) {}
	T operator*() const { return at; }
	T operator[](ptrdiff_t n) const { return at + n; }
	counting_iterator operator+(ptrdiff_t n) const { return counting_iterator(at + n); }
	ptrdiff_t operator-(const counting_iterator &o) const { return at - o.at; }
};
template <class T> inline counting_iterator<T> make_counting_iterator(T t) { return counting_iterator<T>(t); }
template <class T, class... Rest> class constant_iterator {
	ptrdiff_t at;
	T held;
public:
	__GL_ITERATOR(constant_iterator, T)
	constant_iterator(const T &t = T(), ptrdiff_t i = 0) : at(i), held(t) {}
	T operator*() const { return held; }
	T operator[](ptrdiff_t) const { return held; }
	constant_iterator operator+(ptrdiff_t n) const { return constant_iterator(held, at + n); }
	ptrdiff_t operator-(const constant_iterator &o) const { return at - o.at; }
};
template <class T> inline constant_iterator<T> make_constant_iterator(const T &t) { return constant_iterator<T>(t); }
template <class F, class I, class... Rest> class transform_iterator {
	I at;
	F f;
	typedef std::remove_cvref_t<decltype(std::declval<F>()(*std::declval<I>()))> V;
public:
	__GL_ITERATOR(transform_iterator, V)
	transform_iterator(I i, F g) : at(i), f(g) {}
	const I &base() const { return at; }
	F functor() const { return f; }
	V operator*() const { return f(*at); }
	V operator[](ptrdiff_t n) const { return f(at[n]); }
	transform_iterator operator+(ptrdiff_t n) const { return transform_iterator(at + n, f); }
	ptrdiff_t operator-(const transform_iterator &o) const { return at - o.at; }
};
template <class F, class I> inline transform_iterator<F, I> make_transform_iterator(I i, F f) { return transform_iterator<F, I>(i, f); }
template <class I, class J, class... Rest> class permutation_iterator {
	I base;
	J at;
public:
	typedef typename std::iterator_traits<I>::value_type V;
	__GL_ITERATOR(permutation_iterator, V)
	permutation_iterator(I i, J j) : base(i), at(j) {}
	const I &elements() const { return base; }
	const J &map() const { return at; }
	decltype(auto) operator*() const { return base[*at]; }
	permutation_iterator operator+(ptrdiff_t n) const { return permutation_iterator(base, at + n); }
	ptrdiff_t operator-(const permutation_iterator &o) const { return at - o.at; }
};
template <class I, class J> inline permutation_iterator<I, J> make_permutation_iterator(I i, J j) { return permutation_iterator<I, J>(i, j); }
template <class Tuple> class zip_iterator {
	Tuple iterators;
	ptrdiff_t at;
public:
	__GL_ITERATOR(zip_iterator, Tuple)
	zip_iterator(const Tuple &t, ptrdiff_t n = 0) : iterators(t), at(n) {}
	const Tuple &get_iterator_tuple() const { return iterators; }
	template <size_t... i> auto at_index(std::index_sequence<i...>) const { return std::make_tuple(typename std::iterator_traits<std::tuple_element_t<i, Tuple>>::value_type(std::get<i>(iterators)[at])...); }
	auto operator*() const { return at_index(std::make_index_sequence<std::tuple_size<Tuple>::value>()); }
	zip_iterator operator+(ptrdiff_t n) const { return zip_iterator(iterators, at + n); }
	ptrdiff_t operator-(const zip_iterator &o) const { return at - o.at; }
};
template <class... I> inline zip_iterator<std::tuple<I...>> make_zip_iterator(const std::tuple<I...> &t) { return zip_iterator<std::tuple<I...>>(t); }
template <class I, class... J, class = std::enable_if_t<sizeof...(J) != 0>> inline zip_iterator<std::tuple<I, J...>> make_zip_iterator(I i, J... j) { return zip_iterator<std::tuple<I, J...>>(std::tuple<I, J...>(i, j...)); }
template <class T = void> class discard_iterator {
	ptrdiff_t at;
	struct sink { template <class U> const sink &operator=(const U &) const { return *this; } };
public:
	__GL_ITERATOR(discard_iterator, int)
	discard_iterator(ptrdiff_t n = 0) : at(n) {}
	sink operator*() const { return sink(); }
	sink operator[](ptrdiff_t) const { return sink(); }
	discard_iterator operator+(ptrdiff_t n) const { return discard_iterator(at + n); }
	ptrdiff_t operator-(const discard_iterator &o) const { return at - o.at; }
};
inline discard_iterator<> make_discard_iterator() { return discard_iterator<>(); }
#undef __GL_ITERATOR
template <class I> using reverse_iterator = std::reverse_iterator<I>;
template <class I> inline std::reverse_iterator<I> make_reverse_iterator(I i) { return std::reverse_iterator<I>(i); }

/* ---- effects of an algorithm ---- */
template <class T> inline T *__gl_address(T *p) { return p; }
template <class T> inline T *__gl_address(const device_ptr<T> &p) { return p.get(); }
template <class I> inline void *__gl_address(const I &) { return 0; }
/* n values from an iterator on become unknown. Iterators that only compute hold no values. */
template <class I, class N> inline void __gl_lose(const I &from, N n)
{
	auto *p = __gl_address(from);
	if constexpr (!__is_void(std::remove_pointer_t<decltype(p)>))
		__gl_forget((const void *)p, (size_t)n * sizeof *p);
}
template <class Tuple, class N, size_t... i> inline void __gl_lose_all(const Tuple &t, N n, std::index_sequence<i...>) { (__gl_lose(std::get<i>(t), n), ...); }
template <class Tuple, class N> inline void __gl_lose(const zip_iterator<Tuple> &z, N n) { __gl_lose_all(z.get_iterator_tuple(), n, std::make_index_sequence<std::tuple_size<Tuple>::value>()); }
template <class I> using __gl_value = typename std::iterator_traits<I>::value_type;
#define __GL_ITERATOR_TRAIT(name, member) \
	template <class I> struct name { typedef typename std::iterator_traits<I>::member type; }; \
	template <class I> using name##_t = typename name<I>::type;
__GL_ITERATOR_TRAIT(iterator_value, value_type)
__GL_ITERATOR_TRAIT(iterator_pointer, pointer)
__GL_ITERATOR_TRAIT(iterator_reference, reference)
__GL_ITERATOR_TRAIT(iterator_difference, difference_type)
#undef __GL_ITERATOR_TRAIT

template <class I> inline size_t distance(I from, I to) { return to - from; }
template <class I, class D> inline void advance(I &i, D n) { i += n; }

/* Every algorithm exists with and without a leading policy. */
#define __GL_WITH_POLICY(name) \
	template <class... A> inline __host__ auto name(const __gl_policy &, A... a) { return name(a...); } \
	template <class... A> inline __device__ auto name(const __gl_policy &, A... a) { return name(a...); }
}
#pragma clang force_cuda_host_device end
#include <gpulint/thrust_each.h>
#include <gpulint/thrust_reduce.h>
#include <gpulint/thrust_scan.h>
#include <gpulint/thrust_select.h>
#include <gpulint/thrust_search.h>
#include <gpulint/thrust_sort.h>
#pragma clang force_cuda_host_device begin
namespace thrust {
template <class I, class N, class T> inline I fill_n(I from, N n, const T &value) { fill(from, from + n, value); return from + n; }
template <class I, class O> inline O copy(I from, I to, O out)
{
	auto *p = __gl_address(from);
	auto *q = __gl_address(out);
	if constexpr (std::is_same_v<std::remove_cv_t<std::remove_pointer_t<decltype(p)>>, std::remove_pointer_t<decltype(q)>> && !__is_void(std::remove_pointer_t<decltype(q)>)) {
		if (to - from > 0)
			cudaMemcpy((void *)q, (const void *)p, (to - from) * sizeof *q, cudaMemcpyDefault);
	} else {
		__gl_lose(out, to - from);
	}
	return out + (to - from);
}
template <class I, class N, class O> inline O copy_n(I from, N n, O out) { return copy(from, from + n, out); }
/* Algorithms on device memory, with kernels of their own. */
#pragma clang attribute push(__attribute__((annotate("gl:algorithm"))), apply_to = function)
#define __GL_TO_OUTPUT(name) \
	template <class I, class O, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, O> name(I from, I to, O out, A...) \
	{ \
		__gl_lose(out, to - from); \
		return out + (to - from); \
	}
__GL_TO_OUTPUT(adjacent_difference)
__GL_TO_OUTPUT(replace_copy)
__GL_TO_OUTPUT(reverse_copy)
#undef __GL_TO_OUTPUT
#define __GL_BY_KEY(name) \
	template <class K, class V, class O, class... A> inline std::enable_if_t<!__gl_is_policy<K>::value, O> name(K from, K to, V, O out, A...) \
	{ \
		__gl_lose(out, to - from); \
		return out + (to - from); \
	}
__GL_BY_KEY(inclusive_scan_by_key)
__GL_BY_KEY(exclusive_scan_by_key)
#undef __GL_BY_KEY
template <class I, class G> inline void shuffle(I from, I to, G &&) { __gl_lose(from, to - from); }
template <class I> inline void reverse(I from, I to) { __gl_lose(from, to - from); }
#define __GL_SHORTER(name) \
	template <class I, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, I> name(I from, I to, A...) \
	{ \
		__gl_lose(from, to - from); \
		return from + __gl_unknown<ptrdiff_t>(); \
	}
__GL_SHORTER(partition)
__GL_SHORTER(stable_partition)
#undef __GL_SHORTER
template <class K, class V, class... A> inline pair<K, V> unique_by_key(K from, K to, V values, A...)
{
	__gl_lose(from, to - from);
	__gl_lose(values, to - from);
	ptrdiff_t n = __gl_unknown<ptrdiff_t>();
	return pair<K, V>(from + n, values + n);
}
template <class K, class V, class KO, class VO, class... A> inline std::enable_if_t<!__gl_is_policy<K>::value, pair<KO, VO>> unique_by_key_copy(K from, K to, V, KO keys, VO values, A...)
{
	__gl_lose(keys, to - from);
	__gl_lose(values, to - from);
	ptrdiff_t n = __gl_unknown<ptrdiff_t>();
	return pair<KO, VO>(keys + n, values + n);
}
template <class I, class J, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, pair<I, J>> mismatch(I from, I, J other, A...)
{
	const ptrdiff_t n = __gl_unknown<ptrdiff_t>();
	return pair<I, J>(from + n, other + n);
}
template <class I, class J> inline std::enable_if_t<!__gl_is_policy<I>::value, J> swap_ranges(I from, I to, J other)
{
	__gl_lose(from, to - from);
	__gl_lose(other, to - from);
	return other + (to - from);
}
template <class I, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, pair<I, I>> minmax_element(I from, I, A...) { return pair<I, I>(from + __gl_unknown<ptrdiff_t>(), from + __gl_unknown<ptrdiff_t>()); }
template <class I, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, bool> is_partitioned(I, I, A...) { return __gl_unknown<bool>(); }
template <class I, class T, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, bool> binary_search(I, I, const T &, A...) { return __gl_unknown<bool>(); }
template <class I, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, I> is_sorted_until(I from, I, A...) { return from + __gl_unknown<ptrdiff_t>(); }
template <class I, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, I> partition_point(I from, I, A...) { return from + __gl_unknown<ptrdiff_t>(); }
template <class I, class T, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, pair<I, I>> equal_range(I from, I, const T &, A...)
{
	return pair<I, I>(from + __gl_unknown<ptrdiff_t>(), from + __gl_unknown<ptrdiff_t>());
}
template <class I, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, ptrdiff_t> unique_count(I, I, A...) { return __gl_unknown<ptrdiff_t>(); }
template <class I, class N, class G> inline std::enable_if_t<!__gl_is_policy<I>::value, I> generate_n(I from, N n, G g) { generate(from, from + n, g); return from + n; }
template <class I, class O, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, O> transform_if(I from, I to, O out, A...) { __gl_lose(out, to - from); return out + (to - from); }
template <class I, class J, class O, class A, class... B> inline std::enable_if_t<!__gl_is_policy<I>::value, O> transform_if(I from, I to, J, O out, A, B...) { __gl_lose(out, to - from); return out + (to - from); }
template <class J, class S, class I, class O, class... A> inline std::enable_if_t<!__gl_is_policy<J>::value, O> gather_if(J from, J to, S, I, O out, A...) { __gl_lose(out, to - from); return out + (to - from); }
template <class I, class J, class S, class O, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value> scatter_if(I, I, J, S, O out, A...) { __gl_lose(out, ~(size_t)0 / 64); }
#define __GL_PARTITION_COPY(name) \
	template <class I, class O, class Q, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, pair<O, Q>> name(I from, I to, O out, Q others, A...) \
	{ \
		const ptrdiff_t n = __gl_unknown<ptrdiff_t>(); \
		__gl_lose(out, to - from); \
		__gl_lose(others, to - from); \
		return pair<O, Q>(out + n, others + n); \
	}
__GL_PARTITION_COPY(partition_copy)
__GL_PARTITION_COPY(stable_partition_copy)
#undef __GL_PARTITION_COPY
template <class I, class O, class G> inline std::enable_if_t<!__gl_is_policy<I>::value> shuffle_copy(I from, I to, O out, G &&) { __gl_lose(out, to - from); }
template <class I, class T> inline std::enable_if_t<!__gl_is_policy<I>::value> uninitialized_fill(I from, I to, const T &value) { fill(from, to, value); }
template <class I, class N, class T> inline std::enable_if_t<!__gl_is_policy<I>::value, I> uninitialized_fill_n(I from, N n, const T &value) { fill(from, from + n, value); return from + n; }
#pragma clang attribute pop
template <class I, class O> inline std::enable_if_t<!__gl_is_policy<I>::value, O> uninitialized_copy(I from, I to, O out) { return copy(from, to, out); }
template <class I, class N, class O> inline std::enable_if_t<!__gl_is_policy<I>::value, O> uninitialized_copy_n(I from, N n, O out) { return copy(from, from + n, out); }
template <class T = void> struct project2nd { template <class A, class B> constexpr B operator()(const A &, const B &b) const { return b; } };
/* Searches: for one value, yields an iterator; for many, one position each. */
#pragma clang attribute push(__attribute__((annotate("gl:algorithm"))), apply_to = function)
template <class I, class T> inline I lower_bound(I from, I, const T &) { return from + __gl_unknown<ptrdiff_t>(); }
template <class I, class T> inline I upper_bound(I from, I, const T &) { return from + __gl_unknown<ptrdiff_t>(); }
template <class I, class J, class O, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, O> lower_bound(I, I, J from, J to, O out, A...) { __gl_lose(out, to - from); return out; }
template <class I, class J, class O, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, O> upper_bound(I, I, J from, J to, O out, A...) { __gl_lose(out, to - from); return out; }
template <class I, class J, class O, class... A> inline std::enable_if_t<!__gl_is_policy<I>::value, O> merge(I a, I a_end, J b, J b_end, O out, A...) { __gl_lose(out, (a_end - a) + (b_end - b)); return out; }
/* Operations on sorted ranges: the number of results is unknown. */
#define __GL_SET_OPERATION(name) \
	template <class I, class J, class O, class... L> inline std::enable_if_t<!__gl_is_policy<I>::value, O> name(I a, I a_end, J b, J b_end, O out, L...) \
	{ \
		__gl_lose(out, (a_end - a) + (b_end - b)); \
		return out + __gl_unknown<ptrdiff_t>(); \
	}
__GL_SET_OPERATION(set_union)
__GL_SET_OPERATION(set_intersection)
__GL_SET_OPERATION(set_difference)
__GL_SET_OPERATION(set_symmetric_difference)
#undef __GL_SET_OPERATION
template <class I, class J, class O, class P> inline pair<O, P> __gl_lose_pairs(I a, I a_end, J b, J b_end, O keys, P values)
{
	const ptrdiff_t most = (a_end - a) + (b_end - b), n = __gl_unknown<ptrdiff_t>();
	__gl_lose(keys, most);
	__gl_lose(values, most);
	return pair<O, P>(keys + n, values + n);
}
#define __GL_SET_OPERATION(name) \
	template <class I, class J, class V, class W, class O, class P, class... L> inline std::enable_if_t<!__gl_is_policy<I>::value, pair<O, P>> \
	name(I a, I a_end, J b, J b_end, V, W, O keys, P values, L...) { return __gl_lose_pairs(a, a_end, b, b_end, keys, values); }
__GL_SET_OPERATION(set_union_by_key)
__GL_SET_OPERATION(set_difference_by_key)
__GL_SET_OPERATION(set_symmetric_difference_by_key)
__GL_SET_OPERATION(merge_by_key)
#undef __GL_SET_OPERATION
template <class I, class J, class V, class O, class P> inline std::enable_if_t<!__gl_is_policy<I>::value, pair<O, P>>
set_intersection_by_key(I a, I a_end, J b, J b_end, V, O keys, P values) { return __gl_lose_pairs(a, a_end, b, b_end, keys, values); }
template <class I, class J, class V, class O, class P, class L> inline std::enable_if_t<!__gl_is_policy<I>::value, pair<O, P>>
set_intersection_by_key(I a, I a_end, J b, J b_end, V, O keys, P values, L) { return __gl_lose_pairs(a, a_end, b, b_end, keys, values); }
#pragma clang attribute pop
#pragma clang force_cuda_host_device end
__GL_WITH_POLICY(adjacent_difference)
__GL_WITH_POLICY(all_of)
__GL_WITH_POLICY(any_of)
__GL_WITH_POLICY(binary_search)
__GL_WITH_POLICY(copy)
__GL_WITH_POLICY(copy_if)
__GL_WITH_POLICY(copy_n)
__GL_WITH_POLICY(count)
__GL_WITH_POLICY(count_if)
__GL_WITH_POLICY(equal)
__GL_WITH_POLICY(equal_range)
__GL_WITH_POLICY(exclusive_scan)
__GL_WITH_POLICY(exclusive_scan_by_key)
__GL_WITH_POLICY(fill)
__GL_WITH_POLICY(fill_n)
__GL_WITH_POLICY(find)
__GL_WITH_POLICY(find_if)
__GL_WITH_POLICY(find_if_not)
__GL_WITH_POLICY(for_each)
__GL_WITH_POLICY(for_each_n)
__GL_WITH_POLICY(gather)
__GL_WITH_POLICY(gather_if)
__GL_WITH_POLICY(generate)
__GL_WITH_POLICY(generate_n)
__GL_WITH_POLICY(inclusive_scan)
__GL_WITH_POLICY(inclusive_scan_by_key)
__GL_WITH_POLICY(inner_product)
__GL_WITH_POLICY(is_partitioned)
__GL_WITH_POLICY(is_sorted)
__GL_WITH_POLICY(is_sorted_until)
__GL_WITH_POLICY(lower_bound)
__GL_WITH_POLICY(max_element)
__GL_WITH_POLICY(merge)
__GL_WITH_POLICY(merge_by_key)
__GL_WITH_POLICY(min_element)
__GL_WITH_POLICY(minmax_element)
__GL_WITH_POLICY(mismatch)
__GL_WITH_POLICY(none_of)
__GL_WITH_POLICY(partition)
__GL_WITH_POLICY(partition_copy)
__GL_WITH_POLICY(partition_point)
__GL_WITH_POLICY(reduce)
__GL_WITH_POLICY(reduce_by_key)
__GL_WITH_POLICY(remove)
__GL_WITH_POLICY(remove_copy)
__GL_WITH_POLICY(remove_copy_if)
__GL_WITH_POLICY(remove_if)
__GL_WITH_POLICY(replace)
__GL_WITH_POLICY(replace_copy)
__GL_WITH_POLICY(replace_if)
__GL_WITH_POLICY(reverse)
__GL_WITH_POLICY(reverse_copy)
__GL_WITH_POLICY(scatter)
__GL_WITH_POLICY(scatter_if)
__GL_WITH_POLICY(sequence)
__GL_WITH_POLICY(set_difference)
__GL_WITH_POLICY(set_difference_by_key)
__GL_WITH_POLICY(set_intersection)
__GL_WITH_POLICY(set_intersection_by_key)
__GL_WITH_POLICY(set_symmetric_difference)
__GL_WITH_POLICY(set_symmetric_difference_by_key)
__GL_WITH_POLICY(set_union)
__GL_WITH_POLICY(set_union_by_key)
__GL_WITH_POLICY(shuffle)
__GL_WITH_POLICY(shuffle_copy)
__GL_WITH_POLICY(sort)
__GL_WITH_POLICY(sort_by_key)
__GL_WITH_POLICY(stable_partition)
__GL_WITH_POLICY(stable_partition_copy)
__GL_WITH_POLICY(stable_sort)
__GL_WITH_POLICY(stable_sort_by_key)
__GL_WITH_POLICY(swap_ranges)
__GL_WITH_POLICY(tabulate)
__GL_WITH_POLICY(transform)
__GL_WITH_POLICY(transform_exclusive_scan)
__GL_WITH_POLICY(transform_if)
__GL_WITH_POLICY(transform_inclusive_scan)
__GL_WITH_POLICY(transform_reduce)
__GL_WITH_POLICY(uninitialized_copy)
__GL_WITH_POLICY(uninitialized_copy_n)
__GL_WITH_POLICY(uninitialized_fill)
__GL_WITH_POLICY(uninitialized_fill_n)
__GL_WITH_POLICY(unique)
__GL_WITH_POLICY(unique_by_key)
__GL_WITH_POLICY(unique_by_key_copy)
__GL_WITH_POLICY(unique_copy)
__GL_WITH_POLICY(unique_count)
__GL_WITH_POLICY(upper_bound)
#pragma clang force_cuda_host_device begin
#undef __GL_WITH_POLICY
namespace placeholders {
using std::placeholders::_1;
using std::placeholders::_2;
}
namespace system { class system_error : public std::exception {}; }
class system_error : public std::exception {};
}
#pragma clang force_cuda_host_device end
#endif
