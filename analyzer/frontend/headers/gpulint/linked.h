/* The elements of lists, maps and sets. An element never moves in memory, whatever is inserted or erased. */
#ifndef GPULINT_LINKED_H
#define GPULINT_LINKED_H
#pragma GCC system_header
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <gpulint/memory_core.h>
#pragma clang force_cuda_host_device begin
namespace std {
struct __gl_links {
	__gl_links *before, *after;
	size_t code; /* the hash of the key in a hash table; in the ends: the number of elements */
};
template <class V> struct __gl_node : __gl_links { V value; };

/* R is V, or const V. */
template <class V, class R> class __gl_node_iterator : public iterator<bidirectional_iterator_tag, V, ptrdiff_t, R *, R &> {
public:
	__gl_links *at;
	__gl_node_iterator() : at(0) {}
	explicit __gl_node_iterator(__gl_links *l) : at(l) {}
	operator __gl_node_iterator<V, const V>() const { return __gl_node_iterator<V, const V>(at); }
	R &operator*() const { return ((__gl_node<V> *)at)->value; }
	R *operator->() const { return &((__gl_node<V> *)at)->value; }
	__gl_node_iterator &operator++() { at = at->after; return *this; }
	__gl_node_iterator operator++(int) { __gl_node_iterator i(at); at = at->after; return i; }
	__gl_node_iterator &operator--() { at = at->before; return *this; }
	__gl_node_iterator operator--(int) { __gl_node_iterator i(at); at = at->before; return i; }
	bool operator==(const __gl_node_iterator &i) const { return at == i.at; }
	bool operator!=(const __gl_node_iterator &i) const { return at != i.at; }
	template <class Q> bool operator==(const __gl_node_iterator<V, Q> &i) const { return at == i.at; }
	template <class Q> bool operator!=(const __gl_node_iterator<V, Q> &i) const { return at != i.at; }
};

template <class V> class __gl_linked {
protected:
	__gl_links *ends; /* the first element is after it, the last before it; has room for a node */

	static V &value_of(__gl_links *node) { return ((__gl_node<V> *)node)->value; }
	template <class... P> static __gl_links *make(P &&...p)
	{
		__gl_node<V> *node = (__gl_node<V> *)__gl_new(sizeof *node);
		new (__gl_place(), (void *)&node->value) V(std::forward<P>(p)...);
		return node;
	}
	static void unmake(__gl_links *node)
	{
		__gl_destroy(&value_of(node), 1);
		__gl_delete(node);
	}
	__gl_links *link(__gl_links *node, __gl_links *behind)
	{
		node->before = behind->before;
		node->after = behind;
		behind->before->after = node;
		behind->before = node;
		ends->code++;
		return node;
	}
	__gl_links *unlink(__gl_links *node)
	{
		node->before->after = node->after;
		node->after->before = node->before;
		ends->code--;
		return node;
	}
	void start()
	{
		ends = (__gl_links *)__gl_new(sizeof(__gl_node<V>));
		ends->before = ends->after = ends;
		ends->code = 0;
	}
	bool is_followed() const { return __gl_is_known(ends->code); }
	/* The elements and their positions become unknown. */
	void lose()
	{
		if (is_followed()) {
			for (__gl_links *node = ends->after; node != ends; node = node->after)
				__gl_forget(&value_of(node), sizeof(V));
		}
		__gl_forget(ends, sizeof(__gl_node<V>));
	}
	/* An unknown node, possibly the end. A write to it makes all elements unknown. */
	__gl_links *any() const { return (__gl_links *)((char *)ends + __gl_unknown<ptrdiff_t>()); }
	__gl_links *or_any(__gl_links *node) const { return node ? node : any(); }

public:
	typedef V value_type;
	typedef V &reference;
	typedef const V &const_reference;
	typedef V *pointer;
	typedef const V *const_pointer;
	typedef size_t size_type;
	typedef ptrdiff_t difference_type;
	typedef __gl_node_iterator<V, V> iterator;
	typedef __gl_node_iterator<V, const V> const_iterator;
	typedef std::reverse_iterator<iterator> reverse_iterator;
	typedef std::reverse_iterator<const_iterator> const_reverse_iterator;

	__gl_linked() { start(); }
	__gl_linked(__gl_linked &&l) noexcept { start(); swap(l); }
	__gl_linked(const __gl_linked &) = delete;
	__gl_linked &operator=(const __gl_linked &) = delete;
	~__gl_linked()
	{
		clear();
		__gl_delete(ends);
	}
	iterator begin() { return iterator(is_followed() ? ends->after : any()); }
	iterator end() { return iterator(ends); }
	const_iterator begin() const { return const_iterator(is_followed() ? ends->after : any()); }
	const_iterator end() const { return const_iterator(ends); }
	const_iterator cbegin() const { return begin(); }
	const_iterator cend() const { return end(); }
	reverse_iterator rbegin() { return reverse_iterator(end()); }
	reverse_iterator rend() { return reverse_iterator(begin()); }
	const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
	const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
	size_t size() const noexcept { return ends->code; }
	size_t max_size() const noexcept { return (size_t)-1 / 2 / sizeof(__gl_node<V>); }
	bool empty() const noexcept { return ends->code == 0; }
	void clear() noexcept
	{
		if (!is_followed())
			return;
		for (__gl_links *node = ends->after; node != ends;) {
			__gl_links *next = node->after;
			unmake(node);
			node = next;
		}
		ends->before = ends->after = ends;
		ends->code = 0;
	}
	void swap(__gl_linked &l) noexcept
	{
		std::swap(ends, l.ends);
	}
};
template <class V> inline bool operator==(const __gl_linked<V> &a, const __gl_linked<V> &b)
{
	if (a.size() != b.size())
		return false;
	auto j = b.begin();
	for (auto i = a.begin(); i != a.end(); ++i, ++j) {
		if (!(*i == *j))
			return false;
	}
	return true;
}
template <class V> inline bool operator!=(const __gl_linked<V> &a, const __gl_linked<V> &b) { return !(a == b); }
}
#pragma clang force_cuda_host_device end
#endif
