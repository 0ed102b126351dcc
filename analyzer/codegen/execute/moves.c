/* Moves, selections, and special registers. */
#include "codegen/execute/operations.h"

/* Since sm_100 there are 64-bit moves; a source that is no register pair is not supported. */
void
operate_mov(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct sass_instruction *instruction = operation->instruction;
	const bool is_pair = instruction->write_count && instruction->writes[0].count == 2;
	if (operation->form == 2) {
		unknown_results(warp, operation, lanes);
		return;
	}
	put(warp, operation->d, word(warp, operation->b), lanes);
	if (is_pair)
		put(warp, next_slot(operation->d, 1), upper_word(warp, operation->b), lanes);
}

/* Compilers encode a constant as HFMA2 R, -RZ, RZ, x, y. Other half-precision arithmetic is not supported. */
void
operate_half_move(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	if (operation->form == 2 && operation->a == WORD_ZERO && operation->b == WORD_ZERO)
		put(warp, operation->d, word(warp, operation->c), lanes);
	else
		unknown_results(warp, operation, lanes);
}

void
select_words(struct warp *warp, const struct operation *operation, const struct warp_word *a, const struct warp_word *b,
             uint32_t lanes)
{
	const struct bits takes_a = predicate(warp, operation, 87);
	struct warp_word result = *b;
	result.known = (a->known & takes_a.value) | (b->known & takes_a.known & ~takes_a.value);
	for (unsigned i = 0; i < LANES; i++)
		result.of[i] = takes_a.value & 1u << i ? a->of[i] : b->of[i];
	put(warp, operation->d, &result, lanes);
}

void
operate_sel(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	if (is_last_in_middle(operation)) /* 64 bits */
		unknown_results(warp, operation, lanes);
	else
		select_words(warp, operation, word(warp, operation->a), word(warp, operation->b), lanes);
}

/* ---- special registers ---- */

/* Numbers in bits 72 to 79, with nvdisasm's names. */
enum special {
	SPECIAL_LANEID = 0x00,
	SPECIAL_TID_X = 0x21,
	SPECIAL_TID_Y,
	SPECIAL_TID_Z,
	SPECIAL_CTAID_X = 0x25,
	SPECIAL_CTAID_Y,
	SPECIAL_CTAID_Z,
	SPECIAL_LWINHI = 0x2e,
	SPECIAL_SWINHI = 0x2f,
	SPECIAL_EQMASK = 0x38,
	SPECIAL_LTMASK,
	SPECIAL_LEMASK,
	SPECIAL_GTMASK,
	SPECIAL_GEMASK,
	SPECIAL_CTA_IN_CLUSTER = 0x88,
	SPECIAL_ZERO = 0xff,
};

static uint32_t
lane_mask(enum special number, unsigned lane)
{
	const uint32_t own = 1u << lane, below = own - 1;
	switch (number) {
	case SPECIAL_EQMASK: return own;
	case SPECIAL_LTMASK: return below;
	case SPECIAL_LEMASK: return own | below;
	case SPECIAL_GTMASK: return ~(own | below);
	default: return ~below;
	}
}

/* Threads are numbered along x first, then y, then z. */
static void
thread_indices(const struct warp *warp, unsigned dimension, uint32_t values[LANES])
{
	const uint32_t *block = warp->run->launch->block, first = warp->number * LANES;
	uint32_t at[3] = {first % block[0], first / block[0] % block[1], first / block[0] / block[1]};
	for (unsigned i = 0; i < LANES; i++) {
		values[i] = at[dimension];
		if (++at[0] < block[0])
			continue;
		at[0] = 0;
		if (++at[1] < block[1])
			continue;
		at[1] = 0;
		at[2]++;
	}
}

/* The block's rank in its cluster (PTX ISA, %cluster_ctarank). The rank is no affine function of the block index, so it is
 * unknown in a recorded block, which stands for others. */
