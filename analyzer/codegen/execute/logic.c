/* Logic, shifts, comparisons and bit counts. */
#include "codegen/execute/operations.h"

/* ---- truth tables of three inputs ---- */

/* For each bit of the three numbers, the value of the table's row; a is the row number's highest bit. */
static inline uint32_t
looked_up(const uint32_t rows[8], uint32_t a, uint32_t b, uint32_t c)
{
	const uint32_t without_a = (b & ((c & rows[3]) | (~c & rows[2]))) | (~b & ((c & rows[1]) | (~c & rows[0])));
	const uint32_t with_a = (b & ((c & rows[7]) | (~c & rows[6]))) | (~b & ((c & rows[5]) | (~c & rows[4])));
	return (a & with_a) | (~a & without_a);
}

static void
fill_rows(uint32_t rows[8], unsigned table)
{
	for (unsigned i = 0; i < 8; i++)
		rows[i] = table >> i & 1 ? UINT32_MAX : 0;
}

uint32_t
logic_of(const struct operation *operation, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t rows[8];
	fill_rows(rows, bits_of(operation, 72, 8));
	return looked_up(rows, a, b, c);
}

GPULINT_WIDE_LOOPS static void
look_up(uint32_t result[LANES], unsigned table, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
	uint32_t rows[8];
	fill_rows(rows, table);
	for (unsigned i = 0; i < LANES; i++)
		result[i] = looked_up(rows, a[i], b[i], c[i]);
}

/* The input with its unknown bits replaced by zeroes or by ones. */
static uint32_t
either_value(const struct warp_word *word, unsigned lane, bool as_ones)
{
	const uint32_t unknown = word->known >> lane & 1  ? 0
	                         : word->half >> lane & 1 ? UINT32_C(0xffff0000)
	                                                  : UINT32_MAX;
	return (word->of[lane] & ~unknown) | (as_ones ? unknown : 0);
}

/* The lanes whose result does not depend on the unknown inputs. */
static uint32_t
independent(const struct warp_word *result, unsigned table, const struct warp_word *a, const struct warp_word *b,
            const struct warp_word *c, uint32_t lanes)
{
	uint32_t rows[8], known = result->known;
	fill_rows(rows, table);
	for (uint32_t left = lanes & ~known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		bool is_same = true;
		for (unsigned choice = 0; choice < 8 && is_same; choice++)
			is_same = looked_up(rows, either_value(a, i, choice & 1), either_value(b, i, choice & 2),
			                    either_value(c, i, choice & 4)) == result->of[i];
		known |= (uint32_t)is_same << i;
	}
	return known;
}

void
operate_lop3(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *a = word(warp, operation->a), *b = word(warp, operation->b),
			       *c = word(warp, operation->c);
	const unsigned table = bits_of(operation, 72, 8);
	struct warp_word result = {.known = a->known & b->known & c->known};
	look_up(result.of, table, a->of, b->of, c->of);
	if (lanes & ~result.known)
		result.known = independent(&result, table, a, b, c, lanes);
	if (bits_of(operation, 81, 3) != SASS_PT) {
		const struct bits is_some = {mask_of(result.of) & result.known, result.known},
				  in = predicate(warp, operation, 87);
		decide(warp, operation, 81, bit_of(operation, 80) ? both(is_some, in) : either(is_some, in), lanes);
	}
	put(warp, operation->d, &result, lanes);
}

/* The same for predicates. */
static struct bits
look_up_bits(unsigned table, struct bits a, struct bits b, struct bits c)
{
	uint32_t rows[8], differs = 0;
	fill_rows(rows, table);
	const uint32_t value = looked_up(rows, a.value, b.value, c.value);
	for (unsigned choice = 1; choice < 8; choice++) {
		const uint32_t x = choice & 1 ? a.value | ~a.known : a.value,
			       y = choice & 2 ? b.value | ~b.known : b.value,
			       z = choice & 4 ? c.value | ~c.known : c.value;
		differs |= value ^ looked_up(rows, x, y, z);
	}
	return (struct bits){value & ~differs, ~differs};
}

