/* Unordered maps and sets, with the iteration order of libstdc++ (since GCC 12): a list in which the elements of a
 * bucket are adjacent. A new element is the first of its bucket, and a new bucket the first of all. */
#ifndef GPULINT_HASHED_H
#define GPULINT_HASHED_H
#pragma GCC system_header
#include <math.h>
#include <gpulint/associative.h>
#pragma clang force_cuda_host_device begin
namespace std {
/* The number of buckets if at least so many are needed; 0: too many to model. */
inline size_t __gl_bucket_count(size_t least)
{
	static const unsigned char few[] = {1, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};
	static const unsigned many[] = {
		17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109, 113, 127, 137, 139, 149, 157,
		167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383, 409, 439, 467, 503, 541, 577, 619, 661, 709, 761,
		823, 887, 953, 1031, 1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971, 3209, 3469,
		3739, 4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497, 10273, 11113, 12011, 12983, 14033, 15173,
		16411, 17749, 19183, 20753, 22447, 24281, 26267, 28411, 30727, 33223, 35933, 38873, 42043, 45481, 49201, 53201, 57557,
		62233, 67307, 72817, 78779, 85229, 92203, 99733, 107897, 116731, 126271, 136607, 147793, 159871, 172933, 187091,
		202409, 218971, 236897, 256279, 277261, 299951, 324503, 351061, 379787, 410857, 444487, 480881, 520241, 562841, 608903,
		658753, 712697, 771049, 834181, 902483, 976369, 1056323, 1142821, 1236397,
	};
	if (least < sizeof few)
		return few[least];
	size_t low = 0, high = sizeof many / sizeof *many;
	while (low < high) {
		const size_t middle = (low + high) / 2;
		if (many[middle] < least)
			low = middle + 1;
		else
			high = middle;
	}
	return low < sizeof many / sizeof *many ? many[low] : 0;
}

template <class Of, class H, class E, bool unique> class __gl_hashed : public __gl_linked<typename Of::value_type> {
	typedef __gl_linked<typename Of::value_type> base;
	__gl_links **buckets; /* the first element of each */
	size_t buckets_there, fits;
	float most;
	H hash_of;
	E same;
	size_t : 64, : 64; /* as large as libstdc++'s */
public:
	typedef Of of;
	typedef typename Of::key_type key_type;
	typedef typename base::iterator iterator;
	typedef H hasher;
	typedef E key_equal;
	explicit __gl_hashed(size_t least = 0, const H &h = H(), const E &e = E()) : most(1), hash_of(h), same(e)
	{
		begin_buckets();
		if (least)
			grow(next_count(least));
	}
	__gl_hashed(const __gl_hashed &h) : most(h.most), hash_of(h.hash_of), same(h.same) { begin_buckets(); }
	__gl_hashed(__gl_hashed &&h) noexcept : most(1), hash_of(h.hash_of), same(h.same)
	{
		begin_buckets();
		swap(h);
	}
	~__gl_hashed() { __gl_delete(buckets); }
	size_t bucket_count() const { return buckets_there; }
	size_t bucket(const key_type &key) const { return hash_of(key) % buckets_there; }
	float load_factor() const { return (float)this->size() / (float)buckets_there; }
	float max_load_factor() const { return most; }
	void max_load_factor(float m)
	{
		most = m;
		fits = buckets_there * (double)most;
	}
	H hash_function() const { return hash_of; }
	E key_eq() const { return same; }
	void rehash(size_t least)
	{
		if (!this->is_followed())
			return;
		const size_t needed = needed_for(this->size() + 1), before = fits, wanted = next_count(least > needed ? least : needed);
		if (wanted != buckets_there)
			grow(wanted);
		else
			fits = before;
	}
	void reserve(size_t n) { rehash(needed_for(n)); }
	void clear() noexcept
	{
		base::clear();
		memset((void *)buckets, 0, buckets_there * sizeof *buckets);
	}
	void swap(__gl_hashed &h) noexcept
	{
		base::swap(h);
		std::swap(buckets, h.buckets);
		std::swap(buckets_there, h.buckets_there);
		std::swap(fits, h.fits);
		std::swap(most, h.most);
	}
	static const key_type &key_at(__gl_links *node) { return Of::key(base::value_of(node)); }

protected:
	/* The first node with the key, or the end. */
	__gl_links *node_of(const key_type &key) const
	{
		const size_t code = hash_of(key);
		if (!this->is_followed() || !__gl_is_known(code) || !__gl_is_known(buckets_there))
			return 0;
		__gl_links *at = buckets[code % buckets_there];
		for (; at && is_of(at, code % buckets_there); at = at->after) {
			const bool found = at->code == code && same(key, key_at(at));
			if (!__gl_is_known(found))
				return 0;
			if (found)
				return at;
		}
		return this->ends;
	}
	__gl_links *behind_equal(__gl_links *at, const key_type &key) const
	{
		while (at != this->ends && same(key, key_at(at)))
			at = at->after;
		return at;
	}
	/* Inserts before the first node with the same key; else before its bucket; else before all. */
	__gl_links *place(__gl_links *node, __gl_links *alike)
	{
		const key_type &key = key_at(node);
		/* In some versions, small tables of keys with an expensive hash insert elsewhere. */
		if constexpr (!unique && !is_scalar_v<key_type>) {
			if (alike != this->ends) {
				this->lose();
				return this->any();
			}
		}
		if (!make_room(1)) {
			this->lose();
			return this->any();
		}
		node->code = hash_of(key);
		__gl_links *&first = buckets[node->code % buckets_there];
		if (alike == this->ends)
			alike = first ? first : this->ends->after;
		this->link(node, alike);
		if (!first || first == alike)
			first = node;
		return node;
	}
	__gl_links *take(__gl_links *node)
	{
		const size_t bucket = node->code % buckets_there;
		if (buckets[bucket] == node)
			buckets[bucket] = is_of(node->after, bucket) ? node->after : 0;
		return this->unlink(node);
	}
	void copy(const __gl_hashed &h)
	{
		if (!h.is_followed()) {
			this->lose();
			return;
		}
		grow(h.buckets_there);
		fits = h.fits;
		for (__gl_links *from = h.ends->after; from != h.ends; from = from->after) {
			__gl_links *node = this->link(this->make(base::value_of(from)), this->ends);
			node->code = from->code;
			if (!buckets[node->code % buckets_there])
				buckets[node->code % buckets_there] = node;
		}
	}
	/* Reserves room for all coming elements at once, if several may have the same key. */
	void expect(size_t coming)
	{
		if (!unique && coming && !make_room(coming))
			this->lose();
	}

private:
	void begin_buckets()
	{
		buckets = (__gl_links **)__gl_new(sizeof *buckets);
		*buckets = 0;
		buckets_there = 1;
		fits = 0;
	}
	bool is_of(__gl_links *node, size_t bucket) const { return node != this->ends && node->code % buckets_there == bucket; }
	size_t needed_for(size_t n) const { return (size_t)ceil((double)n / (double)most); }
	size_t next_count(size_t least)
	{
		const size_t count = __gl_bucket_count(least);
		if (least)
			fits = (size_t)(count * (double)most);
		return count;
	}
	bool make_room(size_t coming)
	{
		if (this->size() + coming <= fits)
			return true;
		const size_t elements = this->size() + coming;
		const double least = (double)(fits || elements > 11 ? elements : 11) / (double)most;
		if (least < buckets_there) {
			fits = (size_t)(buckets_there * (double)most);
			return true;
		}
		const size_t wanted = (size_t)floor(least) + 1, count = next_count(wanted > 2 * buckets_there ? wanted : 2 * buckets_there);
		if (count)
			grow(count);
		return count;
	}
	/* Rehashes the elements one by one. Those of the same key stay adjacent. */
	void grow(size_t count)
	{
		if (!count) {
			this->lose();
			return;
		}
		__gl_delete(buckets);
		buckets = (__gl_links **)__gl_new(count * sizeof *buckets);
		memset((void *)buckets, 0, count * sizeof *buckets);
		buckets_there = count;
		__gl_links *node = this->ends->after, *last = 0;
		this->ends->before = this->ends->after = this->ends;
		for (size_t left = this->size(); left; left--) {
			__gl_links *next = node->after;
			__gl_links *&first = buckets[node->code % count];
			if (!unique && last && last->code % count == node->code % count) {
				this->link(node, last->after);
			} else {
				this->link(node, first ? first : this->ends->after);
				first = node;
			}
			this->ends->code--;
			last = node;
			node = next;
		}
	}
};
}
#pragma clang force_cuda_host_device end
#endif
