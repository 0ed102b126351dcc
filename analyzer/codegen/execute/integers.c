/* Integer arithmetic. */
#include "codegen/execute/operations.h"

static uint32_t
known_of(const struct warp_word *a, const struct warp_word *b, const struct warp_word *c)
{
	return a->known & b->known & c->known;
}

/* A subtracted operand is its complement plus one, which carries if the operand is zero. In an upper half, the carry
 * replaces the one. */
struct term {
	const uint32_t *of;
	uint32_t flip, one;
};

static struct term
term_of(const struct warp_word *word, bool is_negated, bool is_upper)
{
	return (struct term){word->of, is_negated ? UINT32_MAX : 0, is_negated && !is_upper};
}

GPULINT_WIDE_LOOPS static void
add_terms(struct warp_word *result, struct term a, struct term b, struct term c)
{
	const uint32_t ones = a.one + b.one + c.one;
	for (unsigned i = 0; i < LANES; i++)
		result->of[i] = (a.of[i] ^ a.flip) + (b.of[i] ^ b.flip) + (c.of[i] ^ c.flip) + ones;
}

static void
add_bit(struct warp_word *result, uint32_t carry)
{
	for (unsigned i = 0; i < LANES; i++)
		result->of[i] += carry >> i & 1;
}

/* Whether the sum carries once, or twice. */
static void
carries(struct bits out[2], struct term a, struct term b, struct term c, uint32_t carry, uint32_t more, uint32_t known)
{
	out[0] = out[1] = (struct bits){0, known};
	for (unsigned i = 0; i < LANES; i++) {
		const uint64_t ones = (uint64_t)a.one + b.one + c.one + (carry >> i & 1) + (more >> i & 1);
		const uint64_t sum = (uint64_t)(a.of[i] ^ a.flip) + (b.of[i] ^ b.flip) + (c.of[i] ^ c.flip) + ones;
		out[0].value |= (uint32_t)(sum >> 32 > 0) << i;
		out[1].value |= (uint32_t)(sum >> 32 > 1) << i;
	}
	out[0].value &= known;
	out[1].value &= known;
}

static const struct bits no_bits = {0, ALL_LANES};

static void
iadd3(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const bool is_upper = bit_of(operation, 74);
	const struct warp_word *a = word(warp, operation->a), *b = word(warp, operation->b),
			       *c = word(warp, operation->c);
	const struct term x = term_of(a, bit_of(operation, 72), is_upper),
			  y = term_of(b, operation->negate_b, is_upper), z = term_of(c, operation->negate_c, is_upper);
	const struct bits in = is_upper ? predicate(warp, operation, 87) : no_bits,
			  in2 = is_upper ? predicate(warp, operation, 77) : no_bits;
	struct warp_word result;
	add_terms(&result, x, y, z);
	result.known = known_of(a, b, c) & in.known & in2.known;
	if (is_upper) {
		add_bit(&result, in.value);
		add_bit(&result, in2.value);
	}
	if (bits_of(operation, 81, 6) != 077) {
		struct bits out[2];
		carries(out, x, y, z, in.value, in2.value, result.known);
		put(warp, operation->d, &result, lanes);
		decide(warp, operation, 81, out[0], lanes);
		decide(warp, operation, 84, out[1], lanes);
		return;
	}
	put(warp, operation->d, &result, lanes);
}

void
operate_viadd(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *a = word(warp, operation->a), *b = word(warp, operation->b),
			       *zero = word(warp, WORD_ZERO);
	struct warp_word result;
	if (bits_of(operation, 73, 2) == 1) { /* two 16-bit halves */
		unknown_results(warp, operation, lanes);
		return;
	}
	add_terms(&result, term_of(a, bit_of(operation, 72), false), term_of(b, operation->negate_b, false),
	          term_of(zero, false, false));
	result.known = a->known & b->known;
	put(warp, operation->d, &result, lanes);
}

