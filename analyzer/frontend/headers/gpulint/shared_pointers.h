/* std::shared_ptr, std::weak_ptr and so on: the owned object, and a record with the number of owners and its deleter. */
#ifndef GPULINT_SHARED_POINTERS_H
#define GPULINT_SHARED_POINTERS_H
#pragma GCC system_header
#include <memory>
#pragma clang force_cuda_host_device begin
namespace std {
/* All strong owners together count as one weak owner. */
struct __gl_owners {
	long strong, weak;
	void (*let_go)(__gl_owners *), (*end)(__gl_owners *);
};
template <class U, class D> struct __gl_owned : __gl_owners {
	U *p;
	D d;
	static void let_it_go(__gl_owners *o)
	{
		__gl_owned *self = static_cast<__gl_owned *>(o);
		self->d(self->p);
	}
	static void end_it(__gl_owners *o) { delete static_cast<__gl_owned *>(o); }
	__gl_owned(U *q, D &&e) : p(q), d(static_cast<D &&>(e))
	{
		strong = weak = 1;
		let_go = &let_it_go;
		end = &end_it;
	}
};
inline void __gl_drop_weak(__gl_owners *o)
{
	if (o && --o->weak == 0)
		o->end(o);
}
inline void __gl_drop_strong(__gl_owners *o)
{
	if (o && --o->strong == 0) {
		o->let_go(o);
		__gl_drop_weak(o);
	}
}

template <class T> class weak_ptr;
template <class T> class enable_shared_from_this;
template <class X, class S> inline void __gl_tell_owner(const enable_shared_from_this<X> *e, const S &s) { if (e) e->__gl_owned_by(s); }
template <class S> inline void __gl_tell_owner(const volatile void *, const S &) {}

template <class T> class shared_ptr {
	typedef remove_extent_t<T> E;
	E *p;
	__gl_owners *owners;
	template <class U> friend class shared_ptr;
	template <class U> friend class weak_ptr;
	template <class U> friend class enable_shared_from_this;
	void share() const { if (owners) owners->strong++; }
public:
	typedef E element_type;
	typedef weak_ptr<T> weak_type;
	constexpr shared_ptr() noexcept : p(0), owners(0) {}
	constexpr shared_ptr(decltype(nullptr)) noexcept : p(0), owners(0) {}
	template <class U> explicit shared_ptr(U *q) : p(q), owners(0)
	{
		typedef conditional_t<is_array_v<T>, default_delete<U[]>, default_delete<U>> D;
		owners = new __gl_owned<U, D>(q, D());
		if constexpr (!is_array_v<T>)
			__gl_tell_owner(q, *this);
	}
	template <class U, class D> shared_ptr(U *q, D d) : p(q), owners(new __gl_owned<U, D>(q, static_cast<D &&>(d)))
	{
		if constexpr (!is_array_v<T>)
			__gl_tell_owner(q, *this);
	}
	template <class D> shared_ptr(decltype(nullptr), D d) : p(0), owners(new __gl_owned<E, D>(0, static_cast<D &&>(d))) {}
	shared_ptr(const shared_ptr &s) noexcept : p(s.p), owners(s.owners) { share(); }
	shared_ptr(shared_ptr &&s) noexcept : p(s.p), owners(s.owners) { s.p = 0; s.owners = 0; }
	template <class U> shared_ptr(const shared_ptr<U> &s) noexcept : p(s.p), owners(s.owners) { share(); }
	template <class U> shared_ptr(shared_ptr<U> &&s) noexcept : p(s.p), owners(s.owners) { s.p = 0; s.owners = 0; }
	template <class U> shared_ptr(const shared_ptr<U> &s, E *q) noexcept : p(q), owners(s.owners) { share(); }
	template <class U> explicit shared_ptr(const weak_ptr<U> &w) : p(w.p), owners(w.owners) { share(); }
	template <class U, class D> shared_ptr(unique_ptr<U, D> &&u) : p(u.get()), owners(0)
	{
		if (p) {
			owners = new __gl_owned<remove_extent_t<U>, D>(u.release(), static_cast<D &&>(u.get_deleter()));
			if constexpr (!is_array_v<T>)
				__gl_tell_owner(static_cast<U *>(p), *this);
		}
	}
	__attribute__((annotate("gl:destroys"))) ~shared_ptr() { __gl_drop_strong(owners); }
	shared_ptr &operator=(const shared_ptr &s) noexcept { shared_ptr(s).swap(*this); return *this; }
	shared_ptr &operator=(shared_ptr &&s) noexcept { shared_ptr(static_cast<shared_ptr &&>(s)).swap(*this); return *this; }
	template <class U> shared_ptr &operator=(const shared_ptr<U> &s) noexcept { shared_ptr(s).swap(*this); return *this; }
	template <class U> shared_ptr &operator=(shared_ptr<U> &&s) noexcept { shared_ptr(static_cast<shared_ptr<U> &&>(s)).swap(*this); return *this; }
	template <class U, class D> shared_ptr &operator=(unique_ptr<U, D> &&u) { shared_ptr(static_cast<unique_ptr<U, D> &&>(u)).swap(*this); return *this; }
	E *get() const noexcept { return p; }
	E &operator*() const noexcept { return *p; }
	E *operator->() const noexcept { return p; }
	E &operator[](ptrdiff_t i) const { return p[i]; }
	explicit operator bool() const noexcept { return p != 0; }
	void reset() noexcept { shared_ptr().swap(*this); }
	template <class U> void reset(U *q) { shared_ptr(q).swap(*this); }
	template <class U, class D> void reset(U *q, D d) { shared_ptr(q, static_cast<D &&>(d)).swap(*this); }
	long use_count() const noexcept { return owners ? owners->strong : 0; }
	bool unique() const noexcept { return use_count() == 1; }
	void swap(shared_ptr &s) noexcept { std::swap(p, s.p); std::swap(owners, s.owners); }
};
template <class T> inline void swap(shared_ptr<T> &a, shared_ptr<T> &b) noexcept { a.swap(b); }
template <class T, class U> inline bool operator==(const shared_ptr<T> &a, const shared_ptr<U> &b) { return a.get() == b.get(); }
template <class T, class U> inline bool operator!=(const shared_ptr<T> &a, const shared_ptr<U> &b) { return a.get() != b.get(); }
template <class T, class U> inline bool operator<(const shared_ptr<T> &a, const shared_ptr<U> &b) { return a.get() < b.get(); }
template <class T> inline bool operator==(const shared_ptr<T> &a, decltype(nullptr)) { return !a.get(); }
template <class T> inline bool operator!=(const shared_ptr<T> &a, decltype(nullptr)) { return a.get(); }
template <class T> inline bool operator==(decltype(nullptr), const shared_ptr<T> &a) { return !a.get(); }
template <class T> inline bool operator!=(decltype(nullptr), const shared_ptr<T> &a) { return a.get(); }
template <class T, class... P> inline enable_if_t<!is_array_v<T>, shared_ptr<T>> make_shared(P &&...p) { return shared_ptr<T>(new T(std::forward<P>(p)...)); }
template <class T> inline enable_if_t<is_array_v<T>, shared_ptr<T>> make_shared(size_t n) { return shared_ptr<T>(new remove_extent_t<T>[n]()); }
template <class T, class U> inline shared_ptr<T> static_pointer_cast(const shared_ptr<U> &s) { return shared_ptr<T>(s, static_cast<T *>(s.get())); }
template <class T, class U> inline shared_ptr<T> const_pointer_cast(const shared_ptr<U> &s) { return shared_ptr<T>(s, const_cast<T *>(s.get())); }
template <class T, class U> inline shared_ptr<T> reinterpret_pointer_cast(const shared_ptr<U> &s) { return shared_ptr<T>(s, reinterpret_cast<T *>(s.get())); }
template <class T, class U> inline shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U> &s)
{
	T *p = dynamic_cast<T *>(s.get());
	return p ? shared_ptr<T>(s, p) : shared_ptr<T>();
}

