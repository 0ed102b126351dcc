/* The common part of ordered and unordered maps and sets: their elements are found by keys. */
#ifndef GPULINT_ASSOCIATIVE_H
#define GPULINT_ASSOCIATIVE_H
#pragma GCC system_header
#include <functional>
#include <gpulint/errors.h>
#include <gpulint/linked.h>
#pragma clang force_cuda_host_device begin
namespace std {
template <class K> struct __gl_itself {
	typedef K key_type, value_type;
	static const K &key(const K &k) { return k; }
};
template <class K, class T> struct __gl_first {
	typedef K key_type;
	typedef T mapped_type;
	typedef pair<const K, T> value_type;
	static const K &key(const value_type &v) { return v.first; }
};

/* An extracted element. */
template <class V> class __gl_taken {
	__gl_links *node;
public:
	typedef V value_type;
	explicit __gl_taken(__gl_links *n = 0) : node(n) {}
	__gl_taken(__gl_taken &&t) : node(t.release()) {}
	~__gl_taken()
	{
		if (node)
			__gl_delete(node);
	}
	bool empty() const { return !node; }
	explicit operator bool() const { return node; }
	V &value() const { return ((__gl_node<V> *)node)->value; }
	auto &key() const { return const_cast<remove_const_t<decltype(V::first)> &>(value().first); }
	auto &mapped() const { return value().second; }
	__gl_links *release() { __gl_links *n = node; node = 0; return n; }
};

/* The number of elements of a range that can be traversed twice; 0 for other ranges. */
template <class I> inline size_t __gl_count_ahead(I from, I to)
{
	if constexpr (is_base_of_v<forward_iterator_tag, typename iterator_traits<I>::iterator_category>)
		return distance(from, to);
	else
		return 0;
}

/* `Found` finds keys and their positions, and links nodes. Its result NULL means that the position is unknown. */
template <class Found, bool unique> class __gl_associative : public Found {
public:
	typedef typename Found::of of;
	typedef typename of::key_type key_type;
	typedef typename of::value_type value_type;
	typedef typename Found::iterator iterator;
	typedef typename Found::const_iterator const_iterator;
	typedef __gl_taken<value_type> node_type;
	typedef conditional_t<unique, pair<iterator, bool>, iterator> inserted;

	using Found::Found;
	__gl_associative() {}
	__gl_associative(const __gl_associative &a) : Found((const Found &)a) { this->copy(a); }
	__gl_associative(__gl_associative &&a) noexcept : Found((Found &&)a) {}
	__gl_associative(initializer_list<value_type> l) { insert(l); }
	__gl_associative &operator=(const __gl_associative &a)
	{
		if (this != &a) {
			__gl_associative copy(a);
			this->swap(copy);
		}
		return *this;
	}
	__gl_associative &operator=(__gl_associative &&a) noexcept
	{
		this->swap(a);
		return *this;
	}
	__gl_associative &operator=(initializer_list<value_type> l)
	{
		this->clear();
		this->reserve(l.size());
		insert(l);
		return *this;
	}

	iterator find(const key_type &key) { return iterator(this->or_any(this->node_of(key))); }
	const_iterator find(const key_type &key) const { return const_iterator(this->or_any(this->node_of(key))); }
	bool contains(const key_type &key) const { return find(key) != this->end(); }
	pair<iterator, iterator> equal_range(const key_type &key)
	{
		__gl_links *first = this->node_of(key);
		if (!first)
			return pair<iterator, iterator>(iterator(this->any()), iterator(this->any()));
		return pair<iterator, iterator>(iterator(first), iterator(this->behind_equal(first, key)));
	}
	pair<const_iterator, const_iterator> equal_range(const key_type &key) const { return const_cast<__gl_associative *>(this)->equal_range(key); }
	size_t count(const key_type &key) const
	{
		__gl_links *node = this->node_of(key), *behind = node ? this->behind_equal(node, key) : 0;
		if (!behind)
			return __gl_unknown<size_t>();
		size_t n = 0;
		for (; node != behind; node = node->after)
			n++;
		return n;
	}

	inserted insert(const value_type &value) { return emplace(value); }
	inserted insert(value_type &&value) { return emplace(static_cast<value_type &&>(value)); }
	template <class P, class = enable_if_t<is_constructible_v<value_type, P &&>>> inserted insert(P &&p) { return emplace(std::forward<P>(p)); }
	iterator insert(const_iterator, const value_type &value) { return place_of(insert(value)); }
	template <class I, class = enable_if_t<!is_integral_v<I> && !is_same_v<I, const_iterator>>> void insert(I from, I to)
	{
		if constexpr (!unique)
			this->expect(__gl_count_ahead(from, to));
		for (; from != to; ++from)
			emplace(*from);
	}
	void insert(initializer_list<value_type> l) { insert(l.begin(), l.end()); }
	inserted insert(node_type &&taken) { return put(taken.release()); }
	template <class... P> inserted emplace(P &&...p) { return put(this->make(std::forward<P>(p)...)); }
	template <class... P> iterator emplace_hint(const_iterator, P &&...p) { return place_of(emplace(std::forward<P>(p)...)); }
	node_type extract(const_iterator at) { return node_type(this->take(at.at)); }
	node_type extract(const key_type &key)
	{
		__gl_links *node = this->node_of(key);
		if (node)
			return node_type(node == this->ends ? 0 : this->take(node));
		this->lose();
		return node_type(this->any());
	}
	template <class A> void merge(A &&a)
	{
		for (auto i = a.begin(); i != a.end();) {
			const auto at = i++;
			if (!unique || find(a.key_at(at.at)) == this->end())
				insert(a.extract(at));
		}
	}

	iterator erase(const_iterator at)
	{
		if (!this->is_followed() || !__gl_is_known(at.at)) {
			this->lose();
			return iterator(this->any());
		}
		__gl_links *next = at.at->after;
		this->unmake(this->take(at.at));
		return iterator(next);
	}
	iterator erase(iterator at) { return erase(const_iterator(at)); }
	iterator erase(const_iterator from, const_iterator to)
	{
		while (from != to)
			from = erase(from);
		return iterator(from.at);
	}
	size_t erase(const key_type &key)
	{
		const size_t n = count(key);
		__gl_links *node = __gl_is_known(n) ? this->node_of(key) : 0;
		if (!node)
			this->lose();
		for (size_t i = 0; node && i < n; i++)
			node = erase(const_iterator(node)).at;
		return n;
	}

private:
	static iterator place_of(const iterator &i) { return i; }
	static iterator place_of(const pair<iterator, bool> &p) { return p.first; }
	static inserted told(__gl_links *node, bool is_new)
	{
		if constexpr (unique)
			return inserted(iterator(node), is_new);
		else
			return iterator(node);
	}
	inserted put(__gl_links *node)
	{
		const key_type &key = this->key_at(node);
		__gl_links *there = this->node_of(key);
		if (!there) {
			this->lose();
			return told(this->any(), __gl_unknown<bool>());
		}
		if (unique && there != this->ends) {
			this->unmake(node);
			return told(there, false);
		}
		return told(this->place(node, there), true);
	}
};

template <class Found> class __gl_map : public __gl_associative<Found, true> {
	typedef __gl_associative<Found, true> base;
public:
	typedef typename base::key_type key_type;
	typedef typename base::iterator iterator;
	typedef typename Found::of::mapped_type mapped_type;
	using base::base;
	__gl_map() {}
	mapped_type &operator[](const key_type &key)
	{
		iterator i = this->find(key);
		if (i == this->end())
			i = this->emplace(key, mapped_type()).first;
		return i->second;
	}
	mapped_type &at(const key_type &key)
	{
		iterator i = this->find(key);
		if (i == this->end())
			throw out_of_range("key");
		return i->second;
	}
	const mapped_type &at(const key_type &key) const { return const_cast<__gl_map *>(this)->at(key); }
	template <class... P> pair<iterator, bool> try_emplace(const key_type &key, P &&...p)
	{
		iterator i = this->find(key);
		if (i != this->end())
			return pair<iterator, bool>(i, false);
		return this->emplace(key, mapped_type(std::forward<P>(p)...));
	}
	template <class U> pair<iterator, bool> insert_or_assign(const key_type &key, U &&u)
	{
		pair<iterator, bool> there = this->try_emplace(key, std::forward<U>(u));
		if (!there.second)
			there.first->second = std::forward<U>(u);
		return there;
	}
};

template <class F, bool u> inline void swap(__gl_associative<F, u> &a, __gl_associative<F, u> &b) noexcept { a.swap(b); }
}
#pragma clang force_cuda_host_device end
#endif
