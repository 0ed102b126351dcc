/* Moved values: another block has the same values plus one constant for all lanes of the warp, an arbitrary multiple
 * of 2^n. The sector and bank of an address depend on no higher bits than n permits.
 *
 * A value that is equal in all lanes remains so under any operation. Otherwise, sums, products and bit operations
 * that drop no upper bits preserve movement. The upper half of a pair moves by carries too; it may be part of an
 * address or of sums. */
#include "codegen/execute/extrapolate.h"
#include "codegen/execute/operations.h"

enum { BITS = 32, SECTOR_BITS = 5 };

static unsigned
smaller(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* ---- operands ---- */

struct moving {
	struct extrapolation *extrapolation;
	const struct warp *warp;
	const struct operation *operation;
	uint32_t lanes;
};

static void
log_word(const struct moving *moving, enum log_kind kind, unsigned by, uint32_t slot)
{
	const struct log_entry entry = {.kind = (uint8_t)kind, .by = (uint8_t)by};
	extrapolate_log_word(moving->extrapolation, moving->warp, entry, word(moving->warp, slot), moving->lanes);
}

/* The operand advances by steps. They must be equal in all lanes and multiples of `multiple`. */
static void
log_together(const struct moving *moving, uint32_t slot, unsigned multiple)
{
	log_word(moving, LOG_GLOBAL, multiple, slot);
}

/* The operand that the figure depends on must be equal in each period, or no period may be skipped. */
static void
log_same(const struct moving *moving, uint32_t slot)
{
	log_word(moving, LOG_SAME, 0, slot);
}

/* Whether the word has one value in all lanes, in each block. */
static bool
is_one(const struct moving *moving, uint32_t slot)
{
	uint32_t value;
	return one_value(word(moving->warp, slot), moving->lanes, &value) &&
	       extrapolate_evolution_of(moving->extrapolation, slot) <= EVOLUTION_MOVED &&
	       extrapolate_evolution_of(moving->extrapolation, slot) != EVOLUTION_SIGN;
}

/* Sets the number of lowest bits, after a left shift by `shift`, that are equal in each block. A value that advances
 * by steps counts as moved from now on, by whole sectors. */
static bool
find_fixed(const struct moving *moving, uint32_t slot, unsigned shift, unsigned *fixed_bits)
{
	const uint8_t evolution = extrapolate_evolution_of(moving->extrapolation, slot);
	const unsigned of_step = shift < SECTOR_BITS ? SECTOR_BITS - shift : 0;
	*fixed_bits = shift + (evolution == EVOLUTION_INVARIANT ? BITS
	                       : evolution == EVOLUTION_MOVED   ? moving->extrapolation->fixed_bits[slot]
	                                                        : of_step);
	if (evolution == EVOLUTION_AFFINE)
		log_together(moving, slot, 1u << of_step);
	return evolution == EVOLUTION_INVARIANT || evolution == EVOLUTION_AFFINE || evolution == EVOLUTION_MOVED;
}

static bool
is_predicate(const struct sass_registers *registers)
{
	return registers->bank == SASS_PREDICATE || registers->bank == SASS_UNIFORM_PREDICATE;
}

/* NULL: the registers are no predicate, or the constant true. */
static const uint8_t *
evolution_of_predicate(const struct moving *moving, const struct sass_registers *registers)
{
	return is_predicate(registers)
	               ? extrapolate_evolution_at(moving->extrapolation, registers->bank, registers->first)
	               : NULL;
}

/* The dominant evolution of the predicates that the instruction reads. */
static enum evolution
evolution_of_predicates(const struct moving *moving)
{
	enum evolution dominant = EVOLUTION_INVARIANT;
	for (unsigned i = 0; i < moving->operation->instruction->read_count; i++) {
		const uint8_t *evolution = evolution_of_predicate(moving, &moving->operation->instruction->reads[i]);
		dominant = evolution_dominant(dominant, evolution ? *evolution : EVOLUTION_INVARIANT);
	}
	return dominant;
}

/* ---- values that are equal in all lanes ---- */

static bool
decides(const struct moving *moving)
{
	bool decides = false;
	for (unsigned i = 0; i < moving->operation->instruction->write_count; i++)
		decides |= evolution_of_predicate(moving, &moving->operation->instruction->writes[i]) != NULL;
	return decides;
}

/* Calls `visit` for each word that the instruction reads, until one returns false. */
static bool
all_words(const struct moving *moving, bool visit(const struct moving *moving, uint32_t slot))
{
	bool all = true;
	for (unsigned i = 0; i < moving->operation->instruction->read_count && all; i++) {
		const struct sass_registers *registers = &moving->operation->instruction->reads[i];
		for (unsigned n = 0; n < registers->count && all && !is_predicate(registers); n++) {
			const uint8_t *evolution =
				extrapolate_evolution_at(moving->extrapolation, registers->bank, registers->first + n);
			all = !evolution ||
			      visit(moving, (uint32_t)(evolution - moving->extrapolation->word_evolutions));
		}
	}
	return all;
}

static bool
log_if_steps(const struct moving *moving, uint32_t slot)
{
	if (extrapolate_evolution_of(moving->extrapolation, slot) == EVOLUTION_AFFINE)
		log_together(moving, slot, 1);
	return true;
}

/* Whether each predicate is equal in all lanes and blocks. */
static bool
are_predicates_one(const struct moving *moving)
{
	bool are = evolution_of_predicates(moving) == EVOLUTION_INVARIANT;
	for (unsigned i = 0; i < moving->operation->instruction->read_count && are; i++) {
		const uint8_t *evolution = evolution_of_predicate(moving, &moving->operation->instruction->reads[i]);
		if (!evolution)
			continue;
		const struct bits bits =
			moving->warp->predicates[evolution - moving->extrapolation->predicate_evolutions];
		const uint32_t set = bits.value & moving->lanes;
		are = !(moving->lanes & ~bits.known) && (!set || set == moving->lanes);
	}
	return are;
}

/* A word computed from values that are equal in all lanes is equal in all lanes. */
static enum evolution
of_ones(const struct moving *moving, unsigned fixed_bits)
{
	if (decides(moving) || !are_predicates_one(moving) || !all_words(moving, is_one))
		return EVOLUTION_UNKNOWN;
	all_words(moving, log_if_steps);
	moving->extrapolation->result_fixed = (uint8_t)fixed_bits;
	return EVOLUTION_MOVED;
}

/* ---- sums and products ---- */

/* A sum of three. If an upper half takes part, the result is an upper half; so is a sum with the carry of moved
 * values. */
static enum evolution
of_sum(const struct moving *moving, uint32_t a, uint32_t b, uint32_t c, unsigned shift)
{
	const uint32_t slots[] = {a, b, c};
	bool is_upper = evolution_of_predicates(moving) == EVOLUTION_UPPER;
	unsigned least = BITS;
	for (unsigned i = 0; i < 3; i++)
		is_upper |= extrapolate_evolution_of(moving->extrapolation, slots[i]) == EVOLUTION_UPPER;
	for (unsigned i = 0; i < 3; i++) {
		unsigned fixed_bits;
		const enum evolution evolution = extrapolate_evolution_of(moving->extrapolation, slots[i]);
		if (evolution == EVOLUTION_SIGN || evolution == EVOLUTION_UNKNOWN ||
		    (!is_upper && !find_fixed(moving, slots[i], i == 0 ? shift : 0, &fixed_bits)))
			return EVOLUTION_UNKNOWN;
		least = is_upper ? 0 : smaller(least, fixed_bits);
	}
	moving->extrapolation->result_fixed = (uint8_t)least;
	return is_upper ? EVOLUTION_UPPER : EVOLUTION_MOVED;
}

/* One of the factors must be equal in all lanes and blocks. */
static enum evolution
of_product(const struct moving *moving)
{
	const struct operation *operation = moving->operation;
	const bool is_first = extrapolate_evolution_of(moving->extrapolation, operation->a) == EVOLUTION_INVARIANT;
	const uint32_t factor = is_first ? operation->a : operation->b, other = is_first ? operation->b : operation->a;
	uint32_t value = 0;
	if (extrapolate_evolution_of(moving->extrapolation, factor) != EVOLUTION_INVARIANT)
		return EVOLUTION_UNKNOWN;
	if (extrapolate_evolution_of(moving->extrapolation, other) != EVOLUTION_INVARIANT &&
	    !one_value(word(moving->warp, factor), moving->lanes, &value))
		return EVOLUTION_UNKNOWN;
	log_same(moving, factor);
	return of_sum(moving, other, operation->c, WORD_ZERO, value ? (unsigned)__builtin_ctz(value) : BITS);
}

static enum evolution
multiply(const struct moving *moving)
{
	const struct operation *operation = moving->operation;
	const uint32_t top = operation->c == WORD_ZERO ? WORD_ZERO : operation->c + 1;
	const enum evolution of_top = extrapolate_evolution_of(moving->extrapolation, top);
	switch (bits_of(operation, 0, 9) & 0x7f) {
	case 0x24: return of_product(moving);
	case 0x25:
		moving->extrapolation->has_upper = true;
		return of_top == EVOLUTION_SIGN || of_top == EVOLUTION_UNKNOWN ||
		                       bits_of(operation, 81, 3) != SASS_PT || bit_of(operation, 74)
		               ? EVOLUTION_UNKNOWN
		               : of_product(moving);
	default: return EVOLUTION_UNKNOWN;
	}
}

static enum evolution
add_scaled(const struct moving *moving)
{
	const struct operation *operation = moving->operation;
	const enum evolution of_c = extrapolate_evolution_of(moving->extrapolation, operation->c);
	if (!bit_of(operation, 80))
		return of_sum(moving, operation->a, operation->b, WORD_ZERO, bits_of(operation, 75, 5));
	return of_c == EVOLUTION_SIGN || of_c == EVOLUTION_UNKNOWN ? EVOLUTION_UNKNOWN : EVOLUTION_UPPER;
}

/* ---- bits ---- */

static enum evolution
shift(const struct moving *moving)
{
	enum { SIGN_BIT = 31 };
	const struct operation *operation = moving->operation;
	const struct shift shift = shift_of(operation);
	uint32_t by;
	if (extrapolate_evolution_of(moving->extrapolation, operation->b) != EVOLUTION_INVARIANT ||
	    !one_value(word(moving->warp, operation->b), moving->lanes, &by) || by >= BITS)
		return EVOLUTION_UNKNOWN;
	log_same(moving, operation->b);
	if (extrapolate_shifts_upper(operation, by))
		return of_sum(moving, operation->c, WORD_ZERO, WORD_ZERO, BITS - by);
	if (shift.is_right)
		return shift.is_high && !shift.is_wide && by == SIGN_BIT ? EVOLUTION_UPPER : EVOLUTION_UNKNOWN;
	return shift.is_high ? EVOLUTION_UPPER : of_sum(moving, operation->a, WORD_ZERO, WORD_ZERO, by);
}

/* The bits from `fixed_bits` on must all be passed unchanged, or none of them. */
static enum evolution
pass_bits(const struct moving *moving, unsigned which, unsigned fixed_bits)
{
	uint32_t all = UINT32_MAX, some = 0;
	for (uint32_t left = moving->lanes; left; left &= left - 1) {
		const struct passing passing =
			passing_of(moving->warp, moving->operation, which, (unsigned)__builtin_ctz(left));
		all &= passing.as_they_are;
		some |= passing.as_they_are | passing.negated;
	}
	const uint32_t upper = fixed_bits < BITS ? UINT32_MAX << fixed_bits : 0;
	moving->extrapolation->result_fixed = (uint8_t)fixed_bits;
	if (!(some & upper))
		return EVOLUTION_INVARIANT;
	if ((all & upper) == upper && !decides(moving))
		return EVOLUTION_MOVED;
	return of_ones(moving, (unsigned)__builtin_ctz(some & upper));
}

static enum evolution
logic(const struct moving *moving)
{
	const uint32_t slots[] = {moving->operation->a, moving->operation->b, moving->operation->c};
	unsigned which = 3, fixed_bits;
	for (unsigned i = 0; i < 3; i++) {
		if (extrapolate_evolution_of(moving->extrapolation, slots[i]) != EVOLUTION_INVARIANT) {
			if (which < 3)
				return EVOLUTION_UNKNOWN;
			which = i;
		} else {
			log_same(moving, slots[i]);
		}
	}
	return which < 3 && find_fixed(moving, slots[which], 0, &fixed_bits) ? pass_bits(moving, which, fixed_bits)
	                                                                     : EVOLUTION_UNKNOWN;
}

/* ---- results ---- */

static enum evolution
move(const struct moving *moving, uint32_t from)
{
	const struct sass_instruction *instruction = moving->operation->instruction;
	const bool is_pair = instruction->write_count && instruction->writes[0].count == 2;
	return is_pair ? EVOLUTION_UNKNOWN : of_sum(moving, from, WORD_ZERO, WORD_ZERO, 0);
}

static enum evolution
move_on(const struct moving *moving)
{
	const struct operation *operation = moving->operation;
	switch (operation->instruction->opcode) {
	case SASS_OP_MOV:
	case SASS_OP_UMOV: return operation->form == 2 ? EVOLUTION_UNKNOWN : move(moving, operation->b);
	case SASS_OP_R2UR: return move(moving, operation->a);
	case SASS_OP_IADD3:
	case SASS_OP_UIADD3:
		return (bits_of(operation, 0, 9) & 0x7f) == 0x10
		               ? of_sum(moving, operation->a, operation->b, operation->c, 0)
		               : EVOLUTION_UNKNOWN;
	case SASS_OP_VIADD:
		return bits_of(operation, 73, 2) == 1 ? EVOLUTION_UNKNOWN
		                                      : of_sum(moving, operation->a, operation->b, WORD_ZERO, 0);
	case SASS_OP_IMAD:
	case SASS_OP_UIMAD: return multiply(moving);
	case SASS_OP_LEA:
	case SASS_OP_ULEA: return is_last_in_middle(operation) ? EVOLUTION_UNKNOWN : add_scaled(moving);
	case SASS_OP_SHF:
	case SASS_OP_USHF: return shift(moving);
	case SASS_OP_LOP3:
	case SASS_OP_ULOP3: return logic(moving);
	default: return EVOLUTION_UNKNOWN;
	}
}

static bool
has_no_steps(const struct moving *moving, uint32_t slot)
{
	return extrapolate_evolution_of(moving->extrapolation, slot) != EVOLUTION_AFFINE;
}

static bool
is_more_than_sign(const struct moving *moving, uint32_t slot)
{
	return extrapolate_evolution_of(moving->extrapolation, slot) != EVOLUTION_SIGN;
}

/* A value that advances by steps and is equal in all lanes need not advance by whole sectors. */
static enum evolution
move_or_be_one(const struct moving *moving)
{
	const bool has_steps = !all_words(moving, has_no_steps);
	if (!all_words(moving, is_more_than_sign))
		return EVOLUTION_UNKNOWN;
	if (has_steps && of_ones(moving, 0) == EVOLUTION_MOVED)
		return EVOLUTION_MOVED;
	const enum evolution evolution = move_on(moving);
	return (evolution == EVOLUTION_UNKNOWN || evolution == EVOLUTION_UPPER) && !has_steps &&
	                       of_ones(moving, 0) == EVOLUTION_MOVED
	               ? EVOLUTION_MOVED
	               : evolution;
}

/* An unknown result that uses a carry ends the extrapolation: the carry's value holds only for this block. */
enum evolution
extrapolate_move(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                 struct extrapolation *extrapolation)
{
	const struct moving moving = {extrapolation, warp, operation, lanes};
	const enum evolution of_predicates = evolution_of_predicates(&moving),
			     evolution =
				     of_predicates == EVOLUTION_UNKNOWN ? EVOLUTION_UNKNOWN : move_or_be_one(&moving);
	extrapolation->has_upper &= evolution == EVOLUTION_MOVED;
	extrapolation->fails |= evolution == EVOLUTION_UNKNOWN && of_predicates != EVOLUTION_INVARIANT;
	return evolution;
}

/* For a single operand with steps, the bits that pass; for more operands, all bits. */
static uint32_t
passed_bits(const struct moving *moving)
{
	const uint32_t slots[] = {moving->operation->a, moving->operation->b, moving->operation->c};
	unsigned which = 3;
	for (unsigned i = 0; i < 3; i++) {
		if (extrapolate_evolution_of(moving->extrapolation, slots[i]) == EVOLUTION_INVARIANT)
			continue;
		if (which < 3)
			return UINT32_MAX;
		which = i;
	}
	if (which == 3 || !moving->lanes)
		return UINT32_MAX;
	const struct passing passing =
		passing_of(moving->warp, moving->operation, which, (unsigned)__builtin_ctz(moving->lanes));
	return passing.as_they_are | passing.negated;
}

enum evolution
extrapolate_begin_move(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                       struct extrapolation *extrapolation)
{
	const struct moving moving = {extrapolation, warp, operation, lanes};
	const enum sass_opcode opcode = operation->instruction->opcode;
	const uint32_t passed = opcode == SASS_OP_LOP3 || opcode == SASS_OP_ULOP3 ? passed_bits(&moving) : UINT32_MAX;
	return of_ones(&moving, passed ? (unsigned)__builtin_ctz(passed) : BITS);
}

/* ---- addresses ---- */

/* The lower word of an address and, if there is one, the upper word. Compilers never combine halves of different
 * pairs. */
static bool
add_register(const struct extrapolation *extrapolation, uint32_t slot, unsigned count, unsigned *fixed_bits)
{
	const uint8_t evolution = extrapolate_evolution_of(extrapolation, slot),
		      of_upper = count > 1 ? extrapolate_evolution_of(extrapolation, slot + 1)
	                                   : (uint8_t)EVOLUTION_INVARIANT;
	if (evolution == EVOLUTION_MOVED)
		*fixed_bits = smaller(*fixed_bits, extrapolation->fixed_bits[slot]);
	return (evolution == EVOLUTION_INVARIANT && (of_upper == EVOLUTION_INVARIANT || of_upper == EVOLUTION_MOVED)) ||
	       (evolution == EVOLUTION_MOVED &&
	        (of_upper == EVOLUTION_INVARIANT || of_upper == EVOLUTION_MOVED || of_upper == EVOLUTION_UPPER));
}

bool
extrapolate_address_moves(const struct extrapolation *extrapolation, const struct sass_access *access,
                          unsigned multiple)
{
	unsigned fixed_bits = BITS;
	bool moves = true;
	if (access->address_registers && access->address != SASS_RZ)
		moves &= add_register(extrapolation, WORD_REGISTER + access->address, access->address_registers,
		                      &fixed_bits);
	if (access->uniform_registers && access->uniform != SASS_RZ)
		moves &= add_register(extrapolation, WORD_UNIFORM + access->uniform, access->uniform_registers,
		                      &fixed_bits);
	return moves && (fixed_bits >= BITS || (UINT32_C(1) << fixed_bits) % multiple == 0);
}