void
operate_plop3(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const unsigned table = bits_of(operation, 72, 5) << 3 | bits_of(operation, 64, 3),
		       second = bits_of(operation, 16, 8);
	const struct bits a = predicate(warp, operation, 87), b = predicate(warp, operation, 77);
	struct bits c = warp->predicates[(bit_of(operation, 67) ? UNIFORM_PREDICATES : operation->predicates) +
	                                 bits_of(operation, 68, 3)];
	if (bit_of(operation, 71))
		c = negated(c);
	const struct bits first_result = look_up_bits(table, a, b, c), second_result = look_up_bits(second, a, b, c);
	decide(warp, operation, 81, first_result, lanes);
	decide(warp, operation, 84, second_result, lanes);
}

/* ---- shifts ---- */

/* Bits 73 and 74: the shifted operand is S64, U64, S32 or U32. */
struct shift
shift_of(const struct operation *operation)
{
	return (struct shift){.is_signed = !bit_of(operation, 73),
	                      .is_wide = !bit_of(operation, 74),
	                      .wraps = bit_of(operation, 75),
	                      .is_right = bit_of(operation, 76),
	                      .is_high = bit_of(operation, 80)};
}

static uint64_t
shifted_left(uint64_t value, unsigned by)
{
	return by < 64 ? value << by : 0;
}

static uint64_t
shifted_right(uint64_t value, unsigned by, bool is_signed)
{
	if (is_signed)
		return (uint64_t)((int64_t)value >> (by < 64 ? by : 63));
	return by < 64 ? value >> by : 0;
}

static uint32_t
shifted(const struct shift *shift, uint32_t low, uint32_t by, uint32_t high)
{
	const unsigned bits = shift->is_wide ? 64 : 32, count = shift->wraps ? by & (bits - 1) : by < bits ? by : bits;
	const uint64_t pair = low | (uint64_t)high << 32;
	if (!shift->is_right)
		return (uint32_t)(shifted_left(pair, count) >> (shift->is_high ? 32 : 0));
	if (shift->is_high && !shift->is_wide)
		return (uint32_t)shifted_right(shift->is_signed ? (uint64_t)(int32_t)high : high, count,
		                               shift->is_signed);
	return (uint32_t)(shifted_right(pair, count, shift->is_signed) >> (shift->is_high ? 32 : 0));
}

/* Lanes with a known result. A 32-bit right shift with .HI does not use the lower word; a left shift without .HI
 * does not use the upper. */
static uint32_t
shift_known(const struct shift *shift, const struct warp_word *low, const struct warp_word *by,
            const struct warp_word *high)
{
	const bool high_alone = shift->is_right && shift->is_high && !shift->is_wide,
		   low_alone = !shift->is_right && !shift->is_high;
	return by->known & (high_alone ? high->known : low_alone ? low->known : low->known & high->known);
}

GPULINT_WIDE_LOOPS static void
shift_words(uint32_t result[LANES], const uint32_t *of, unsigned by, const struct shift *shift)
{
	if (!shift->is_right) {
		for (unsigned i = 0; i < LANES; i++)
			result[i] = of[i] << by;
	} else if (shift->is_signed) {
		for (unsigned i = 0; i < LANES; i++)
			result[i] = (uint32_t)((int32_t)of[i] >> by);
	} else {
		for (unsigned i = 0; i < LANES; i++)
			result[i] = of[i] >> by;
	}
}

/* The common case: one word, shifted by a constant. */
static bool
is_plain_shift(const struct operation *operation, const struct shift *shift, const struct warp_word *by)
{
	return operation->b >= WORDS && by->known && by->of[0] < 32 && !shift->is_wide &&
	       shift->is_high == shift->is_right;
}

void
operate_shf(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *low = word(warp, operation->a), *by = word(warp, operation->b),
			       *high = word(warp, operation->c);
	const struct shift shift = shift_of(operation);
	struct warp_word result = {.known = shift_known(&shift, low, by, high)};
	if (is_plain_shift(operation, &shift, by))
		shift_words(result.of, shift.is_right ? high->of : low->of, by->of[0], &shift);
	else
		for (unsigned i = 0; i < LANES; i++)
			result.of[i] = shifted(&shift, low->of[i], by->of[i], high->of[i]);
	put(warp, operation->d, &result, lanes);
}

