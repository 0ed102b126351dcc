/* uniform_int_distribution, as libstdc++ draws since GCC 11; std::shuffle uses it too. */
#ifndef GPULINT_UNIFORM_INT_H
#define GPULINT_UNIFORM_INT_H
#pragma GCC system_header
#include <limits>
#include <type_traits>
#include <gpulint/primitives.h>
#pragma clang force_cuda_host_device begin

/* The upper half of a 128-bit product; `low` receives the lower half. */
inline unsigned long __gl_multiply_wide(unsigned long a, unsigned long b, unsigned long &low)
{
	const unsigned long mask = 0xffffffff, a0 = a & mask, a1 = a >> 32, b0 = b & mask, b1 = b >> 32;
	const unsigned long middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & mask);
	low = a * b;
	return a1 * b1 + (middle >> 32) + (other >> 32);
}
/* An unknown number of draws: the state of the engine becomes unknown. */
template <class G> inline auto __gl_lose_engine(G &g, int) -> decltype(g.__gl_lose()) { g.__gl_lose(); }
template <class G> inline void __gl_lose_engine(G &g, long) { __gl_forget(&g, sizeof g); }

/* Whether the engine's next number is known. */
template <class G> inline auto __gl_can_follow(const G &g, int) -> decltype(g.__gl_is_followed()) { return g.__gl_is_followed(); }
template <class G> inline bool __gl_can_follow(const G &, long) { return true; }

/* 0 to span - 1, without bias: the upper half of the generator's number times span. It is drawn again if the lower
 * half is too small. */
template <class G> inline unsigned long __gl_draw_below_64(G &g, unsigned long span)
{
	const unsigned long threshold = -span % span;
	unsigned long low, high;
	do
		high = __gl_multiply_wide(g(), span, low);
	while (low < threshold);
	return high;
}
template <class G> inline unsigned __gl_draw_below_32(G &g, unsigned span)
{
	const unsigned threshold = -span % span;
	unsigned long product;
	do
		product = (unsigned long)(unsigned)g() * span;
	while ((unsigned)product < threshold);
	return (unsigned)(product >> 32);
}

namespace std {
template <class T = int> class uniform_int_distribution {
public:
	typedef T result_type;
	struct param_type {
		typedef uniform_int_distribution distribution_type;
		T low, high;
		explicit param_type(T a = 0, T b = numeric_limits<T>::max()) : low(a), high(b) {}
		T a() const { return low; }
		T b() const { return high; }
	};
	uniform_int_distribution() {}
	explicit uniform_int_distribution(T a, T b = numeric_limits<T>::max()) : range(a, b) {}
	explicit uniform_int_distribution(const param_type &p) : range(p) {}
	template <class G> T operator()(G &g) { return draw(g, range.low, range.high); }
	template <class G> T operator()(G &g, const param_type &p) { return draw(g, p.low, p.high); }
	T a() const { return range.low; }
	T b() const { return range.high; }
	T min() const { return range.low; }
	T max() const { return range.high; }
	param_type param() const { return range; }
	void param(const param_type &p) { range = p; }
	void reset() {}
private:
	param_type range;
	/* An unknown number in the range, if the draw cannot be modelled. */
	template <class number, class G> static T unknown(G &g, number low, number wanted)
	{
		__gl_lose_engine(g, 0);
		return T(low + (wanted + 1 ? __gl_unknown<number>() % (wanted + 1) : __gl_unknown<number>()));
	}
	/* 0 to wanted, which is at most the engine's range. */
	template <class number, class G> static number draw_narrow(G &g, number wanted)
	{
		constexpr number range = number(G::max()) - number(G::min());
		if (range == wanted)
			return number(g()) - number(G::min());
		const number span = wanted + 1;
		if constexpr (range == 0xffffffffffffffff) {
			return number(__gl_draw_below_64(g, span));
		} else if constexpr (range == 0xffffffff) {
			return number(__gl_draw_below_32(g, unsigned(span)));
		} else {
			const number step = range / span, past = span * step;
			number drawn;
			do
				drawn = number(g()) - number(G::min());
			while (drawn >= past);
			return drawn / step;
		}
	}
	/* 0 to wanted, which is more than the engine's range: a number of several digits, the highest first, drawn
	 * again if it is too large. libstdc++ does this recursively. */
	template <class number, class G> static number draw_wide(G &g, number wanted)
	{
		constexpr number span = number(G::max()) - number(G::min()) + 1;
		number highest = wanted, scale = 1;
		for (; highest > span - 1; highest /= span)
			scale *= span;
		number drawn;
		bool is_too_large;
		do {
			drawn = draw_narrow(g, highest);
			is_too_large = false;
			for (number rest = scale; rest > 1 && !is_too_large;) {
				rest /= span;
				const number upper = span * drawn;
				drawn = upper + (number(g()) - number(G::min()));
				is_too_large = drawn > wanted / rest || drawn < upper;
			}
		} while (is_too_large);
		return drawn;
	}
	template <class G> static T draw(G &g, T low, T high)
	{
		typedef make_unsigned_t<T> any;
		typedef common_type_t<typename G::result_type, any> number;
		constexpr number range = number(G::max()) - number(G::min());
		const number wanted = number(high) - number(low);
		if (!__gl_is_known(wanted) || !__gl_can_follow(g, 0))
			return unknown<number>(g, number(low), wanted);
		if constexpr (range < numeric_limits<any>::max()) {
			if (range < wanted)
				return T(draw_wide(g, wanted) + number(low));
		}
		return T(draw_narrow(g, wanted) + number(low));
	}
};
}
#pragma clang force_cuda_host_device end
#endif
