/* Operations that preserve steps: those of the ring of integers modulo 2^32, and others as long as their logged
 * conditions hold. */
#include "codegen/execute/extrapolate.h"
#include "codegen/execute/operations.h"

uint8_t
extrapolate_evolution_of(const struct extrapolation *extrapolation, uint32_t slot)
{
	return slot < WORDS ? extrapolation->word_evolutions[slot] : EVOLUTION_INVARIANT;
}

struct operands {
	const struct warp_word *a, *b, *c, *top; /* top: the upper half of c */
	enum evolution of_a, of_b, of_c;
};

static struct operands
operands_of(const struct warp *warp, const struct operation *operation, const struct extrapolation *extrapolation)
{
	const uint32_t top = operation->c == WORD_ZERO ? WORD_ZERO : operation->c + 1;
	return (struct operands){
		.a = word(warp, operation->a),
		.b = word(warp, operation->b),
		.c = word(warp, operation->c),
		.top = word(warp, top),
		.of_a = extrapolate_evolution_of(extrapolation, operation->a),
		.of_b = extrapolate_evolution_of(extrapolation, operation->b),
		.of_c = extrapolate_evolution_of(extrapolation, operation->c),
	};
}

static struct log_entry
entry_of(const struct warp *warp, enum log_kind kind, uint32_t lanes)
{
	return (struct log_entry){.at = warp->run->current, .kind = (uint8_t)kind, .lanes = lanes};
}

/* Logs a value that must stay within 32 bits, unsigned. */
static void
log_number(struct extrapolation *extrapolation, const struct warp *warp, const struct warp_word *number, bool is_signed,
           uint32_t lanes)
{
	extrapolate_log_word(extrapolation, warp, (struct log_entry){.kind = is_signed ? LOG_SIGNED : LOG_UPPER},
	                     number, lanes);
}

/* Logs an operand that advances by steps, once for all its uses. */
static void
log_operand(struct extrapolation *extrapolation, const struct warp *warp, uint32_t slot, bool is_signed, uint32_t lanes)
{
	if (slot >= WORDS || extrapolation->word_evolutions[slot] != EVOLUTION_AFFINE ||
	    !(lanes & ~extrapolation->words_logged[is_signed][slot]))
		return;
	extrapolation->words_logged[is_signed][slot] |= lanes;
	log_number(extrapolation, warp, word(warp, slot), is_signed, lanes);
}

static void
log_operands(struct extrapolation *extrapolation, const struct warp *warp, const struct operation *operation,
             bool are_factors_signed, uint32_t lanes)
{
	log_operand(extrapolation, warp, operation->a, are_factors_signed, lanes);
	log_operand(extrapolation, warp, operation->b, are_factors_signed, lanes);
	log_operand(extrapolation, warp, operation->c, false, lanes);
}

static uint32_t
negated_at(const struct warp_word *number, bool is_negated, unsigned i)
{
	return is_negated ? ~number->of[i] : number->of[i];
}

/* A sum with a carry result. The complement of a subtracted operand advances by steps too, as long as it does not
 * wrap. */
static enum evolution
add(const struct warp *warp, const struct operation *operation, const struct operands *on, uint32_t lanes,
    struct extrapolation *extrapolation)
{
	const bool is_upper = bit_of(operation, 74);
	const uint32_t carry = is_upper ? predicate(warp, operation, 87).value : 0,
		       carry2 = is_upper ? predicate(warp, operation, 77).value : 0;
	struct log_entry entry = entry_of(warp, LOG_UPPER, lanes & on->a->known & on->b->known & on->c->known);
	if (bits_of(operation, 81, 6) == 077)
		return EVOLUTION_AFFINE;
	for (unsigned i = 0; i < LANES; i++) {
		const uint64_t ones =
			is_upper ? (carry >> i & 1) + (carry2 >> i & 1)
				 : (uint32_t)bit_of(operation, 72) + operation->negate_b + operation->negate_c;
		entry.of[i] = (int64_t)((uint64_t)negated_at(on->a, bit_of(operation, 72), i) +
		                        negated_at(on->b, operation->negate_b, i) +
		                        negated_at(on->c, operation->negate_c, i) + ones);
	}
	extrapolate_log(extrapolation, &entry);
	log_operands(extrapolation, warp, operation, false, lanes);
	return EVOLUTION_AFFINE;
}

