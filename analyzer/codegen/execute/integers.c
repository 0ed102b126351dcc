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
	const bool negates = bit_of(operation, 72) || operation->negate_b, halves = bits_of(operation, 73, 2) == 1;
	if (halves && negates) {
		unknown_results(warp, operation, lanes);
		return;
	}
	add_terms(&result, term_of(a, bit_of(operation, 72), false), term_of(b, operation->negate_b, false),
	          term_of(zero, false, false));
	result.known = a->known & b->known;
	for (unsigned i = 0; halves && i < LANES; i++) /* no carry from the lower half */
		result.of[i] = (result.of[i] & 0xffff) | ((a->of[i] >> 16) + (b->of[i] >> 16)) << 16;
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

/* What a minimum or maximum does with its operands. */
struct choice {
	bool is_signed, has_third, adds; /* adds: the first two are added */
	bool halves;                     /* the operands are two 16-bit numbers each */
	bool clamps;                     /* a negative result becomes zero */
};

static struct choice
choice_of(const struct operation *operation)
{
	const enum sass_opcode opcode = operation->instruction->opcode;
	const bool is_later = opcode != SASS_OP_IMNMX, adds = opcode == SASS_OP_VIADDMNMX;
	return (struct choice){
		.is_signed = are_signed(operation),
		.has_third = adds || opcode == SASS_OP_VIMNMX3,
		.adds = adds,
		.halves = is_later && bit_of(operation, 73),
		.clamps = is_later && bit_of(operation, 76),
	};
}

/* Whether it is of 64 bits, or has an unknown modifier. */
static bool
is_other_choice(const struct operation *operation, const struct choice *choice)
{
	return bit_of(operation, 74) || (choice->halves && choice->adds && operation->negate_b);
}

static uint32_t
chosen(bool is_signed, bool least, uint32_t a, uint32_t b)
{
	const bool is_less = is_signed ? (int32_t)a < (int32_t)b : a < b;
	return is_less == least ? a : b;
}

/* Of numbers of 32 bits. */
static uint32_t
chosen_number(const struct choice *choice, bool least, uint32_t a, uint32_t b, uint32_t c)
{
	const uint32_t first = choice->adds ? a + b : chosen(choice->is_signed, least, a, b);
	const uint32_t result = choice->has_third ? chosen(choice->is_signed, least, first, c) : first;
	return choice->clamps ? chosen(true, false, result, 0) : result;
}

/* Half `number` of a word, extended to 32 bits. */
static uint32_t
half_of(const struct choice *choice, uint32_t word, unsigned number)
{
	const uint32_t half = word >> 16 * number & 0xffff;
	return choice->is_signed ? (half ^ 0x8000) - 0x8000 : half;
}

static uint32_t
chosen_word(const struct choice *choice, bool least, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t result = 0;
	if (!choice->halves)
		return chosen_number(choice, least, a, b, c);
	for (unsigned n = 0; n < 2; n++) {
		const uint32_t x = half_of(choice, a, n), y = half_of(choice, b, n), z = half_of(choice, c, n);
		/* A sum wraps like a half. */
		const uint32_t half = choice->adds ? chosen_number(choice, least, half_of(choice, x + y, 0), 0, z)
		                                   : chosen_number(choice, least, x, y, z);
		result |= (half & 0xffff) << 16 * n;
	}
	return result;
}

/* The minimum or maximum of two, of three, or of a sum of two and a third. */
void
operate_min_max(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *a = word(warp, operation->a), *b = word(warp, operation->b),
			       *c = word(warp, operation->c);
	const struct bits least = predicate(warp, operation, 87);
	const struct choice choice = choice_of(operation);
	struct warp_word result = {.known = a->known & b->known & least.known &
	                                    (choice.has_third ? c->known : ALL_LANES)};
	if (is_other_choice(operation, &choice)) {
		unknown_results(warp, operation, lanes);
		return;
	}
	for (unsigned i = 0; i < LANES; i++) {
		const uint32_t second = choice.adds && operation->negate_b ? -b->of[i] : b->of[i];
		result.of[i] = chosen_word(&choice, least.value >> i & 1, a->of[i], second, c->of[i]);
	}
	put(warp, operation->d, &result, lanes);
	if (bits_of(operation, 81, 6) != 077 && operation->instruction->opcode != SASS_OP_IMNMX && !choice.has_third) {
		decide(warp, operation, 81, (struct bits){0}, lanes);
		decide(warp, operation, 84, (struct bits){0}, lanes);
	}
}

