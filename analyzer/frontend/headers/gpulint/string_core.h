/* std::string: characters, their number and the capacity; always terminated by a 0. */
#ifndef GPULINT_STRING_CORE_H
#define GPULINT_STRING_CORE_H
#pragma GCC system_header
#include <cctype>
#include <cstring>
#include <pthread.h>
#include <initializer_list>
#include <iterator>
#include <gpulint/errors.h>
#include <gpulint/memory_core.h>
#pragma clang force_cuda_host_device begin
namespace std {
template <class C> struct char_traits {
	typedef C char_type;
	typedef int int_type;
	static constexpr size_t length(const C *s) { size_t n = 0; while (s[n] != 0) n++; return n; }
	static constexpr int_type eof() { return -1; }
};
template <class C> inline size_t __gl_length(const C *text)
{
	if constexpr (sizeof(C) == 1)
		return strlen((const char *)text);
	else
		return char_traits<C>::length(text);
}

template <class C, class T = char_traits<C>> class basic_string_view;
typedef basic_string_view<char> string_view;
template <class C, class T = char_traits<C>, class A = allocator<C>> class basic_string {
	C *first;
	size_t count, room;
	size_t : 64; /* as large as libstdc++'s, which stores short texts inside */

	enum : size_t { least_room = 15 / sizeof(C) };
	void start(const C *text, size_t n)
	{
		room = n > least_room ? n : size_t(least_room);
		first = __gl_allocate<C>(room + 1);
		__gl_construct_copy(first, text, n);
		first[n] = 0;
		count = n;
	}
	/* The number of characters after a position, at most n. Throws if the position is outside the text. */
	size_t rest(size_t from, size_t n) const
	{
		__gl_check_place(from, count + 1);
		return n < count - from ? n : count - from;
	}
	/* The inserted text may be inside the old memory, so that is not freed. */
	void grow(size_t least)
	{
		if (least <= room)
			return;
		size_t wanted = least > 2 * room ? least : 2 * room;
		C *bigger = __gl_allocate<C>(wanted + 1);
		__gl_construct_copy(bigger, first, count + 1);
		first = bigger;
		room = wanted;
	}

public:
	typedef C value_type;
	typedef T traits_type;
	typedef C &reference;
	typedef const C &const_reference;
	typedef C *iterator;
	typedef const C *const_iterator;
	typedef std::reverse_iterator<C *> reverse_iterator;
	typedef size_t size_type;
	typedef ptrdiff_t difference_type;
	static constexpr size_t npos = (size_t)-1;

	basic_string() { start((const C *)"", 0); }
	basic_string(const C *text) { start(text, __gl_length(text)); }
	basic_string(const C *text, size_t n) { start(text, n); }
	basic_string(size_t n, C c)
	{
		start((const C *)"", 0);
		append(n, c);
	}
	basic_string(const basic_string &s) { start(s.first, s.count); }
	basic_string(basic_string &&s) noexcept { start((const C *)"", 0); swap(s); }
	basic_string(const basic_string &s, size_t from, size_t n = npos)
	{
		const size_t length = s.rest(from, n);
		start(s.first + from, length);
	}
	template <class I, class = enable_if_t<!is_integral_v<I>>> basic_string(I from, I to)
	{
		start((const C *)"", 0);
		for (; from != to; ++from)
			push_back(*from);
	}
	template <class V, class = enable_if_t<is_same_v<V, basic_string_view<C, T>>>> explicit basic_string(const V &view) { start(view.data(), view.size()); }
	basic_string(initializer_list<C> l) { start(l.begin(), l.size()); }
	~basic_string() { __gl_delete(first); }
	basic_string &operator=(const basic_string &s)
	{
		if (this != &s)
			assign(s.first, s.count);
		return *this;
	}
	basic_string &operator=(basic_string &&s) noexcept
	{
		if (this != &s) {
			clear();
			swap(s);
		}
		return *this;
	}
	basic_string &operator=(const C *text) { return assign(text, __gl_length(text)); }
	basic_string &operator=(C c) { return assign(&c, 1); }
	basic_string &assign(const C *text, size_t n)
	{
		if (n > room) {
			basic_string copy;
			copy.grow(room);
			copy.append(text, n);
			swap(copy);
			return *this;
		}
		memmove(first, text, n * sizeof(C));
		first[n] = 0;
		count = n;
		return *this;
	}
	basic_string &assign(const C *text) { return assign(text, __gl_length(text)); }
	basic_string &assign(const basic_string &s) { return *this = s; }
	template <class I, class = enable_if_t<!is_integral_v<I>>> basic_string &assign(I from, I to)
	{
		basic_string copy(from, to);
		swap(copy);
		return *this;
	}

	C *begin() { return first; }
	C *end() { return first + count; }
	const C *begin() const { return first; }
	const C *end() const { return first + count; }
	const C *cbegin() const { return first; }
	const C *cend() const { return first + count; }
	reverse_iterator rbegin() { return reverse_iterator(end()); }
	reverse_iterator rend() { return reverse_iterator(begin()); }

	size_t size() const noexcept { return count; }
	size_t length() const noexcept { return count; }
	size_t max_size() const noexcept { return npos / sizeof(C) / 2; }
	/* The capacity of a concatenation differs between versions of libstdc++. */
	size_t capacity() const noexcept { return room == least_room ? room : __gl_unknown<size_t>(); }
	bool empty() const noexcept { return count == 0; }
	void reserve(size_t n = 0) { grow(n); }
	void shrink_to_fit() {}
	void clear() { count = 0; first[0] = 0; }
	void resize(size_t n, C c = C())
	{
		if (n > count)
			append(n - count, c);
		count = n;
		first[n] = 0;
	}
	const C *c_str() const noexcept { return first; }
	const C *data() const noexcept { return first; }
	C *data() noexcept { return first; }
	C &operator[](size_t i) { return first[i]; }
	const C &operator[](size_t i) const { return first[i]; }
	C &at(size_t i) { __gl_check_place(i, count); return first[i]; }
	const C &at(size_t i) const { __gl_check_place(i, count); return first[i]; }
	C &front() { return first[0]; }
	C &back() { return first[count - 1]; }
	const C &front() const { return first[0]; }
	const C &back() const { return first[count - 1]; }

	basic_string &append(const C *text, size_t n)
	{
		grow(count + n);
		memmove(first + count, text, n * sizeof(C));
		count += n;
		first[count] = 0;
		return *this;
	}
	basic_string &append(const C *text) { return append(text, __gl_length(text)); }
	basic_string &append(const basic_string &s) { return append(s.first, s.count); }
	basic_string &append(const basic_string &s, size_t from, size_t n = npos) { return append(s.substr(from, n)); }
	basic_string &append(size_t n, C c)
	{
		grow(count + n);
		for (size_t i = 0; i < n; i++)
			first[count + i] = c;
		count += n;
		first[count] = 0;
		return *this;
	}
	template <class I, class = enable_if_t<!is_integral_v<I>>> basic_string &append(I from, I to)
	{
		for (; from != to; ++from)
			push_back(*from);
		return *this;
	}
	template <class V, class = enable_if_t<is_same_v<V, basic_string_view<C, T>>>> basic_string &append(const V &view) { return append(view.data(), view.size()); }
	void push_back(C c) { append((size_t)1, c); }
	void pop_back() { first[--count] = 0; }
	basic_string &operator+=(const basic_string &s) { return append(s.first, s.count); }
	template <class V, class = enable_if_t<is_same_v<V, basic_string_view<C, T>>>> basic_string &operator+=(const V &view) { return append(view.data(), view.size()); }
	basic_string &operator+=(const C *text) { return append(text); }
	basic_string &operator+=(C c) { push_back(c); return *this; }
	basic_string &insert(size_t at, const basic_string &s) { return *this = substr(0, at) + s + substr(at); }
	basic_string &insert(size_t at, size_t n, C c) { return insert(at, basic_string(n, c)); }
	basic_string &erase(size_t at = 0, size_t n = npos)
	{
		const size_t gone = rest(at, n);
		memmove(first + at, first + at + gone, (count - at - gone + 1) * sizeof(C));
		count -= gone;
		return *this;
	}
	C *erase(const C *at) { size_t i = at - first; erase(i, 1); return first + i; }
	C *erase(const C *from, const C *to) { size_t i = from - first; erase(i, to - from); return first + i; }
	basic_string &replace(size_t at, size_t n, const basic_string &s) { return *this = substr(0, at) + s + substr(at + rest(at, n)); }
	basic_string substr(size_t from = 0, size_t n = npos) const { return basic_string(*this, from, n); }
	size_t copy(C *to, size_t n, size_t from = 0) const
	{
		n = rest(from, n);
		memcpy(to, first + from, n * sizeof(C));
		return n;
	}
	void swap(basic_string &s) noexcept { std::swap(first, s.first); std::swap(count, s.count); std::swap(room, s.room); }

	int compare(const C *text) const { return compare(basic_string(text)); }
	int compare(const basic_string &s) const
	{
		size_t n = count < s.count ? count : s.count;
		int order = memcmp(first, s.first, n * sizeof(C));
		return order ? order : count < s.count ? -1 : count > s.count;
	}
	int compare(size_t from, size_t n, const basic_string &s) const { return substr(from, n).compare(s); }
	size_t find(const C *text, size_t from, size_t n) const
	{
		for (size_t i = from; i + n <= count; i++) {
			if (memcmp(first + i, text, n * sizeof(C)) == 0)
				return i;
		}
		return npos;
	}
	size_t find(const C *text, size_t from = 0) const { return find(text, from, __gl_length(text)); }
	size_t find(const basic_string &s, size_t from = 0) const { return find(s.first, from, s.count); }
	size_t find(C c, size_t from = 0) const { return find(&c, from, 1); }
	size_t rfind(const C *text, size_t from, size_t n) const
	{
		for (size_t i = count; i-- > 0;) {
			if (i <= from && i + n <= count && memcmp(first + i, text, n * sizeof(C)) == 0)
				return i;
		}
		return npos;
	}
	size_t rfind(const C *text, size_t from = npos) const { return rfind(text, from, __gl_length(text)); }
	size_t rfind(const basic_string &s, size_t from = npos) const { return rfind(s.first, from, s.count); }
	size_t rfind(C c, size_t from = npos) const { return rfind(&c, from, 1); }
	bool has(const basic_string &set, C c) const { return set.find(c) != npos; }
	size_t find_first_of(const basic_string &set, size_t from = 0) const
	{
		for (size_t i = from; i < count; i++) {
			if (has(set, first[i]))
				return i;
		}
		return npos;
	}
	size_t find_first_not_of(const basic_string &set, size_t from = 0) const
	{
		for (size_t i = from; i < count; i++) {
			if (!has(set, first[i]))
				return i;
		}
		return npos;
	}
	size_t find_last_of(const basic_string &set, size_t from = npos) const
	{
		for (size_t i = count; i-- > 0;) {
			if (i <= from && has(set, first[i]))
				return i;
		}
		return npos;
	}
	size_t find_last_not_of(const basic_string &set, size_t from = npos) const
	{
		for (size_t i = count; i-- > 0;) {
			if (i <= from && !has(set, first[i]))
				return i;
		}
		return npos;
	}
	size_t find_first_of(C c, size_t from = 0) const { return find(c, from); }
	size_t find_last_of(C c, size_t from = npos) const { return rfind(c, from); }
	size_t find_first_not_of(C c, size_t from = 0) const { return find_first_not_of(basic_string((size_t)1, c), from); }
	size_t find_last_not_of(C c, size_t from = npos) const { return find_last_not_of(basic_string((size_t)1, c), from); }
};
typedef basic_string<char> string;
typedef basic_string<wchar_t> wstring;

#define __GL_STRING basic_string<C, T, A>
#define __GL_STRING_OPERATOR(result, op, expression) \
	template <class C, class T, class A> inline result operator op(const __GL_STRING &a, const __GL_STRING &b) { return expression; } \
	template <class C, class T, class A> inline result operator op(const __GL_STRING &a, const C *text) { __GL_STRING b(text); return expression; } \
	template <class C, class T, class A> inline result operator op(const C *text, const __GL_STRING &b) { __GL_STRING a(text); return expression; }
__GL_STRING_OPERATOR(bool, ==, a.size() == b.size() && a.compare(b) == 0)
__GL_STRING_OPERATOR(bool, !=, a.size() != b.size() || a.compare(b) != 0)
__GL_STRING_OPERATOR(bool, <, a.compare(b) < 0)
__GL_STRING_OPERATOR(bool, >, a.compare(b) > 0)
__GL_STRING_OPERATOR(bool, <=, a.compare(b) <= 0)
__GL_STRING_OPERATOR(bool, >=, a.compare(b) >= 0)
__GL_STRING_OPERATOR(__GL_STRING, +, __GL_STRING(a).append(b))
template <class C, class T, class A> inline __GL_STRING operator+(const __GL_STRING &a, C c) { return __GL_STRING(a).append((size_t)1, c); }
template <class C, class T, class A> inline __GL_STRING operator+(C c, const __GL_STRING &b) { return __GL_STRING((size_t)1, c).append(b); }
#undef __GL_STRING
#undef __GL_STRING_OPERATOR
template <class C, class T, class A> inline void swap(basic_string<C, T, A> &a, basic_string<C, T, A> &b) noexcept { a.swap(b); }

template <class C, class T> class basic_string_view {
	const C *first;
	size_t count;
public:
	typedef C value_type;
	typedef T traits_type;
	typedef const C *pointer;
	typedef const C *const_pointer;
	typedef const C &reference;
	typedef const C &const_reference;
	typedef const C *iterator;
	typedef const C *const_iterator;
	typedef size_t size_type;
	typedef ptrdiff_t difference_type;
	static constexpr size_t npos = (size_t)-1;
	constexpr basic_string_view() : first(0), count(0) {}
	constexpr basic_string_view(const C *text, size_t n) : first(text), count(n) {}
	constexpr basic_string_view(const C *text) : first(text), count(__gl_length(text)) {}
	template <class A> basic_string_view(const basic_string<C, T, A> &s) : first(s.data()), count(s.size()) {}
	constexpr const C *data() const { return first; }
	constexpr size_t size() const { return count; }
	constexpr size_t length() const { return count; }
	constexpr bool empty() const { return count == 0; }
	constexpr const C *begin() const { return first; }
	constexpr const C *end() const { return first + count; }
	constexpr const C *cbegin() const { return first; }
	constexpr const C *cend() const { return first + count; }
	constexpr const C &operator[](size_t i) const { return first[i]; }
	constexpr const C &at(size_t i) const { __gl_check_place(i, count); return first[i]; }
	constexpr const C &front() const { return first[0]; }
	constexpr const C &back() const { return first[count - 1]; }
	constexpr void remove_prefix(size_t n) { first += n; count -= n; }
	constexpr void remove_suffix(size_t n) { count -= n; }
	constexpr basic_string_view substr(size_t from = 0, size_t n = npos) const
	{
		__gl_check_place(from, count + 1);
		return basic_string_view(first + from, n < count - from ? n : count - from);
	}
#define __GL_SEARCH(name, start) \
	size_t name(const basic_string_view &v, size_t from = start) const { return basic_string<C, T>(*this).name(basic_string<C, T>(v), from); } \
	size_t name(C c, size_t from = start) const { return basic_string<C, T>(*this).name(c, from); }
	__GL_SEARCH(find, 0)
	__GL_SEARCH(rfind, npos)
	__GL_SEARCH(find_first_of, 0)
	__GL_SEARCH(find_last_of, npos)
	__GL_SEARCH(find_first_not_of, 0)
	__GL_SEARCH(find_last_not_of, npos)
#undef __GL_SEARCH
	int compare(const basic_string_view &v) const { return basic_string<C, T>(*this).compare(basic_string<C, T>(v)); }
	bool starts_with(const basic_string_view &v) const { return count >= v.count && memcmp(first, v.first, v.count * sizeof(C)) == 0; }
	bool ends_with(const basic_string_view &v) const { return count >= v.count && memcmp(first + count - v.count, v.first, v.count * sizeof(C)) == 0; }
	bool operator<(const basic_string_view &v) const { return compare(v) < 0; }
	bool operator>(const basic_string_view &v) const { return compare(v) > 0; }
	bool operator<=(const basic_string_view &v) const { return compare(v) <= 0; }
	bool operator>=(const basic_string_view &v) const { return compare(v) >= 0; }
	bool operator==(const basic_string_view &v) const { return count == v.count && memcmp(first, v.first, count * sizeof(C)) == 0; }
	bool operator!=(const basic_string_view &v) const { return !(*this == v); }
};
typedef basic_string_view<wchar_t> wstring_view;
inline namespace literals { inline namespace string_view_literals {
constexpr string_view operator""sv(const char *text, size_t n) { return string_view(text, n); }
} }
}
#pragma clang force_cuda_host_device end
inline std::__gl_error::__gl_error(const string &t) { keep(t.c_str(), t.size()); }
#endif