template <class T> class weak_ptr {
	typedef remove_extent_t<T> E;
	E *p;
	__gl_owners *owners;
	template <class U> friend class shared_ptr;
	template <class U> friend class weak_ptr;
	template <class U> friend class enable_shared_from_this;
	weak_ptr(E *q, __gl_owners *o) : p(q), owners(o) { share(); }
	void share() const { if (owners) owners->weak++; }
public:
	typedef E element_type;
	constexpr weak_ptr() noexcept : p(0), owners(0) {}
	weak_ptr(const weak_ptr &w) noexcept : p(w.p), owners(w.owners) { share(); }
	weak_ptr(weak_ptr &&w) noexcept : p(w.p), owners(w.owners) { w.p = 0; w.owners = 0; }
	template <class U> weak_ptr(const weak_ptr<U> &w) noexcept : p(w.p), owners(w.owners) { share(); }
	template <class U> weak_ptr(const shared_ptr<U> &s) noexcept : p(s.p), owners(s.owners) { share(); }
	__attribute__((annotate("gl:destroys"))) ~weak_ptr() { __gl_drop_weak(owners); }
	weak_ptr &operator=(const weak_ptr &w) noexcept { weak_ptr(w).swap(*this); return *this; }
	weak_ptr &operator=(weak_ptr &&w) noexcept { weak_ptr(static_cast<weak_ptr &&>(w)).swap(*this); return *this; }
	template <class U> weak_ptr &operator=(const shared_ptr<U> &s) noexcept { weak_ptr(s).swap(*this); return *this; }
	void swap(weak_ptr &w) noexcept { std::swap(p, w.p); std::swap(owners, w.owners); }
	long use_count() const noexcept { return owners ? owners->strong : 0; }
	bool expired() const noexcept { return use_count() == 0; }
	shared_ptr<T> lock() const noexcept { return expired() ? shared_ptr<T>() : shared_ptr<T>(*this); }
	void reset() noexcept { weak_ptr().swap(*this); }
};
template <class T> class enable_shared_from_this {
	mutable weak_ptr<T> self;
protected:
	enable_shared_from_this() {}
	enable_shared_from_this(const enable_shared_from_this &) {}
	enable_shared_from_this &operator=(const enable_shared_from_this &) { return *this; }
	~enable_shared_from_this() {}
public:
	shared_ptr<T> shared_from_this() { return shared_ptr<T>(self); }
	shared_ptr<const T> shared_from_this() const { return shared_ptr<const T>(self); }
	weak_ptr<T> weak_from_this() { return self; }
	template <class S> void __gl_owned_by(const S &s) const
	{
		if (self.use_count() == 0)
			self = weak_ptr<T>(const_cast<T *>(static_cast<const T *>(this)), s.owners);
	}
};
}
#pragma clang force_cuda_host_device end
#endif
