/* Maps and sets in the order of their keys. */
#ifndef GPULINT_ORDERED_H
#define GPULINT_ORDERED_H
#pragma GCC system_header
#include <gpulint/associative.h>
#pragma clang force_cuda_host_device begin
namespace std {
template <class Of, class L> class __gl_ordered : public __gl_linked<typename Of::value_type> {
	typedef __gl_linked<typename Of::value_type> base;
	L less_than;
	size_t : 64, : 64, : 64, : 64; /* as large as libstdc++'s */
public:
	typedef Of of;
	typedef typename Of::key_type key_type;
	typedef typename base::iterator iterator;
	typedef typename base::const_iterator const_iterator;
	typedef L key_compare;
	__gl_ordered() : less_than() {}
	explicit __gl_ordered(const L &l) : less_than(l) {}
	__gl_ordered(const __gl_ordered &o) : less_than(o.less_than) {}
	__gl_ordered(__gl_ordered &&o) noexcept : base((base &&)o), less_than(o.less_than) {}
	L key_comp() const { return less_than; }
	iterator lower_bound(const key_type &key) { return iterator(this->or_any(not_before(key))); }
	iterator upper_bound(const key_type &key) { return iterator(this->or_any(behind_equal(not_before(key), key))); }
	const_iterator lower_bound(const key_type &key) const { return const_iterator(this->or_any(not_before(key))); }
	const_iterator upper_bound(const key_type &key) const { return const_iterator(this->or_any(behind_equal(not_before(key), key))); }
	static const key_type &key_at(__gl_links *node) { return Of::key(base::value_of(node)); }

protected:
	/* The first node whose key is not less than this one. */
	__gl_links *not_before(const key_type &key) const
	{
		if (!this->is_followed())
			return 0;
		/* Keys are often inserted in order. */
		__gl_links *at = this->ends->before;
		bool is_before = at != this->ends && less_than(key_at(at), key);
		if (!is_before)
			at = this->ends->after;
		else
			at = at->after;
		while (__gl_is_known(is_before) && at != this->ends) {
			is_before = less_than(key_at(at), key);
			if (!__gl_is_known(is_before) || !is_before)
				break;
			at = at->after;
		}
		return __gl_is_known(is_before) ? at : 0;
	}
	__gl_links *behind_equal(__gl_links *at, const key_type &key) const
	{
		while (at && at != this->ends) {
			const bool is_behind = less_than(key, key_at(at));
			if (!__gl_is_known(is_behind))
				return 0;
			if (is_behind)
				break;
			at = at->after;
		}
		return at;
	}
	__gl_links *node_of(const key_type &key) const
	{
		__gl_links *at = not_before(key);
		if (!at || at == this->ends)
			return at;
		const bool is_behind = less_than(key, key_at(at));
		if (!__gl_is_known(is_behind))
			return 0;
		return is_behind ? this->ends : at;
	}
	__gl_links *place(__gl_links *node, __gl_links *)
	{
		const key_type &key = key_at(node);
		return this->link(node, behind_equal(not_before(key), key));
	}
	__gl_links *take(__gl_links *node) { return this->unlink(node); }
	void copy(const __gl_ordered &o)
	{
		for (const auto &value : o)
			this->link(this->make(value), this->ends);
	}
	void expect(size_t) {}
	void reserve(size_t) {}
};
}
#pragma clang force_cuda_host_device end
#endif
