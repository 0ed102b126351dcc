/* Data exchange between the lanes of a warp. */
#include "codegen/execute/operations.h"

/* ---- shuffles ---- */

enum shuffle { SHUFFLE_INDEX, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_BUTTERFLY };

struct shuffle_bounds {
	unsigned segment; /* bits of the lane's number that are fixed */
	unsigned clamp;
};

/* The source lane; false: it is out of bounds, and the lane reads itself. */
static bool
shuffled_from(enum shuffle mode, unsigned lane, unsigned by, struct shuffle_bounds bounds, unsigned *from)
{
	const unsigned least = lane & bounds.segment, most = least | (bounds.clamp & ~bounds.segment);
	const int target = mode == SHUFFLE_INDEX  ? (int)(least | (by & ~bounds.segment))
	                   : mode == SHUFFLE_UP   ? (int)lane - (int)by
	                   : mode == SHUFFLE_DOWN ? (int)(lane + by)
	                                          : (int)(lane ^ by);
	const bool is_in = mode == SHUFFLE_UP ? target >= (int)most : target <= (int)most;
	*from = is_in ? (unsigned)target & 31 : lane;
	return is_in;
}

/* An operand that is an immediate or a register. */
struct shuffle_operand {
	const struct warp_word *word; /* NULL: immediate */
	uint32_t immediate;
};

static struct shuffle_operand
shuffle_operand(const struct warp *warp, const struct operation *operation, bool is_register, unsigned at,
                uint32_t immediate)
{
	return (struct shuffle_operand){is_register ? word(warp, register_slot(operation, at)) : NULL, immediate};
}

static uint32_t
operand_known(struct shuffle_operand operand)
{
	return operand.word ? operand.word->known : ALL_LANES;
}

static uint32_t
operand_at(struct shuffle_operand operand, unsigned lane)
{
	return operand.word ? operand.word->of[lane] : operand.immediate;
}

/* The value of an inactive source lane is unknown. */
void
operate_shfl(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *a = word(warp, operation->a);
	const bool both = operation->form == 1;
	const struct shuffle_operand distance = shuffle_operand(warp, operation, both || operation->form == 2, 32,
	                                                        bits_of(operation, 53, 5)),
				     clamp = shuffle_operand(warp, operation, both || operation->form == 4, 64,
	                                                     bits_of(operation, 40, 13));
	struct warp_word result = {.known = operand_known(distance) & operand_known(clamp) & lanes};
	struct bits is_in = {0, result.known};
	for (uint32_t left = result.known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const uint32_t limits = operand_at(clamp, i);
		unsigned from;
		is_in.value |= (uint32_t)shuffled_from(bits_of(operation, 58, 2), i, operand_at(distance, i) & 31,
		                                       (struct shuffle_bounds){limits >> 8 & 31, limits & 31}, &from)
		               << i;
		result.of[i] = a->of[from];
		if (!(a->known & lanes & 1u << from))
			result.known &= ~(1u << i);
	}
	put(warp, operation->d, &result, lanes);
	decide(warp, operation, 81, is_in, lanes);
}

/* ---- votes ---- */

enum vote { VOTE_ALL, VOTE_ANY, VOTE_SAME };

struct ballot {
	uint32_t ones, known, lanes;
};

static struct bits
all_same(bool value, bool is_known)
{
	return (struct bits){value && is_known ? ALL_LANES : 0, is_known ? ALL_LANES : 0};
}

static struct bits
voted(enum vote mode, struct ballot ballot)
{
	const uint32_t noes = ballot.known & ~ballot.ones & ballot.lanes, ayes = ballot.ones & ballot.lanes;
	const bool is_counted = (ballot.known & ballot.lanes) == ballot.lanes;
	switch (mode) {
	case VOTE_ALL: return all_same(!noes, noes || is_counted);
	case VOTE_ANY: return all_same(ayes, ayes || is_counted);
	default: return all_same(!noes || !ayes, (noes && ayes) || is_counted);
	}
}

static struct warp_word
ballot_word(struct ballot ballot)
{
	struct warp_word result = {.known = (ballot.known & ballot.lanes) == ballot.lanes ? ALL_LANES : 0};
	for (unsigned i = 0; i < LANES; i++)
		result.of[i] = ballot.ones & ballot.lanes;
	return result;
}