/* ---- bytes and bits of a word ---- */

static uint32_t
permuted(uint32_t a, uint32_t selection, uint32_t c)
{
	const uint64_t both_words = a | (uint64_t)c << 32;
	uint32_t result = 0;
	for (unsigned n = 0; n < 4; n++) {
		uint32_t byte = both_words >> 8 * (selection >> 4 * n & 7) & 255;
		if (selection >> 4 * n & 8)
			byte = byte & 128 ? 255 : 0;
		result |= byte << 8 * n;
	}
	return result;
}

/* The known bytes of a word, a bit each. */
static unsigned
known_bytes(const struct warp_word *word, unsigned lane)
{
	return word->known >> lane & 1 ? 0xf : word->half >> lane & 1 ? 3 : 0;
}

/* The known bytes of a permutation of two words. */
static unsigned
known_of_permuted(uint32_t selection, unsigned known)
{
	unsigned bytes = 0;
	for (unsigned n = 0; n < 4; n++)
		bytes |= (known >> (selection >> 4 * n & 7) & 1) << n;
	return bytes;
}

void
operate_prmt(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *a = word(warp, operation->a), *b = word(warp, operation->b),
			       *c = word(warp, operation->c);
	struct warp_word result = {.known = b->known};
	uint32_t halves = 0;
	if (bits_of(operation, 72, 3)) {
		unknown_results(warp, operation, lanes);
		return;
	}
	for (unsigned i = 0; i < LANES; i++) {
		const unsigned known = known_of_permuted(b->of[i], known_bytes(a, i) | known_bytes(c, i) << 4);
		result.of[i] = permuted(a->of[i], b->of[i], c->of[i]);
		if (known == 0xf)
			continue;
		halves |= (known & 3) == 3 ? result.known & 1u << i : 0;
		result.known &= ~(1u << i);
	}
	put(warp, operation->d, &result, lanes);
	put_halves(warp, operation->d, halves & lanes);
}

static uint32_t
inverted(const struct operation *operation, uint32_t value)
{
	return operation->negate_b ? ~value : value;
}

/* The position of the highest bit that differs from the sign. With bit 74, its distance from bit 31. */
static uint32_t
leading_one(uint32_t value, bool is_signed, bool as_shift)
{
	const uint32_t searched = is_signed && value >> 31 ? ~value : value;
	if (!searched)
		return UINT32_MAX;
	const uint32_t zeroes = (uint32_t)__builtin_clz(searched);
	return as_shift ? zeroes : 31 - zeroes;
}

static uint32_t
reversed(uint32_t value)
{
	uint32_t result = 0;
	for (unsigned i = 0; i < 32; i++)
		result |= (value >> i & 1) << (31 - i);
	return result;
}

/* `count` ones, beginning at bit `from`. */
static uint32_t
ones_from(uint32_t from, uint32_t count)
{
	const uint64_t ones = count < 32 ? (1ull << count) - 1 : UINT32_MAX;
	return from < 32 ? (uint32_t)(ones << from) : 0;
}

static uint32_t
extended(uint32_t value, uint32_t width, bool is_signed)
{
	if (width >= 32)
		return value;
	const uint32_t low = value & ((1u << width) - 1), sign = width ? 1u << (width - 1) : 0;
	return is_signed ? (low ^ sign) - sign : low;
}

static uint32_t
made_of(const struct operation *operation, uint32_t a, uint32_t b)
{
	const bool wraps = bit_of(operation, 75);
	switch (operation->instruction->opcode) {
	case SASS_OP_POPC:
	case SASS_OP_UPOPC: return (uint32_t)__builtin_popcount(inverted(operation, b));
	case SASS_OP_FLO:
	case SASS_OP_UFLO: return leading_one(inverted(operation, b), bit_of(operation, 73), bit_of(operation, 74));
	case SASS_OP_BREV:
	case SASS_OP_UBREV: return reversed(inverted(operation, b));
	case SASS_OP_BMSK:
	case SASS_OP_UBMSK: return ones_from(wraps ? a & 31 : a, wraps ? b & 31 : b);
	case SASS_OP_SGXT:
	case SASS_OP_USGXT: return extended(a, wraps ? b & 31 : b, !bit_of(operation, 73));
	default: /* IABS */ return b >> 31 ? -b : b;
	}
}