/* A 64-bit product plus an addend. */
static enum evolution
multiply_wide(const struct warp *warp, const struct operation *operation, const struct operands *on, uint32_t lanes,
              struct extrapolation *extrapolation)
{
	const bool is_signed = bit_of(operation, 73);
	struct log_entry entry =
		entry_of(warp, LOG_UPPER, lanes & on->a->known & on->b->known & on->c->known & on->top->known);
	if (operation->negate_c || bit_of(operation, 74) || (bits_of(operation, 81, 3) != SASS_PT))
		return EVOLUTION_UNKNOWN;
	log_operands(extrapolation, warp, operation, is_signed, lanes);
	for (unsigned i = 0; i < LANES; i++) {
		const uint64_t product = is_signed ? (uint64_t)((int64_t)(int32_t)on->a->of[i] * (int32_t)on->b->of[i])
		                                   : (uint64_t)on->a->of[i] * on->b->of[i];
		entry.of[i] = (int64_t)(product + (on->c->of[i] | (uint64_t)on->top->of[i] << 32));
	}
	extrapolate_log(extrapolation, &entry);
	return EVOLUTION_AFFINE;
}

static enum evolution
multiply(const struct warp *warp, const struct operation *operation, const struct operands *on, uint32_t lanes,
         struct extrapolation *extrapolation)
{
	if (on->of_a == EVOLUTION_AFFINE && on->of_b == EVOLUTION_AFFINE)
		return EVOLUTION_UNKNOWN;
	switch (bits_of(operation, 0, 9) & 0x7f) {
	case 0x24: return EVOLUTION_AFFINE;
	case 0x25: return multiply_wide(warp, operation, on, lanes, extrapolation);
	default: return EVOLUTION_UNKNOWN;
	}
}

/* With .HI, the upper half of the shifted operand must stay constant. */
static enum evolution
add_scaled(const struct warp *warp, const struct operation *operation, const struct operands *on, uint32_t lanes,
           struct extrapolation *extrapolation)
{
	const unsigned by = bits_of(operation, 75, 5);
	const bool is_high = bit_of(operation, 80), has_carry = bits_of(operation, 81, 3) != SASS_PT,
		   is_signed = bit_of(operation, 73);
	struct log_entry shifted = entry_of(warp, LOG_UPPER, lanes & on->a->known), sum = shifted;
	if (!is_high && !has_carry)
		return EVOLUTION_AFFINE;
	if (bit_of(operation, 72) || operation->negate_b || (has_carry && (is_high || bit_of(operation, 74))))
		return EVOLUTION_UNKNOWN;
	log_operand(extrapolation, warp, operation->a, is_signed, lanes);
	if (has_carry)
		log_operand(extrapolation, warp, operation->b, false, lanes);
	for (unsigned i = 0; i < LANES; i++) {
		const uint64_t low = is_high && is_signed ? (uint64_t)(int64_t)(int32_t)on->a->of[i] : on->a->of[i];
		shifted.of[i] = (int64_t)(low << by);
		sum.of[i] = (int64_t)((uint64_t)(uint32_t)(low << by) + on->b->of[i]);
	}
	sum.lanes &= on->b->known;
	extrapolate_log(extrapolation, &shifted);
	if (has_carry)
		extrapolate_log(extrapolation, &sum);
	if (!is_high)
		return EVOLUTION_AFFINE;
	return on->of_c == EVOLUTION_INVARIANT || is_signed ? on->of_b : EVOLUTION_AFFINE;
}