/* VOTEU writes uniform registers, which all lanes share. */
void
operate_vote(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const bool is_uniform = operation->instruction->opcode == SASS_OP_VOTEU;
	const struct bits in = predicate(warp, operation, 87);
	const struct ballot ballot = {in.value, in.known, lanes};
	const struct warp_word result = ballot_word(ballot);
	struct operation into = *operation;
	into.predicates = is_uniform ? UNIFORM_PREDICATES : operation->predicates;
	const uint32_t written = is_uniform ? ALL_LANES : lanes;
	decide(warp, &into, 81, voted(bits_of(operation, 72, 2), ballot), written);
	put(warp, operation->d, &result, written);
}

/* ---- lanes with equal values ---- */

static uint32_t
lanes_with(const struct warp_word *a, uint32_t value, uint32_t lanes)
{
	uint32_t same = 0;
	for (uint32_t left = lanes; left; left &= left - 1)
		same |= (uint32_t)(a->of[__builtin_ctz(left)] == value) << __builtin_ctz(left);
	return same;
}

/* Bit 79: for each lane, all lanes with its value; else all lanes, if they have one value. */
void
operate_match(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *a = word(warp, operation->a);
	const bool any = bit_of(operation, 79);
	struct warp_word result = {.known = (a->known & lanes) == lanes ? ALL_LANES : 0};
	struct bits same = {0, result.known};
	if (bit_of(operation, 73)) { /* 64 bits */
		unknown_results(warp, operation, lanes);
		return;
	}
	for (uint32_t left = lanes & result.known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const uint32_t with = lanes_with(a, a->of[i], lanes);
		result.of[i] = any || with == lanes ? with : 0;
		same.value |= (uint32_t)(with == lanes) << i;
	}
	put(warp, operation->d, &result, lanes);
	decide(warp, operation, 81, same, lanes);
}

/* ---- reductions ---- */

enum reduction { REDUCE_AND, REDUCE_OR, REDUCE_EXCLUSIVE, REDUCE_SUM, REDUCE_LEAST, REDUCE_MOST };

static uint32_t
reduced(enum reduction how, bool is_signed, uint32_t a, uint32_t b)
{
	const uint32_t bias = is_signed ? 0x80000000 : 0;
	switch (how) {
	case REDUCE_AND: return a & b;
	case REDUCE_OR: return a | b;
	case REDUCE_EXCLUSIVE: return a ^ b;
	case REDUCE_SUM: return a + b;
	case REDUCE_LEAST: return (a ^ bias) < (b ^ bias) ? a : b;
	default: return (a ^ bias) > (b ^ bias) ? a : b;
	}
}

void
operate_redux(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *a = word(warp, operation->a);
	const enum reduction how = bits_of(operation, 78, 3);
	if (!lanes || (a->known & lanes) != lanes || how > REDUCE_MOST ||
	    operation->instruction->opcode != SASS_OP_REDUX) {
		unknown_results(warp, operation, lanes);
		return;
	}
	uint32_t value = a->of[__builtin_ctz(lanes)];
	for (uint32_t left = lanes & (lanes - 1); left; left &= left - 1)
		value = reduced(how, bit_of(operation, 73), value, a->of[__builtin_ctz(left)]);
	struct warp_word result = {.known = ALL_LANES};
	for (unsigned i = 0; i < LANES; i++)
		result.of[i] = value;
	put(warp, operation->d, &result, ALL_LANES);
}

/* The first active lane. */
void
operate_elect(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct bits first = {lanes & -lanes, ALL_LANES};
	struct warp_word result = {.known = ALL_LANES};
	for (unsigned i = 0; i < LANES; i++)
		result.of[i] = lanes ? (uint32_t)__builtin_ctz(lanes) : 0;
	decide(warp, operation, 81, first, lanes);
	put(warp, operation->d, &result, ALL_LANES);
}

/* Tests whether a generic address belongs to a space, which bits 73 and 74 name. */
void
operate_qspc(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	enum { OF_GLOBAL, OF_LOCAL, OF_SHARED };
	const struct warp_word *high = upper_word(warp, operation->a);
	const unsigned asked = bits_of(operation, 73, 2);
	struct bits is_there = {0,
	                        bit_of(operation, 72) && (asked == OF_SHARED || asked == OF_LOCAL || asked == OF_GLOBAL)
	                                ? high->known
	                                : 0};
	for (uint32_t left = is_there.known & lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const unsigned space = high->of[i] == SHARED_WINDOW  ? OF_SHARED
		                       : high->of[i] == LOCAL_WINDOW ? OF_LOCAL
		                                                     : OF_GLOBAL;
		is_there.value |= (uint32_t)(space == asked) << i;
	}
	unknown_results(warp, operation, lanes);
	decide(warp, operation, 81, is_there, lanes);
}
