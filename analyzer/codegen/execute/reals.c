/* Floating-point arithmetic. NVIDIA's approximations are emulated where that is exact enough: reciprocals and roots,
 * because divisions of integers and floats correct their error. Other approximations are unknown. */
#include "codegen/execute/operations.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

/* ---- single precision ---- */

static float
real_of(uint32_t word)
{
	float real;
	memcpy(&real, &word, sizeof real);
	return real;
}

/* Every NaN becomes the canonical one. */
static uint32_t
word_of(float real)
{
	uint32_t word;
	memcpy(&word, &real, sizeof word);
	return isnan(real) ? 0x7fffffff : word;
}

static uint32_t
flushed(uint32_t word)
{
	return word & 0x7f800000 ? word : word & 0x80000000;
}

struct modifiers {
	bool negate, absolute, flush;
};

static uint32_t
modified(uint32_t word, struct modifiers modifiers)
{
	if (modifiers.flush)
		word = flushed(word);
	if (modifiers.absolute)
		word &= 0x7fffffff;
	return modifiers.negate ? word ^ 0x80000000 : word;
}

/* Bits 78 and 79: to nearest, down, up, to zero. */
static void
round_as(const struct operation *operation)
{
	static const int modes[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
	const unsigned mode = bits_of(operation, 78, 2);
	if (mode)
		fesetround(modes[mode]);
}

static void
round_as_before(const struct operation *operation)
{
	if (bits_of(operation, 78, 2))
		fesetround(FE_TONEAREST);
}

static uint32_t
finished(const struct operation *operation, volatile float real)
{
	float result = real;
	if (bit_of(operation, 77)) /* .SAT */
		result = result > 1 ? 1 : result > 0 ? result : 0;
	return bit_of(operation, 80) ? flushed(word_of(result)) : word_of(result);
}

/* ---- operands ---- */

struct operand {
	bool is_double;
	const struct warp_word *word, *upper; /* upper: NULL for single precision */
	struct modifiers modifiers;
};

enum which { OPERAND_A, OPERAND_B, OPERAND_C };

static struct operand
operand_of(const struct warp *warp, const struct operation *operation, enum which which)
{
	const uint32_t slots[] = {operation->a, operation->b, operation->c};
	const bool is_double = is_of_doubles(operation->instruction->opcode);
	const bool negates[] = {bit_of(operation, 72), operation->negate_b, operation->negate_c};
	const bool is_absolute[] = {bit_of(operation, 73), operation->absolute_b, operation->absolute_c};
	return (struct operand){is_double,
	                        word(warp, slots[which]),
	                        is_double ? upper_word(warp, slots[which]) : NULL,
	                        {negates[which], is_absolute[which], !is_double && bit_of(operation, 80)}};
}

/* The operand in bits 32 to 63 of a two-operand instruction. */
static struct operand
operand_in_middle(const struct warp *warp, const struct operation *operation)
{
	return operand_of(warp, operation, is_last_in_middle(operation) ? OPERAND_C : OPERAND_B);
}

static uint32_t
known_of(struct operand operand)
{
	return operand.word->known & (operand.is_double ? operand.upper->known : ALL_LANES);
}

static double
real_at(struct operand operand, unsigned lane)
{
	double real;
	if (!operand.is_double)
		return real_of(modified(operand.word->of[lane], operand.modifiers));
	const uint64_t bits = operand.word->of[lane] | (uint64_t)modified(operand.upper->of[lane], operand.modifiers)
	                                                       << 32;
	memcpy(&real, &bits, sizeof real);
	return real;
}

void
put_double(struct warp_word *low, struct warp_word *high, unsigned lane, double real)
{
	uint64_t bits;
	memcpy(&bits, &real, sizeof bits);
	if (isnan(real))
		bits = 0xfff8000000000000;
	low->of[lane] = (uint32_t)bits;
	high->of[lane] = (uint32_t)(bits >> 32);
}

/* ---- sums and products ---- */

static float
single_of(enum sass_opcode opcode, volatile float a, volatile float b, volatile float c)
{
	return opcode == SASS_OP_FADD ? a + b : opcode == SASS_OP_FMUL ? a * b : fmaf(a, b, c);
}

static double
double_of(enum sass_opcode opcode, volatile double a, volatile double b, volatile double c)
{
	return opcode == SASS_OP_DADD ? a + b : opcode == SASS_OP_DMUL ? a * b : fma(a, b, c);
}

void
operate_real(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const enum sass_opcode opcode = operation->instruction->opcode;
	const bool is_double = is_of_doubles(opcode), has_third = opcode == SASS_OP_FFMA || opcode == SASS_OP_DFMA;
	const struct operand a = operand_of(warp, operation, OPERAND_A), c = operand_of(warp, operation, OPERAND_C);
	const struct operand b = opcode == SASS_OP_DADD   ? c
	                         : opcode == SASS_OP_FADD ? operand_in_middle(warp, operation)
	                                                  : operand_of(warp, operation, OPERAND_B);
	struct warp_word low, high;
	low.known = high.known = known_of(a) & known_of(b) & (has_third ? known_of(c) : ALL_LANES) & lanes;
	if (!low.known) {
		unknown_results(warp, operation, lanes);
		return;
	}
	round_as(operation);
	for (uint32_t left = low.known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const double x = real_at(a, i), y = real_at(b, i), z = real_at(c, i);
		if (is_double)
			put_double(&low, &high, i, double_of(opcode, x, y, z));
		else
			low.of[i] = finished(operation, single_of(opcode, (float)x, (float)y, (float)z));
	}
	round_as_before(operation);
	put(warp, operation->d, &low, lanes);
	if (is_double)
		put(warp, next_slot(operation->d, 1), &high, lanes);
}

/* ---- comparisons and choices ---- */

void
operate_fmnmx(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct operand a = operand_of(warp, operation, OPERAND_A), b = operand_in_middle(warp, operation);
	const struct bits least = predicate(warp, operation, 87);
	struct warp_word result = {.known = a.word->known & b.word->known & least.known & lanes};
	for (uint32_t left = result.known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const double x = real_at(a, i), y = real_at(b, i);
		const double chosen = isnan(x)                                                      ? y
		                      : isnan(y)                                                    ? x
		                      : (least.value >> i & 1) == (x < y || (x == y && signbit(x))) ? x
		                                                                                    : y;
		result.of[i] = word_of(bit_of(operation, 81) && (isnan(x) || isnan(y)) ? NAN : (float)chosen);
	}
	put(warp, operation->d, &result, lanes);
}

/* The comparison is a sum: 1 accepts less, 2 equal, 4 greater, 8 unordered. It is in bits 76 to 79. */
static bool
holds(unsigned comparison, double a, double b)
{
	return comparison >> (isunordered(a, b) ? 3 : a < b ? 0 : a == b ? 1 : 2) & 1;
}

static bool
asks_nothing(unsigned comparison)
{
	return comparison == 0 || comparison == 15;
}

/* The codes that mean "never" and "always" in other comparisons. */
enum { DSETP_MIN = 0, DSETP_MAX = 15 };

/* Whether the first operand is the minimum or maximum. The second result says that neither is a number. The order of
 * zeroes with different signs, and of NaNs, is unknown. */
static void
choose_double(struct warp *warp, const struct operation *operation, struct operand a, struct operand b, uint32_t lanes)
{
	const bool is_minimum = bits_of(operation, 76, 4) == DSETP_MIN;
	struct bits first = {0};
	for (uint32_t left = known_of(a) & known_of(b) & lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const double x = real_at(a, i), y = real_at(b, i);
		const bool is_ordered = !isunordered(x, y) && (x != y || signbit(x) == signbit(y));
		first.known |= (uint32_t)is_ordered << i;
		first.value |= (uint32_t)(is_ordered && (is_minimum ? x < y : x > y)) << i;
	}
	decide(warp, operation, 81, first, lanes);
	decide(warp, operation, 84, (struct bits){0, first.known}, lanes);
}

void
operate_compare_reals(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct operand a = operand_of(warp, operation, OPERAND_A), b = operand_in_middle(warp, operation);
	const unsigned comparison = bits_of(operation, 76, 4);
	if (a.is_double && (comparison == DSETP_MIN || comparison == DSETP_MAX)) {
		choose_double(warp, operation, a, b, lanes);
		return;
	}
	struct bits outcome = {0, asks_nothing(comparison) ? ALL_LANES : known_of(a) & known_of(b)};
	for (uint32_t left = outcome.known & lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		outcome.value |= (uint32_t)holds(comparison, real_at(a, i), real_at(b, i)) << i;
	}
	decide_comparison(warp, operation, outcome, lanes);
}

void
operate_fsel(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct operand operands[2] = {operand_of(warp, operation, OPERAND_A),
	                                    operand_of(warp, operation, OPERAND_B)};
	struct warp_word words[2];
	for (unsigned n = 0; n < 2; n++) {
		words[n].known = operands[n].word->known;
		for (unsigned i = 0; i < LANES; i++)
			words[n].of[i] = modified(operands[n].word->of[i], operands[n].modifiers);
	}
	select_words(warp, operation, &words[0], &words[1], lanes);
}

/* Whether a quotient needs the slow path: an exponent at either end of the range, including zero's, or a large
 * difference of exponents. NVIDIA does not document the exact limits. */
static bool
is_hard_to_divide(uint32_t a, uint32_t b)
{
	const int of_a = (int)(a >> 23 & 255), of_b = (int)(b >> 23 & 255), distance = of_a - of_b;
	return of_b == 0 || of_b >= 253 || of_a == 255 || of_a < 24 || distance > 125 || distance < -125;
}

void
operate_fchk(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct operand a = operand_of(warp, operation, OPERAND_A), b = operand_of(warp, operation, OPERAND_B);
	struct bits outcome = {0, a.word->known & b.word->known};
	for (uint32_t left = outcome.known & lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		outcome.value |= (uint32_t)is_hard_to_divide(a.word->of[i], b.word->of[i]) << i;
	}
	decide(warp, operation, 81, outcome, lanes);
}

/* ---- approximations ---- */

/* Bits 74 to 77: the function. */
enum approximated {
	MUFU_RECIPROCAL = 4,
	MUFU_RECIPROCAL_ROOT = 5,
	MUFU_RECIPROCAL_64 = 6,
	MUFU_RECIPROCAL_ROOT_64 = 7,
	MUFU_ROOT = 8
};

/* The upper word of a double's reciprocal or reciprocal root, from its upper word. */
static uint32_t
upper_reciprocal(uint32_t word, bool of_root)
{
	const uint64_t bits = (uint64_t)word << 32;
	double real;
	memcpy(&real, &bits, sizeof real);
	struct warp_word low, high;
	put_double(&low, &high, 0, of_root ? 1 / sqrt(real) : 1 / real);
	return high.of[0];
}

static uint32_t
approximated(enum approximated which, uint32_t word)
{
	const float real = real_of(word);
	switch (which) {
	case MUFU_RECIPROCAL: return word_of(1 / real);
	case MUFU_RECIPROCAL_ROOT: return word_of((float)(1 / sqrt((double)real)));
	case MUFU_ROOT: return word_of(sqrtf(real));
	default: return upper_reciprocal(word, which == MUFU_RECIPROCAL_ROOT_64);
	}
}

void
operate_mufu(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const enum approximated which = bits_of(operation, 74, 4);
	const struct warp_word *b = word(warp, operation->b);
	const struct modifiers modifiers = {operation->negate_b, operation->absolute_b, false};
	struct warp_word result = {.known = b->known & lanes};
	if (which < MUFU_RECIPROCAL || which > MUFU_ROOT || bits_of(operation, 72, 2)) {
		unknown_results(warp, operation, lanes);
		return;
	}
	for (uint32_t left = result.known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		result.of[i] = approximated(which, modified(b->of[i], modifiers));
	}
	put(warp, operation->d, &result, lanes);
}
