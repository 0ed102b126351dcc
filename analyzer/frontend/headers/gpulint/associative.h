/* Maps and sets as arrays of their items, in order of the key where the container promises an order. */
#ifndef GPULINT_ASSOCIATIVE_H
#define GPULINT_ASSOCIATIVE_H
#pragma GCC system_header
#include <functional>
#include <vector>
#pragma clang force_cuda_host_device begin
namespace std {
struct __gl_itself { template <class T> static const T &key(const T &t) { return t; } };
struct __gl_first { template <class T> static const auto &key(const T &t) { return t.first; } };
/* The order of a hash table is not promised: items stay where they were inserted. */
struct __gl_no_order {};

template <class K, class V, class KeyOf, class L, bool unique> class __gl_associative {
protected:
	vector<V> items;
public:
	typedef K key_type;
	typedef V value_type;
	typedef L key_compare;
	typedef V *iterator;
	typedef const V *const_iterator;
	typedef std::reverse_iterator<V *> reverse_iterator;
	typedef V &reference;
	typedef const V &const_reference;
	typedef size_t size_type;
	typedef ptrdiff_t difference_type;

	__gl_associative() {}
	template <class I> __gl_associative(I from, I to) { insert(from, to); }
	__gl_associative(initializer_list<V> l) { insert(l.begin(), l.end()); }
	V *begin() { return items.begin(); }
	V *end() { return items.end(); }
	const V *begin() const { return items.begin(); }
	const V *end() const { return items.end(); }
	const V *cbegin() const { return items.begin(); }
	const V *cend() const { return items.end(); }
	reverse_iterator rbegin() { return reverse_iterator(end()); }
	reverse_iterator rend() { return reverse_iterator(begin()); }
	size_t size() const { return items.size(); }
	bool empty() const { return items.empty(); }
	void clear() { items.clear(); }
	void reserve(size_t n) { items.reserve(n); }
	void rehash(size_t) {}

	V *find(const K &key)
	{
		V *i = items.begin();
		while (i != items.end() && !(KeyOf::key(*i) == key))
			++i;
		return i;
	}
	const V *find(const K &key) const { return const_cast<__gl_associative *>(this)->find(key); }
	size_t count(const K &key) const
	{
		size_t n = 0;
		for (const V *i = items.begin(); i != items.end(); ++i)
			n += KeyOf::key(*i) == key;
		return n;
	}
	bool contains(const K &key) const { return find(key) != items.end(); }
	V *lower_bound(const K &key)
	{
		V *i = items.begin();
		while (i != items.end() && L()(KeyOf::key(*i), key))
			++i;
		return i;
	}
	V *upper_bound(const K &key)
	{
		V *i = items.begin();
		while (i != items.end() && !L()(key, KeyOf::key(*i)))
			++i;
		return i;
	}
	pair<V *, V *> equal_range(const K &key)
	{
		V *i = find(key), *j = i;
		while (j != items.end() && KeyOf::key(*j) == key)
			++j;
		return pair<V *, V *>(i, j);
	}
	pair<V *, bool> insert(const V &value)
	{
		if constexpr (unique) {
			V *there = find(KeyOf::key(value));
			if (there != items.end())
				return pair<V *, bool>(there, false);
		}
		size_t at = items.size();
		if constexpr (!is_same_v<L, __gl_no_order>) {
			while (at > 0 && L()(KeyOf::key(value), KeyOf::key(items[at - 1])))
				at--;
		}
		return pair<V *, bool>(items.insert(items.begin() + at, value), true);
	}
	pair<V *, bool> insert(V &&value)
	{
		if constexpr (unique) {
			V *there = find(KeyOf::key(value));
			if (there != items.end())
				return pair<V *, bool>(there, false);
		}
		size_t at = items.size();
		if constexpr (!is_same_v<L, __gl_no_order>) {
			while (at > 0 && L()(KeyOf::key(value), KeyOf::key(items[at - 1])))
				at--;
		}
		return pair<V *, bool>(items.insert(items.begin() + at, static_cast<V &&>(value)), true);
	}
	V *insert(const V *, const V &value) { return insert(value).first; }
	template <class I> void insert(I from, I to)
	{
		for (; from != to; ++from)
			insert(V(*from));
	}
	void insert(initializer_list<V> l) { insert(l.begin(), l.end()); }
	template <class... P> pair<V *, bool> emplace(P &&...p) { return insert(V(std::forward<P>(p)...)); }
	size_t erase(const K &key)
	{
		size_t n = 0;
		for (V *i = find(key); i != items.end(); i = find(key), n++)
			items.erase(i);
		return n;
	}
	V *erase(V *at) { return items.erase(at); }
	V *erase(V *from, V *to) { return items.erase(from, to); }
	void swap(__gl_associative &a) { items.swap(a.items); }
	bool operator==(const __gl_associative &a) const { return items == a.items; }
};

template <class K, class T, class L> class __gl_map : public __gl_associative<K, pair<K, T>, __gl_first, L, true> {
public:
	typedef T mapped_type;
	using __gl_associative<K, pair<K, T>, __gl_first, L, true>::__gl_associative;
	__gl_map() {}
	T &operator[](const K &key)
	{
		pair<K, T> *i = this->find(key);
		if (i == this->end())
			i = this->insert(pair<K, T>(key, T())).first;
		return i->second;
	}
	T &at(const K &key) { return this->find(key)->second; }
	const T &at(const K &key) const { return this->find(key)->second; }
	template <class... P> pair<pair<K, T> *, bool> try_emplace(const K &key, P &&...p) { return this->insert(pair<K, T>(key, T(std::forward<P>(p)...))); }
	pair<pair<K, T> *, bool> insert_or_assign(const K &key, const T &t) { (*this)[key] = t; return pair<pair<K, T> *, bool>(this->find(key), true); }
};
}
#pragma clang force_cuda_host_device end
#endif