GPULINT_WIDE_LOOPS static void
multiply_add(struct warp_word *result, const uint32_t *a, const uint32_t *b, struct term c)
{
	for (unsigned i = 0; i < LANES; i++)
		result->of[i] = a[i] * b[i] + (c.of[i] ^ c.flip) + c.one;
}

/* Known lanes of a product; zero times anything is known. */
static uint32_t
product_known(const struct warp_word *a, const struct warp_word *b, uint32_t lanes)
{
	const uint32_t known = a->known & b->known;
	if ((known & lanes) == lanes)
		return known;
	return known | (a->known & ~mask_of(a->of)) | (b->known & ~mask_of(b->of));
}

static void
imad(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *a = word(warp, operation->a), *b = word(warp, operation->b),
			       *c = word(warp, operation->c);
	const bool is_upper = bit_of(operation, 74);
	struct warp_word result;
	multiply_add(&result, a->of, b->of, term_of(c, operation->negate_c, is_upper));
	result.known = product_known(a, b, lanes) & c->known;
	if (is_upper) {
		const struct bits in = predicate(warp, operation, 87);
		add_bit(&result, in.value);
		result.known &= in.known;
	}
	put(warp, operation->d, &result, lanes);
}

static uint64_t
wide_product(const struct operation *operation, uint32_t a, uint32_t b)
{
	return bit_of(operation, 73) ? (uint64_t)((int64_t)(int32_t)a * (int32_t)b) : (uint64_t)a * b;
}

static uint64_t
pair_at(const struct warp_word *low, const struct warp_word *high, unsigned i)
{
	return low->of[i] | (uint64_t)high->of[i] << 32;
}

struct wide_sum {
	struct warp_word low, high;
	struct bits carry;
};

static void
add_product(struct warp *warp, const struct operation *operation, uint32_t lanes, struct wide_sum *sum)
{
	const struct warp_word *a = word(warp, operation->a), *b = word(warp, operation->b),
			       *c = word(warp, operation->c);
	const struct warp_word *top = upper_word(warp, operation->c);
	const bool is_upper = bit_of(operation, 74);
	const struct bits in = is_upper ? predicate(warp, operation, 87) : no_bits;
	const uint32_t known = product_known(a, b, lanes) & c->known & top->known & in.known;
	sum->low.known = sum->high.known = sum->carry.known = known;
	sum->carry.value = 0;
	for (unsigned i = 0; i < LANES; i++) {
		const uint64_t product = wide_product(operation, a->of[i], b->of[i]), given = pair_at(c, top, i);
		const uint64_t added = operation->negate_c ? (is_upper ? ~given : -given) : given,
			       total = product + added + (in.value >> i & 1);
		sum->low.of[i] = (uint32_t)total;
		sum->high.of[i] = (uint32_t)(total >> 32);
		sum->carry.value |= (uint32_t)(total < product) << i;
	}
	sum->carry.value &= known;
}

static void
imad_wide(struct warp *warp, const struct operation *operation, uint32_t lanes, bool is_high)
{
	struct wide_sum sum;
	add_product(warp, operation, lanes, &sum);
	if (!is_high)
		put(warp, operation->d, &sum.low, lanes);
	put(warp, is_high ? operation->d : next_slot(operation->d, 1), &sum.high, lanes);
	decide(warp, operation, 81, sum.carry, lanes);
}

/* One mnemonic has three encodings. */
void
operate_imad(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const unsigned encoding = bits_of(operation, 0, 9) & 0x7f;
	switch (encoding) {
	case 0x24: imad(warp, operation, lanes); return;
	case 0x25:
	case 0x27: imad_wide(warp, operation, lanes, encoding == 0x27); return;
	default: unknown_results(warp, operation, lanes);
	}
}

void
operate_iadd3(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	if ((bits_of(operation, 0, 9) & 0x7f) == 0x10)
		iadd3(warp, operation, lanes);
	else /* 64 bits, on uniform registers since sm_100 */
		unknown_results(warp, operation, lanes);
}