static bool
rank_in_cluster(const struct execute_run *run, uint32_t *rank)
{
	const uint32_t *cluster = run->launch->cluster;
	*rank = 0;
	if (!cluster[0] || !cluster[1] || !cluster[2])
		return true;
	if (cluster[0] == UINT32_MAX || run->record)
		return false;
	for (unsigned d = 3; d-- > 0;)
		*rank = *rank * cluster[d] + run->block[d] % cluster[d];
	return true;
}

static void
fill(uint32_t values[LANES], uint32_t value)
{
	for (unsigned i = 0; i < LANES; i++)
		values[i] = value;
}

/* A register that holds the same in all lanes. False: unknown. */
static bool
uniform_special(const struct warp *warp, enum special number, uint32_t *value)
{
	switch (number) {
	case SPECIAL_CTAID_X:
	case SPECIAL_CTAID_Y:
	case SPECIAL_CTAID_Z: *value = warp->run->block[number - SPECIAL_CTAID_X]; return true;
	case SPECIAL_SWINHI: *value = SHARED_WINDOW; return true;
	case SPECIAL_LWINHI: *value = LOCAL_WINDOW; return true;
	case SPECIAL_CTA_IN_CLUSTER: return rank_in_cluster(warp->run, value);
	case SPECIAL_ZERO: *value = 0; return true;
	default: return false;
	}
}

/* False: unknown. */
static bool
special_values(const struct warp *warp, enum special number, uint32_t values[LANES])
{
	uint32_t value;
	if (number >= SPECIAL_TID_X && number <= SPECIAL_TID_Z) {
		thread_indices(warp, number - SPECIAL_TID_X, values);
		return true;
	}
	if (number == SPECIAL_LANEID || (number >= SPECIAL_EQMASK && number <= SPECIAL_GEMASK)) {
		for (unsigned i = 0; i < LANES; i++)
			values[i] = number == SPECIAL_LANEID ? i : lane_mask(number, i);
		return true;
	}
	if (!uniform_special(warp, number, &value))
		return false;
	fill(values, value);
	return true;
}

bool
is_block_number(const struct operation *operation)
{
	const enum sass_opcode opcode = operation->instruction->opcode;
	const unsigned number = bits_of(operation, 72, 8);
	return (opcode == SASS_OP_S2R || opcode == SASS_OP_S2UR) && number >= SPECIAL_CTAID_X &&
	       number <= SPECIAL_CTAID_Z;
}

void
operate_s2r(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const enum special number = bits_of(operation, 72, 8);
	const bool to_uniform = operation->instruction->opcode == SASS_OP_S2UR;
	struct warp_word result = {.known = 0};
	if (special_values(warp, number, result.of))
		result.known = ALL_LANES;
	if (to_uniform)
		fill(result.of, result.of[0]);
	put(warp, operation->d, &result, to_uniform ? ALL_LANES : lanes);
}

/* Clocks, which are unknown, and zero. */
void
operate_cs2r(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const bool is_uniform = operation->instruction->opcode == SASS_OP_CS2UR;
	if (bits_of(operation, 72, 8) != SPECIAL_ZERO) {
		unknown_results(warp, operation, lanes);
		return;
	}
	put(warp, operation->d, word(warp, WORD_ZERO), is_uniform ? ALL_LANES : lanes);
	if (bit_of(operation, 80))
		put(warp, next_slot(operation->d, 1), word(warp, WORD_ZERO), is_uniform ? ALL_LANES : lanes);
}

/* ---- predicates to a register, and back ---- */

/* The shift of the selected byte. */
static unsigned
byte_shift(const struct operation *operation)
{
	return 8 * bits_of(operation, 76, 2);
}

