/* Shifts and logic on values that advance by steps. The result also advances by steps as long as the dropped or
 * replaced bits do not change. It is constant if only dropped bits change.
 *
 * A step that is a multiple of 2^t leaves the lowest t bits unchanged. */
#include "codegen/execute/extrapolate.h"
#include "codegen/execute/operations.h"

/* ---- conditions ---- */

static unsigned
zeroes_of(int64_t step)
{
	return step ? (unsigned)__builtin_ctzll((uint64_t)step) : 64;
}

unsigned
extrapolate_fixed_bits(const struct log_entry *now, const struct log_entry *before, unsigned lane)
{
	return zeroes_of(now->of[lane] - before->of[lane]);
}

int64_t
extrapolate_number(const struct log_entry *entry, unsigned lane)
{
	return entry->kind >= LOG_BITS ? (int64_t)(uint32_t)entry->of[lane] : entry->of[lane];
}

enum { SIGN_BIT = 31 };

/* If only the sign is shifted out, the sign must stay constant; it does not advance by steps. */
static struct interval
reach_of_shift(const struct log_entry *entry, int64_t number, unsigned fixed_bits)
{
	const bool is_signed = entry->kind == LOG_SHIFT_SIGNED;
	const int64_t dropped = ((int64_t)1 << entry->by) - 1;
	if (fixed_bits >= entry->by && entry->by < SIGN_BIT)
		return (struct interval){is_signed ? INT32_MIN : 0, is_signed ? INT32_MAX : UINT32_MAX};
	return (struct interval){number & ~dropped, number | dropped};
}

/* No carry may leave the bits between the lowest changing bit and the next replaced one. */
static struct interval
reach_of_bits(const struct log_entry *entry, unsigned lane, unsigned fixed_bits)
{
	const uint32_t number = (uint32_t)entry->of[lane], passed = (uint32_t)((uint64_t)entry->of[lane] >> 32);
	if (fixed_bits >= 32 || (entry->kind == LOG_BITS && !(passed >> fixed_bits)))
		return interval_all;
	const uint32_t replaced = ~passed >> fixed_bits << fixed_bits;
	if (!replaced)
		return interval_all;
	const unsigned end = (unsigned)__builtin_ctz(replaced);
	const uint32_t field = (uint32_t)((UINT64_C(1) << end) - 1);
	return end == fixed_bits ? interval_empty : (struct interval){number & ~field, number | field};
}

/* Only bits between the lowest changing bit and the next fixed one may change. */
static struct interval
reach_of_fixed(const struct log_entry *entry, unsigned lane, unsigned fixed_bits)
{
	const uint32_t number = (uint32_t)entry->of[lane], fixed = (uint32_t)((uint64_t)entry->of[lane] >> 32);
	if (fixed_bits >= 32 || !(fixed >> fixed_bits))
		return interval_all;
	const uint32_t field = (uint32_t)((UINT64_C(1) << __builtin_ctz(fixed >> fixed_bits << fixed_bits)) - 1);
	return (struct interval){number & ~field, number | field};
}

static struct interval
reach_of_sign(int64_t number)
{
	return (struct interval){number < 0 ? INT64_MIN : number > 0, number < 0 ? -1 : number > 0 ? INT64_MAX : 0};
}

struct interval
extrapolate_reach(const struct log_entry *entry, unsigned lane, unsigned fixed_bits)
{
	const int64_t number = entry->of[lane], upper = number & ~(int64_t)UINT32_MAX;
	switch ((enum log_kind)entry->kind) {
	case LOG_SIGN: return reach_of_sign(number);
	case LOG_UPPER: return (struct interval){upper, upper | UINT32_MAX};
	case LOG_SIGNED: return (struct interval){INT32_MIN, INT32_MAX};
	case LOG_SHIFT:
	case LOG_SHIFT_SIGNED: return reach_of_shift(entry, number, fixed_bits);
	case LOG_FIXED_BITS: return reach_of_fixed(entry, lane, fixed_bits);
	default: return reach_of_bits(entry, lane, fixed_bits);
	}
}

/* ---- shifts ---- */

/* In a left shift of a pair, the upper half receives bits of the lower one, which must not wrap. */
static enum evolution
shift_left(const struct warp *warp, const struct operation *operation, unsigned by, uint32_t lanes,
           struct extrapolation *extrapolation)
{
	const struct warp_word *low = word(warp, operation->a);
	struct log_entry entry = {.at = warp->run->current, .kind = LOG_UPPER, .lanes = lanes & low->known};
	if (!shift_of(operation).is_high ||
	    extrapolate_evolution_of(extrapolation, operation->a) == EVOLUTION_INVARIANT)
		return EVOLUTION_AFFINE;
	for (unsigned i = 0; i < LANES; i++)
		entry.of[i] = (int64_t)((uint64_t)low->of[i] << by);
	extrapolate_log(extrapolation, &entry);
	return EVOLUTION_AFFINE;
}

bool
extrapolate_shifts_upper(const struct operation *operation, unsigned by)
{
	const struct shift shift = shift_of(operation);
	return shift.is_right && shift.is_wide && !shift.is_high && by > 0 && operation->a == WORD_ZERO;
}