/* ---- scaled addition ---- */

/* The shifted operand: with .HI the upper half of a pair, or of a sign-extended number. */
static uint64_t
scaled_at(const struct operation *operation, const struct warp_word *a, const struct warp_word *c, unsigned i)
{
	const uint64_t low = bit_of(operation, 73) ? (uint64_t)(int32_t)a->of[i] : pair_at(a, c, i);
	return bit_of(operation, 72) ? -low : low;
}

void
operate_lea(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *a = word(warp, operation->a), *b = word(warp, operation->b),
			       *c = word(warp, operation->c);
	const unsigned by = bits_of(operation, 75, 5);
	const bool is_high = bit_of(operation, 80), is_upper = bit_of(operation, 74), is_signed = bit_of(operation, 73);
	const struct bits in = is_upper ? predicate(warp, operation, 87) : no_bits;
	const struct term added = term_of(b, operation->negate_b, is_upper);
	const uint32_t known = a->known & b->known & in.known & (is_high && !is_signed ? c->known : ALL_LANES);
	struct warp_word result = {.known = known};
	struct bits out = {0, known};
	for (unsigned i = 0; i < LANES; i++) {
		const uint64_t shifted = scaled_at(operation, a, c, i) << by;
		const uint64_t sum = (is_high ? shifted >> 32 : (uint32_t)shifted) + (added.of[i] ^ added.flip) +
		                     added.one + (in.value >> i & 1);
		result.of[i] = (uint32_t)sum;
		out.value |= (uint32_t)(sum >> 32 & 1) << i;
	}
	out.value &= known;
	put(warp, operation->d, &result, lanes);
	decide(warp, operation, 81, out, lanes);
}

/* ---- minimum and maximum ---- */

/* Bit 73 of IMNMX marks signed numbers; for the later VIMNMX it is bit 72. */
bool
are_signed(const struct operation *operation)
{
	return bit_of(operation, operation->instruction->opcode == SASS_OP_IMNMX ? 73 : 72);
}

static uint32_t
chosen(bool is_signed, bool least, uint32_t a, uint32_t b)
{
	const bool is_less = is_signed ? (int32_t)a < (int32_t)b : a < b;
	return is_less == least ? a : b;
}

/* The minimum or maximum of two, of three, or of a sum of two and a third. */
void
operate_min_max(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const enum sass_opcode opcode = operation->instruction->opcode;
	const struct warp_word *a = word(warp, operation->a), *b = word(warp, operation->b),
			       *c = word(warp, operation->c);
	const struct bits least = predicate(warp, operation, 87);
	const bool is_signed = are_signed(operation), adds = opcode == SASS_OP_VIADDMNMX,
		   has_third = adds || opcode == SASS_OP_VIMNMX3;
	struct warp_word result = {.known = a->known & b->known & least.known & (has_third ? c->known : ALL_LANES)};
	/* 64 bits, two 16-bit halves, or clamped at zero: not supported. */
	if (bits_of(operation, 73, 4) & (opcode == SASS_OP_IMNMX ? 2 : 0xb)) {
		unknown_results(warp, operation, lanes);
		return;
	}
	for (unsigned i = 0; i < LANES; i++) {
		const bool is_minimum = least.value >> i & 1;
		const uint32_t sum = a->of[i] + (operation->negate_b ? -b->of[i] : b->of[i]);
		const uint32_t first = adds ? sum : chosen(is_signed, is_minimum, a->of[i], b->of[i]);
		result.of[i] = has_third ? chosen(is_signed, is_minimum, first, c->of[i]) : first;
	}
	put(warp, operation->d, &result, lanes);
	if (bits_of(operation, 81, 6) != 077 && opcode != SASS_OP_IMNMX && !has_third) {
		decide(warp, operation, 81, (struct bits){0}, lanes);
		decide(warp, operation, 84, (struct bits){0}, lanes);
	}
}