void
operate_p2r(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *a = word(warp, operation->a), *mask = word(warp, operation->b);
	const unsigned shift = byte_shift(operation);
	struct warp_word result = {.known = a->known & mask->known};
	for (unsigned i = 0; i < LANES; i++) {
		uint32_t taken = 0;
		for (unsigned n = 0; n < SASS_PT; n++) {
			taken |= (warp->predicates[n].value >> i & 1) << n;
			if (mask->of[i] >> n & 1 && !(warp->predicates[n].known >> i & 1))
				result.known &= ~(1u << i);
		}
		const uint32_t moved = (mask->of[i] & 0xff) << shift;
		result.of[i] = (a->of[i] & ~moved) | (taken << shift & moved);
	}
	put(warp, operation->d, &result, lanes);
}

void
operate_r2p(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *a = word(warp, operation->a), *mask = word(warp, operation->b);
	const unsigned shift = byte_shift(operation);
	for (unsigned n = 0; n < SASS_PT; n++) {
		struct bits *into = &warp->predicates[n];
		for (uint32_t left = lanes; left; left &= left - 1) {
			const uint32_t lane = left & -left;
			const unsigned i = (unsigned)__builtin_ctz(left);
			const bool is_known = a->known & mask->known & lane;
			if (is_known && !(mask->of[i] >> n & 1))
				continue;
			into->known = is_known ? into->known | lane : into->known & ~lane;
			into->value =
				is_known && a->of[i] >> (shift + n) & 1 ? into->value | lane : into->value & ~lane;
		}
	}
}

/* Copies the value of the first lane. */
void
operate_r2ur(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct warp_word *a = word(warp, operation->a);
	const unsigned first = lanes ? (unsigned)__builtin_ctz(lanes) : 0;
	struct warp_word result = {.known = a->known >> first & 1 ? ALL_LANES : 0};
	fill(result.of, a->of[first]);
	unknown_results(warp, operation, lanes);
	put(warp, operation->d, &result, ALL_LANES);
}

/* ---- constants ---- */

static void
extend_sign(struct warp_word *word, unsigned bytes)
{
	const uint32_t sign = 1u << (8 * bytes - 1);
	for (unsigned i = 0; i < LANES && bytes < 4; i++)
		word->of[i] = (word->of[i] ^ sign) - sign;
}

/* A word of c[bank][address + offset] in these lanes, which most often load the same one. */
static struct warp_word
constant_words(const struct warp *warp, const struct sass_instruction *instruction, const uint64_t addresses[LANES],
               int64_t offset, unsigned bytes, uint32_t lanes)
{
	struct warp_word result = {.known = 0};
	int64_t last = INT64_MIN;
	uint32_t value = 0, is_known = 0;
	for (uint32_t left = lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const int64_t at = (int32_t)(uint32_t)addresses[i] + offset;
		if (at != last)
			is_known = constant_load(warp->run, instruction->constant.bank, at, bytes, &value);
		last = at;
		result.of[i] = value;
		result.known |= is_known << i;
	}
	return result;
}

/* LDC, ULDC, LDCU: c[bank][register + offset]. */
void
operate_constant(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct sass_instruction *instruction = operation->instruction;
	const struct sass_access *access = &instruction->accesses[0];
	const bool is_signed = bits_of(operation, 73, 3) == 1 || bits_of(operation, 73, 3) == 3;
	const bool is_same = operation->is_uniform || (access->address == SASS_RZ && !access->uniform_registers);
	const unsigned bytes = access->bytes < 4 ? access->bytes : 4;
	uint64_t addresses[LANES];
	if (!instruction->access_count || instruction->constant.bindless || !access->bytes) {
		unknown_results(warp, operation, lanes);
		return;
	}
	const uint32_t known = addresses_of(warp, access, addresses);
	for (unsigned n = 0; 4 * n < access->bytes; n++) {
		struct warp_word result = constant_words(warp, instruction, addresses, 4 * (int64_t)n, bytes,
		                                         known & (is_same ? 1 : lanes));
		if (is_signed)
			extend_sign(&result, bytes);
		if (is_same) {
			result.known = result.known & 1 ? ALL_LANES : 0;
			fill(result.of, result.of[0]);
		}
		put(warp, next_slot(operation->d, n), &result, operation->is_uniform ? ALL_LANES : lanes);
	}
}