/* ---- products and differences of bytes ---- */

/* Part `number` of a word, whose parts have `bits` bits. */
static uint32_t
part_of(uint32_t word, unsigned number, unsigned bits, bool is_signed)
{
	const uint32_t part = word >> number * bits & ((1u << bits) - 1), sign = 1u << (bits - 1);
	return is_signed ? (part ^ sign) - sign : part;
}

/* Whether modifiers are set whose meaning is unknown: of the bits from 72 to 80, or a sign of the middle operand. */
static bool
has_other_modifiers(const struct operation *operation, unsigned known)
{
	const bool is_immediate = operation->form == 2 || operation->form == 4;
	return bits_of(operation, 72, 9) & ~known || (!is_immediate && bits_of(operation, 62, 2));
}

/* PTX dp4a and dp2a: bits 73 and 74 mark signed a and b. With bit 76, a has two halves, and bit 77 selects the upper two
 * bytes of b. */
static uint32_t
dot_product(const struct operation *operation, uint32_t a, uint32_t b)
{
	const bool is_signed_a = bit_of(operation, 73), is_signed_b = bit_of(operation, 74);
	const bool has_halves = bit_of(operation, 76);
	const unsigned parts = has_halves ? 2 : 4, first = has_halves && bit_of(operation, 77) ? 2 : 0;
	uint32_t sum = 0;
	for (unsigned n = 0; n < parts; n++)
		sum += part_of(a, n, 32 / parts, is_signed_a) * part_of(b, first + n, 8, is_signed_b);
	return sum;
}

void
operate_idp(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	enum { KNOWN_BITS = 0x06, KNOWN_BITS_OF_HALVES = 0x36 };
	const struct warp_word *a = word(warp, operation->a), *b = word(warp, operation->b),
			       *c = word(warp, operation->c);
	struct warp_word result = {.known = a->known & b->known & c->known};
	if (has_other_modifiers(operation, bit_of(operation, 76) ? KNOWN_BITS_OF_HALVES : KNOWN_BITS)) {
		unknown_results(warp, operation, lanes);
		return;
	}
	for (unsigned i = 0; i < LANES; i++)
		result.of[i] = dot_product(operation, a->of[i], b->of[i]) + c->of[i];
	put(warp, operation->d, &result, lanes);
}

static uint32_t
difference(bool is_signed, uint32_t a, uint32_t b)
{
	const bool is_less = is_signed ? (int32_t)a < (int32_t)b : a < b;
	return is_less ? b - a : a - b;
}

/* PTX vabsdiff4: the differences of four bytes, or with bit 75 their sum. Bit 73 marks signed bytes. */
static uint32_t
difference_of_bytes(bool is_signed, bool sums, uint32_t a, uint32_t b)
{
	uint32_t result = 0;
	for (unsigned n = 0; n < 4; n++) {
		const uint32_t of_byte =
			difference(is_signed, part_of(a, n, 8, is_signed), part_of(b, n, 8, is_signed));
		result += sums ? of_byte : of_byte << 8 * n;
	}
	return result;
}

/* VABSDIFF, PTX sad, always adds its third operand; VABSDIFF4 adds it to a sum. */
void
operate_vabsdiff(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const bool is_of_bytes = operation->instruction->opcode == SASS_OP_VABSDIFF4;
	const bool is_signed = bit_of(operation, 73), sums = bit_of(operation, 75), adds = sums || !is_of_bytes;
	const unsigned known_bits = is_of_bytes ? 0xa : 0x2;
	const struct warp_word *a = word(warp, operation->a), *b = word(warp, operation->b),
			       *c = word(warp, operation->c);
	struct warp_word result = {.known = a->known & b->known & (adds ? c->known : ALL_LANES)};
	if (has_other_modifiers(operation, known_bits)) {
		unknown_results(warp, operation, lanes);
		return;
	}
	for (unsigned i = 0; i < LANES; i++)
		result.of[i] = (is_of_bytes ? difference_of_bytes(is_signed, sums, a->of[i], b->of[i])
		                            : difference(is_signed, a->of[i], b->of[i])) +
		               (adds ? c->of[i] : 0);
	put(warp, operation->d, &result, lanes);
}