/* How a comparison treats equal numbers. */
enum equals { EQUALS_ARE_GREATER, EQUALS_ARE_LESS, EQUALS_ARE_EQUAL };

static void
log_difference(struct extrapolation *extrapolation, const struct warp *warp, const struct warp_word *a,
               const struct warp_word *b, bool is_signed, enum equals equals, uint32_t lanes)
{
	struct log_entry entry = entry_of(warp, LOG_SIGN, lanes & a->known & b->known);
	for (unsigned i = 0; i < LANES; i++) {
		const int64_t difference = is_signed ? (int64_t)(int32_t)a->of[i] - (int32_t)b->of[i]
		                                     : (int64_t)a->of[i] - (int64_t)b->of[i];
		entry.of[i] = equals == EQUALS_ARE_GREATER ? 2 * difference + 1
		              : equals == EQUALS_ARE_LESS  ? 2 * difference - 1
		                                           : difference;
	}
	extrapolate_log(extrapolation, &entry);
}

/* The order of the first two operands must not change. */
static void
log_order(const struct warp *warp, const struct operation *operation, bool is_signed, enum equals equals,
          uint32_t lanes, struct extrapolation *extrapolation)
{
	log_operand(extrapolation, warp, operation->a, is_signed, lanes);
	log_operand(extrapolation, warp, operation->b, is_signed, lanes);
	log_difference(extrapolation, warp, word(warp, operation->a), word(warp, operation->b), is_signed, equals,
	               lanes);
}

/* A 64-bit comparison compares the upper halves after the lower ones, which decide if the upper ones are equal. */
static enum equals
equals_of(const struct operation *operation)
{
	enum { LESS = 1, NOT_GREATER = 3, GREATER = 4, NOT_LESS = 6 };
	const unsigned comparison = bits_of(operation, 76, 3);
	if (bit_of(operation, 72))
		return EQUALS_ARE_EQUAL;
	if (comparison == LESS || comparison == NOT_LESS)
		return EQUALS_ARE_GREATER;
	return comparison == NOT_GREATER || comparison == GREATER ? EQUALS_ARE_LESS : EQUALS_ARE_EQUAL;
}

/* The result must not change, so that everything it decides stays the same. */
static enum evolution
compare(const struct warp *warp, const struct operation *operation, uint32_t lanes, struct extrapolation *extrapolation)
{
	log_order(warp, operation, bit_of(operation, 73), equals_of(operation), lanes, extrapolation);
	return EVOLUTION_INVARIANT;
}

/* The same operand must remain the selected one. */
static enum evolution
choose(const struct warp *warp, const struct operation *operation, uint32_t lanes, struct extrapolation *extrapolation)
{
	const unsigned others = operation->instruction->opcode == SASS_OP_IMNMX ? 2 : 0xb;
	if (bits_of(operation, 73, 4) & others)
		return EVOLUTION_UNKNOWN;
	log_order(warp, operation, are_signed(operation), EQUALS_ARE_GREATER, lanes, extrapolation);
	return EVOLUTION_AFFINE;
}

/* The minimum or maximum of a sum of two operands and a third. */
static enum evolution
choose_sum(const struct warp *warp, const struct operation *operation, const struct operands *on, uint32_t lanes,
           struct extrapolation *extrapolation)
{
	const bool is_signed = are_signed(operation);
	struct warp_word sum = {.known = on->a->known & on->b->known};
	if (bits_of(operation, 73, 4) & 0xb)
		return EVOLUTION_UNKNOWN;
	for (unsigned i = 0; i < LANES; i++)
		sum.of[i] = on->a->of[i] + (operation->negate_b ? -on->b->of[i] : on->b->of[i]);
	log_number(extrapolation, warp, &sum, is_signed, lanes);
	log_operand(extrapolation, warp, operation->c, is_signed, lanes);
	log_difference(extrapolation, warp, &sum, on->c, is_signed, EQUALS_ARE_GREATER, lanes);
	return EVOLUTION_AFFINE;
}