static bool
takes_two(enum sass_opcode opcode)
{
	return opcode == SASS_OP_BMSK || opcode == SASS_OP_UBMSK || opcode == SASS_OP_SGXT || opcode == SASS_OP_USGXT;
}

void
operate_on_word(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const enum sass_opcode opcode = operation->instruction->opcode;
	const struct warp_word *a = word(warp, operation->a), *b = word(warp, operation->b);
	struct warp_word result = {.known = b->known & (takes_two(opcode) ? a->known : ALL_LANES)};
	for (unsigned i = 0; i < LANES; i++)
		result.of[i] = made_of(operation, a->of[i], b->of[i]);
	if ((opcode == SASS_OP_FLO || opcode == SASS_OP_UFLO) && bits_of(operation, 81, 3) != SASS_PT)
		decide(warp, operation, 81, (struct bits){0}, lanes);
	put(warp, operation->d, &result, lanes);
}

/* ---- comparisons ---- */

/* The comparison is a sum: 1 accepts less, 2 equal, 4 greater. */
GPULINT_WIDE_LOOPS static uint32_t
compare_words(unsigned comparison, uint32_t bias, const uint32_t *a, const uint32_t *b)
{
	const uint32_t less = comparison & 1 ? UINT32_MAX : 0, equal = comparison & 2 ? UINT32_MAX : 0,
		       more = comparison & 4 ? UINT32_MAX : 0;
	uint32_t outcome[LANES];
	for (unsigned i = 0; i < LANES; i++) {
		const int32_t x = (int32_t)(a[i] ^ bias), y = (int32_t)(b[i] ^ bias);
		outcome[i] = (x < y ? less : 0) | (x == y ? equal : 0) | (x > y ? more : 0);
	}
	return mask_of(outcome);
}

/* A comparison of upper halves. The result for the lower halves is an operand. */
static struct bits
with_lower(const struct warp_word *a, const struct warp_word *b, struct bits outcome, struct bits lower)
{
	struct bits result = outcome;
	for (uint32_t left = outcome.known; left; left &= left - 1) {
		const uint32_t lane = left & -left;
		const unsigned i = (unsigned)__builtin_ctz(left);
		if (a->of[i] != b->of[i])
			continue;
		result.value = (result.value & ~lane) | (lower.value & lane);
		result.known = (result.known & ~lane) | (lower.known & lane);
	}
	return result;
}

/* Bits 74 and 75: and, or, exclusive or with the predicate in 87. The second result uses the negated comparison. */
void
decide_comparison(struct warp *warp, const struct operation *operation, struct bits outcome, uint32_t lanes)
{
	static struct bits (*const combinations[4])(struct bits, struct bits) = {both, either, exclusive, both};
	struct bits (*combine)(struct bits, struct bits) = combinations[bits_of(operation, 74, 2)];
	const struct bits in = predicate(warp, operation, 87);
	decide(warp, operation, 81, combine(outcome, in), lanes);
	decide(warp, operation, 84, combine(negated(outcome), in), lanes);
}

void
operate_isetp(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *a = word(warp, operation->a), *b = word(warp, operation->b);
	const unsigned comparison = bits_of(operation, 76, 3);
	struct bits outcome = {0, comparison == 0 || comparison == 7 ? ALL_LANES : a->known & b->known};
	outcome.value = compare_words(comparison, bit_of(operation, 73) ? 0 : 0x80000000, a->of, b->of) & outcome.known;
	if (bit_of(operation, 72))
		outcome = with_lower(a, b, outcome, predicate(warp, operation, 68));
	decide_comparison(warp, operation, outcome, lanes);
}
