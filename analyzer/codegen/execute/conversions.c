/* Conversions between integers and floating point, and between sizes. Half precision is not supported. */
#include "codegen/execute/operations.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

/* Sizes in two bits: 8, 16, 32, 64 bits; for floating point 16, 32, 64 from 1 on. Bits 75 and 76: the result; 84 and
 * 85: the source. */
enum { SIZE_8, SIZE_16, SIZE_32, SIZE_64 };

static unsigned
size_to(const struct operation *operation)
{
	return bits_of(operation, 75, 2);
}

static unsigned
size_from(const struct operation *operation)
{
	return bits_of(operation, 84, 2);
}

/* Bits 78 and 79: the rounding mode. */
static int
rounding(const struct operation *operation)
{
	static const int modes[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
	return modes[bits_of(operation, 78, 2)];
}

/* ---- operands ---- */

static uint32_t
pair_known(const struct warp *warp, const struct operation *operation)
{
	const uint32_t known = word(warp, operation->b)->known;
	return size_from(operation) == SIZE_64 ? known & upper_word(warp, operation->b)->known : known;
}

static uint64_t
pair_of(const struct warp *warp, const struct operation *operation, unsigned lane)
{
	const uint64_t low = word(warp, operation->b)->of[lane];
	return size_from(operation) == SIZE_64 ? low | (uint64_t)upper_word(warp, operation->b)->of[lane] << 32 : low;
}

static double
real_from(const struct warp *warp, const struct operation *operation, unsigned lane)
{
	const uint64_t pair = pair_of(warp, operation, lane);
	const uint32_t word = (uint32_t)pair;
	double wide;
	float narrow;
	memcpy(&wide, &pair, sizeof wide);
	memcpy(&narrow, &word, sizeof narrow);
	const double real = size_from(operation) == SIZE_64 ? wide : narrow,
		     size = operation->absolute_b ? fabs(real) : real;
	return operation->negate_b ? -size : size;
}

/* Bits 60 and 61 select a part of the register. */
static uint64_t
integer_part(const struct operation *operation, uint64_t value)
{
	const unsigned size = size_from(operation), part = operation->form == 1 ? bits_of(operation, 60, 2) : 0;
	return size == SIZE_8 ? value >> 8 * part & 0xff : size == SIZE_16 ? value >> 16 * (part & 1) & 0xffff : value;
}

static int64_t
signed_part(unsigned size, uint64_t value)
{
	const unsigned unused = 64 - (8u << size);
	return (int64_t)(value << unused) >> unused;
}

/* ---- to floating point ---- */

static void
put_real(struct warp_word words[2], unsigned lane, bool is_double, volatile double real, volatile float narrow)
{
	if (is_double) {
		put_double(&words[0], &words[1], lane, real);
		return;
	}
	float result = narrow;
	memcpy(&words[0].of[lane], &result, sizeof result);
}

static void
convert_integer(struct warp_word words[2], unsigned lane, const struct operation *operation, uint64_t value)
{
	const uint64_t part = integer_part(operation, value);
	const bool is_double = size_to(operation) == SIZE_64;
	if (bit_of(operation, 74)) {
		const volatile int64_t number = signed_part(size_from(operation), part);
		put_real(words, lane, is_double, (double)number, (float)number);
	} else {
		const volatile uint64_t number = part;
		put_real(words, lane, is_double, (double)number, (float)number);
	}
}

static void
put_words(struct warp *warp, const struct operation *operation, const struct warp_word words[2], bool is_pair,
          uint32_t lanes)
{
	put(warp, operation->d, &words[0], lanes);
	if (is_pair)
		put(warp, next_slot(operation->d, 1), &words[1], lanes);
}

void
operate_i2f(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	struct warp_word words[2];
	words[0].known = words[1].known = pair_known(warp, operation) & lanes;
	if (size_to(operation) < SIZE_32) {
		unknown_results(warp, operation, lanes);
		return;
	}
	fesetround(rounding(operation));
	for (uint32_t left = words[0].known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		convert_integer(words, i, operation, pair_of(warp, operation, i));
	}
	fesetround(FE_TONEAREST);
	put_words(warp, operation, words, size_to(operation) == SIZE_64, lanes);
}

/* ---- to integers ---- */

static double
rounded(const struct operation *operation, double real)
{
	switch (rounding(operation)) {
	case FE_DOWNWARD: return floor(real);
	case FE_UPWARD: return ceil(real);
	case FE_TOWARDZERO: return trunc(real);
	default: return nearbyint(real);
	}
}

static uint64_t
unsigned_of(double real, unsigned bits)
{
	const uint64_t most = bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
	if (!(real > 0))
		return 0;
	return real >= ldexp(1, (int)bits) ? most : (uint64_t)real;
}

static uint64_t
signed_of(double real, unsigned bits)
{
	const uint64_t most = (1ull << (bits - 1)) - 1;
	if (isnan(real))
		return bits == 64 ? most + 1 : 0;
	if (real >= ldexp(1, (int)bits - 1))
		return most;
	return real <= -ldexp(1, (int)bits - 1) ? ~most : (uint64_t)(int64_t)real;
}

void
operate_f2i(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const unsigned bits = 8u << size_to(operation);
	struct warp_word words[2];
	words[0].known = words[1].known = pair_known(warp, operation) & lanes;
	if (size_from(operation) < SIZE_32) {
		unknown_results(warp, operation, lanes);
		return;
	}
	for (uint32_t left = words[0].known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const double real = rounded(operation, real_from(warp, operation, i));
		const uint64_t number = bit_of(operation, 72) ? signed_of(real, bits) : unsigned_of(real, bits);
		words[0].of[i] = (uint32_t)number;
		words[1].of[i] = (uint32_t)(number >> 32);
	}
	put_words(warp, operation, words, size_to(operation) == SIZE_64, lanes);
}

/* ---- between floating-point formats ---- */

static void
convert_reals(struct warp *warp, const struct operation *operation, uint32_t lanes, bool to_whole)
{
	struct warp_word words[2];
	words[0].known = words[1].known = pair_known(warp, operation) & lanes;
	if (size_to(operation) < SIZE_32 || size_from(operation) < SIZE_32) {
		unknown_results(warp, operation, lanes);
		return;
	}
	if (!to_whole)
		fesetround(rounding(operation));
	for (uint32_t left = words[0].known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const double given = real_from(warp, operation, i);
		const volatile double real = to_whole ? rounded(operation, given) : given;
		put_real(words, i, size_to(operation) == SIZE_64, real, (float)real);
	}
	fesetround(FE_TONEAREST);
	put_words(warp, operation, words, size_to(operation) == SIZE_64, lanes);
}

void
operate_f2f(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	convert_reals(warp, operation, lanes, false);
}

void
operate_frnd(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	convert_reals(warp, operation, lanes, true);
}