static enum evolution
result_of_steps(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                struct extrapolation *extrapolation)
{
	const struct operands on = operands_of(warp, operation, extrapolation);
	switch (operation->instruction->opcode) {
	case SASS_OP_MOV:
	case SASS_OP_UMOV:
		/* 64 or 16 bits: not supported. */
		return operation->form == 2 ? EVOLUTION_UNKNOWN : EVOLUTION_AFFINE;
	case SASS_OP_R2UR: return EVOLUTION_AFFINE;
	case SASS_OP_SEL:
	case SASS_OP_USEL: return is_last_in_middle(operation) ? EVOLUTION_UNKNOWN : EVOLUTION_AFFINE;
	case SASS_OP_IADD3:
	case SASS_OP_UIADD3:
		return (bits_of(operation, 0, 9) & 0x7f) == 0x10 ? add(warp, operation, &on, lanes, extrapolation)
		                                                 : EVOLUTION_UNKNOWN;
	case SASS_OP_VIADD: return bits_of(operation, 73, 2) == 1 ? EVOLUTION_UNKNOWN : EVOLUTION_AFFINE;
	case SASS_OP_IMAD:
	case SASS_OP_UIMAD: return multiply(warp, operation, &on, lanes, extrapolation);
	case SASS_OP_LEA:
	case SASS_OP_ULEA:
		return is_last_in_middle(operation) ? EVOLUTION_UNKNOWN
		                                    : add_scaled(warp, operation, &on, lanes, extrapolation);
	case SASS_OP_IMNMX:
	case SASS_OP_VIMNMX: return choose(warp, operation, lanes, extrapolation);
	case SASS_OP_VIADDMNMX: return choose_sum(warp, operation, &on, lanes, extrapolation);
	case SASS_OP_SHF:
	case SASS_OP_USHF: return extrapolate_shift(warp, operation, lanes, extrapolation);
	case SASS_OP_LOP3:
	case SASS_OP_ULOP3: return extrapolate_logic(warp, operation, lanes, extrapolation);
	case SASS_OP_ISETP:
	case SASS_OP_UISETP: return compare(warp, operation, lanes, extrapolation);
	default: return EVOLUTION_UNKNOWN;
	}
}

static bool
drops_bits(const struct operation *operation)
{
	switch (operation->instruction->opcode) {
	case SASS_OP_SHF:
	case SASS_OP_USHF: return shift_of(operation).is_right;
	case SASS_OP_LOP3:
	case SASS_OP_ULOP3: return bits_of(operation, 81, 3) == SASS_PT;
	default: return false;
	}
}

/* An operation on the block's number whose result does not advance by steps, or should not, yields a moved value if
 * it is equal in all lanes. */
static enum evolution
result_of_number(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                 struct extrapolation *extrapolation)
{
	const bool is_moved = extrapolation->moves_bits && drops_bits(operation) &&
	                      extrapolate_begin_move(warp, operation, lanes, extrapolation) == EVOLUTION_MOVED;
	const enum evolution evolution =
		is_moved ? EVOLUTION_MOVED : result_of_steps(warp, operation, lanes, extrapolation);
	return evolution == EVOLUTION_UNKNOWN ? extrapolate_begin_move(warp, operation, lanes, extrapolation)
	                                      : evolution;
}

enum evolution
extrapolate_result(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                   struct extrapolation *extrapolation, enum evolution dominant)
{
	extrapolation->has_upper = false;
	switch (dominant) {
	case EVOLUTION_SIGN: return extrapolate_sign(warp, operation, lanes, extrapolation);
	case EVOLUTION_AFFINE:
		return extrapolation->is_of_block ? result_of_number(warp, operation, lanes, extrapolation)
		                                  : result_of_steps(warp, operation, lanes, extrapolation);
	case EVOLUTION_MOVED:
	case EVOLUTION_UPPER: return extrapolate_move(warp, operation, lanes, extrapolation);
	default: return dominant;
	}
}