static enum evolution
shift_right(const struct warp *warp, const struct operation *operation, unsigned by, uint32_t lanes,
            struct extrapolation *extrapolation)
{
	const struct shift shift = shift_of(operation);
	const struct log_entry entry = {.kind = shift.is_signed ? LOG_SHIFT_SIGNED : LOG_SHIFT, .by = (uint8_t)by};
	if (extrapolate_shifts_upper(operation, by))
		return EVOLUTION_AFFINE;
	if (!shift.is_high || shift.is_wide)
		return EVOLUTION_UNKNOWN;
	extrapolate_log_word(extrapolation, warp, entry, word(warp, operation->c), lanes);
	return by == SIGN_BIT ? EVOLUTION_INVARIANT : EVOLUTION_AFFINE;
}

enum evolution
extrapolate_shift(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                  struct extrapolation *extrapolation)
{
	uint32_t by;
	if (extrapolate_evolution_of(extrapolation, operation->b) != EVOLUTION_INVARIANT ||
	    !one_value(word(warp, operation->b), lanes, &by) || by >= 32)
		return EVOLUTION_UNKNOWN;
	return shift_of(operation).is_right ? shift_right(warp, operation, by, lanes, extrapolation)
	                                    : shift_left(warp, operation, by, lanes, extrapolation);
}

/* ---- logic ---- */

struct passing
passing_of(const struct warp *warp, const struct operation *operation, unsigned which, unsigned lane)
{
	const uint32_t slots[] = {operation->a, operation->b, operation->c};
	uint32_t of[3];
	for (unsigned i = 0; i < 3; i++)
		of[i] = word(warp, slots[i])->of[lane];
	const uint32_t number = of[which];
	of[which] = 0;
	const uint32_t of_zeroes = logic_of(operation, of[0], of[1], of[2]);
	of[which] = UINT32_MAX;
	const uint32_t of_ones = logic_of(operation, of[0], of[1], of[2]);
	return (struct passing){number, of_ones & ~of_zeroes, of_zeroes & ~of_ones};
}

/* If the predicate result tests the passed bits, these must stay constant. */
static enum evolution
log_passing(const struct warp *warp, const struct operation *operation, unsigned which, struct log_entry *entry,
            struct extrapolation *extrapolation)
{
	const bool asks = bits_of(operation, 81, 3) != SASS_PT;
	entry->kind = asks ? LOG_FIXED_BITS : LOG_BITS;
	for (unsigned i = 0; i < LANES; i++) {
		const struct passing passing = passing_of(warp, operation, which, i);
		const uint32_t bits = asks ? passing.as_they_are | passing.negated : passing.as_they_are;
		entry->of[i] = (int64_t)((uint64_t)bits << 32 | passing.number);
		entry->kind = !asks && passing.negated ? LOG_KEPT_BITS : entry->kind;
	}
	extrapolate_log(extrapolation, entry);
	return asks ? EVOLUTION_INVARIANT : EVOLUTION_AFFINE;
}

/* The sign of a bitwise result depends only on the operands' signs. */
static enum evolution
logic_of_signs(const struct warp *warp, const struct operation *operation, uint32_t lanes,
               struct extrapolation *extrapolation)
{
	const uint32_t slots[] = {operation->a, operation->b, operation->c};
	for (unsigned n = 0; n < 3; n++)
		if (extrapolate_evolution_of(extrapolation, slots[n]) == EVOLUTION_AFFINE)
			extrapolate_log_word(extrapolation, warp,
			                     (struct log_entry){.kind = LOG_SHIFT_SIGNED, .by = SIGN_BIT},
			                     word(warp, slots[n]), lanes);
	return EVOLUTION_SIGN;
}

enum evolution
extrapolate_sign(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                 struct extrapolation *extrapolation)
{
	enum { LESS = 1, NOT_LESS = 6 };
	const unsigned comparison = bits_of(operation, 76, 3);
	switch (operation->instruction->opcode) {
	case SASS_OP_LOP3:
		return bits_of(operation, 81, 3) == SASS_PT ? logic_of_signs(warp, operation, lanes, extrapolation)
		                                            : EVOLUTION_UNKNOWN;
	case SASS_OP_ISETP:
		return bit_of(operation, 73) && !bit_of(operation, 72) && operation->b == WORD_ZERO &&
		                       (comparison == LESS || comparison == NOT_LESS)
		               ? EVOLUTION_INVARIANT
		               : EVOLUTION_UNKNOWN;
	default: return EVOLUTION_UNKNOWN;
	}
}

enum evolution
extrapolate_logic(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                  struct extrapolation *extrapolation)
{
	const uint32_t slots[] = {operation->a, operation->b, operation->c};
	struct log_entry entry = {.at = warp->run->current, .lanes = lanes};
	const bool asks = bits_of(operation, 81, 3) != SASS_PT;
	unsigned which = 3;
	for (unsigned i = 0; i < 3; i++) {
		entry.lanes &= word(warp, slots[i])->known;
		if (extrapolate_evolution_of(extrapolation, slots[i]) == EVOLUTION_INVARIANT)
			continue;
		if (which < 3)
			return asks ? EVOLUTION_UNKNOWN : logic_of_signs(warp, operation, lanes, extrapolation);
		which = i;
	}
	return which == 3 ? EVOLUTION_UNKNOWN : log_passing(warp, operation, which, &entry, extrapolation);
}
