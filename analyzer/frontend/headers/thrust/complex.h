/* Aligned to its size, unlike the standard library's, so that it is loaded and stored as a whole. */
#ifndef GPULINT_THRUST_COMPLEX_H
#define GPULINT_THRUST_COMPLEX_H
#pragma GCC system_header
#include <complex>
#include <gpulint/thrust_core.h>
#pragma clang force_cuda_host_device begin
namespace thrust {
template <class T> class alignas(2 * sizeof(T)) complex {
	T re, im;
public:
	typedef T value_type;
	complex() = default;
	complex(const T &r) : re(r), im() {}
	complex(const T &r, const T &i) : re(r), im(i) {}
	complex(const complex &) = default;
	template <class U> complex(const complex<U> &z) : re((T)z.real()), im((T)z.imag()) {}
	template <class U> complex(const std::complex<U> &z) : re((T)z.real()), im((T)z.imag()) {}
	complex &operator=(const complex &) = default;
	complex &operator=(const T &r) { re = r; im = T(); return *this; }
	T real() const { return re; }
	T imag() const { return im; }
	void real(T r) { re = r; }
	void imag(T i) { im = i; }
	template <class U> complex &operator+=(const U &z) { return *this = *this + z; }
	template <class U> complex &operator-=(const U &z) { return *this = *this - z; }
	template <class U> complex &operator*=(const U &z) { return *this = *this * z; }
	template <class U> complex &operator/=(const U &z) { return *this = *this / z; }
	operator std::complex<T>() const { return std::complex<T>(re, im); }
};
/* With two complex numbers, or one complex and one real number. */
#define __GL_COMPLEX_OPERATION(R, op, ...) \
	template <class T, class U, class C = std::common_type_t<T, U>> inline R operator op(const complex<T> &x, const complex<U> &y) { return __VA_ARGS__; } \
	template <class T, class U, class C = std::common_type_t<T, U>> inline R operator op(const complex<T> &x, const U &y) { return complex<C>(x) op complex<C>((C)y); } \
	template <class T, class U, class C = std::common_type_t<T, U>> inline R operator op(const T &x, const complex<U> &y) { return complex<C>((C)x) op complex<C>(y); }
__GL_COMPLEX_OPERATION(complex<C>, +, complex<C>(x.real() + y.real(), x.imag() + y.imag()))
__GL_COMPLEX_OPERATION(complex<C>, -, complex<C>(x.real() - y.real(), x.imag() - y.imag()))
__GL_COMPLEX_OPERATION(complex<C>, *, complex<C>(x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()))
__GL_COMPLEX_OPERATION(complex<C>, /, x * complex<C>(y.real() / norm(y), -y.imag() / norm(y)))
__GL_COMPLEX_OPERATION(bool, ==, x.real() == y.real() && x.imag() == y.imag())
__GL_COMPLEX_OPERATION(bool, !=, x.real() != y.real() || x.imag() != y.imag())
#undef __GL_COMPLEX_OPERATION
template <class T> inline complex<T> operator+(const complex<T> &z) { return z; }
template <class T> inline complex<T> operator-(const complex<T> &z) { return complex<T>(-z.real(), -z.imag()); }

template <class T> inline T norm(const complex<T> &z) { return z.real() * z.real() + z.imag() * z.imag(); }
template <class T> inline T abs(const complex<T> &z) { return ::hypot(z.real(), z.imag()); }
template <class T> inline T arg(const complex<T> &z) { return ::atan2(z.imag(), z.real()); }
template <class T> inline complex<T> conj(const complex<T> &z) { return complex<T>(z.real(), -z.imag()); }
template <class T> inline complex<T> proj(const complex<T> &z) { return z; }
template <class T, class U = T> inline complex<std::common_type_t<T, U>> polar(const T &r, const U &a = U()) { return complex<std::common_type_t<T, U>>(r * ::cos(a), r * ::sin(a)); }
template <class T> inline complex<T> exp(const complex<T> &z) { return polar(::exp(z.real()), z.imag()); }
template <class T> inline complex<T> log(const complex<T> &z) { return complex<T>(::log(abs(z)), arg(z)); }
template <class T> inline complex<T> log10(const complex<T> &z) { return log(z) / T(2.302585092994045684); }
template <class T> inline complex<T> sqrt(const complex<T> &z) { return polar(::sqrt(abs(z)), arg(z) / 2); }
template <class T, class U> inline complex<T> pow(const complex<T> &z, const U &e) { return exp(log(z) * e); }
template <class T> inline complex<T> sinh(const complex<T> &z) { return complex<T>(::sinh(z.real()) * ::cos(z.imag()), ::cosh(z.real()) * ::sin(z.imag())); }
template <class T> inline complex<T> cosh(const complex<T> &z) { return complex<T>(::cosh(z.real()) * ::cos(z.imag()), ::sinh(z.real()) * ::sin(z.imag())); }
template <class T> inline complex<T> tanh(const complex<T> &z) { return sinh(z) / cosh(z); }
template <class T> inline complex<T> sin(const complex<T> &z) { return complex<T>(::sin(z.real()) * ::cosh(z.imag()), ::cos(z.real()) * ::sinh(z.imag())); }
template <class T> inline complex<T> cos(const complex<T> &z) { return complex<T>(::cos(z.real()) * ::cosh(z.imag()), -::sin(z.real()) * ::sinh(z.imag())); }
template <class T> inline complex<T> tan(const complex<T> &z) { return sin(z) / cos(z); }
}
#pragma clang force_cuda_host_device end
#endif
