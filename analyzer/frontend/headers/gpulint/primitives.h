/* What the built-in headers are written in terms of: known to the evaluator by name. Those that yield a value take its
 * type as first template argument. */
#ifndef GPULINT_PRIMITIVES_H
#define GPULINT_PRIMITIVES_H
#pragma GCC system_header
#pragma clang force_cuda_host_device begin

typedef __SIZE_TYPE__ __gl_size;

template <class T> T __gl_unknown();                       /* scalars only; for records see __gl_any */
template <class T> T __gl_input();                         /* the same, of what the program reads */
template <class T> T __gl_likely(T count);                 /* of elements: one that only a run knows is taken to be large */
template <class T> bool __gl_is_known(T value);            /* to leave early where nothing can be followed */
extern "C" bool __gl_is_walked();                          /* to leave early what only a host loop that runs fast is followed through */
extern "C" void __gl_forget(const volatile void *address, __gl_size bytes);
extern "C" void __gl_forget_input(const volatile void *address, __gl_size bytes);   /* the program reads there */
extern "C" void __gl_reorder(const volatile void *address, __gl_size bytes); /* what is sorted, where nobody knows by what */
extern "C" void __gl_may_change(const volatile void *address, __gl_size bytes);   /* what stands there is no more than an example */
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

/* A value of any type that nobody can know. */
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

/* Owns nothing: lets a T be made in memory that is there, without <new>. */
struct __gl_place {};

#pragma clang force_cuda_host_device end

inline __attribute__((host, device)) void *operator new(__gl_size, __gl_place, void *at) noexcept { return at; }

#endif
