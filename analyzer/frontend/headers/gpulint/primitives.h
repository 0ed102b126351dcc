/* The primitives of the built-in headers, which the evaluator knows by name. Those that yield a value take its type as
 * their first template argument. */
#ifndef GPULINT_PRIMITIVES_H
#define GPULINT_PRIMITIVES_H
#pragma GCC system_header
#pragma clang force_cuda_host_device begin

typedef __SIZE_TYPE__ __gl_size;

template <class T> T __gl_unknown();                       /* scalars only; for records see __gl_any */
template <class T> T __gl_input();                         /* the same, for data that the program reads */
template <class T> T __gl_likely(T count);                 /* a number of elements: assumed to be large if it is unknown before a run */
template <class T> bool __gl_is_known(T value);            /* for an early exit if nothing can be modelled */
extern "C" bool __gl_is_walked();                          /* for an early exit from loops that only the loop bytecode can afford */
extern "C" void __gl_forget(const volatile void *address, __gl_size bytes);
extern "C" void __gl_forget_input(const volatile void *address, __gl_size bytes);   /* the program reads to that memory */
extern "C" void __gl_reorder(const volatile void *address, __gl_size bytes); /* for a sort by unknown keys */
extern "C" void __gl_may_change(const volatile void *address, __gl_size bytes);   /* the contents are only an example */
extern "C" void __gl_share_devices();
extern "C" void __gl_clock();                              /* the host reads its clock */
extern "C" void *__gl_new(__gl_size bytes);
extern "C" void __gl_delete(void *address);
template <class R, class T> R __gl_bits(T value);          /* R and T of one size */
template <class I, class F> I __gl_round_to_int(F value);
template <class F> F __gl_saturate(F value);
template <class F> F __gl_approximate(F value);
extern "C" double __gl_sin(double);
extern "C" double __gl_cos(double);
extern "C" int __gl_is_global(const void *);
extern "C" __gl_size __gl_shared_to_generic(__gl_size);
extern "C" int __gl_is_shared(const void *);
extern "C" int __gl_is_constant(const void *);
extern "C" int __gl_is_local(const void *);
extern "C" void __gl_enters_cluster(const void *);
extern "C" void __gl_grid_sync();
extern "C" void __gl_async_copy(void *destination, const void *source, __gl_size bytes, __gl_size taken, bool past_l1);
extern "C" void __gl_async_wait();
template <class Object, class... Coordinate> void __gl_texture_fetch(const Object &object, int bytes, Coordinate... at);
template <class Object, class T, class... Coordinate> void __gl_surface_write(const Object &object, int bytes, const T &value, Coordinate... at);

/* An unknown value of any type. */
template <class T> inline T
__gl_any()
{
	if constexpr (__is_arithmetic(T) || __is_pointer(T) || __is_enum(T)) {
		return __gl_unknown<T>();
	} else {
		T value;
		__gl_forget(&value, sizeof value);
		return value;
	}
}

template <bool, class T = void> struct __gl_if {};
template <class T> struct __gl_if<true, T> { typedef T type; };

/* Allocates nothing: constructs a T in existing memory, without <new>. */
struct __gl_place {};

#pragma clang force_cuda_host_device end

inline __attribute__((host, device)) void *operator new(__gl_size, __gl_place, void *at) noexcept { return at; }

#endif
