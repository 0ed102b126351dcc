/* Thrust's generators and distributions, which differ from the standard library's. */
#ifndef GPULINT_THRUST_RANDOM_H
#define GPULINT_THRUST_RANDOM_H
#pragma GCC system_header
#include <gpulint/thrust_core.h>
#include <cstdint>
#include <limits>
#include <gpulint/uniform_int.h>
#pragma clang force_cuda_host_device begin
namespace thrust {
namespace random {
template <class T, T a, T c, T m> class linear_congruential_engine {
	T state;
public:
	typedef T result_type;
	static constexpr T multiplier = a, increment = c, modulus = m, min = c == 0, max = m - 1, default_seed = 1;
	explicit linear_congruential_engine(T value = default_seed) { seed(value); }
	void seed(T value = default_seed) { state = c % m == 0 && value % m == 0 ? 1 : value % m; }
	T operator()() { return state = (T)(((unsigned long)a * state + c) % m); }
	/* Computes the multiplier's power in as many steps as the number has bits. */
	void discard(unsigned long long count)
	{
		static_assert(c == 0, "gpulint knows Thrust's multiplicative engines");
		unsigned long factor = a, power = 1;
		for (; count; count >>= 1) {
			if (count & 1)
				power = power * factor % m;
			factor = factor * factor % m;
		}
		state = (T)(power * state % m);
	}
	bool operator==(const linear_congruential_engine &e) const { return state == e.state; }
};
typedef linear_congruential_engine<std::uint32_t, 16807, 0, 2147483647> minstd_rand0;
typedef linear_congruential_engine<std::uint32_t, 48271, 0, 2147483647> minstd_rand;
typedef minstd_rand default_random_engine;

/* Their numbers are not modelled. */
template <class T, T most, int which> class __gl_engine {
public:
	typedef T result_type;
	static constexpr T min = 0, max = most, default_seed = 19780503;
	explicit __gl_engine(T = default_seed) {}
	void seed(T = default_seed) {}
	void discard(unsigned long long) {}
	T operator()() { return __gl_unknown<T>(); }
};
typedef __gl_engine<std::uint32_t, 0xffffff, 0> ranlux24;
typedef __gl_engine<std::uint64_t, 0xffffffffffff, 1> ranlux48;
typedef __gl_engine<std::uint32_t, 0xffffffff, 2> taus88;

#define __GL_DISTRIBUTION(name, default_type, low, high) \
	template <class T = default_type> class name { \
	public: \
		typedef T result_type; \
		typedef thrust::pair<T, T> param_type; \
		explicit name(T a = low, T b = high) : range(a, b) {} \
		explicit name(const param_type &p) : range(p) {} \
		template <class G> T operator()(G &g) { return (*this)(g, range); } \
		template <class G> T operator()(G &g, const param_type &p) { return draw(g, p.first, p.second); } \
		param_type param() const { return range; } \
		void param(const param_type &p) { range = p; } \
		void reset() {} \
		__GL_BOUNDS \
	private: \
		param_type range; \
		template <class G> static T draw(G &g, T a, T b); \
	}; \
	template <class T> template <class G> inline T name<T>::draw(G &g, T a, T b)
#define __GL_BOUNDS \
	T a() const { return range.first; } \
	T b() const { return range.second; } \
	T min() const { return range.first; } \
	T max() const { return range.second; }
__GL_DISTRIBUTION(uniform_real_distribution, double, 0, 1)
{
	return T(g() - G::min) / (T(1) + T(G::max - G::min)) * (b - a) + a;
}
__GL_DISTRIBUTION(uniform_int_distribution, int, 0, std::numeric_limits<T>::max())
{
	return (T)uniform_real_distribution<double>((double)a, (double)b + 1)(g);
}
#undef __GL_BOUNDS
#define __GL_BOUNDS \
	T mean() const { return range.first; } \
	T stddev() const { return range.second; }
/* Uses the inverse error function of one number. */
__GL_DISTRIBUTION(normal_distribution, double, 0, 1)
{
	g();
	return a + b * __gl_unknown<T>();
}
#undef __GL_BOUNDS
#undef __GL_DISTRIBUTION
namespace experimental { using random::normal_distribution; }
}
using random::default_random_engine;
using random::linear_congruential_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::ranlux24;
using random::ranlux48;
using random::taus88;
using random::uniform_int_distribution;
using random::uniform_real_distribution;
}
#pragma clang force_cuda_host_device end
#endif
