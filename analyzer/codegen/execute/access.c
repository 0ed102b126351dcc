/* Memory instructions: the lanes' addresses, what they load, and what they store. */
#include "codegen/execute/record.h"
#include "codegen/execute/run_state.h"

/* ---- addresses ---- */

static const struct warp_word *
address_word(const struct warp *warp, uint8_t number)
{
	return word(warp, number == SASS_RZ ? WORD_ZERO : WORD_REGISTER + number);
}

static const struct warp_word *
uniform_word(const struct warp *warp, unsigned number)
{
	return word(warp, number < UNIFORMS ? WORD_UNIFORM + number : WORD_ZERO);
}

static bool
is_wide(const struct sass_access *access)
{
	return access->space == SASS_GENERIC || access->space == SASS_GLOBAL;
}

GPULINT_WIDE_LOOPS uint32_t
addresses_of(const struct warp *warp, const struct sass_access *access, uint64_t addresses[LANES])
{
	const struct warp_word *low = address_word(warp, access->address), *zero = word(warp, WORD_ZERO);
	const struct warp_word *high = access->address_registers == 2 ? address_word(warp, access->address + 1) : zero;
	const struct warp_word *base = uniform_word(warp, access->uniform_registers ? access->uniform : SASS_RZ);
	const struct warp_word *base_high =
		access->uniform_registers == 2 ? uniform_word(warp, access->uniform + 1u) : zero;
	const uint64_t scale = access->scale ? access->scale : 1, offset = (uint64_t)(int64_t)access->offset,
		       mask = is_wide(access) ? UINT64_MAX : UINT32_MAX;
	for (unsigned i = 0; i < LANES; i++) {
		const uint64_t from_register = low->of[i] | (uint64_t)high->of[i] << 32,
			       from_uniform = base->of[i] | (uint64_t)base_high->of[i] << 32;
		addresses[i] = (from_register * scale + from_uniform + offset) & mask;
	}
	return low->known & high->known & base->known & base_high->known;
}

/* ---- bytes ---- */

static enum sass_space
space_at(const struct sass_access *access, uint64_t address)
{
	if (access->space != SASS_GENERIC)
		return access->space;
	if (address >> 32 == SHARED_WINDOW)
		return SASS_SHARED;
	return address >> 32 == LOCAL_WINDOW ? SASS_LOCAL : SASS_GLOBAL;
}

static bool
load_word(const struct warp *warp, enum sass_space space, unsigned lane, uint64_t address, unsigned bytes,
          uint32_t *value)
{
	struct execute_run *run = warp->run;
	*value = 0;
	switch (space) {
	case SASS_GLOBAL: return global_load(&run->memory, run->launch, address, bytes, value);
	case SASS_SHARED: return shared_load(&run->memory, address, bytes, value);
	case SASS_LOCAL: return local_load(&warp->local, lane, address, bytes, value);
	default: return false;
	}
}

struct piece {
	uint32_t value;
	unsigned bytes;
	bool is_known;
};

static void
store_word(struct warp *warp, enum sass_space space, unsigned lane, uint64_t address, struct piece piece)
{
	struct execute_run *run = warp->run;
	if (space == SASS_GLOBAL)
		global_store(&run->memory, run->launch, address, piece.bytes, piece.value, piece.is_known);
	else if (space == SASS_SHARED)
		shared_store(&run->memory, address, piece.bytes, piece.value, piece.is_known);
	else if (space == SASS_LOCAL)
		local_store(&warp->local, lane, address, piece.bytes, piece.value, piece.is_known);
}

/* A store to an unknown address: everything that it may overwrite becomes unknown. */
static void
forget(struct warp *warp, enum sass_space space, uint32_t lanes)
{
	if (space == SASS_GLOBAL || space == SASS_GENERIC)
		global_forget(&warp->run->memory);
	if (space == SASS_SHARED || space == SASS_GENERIC)
		shared_forget(&warp->run->memory);
	if (space == SASS_LOCAL || space == SASS_GENERIC)
		local_forget(&warp->local, lanes);
}

/* ---- an access ---- */

struct access {
	const struct operation *operation;
	const struct sass_access *encoded;
	uint32_t lanes;    /* lanes that certainly execute it */
	uint32_t doubtful; /* lanes that may execute it */
	uint32_t idle;     /* of a copy: lanes of `lanes` and `doubtful` that read nothing */
	uint32_t known;    /* lanes with a known address */
	uint64_t addresses[LANES];
};

static unsigned
piece_bytes(const struct access *access)
{
	return access->encoded->bytes < 4 ? access->encoded->bytes : 4;
}

static unsigned
pieces(const struct access *access)
{
	return (access->encoded->bytes + 3u) / 4;
}

static enum sass_space
only_space(const struct access *access)
{
	const uint32_t known = access->known & (access->lanes | access->doubtful);
	if (!known || access->encoded->space != SASS_GENERIC)
		return access->encoded->space;
	const enum sass_space first = space_at(access->encoded, access->addresses[__builtin_ctz(known)]);
	for (uint32_t left = known; left; left &= left - 1)
		if (space_at(access->encoded, access->addresses[__builtin_ctz(left)]) != first)
			return SASS_GENERIC;
	return first;
}

static void
report(const struct warp *warp, const struct access *access)
{
	const struct execute_sink *sink = warp->run->sink;
	const struct sass_code *code = execute_code(warp->run->kernel);
	const uint32_t all = access->lanes | access->doubtful;
	if (!sink || !sink->access || !all)
		return;
	const struct execute_access event = {.instruction =
	                                             (size_t)(access->operation->instruction - code->instructions),
	                                     .warp = warp->number,
	                                     .interval = warp->run->memory.first_turn,
	                                     .access = access->encoded,
	                                     .bytes = access->encoded->bytes,
	                                     .space = only_space(access),
	                                     .lanes = all,
	                                     .doubtful = access->doubtful,
	                                     .idle = access->idle,
	                                     .past_l1 = !bit_of(access->operation, 81),
	                                     .fills = bit_of(access->operation, 82),
	                                     .known = access->known & all,
	                                     .addresses = access->addresses};
	sink->access(sink->context, &event);
}

/* Bits 73 to 75: U8, S8, U16, S16. */
static uint32_t
extended(const struct operation *operation, unsigned bytes, uint32_t value)
{
	const unsigned code = bits_of(operation, 73, 3);
	const uint32_t sign = 1u << (8 * bytes - 1);
	return bytes < 4 && (code == 1 || code == 3) ? (value ^ sign) - sign : value;
}

static void
load(struct warp *warp, const struct access *access)
{
	const uint32_t lanes = access->lanes & access->known;
	const unsigned bytes = piece_bytes(access);
	if (access->encoded->space == SASS_GLOBAL && global_is_unknown(&warp->run->memory, warp->run->launch))
		return;
	if (!record_loads_alike(warp))
		return;
	for (unsigned n = 0; n < pieces(access); n++) {
		struct warp_word result = {.known = 0};
		for (uint32_t left = lanes; left; left &= left - 1) {
			const unsigned i = (unsigned)__builtin_ctz(left);
			const uint64_t address = access->addresses[i] + 4 * n;
			if (load_word(warp, space_at(access->encoded, address), i, address, bytes, &result.of[i])) {
				result.known |= 1u << i;
				result.of[i] = extended(access->operation, bytes, result.of[i]);
			}
		}
		put(warp, next_slot(access->operation->d, n), &result, access->lanes | access->doubtful);
	}
}

/* The slot of the stored registers. A generic store without a descriptor has its offset there, and its registers
 * after it. */
static uint32_t
stored_slot(const struct operation *operation)
{
	const bool is_generic = operation->instruction->opcode == SASS_OP_ST && !bit_of(operation, 91);
	return register_slot(operation, is_generic ? 64 : 32);
}

static void
store(struct warp *warp, const struct access *access)
{
	const uint32_t all = access->lanes | access->doubtful, slot = stored_slot(access->operation);
	const unsigned bytes = piece_bytes(access);
	if (all & ~access->known)
		forget(warp, access->encoded->space, all & ~access->known);
	for (unsigned n = 0; n < pieces(access); n++) {
		const struct warp_word *stored = word(warp, next_slot(slot, n));
		for (uint32_t left = all & access->known; left; left &= left - 1) {
			const unsigned i = (unsigned)__builtin_ctz(left);
			const uint64_t address = access->addresses[i] + 4 * n;
			store_word(warp, space_at(access->encoded, address), i, address,
			           (struct piece){stored->of[i], bytes, stored->known & access->lanes & 1u << i});
		}
	}
}

/* Both the old and the new value are unknown: other lanes, warps and blocks execute before or after this one. */
static void
update(struct warp *warp, const struct access *access)
{
	const uint32_t all = access->lanes | access->doubtful;
	if (all & ~access->known)
		forget(warp, access->encoded->space, all & ~access->known);
	for (uint32_t left = all & access->known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		for (unsigned n = 0; n < pieces(access); n++)
			store_word(warp, space_at(access->encoded, access->addresses[i]), i,
			           access->addresses[i] + 4 * n, (struct piece){0, piece_bytes(access), false});
	}
}

/* A copy's lanes read nothing, and write zeroes, if the predicate among its operands is false. */
static void
find_idle(const struct warp *warp, struct access *from)
{
	const struct bits reads = predicate(warp, from->operation, 87);
	from->idle = (from->lanes | from->doubtful) & reads.known & ~reads.value;
	from->doubtful |= from->lanes & ~reads.known;
	from->lanes &= reads.known;
}

/* Copies from the source to the destination. */
static void
copy(struct warp *warp, const struct access *from, const struct access *to)
{
	const uint32_t all = to->lanes | to->doubtful;
	if (all & ~to->known)
		forget(warp, to->encoded->space, all & ~to->known);
	for (uint32_t left = all & to->known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		for (unsigned n = 0; n < pieces(to); n++) {
			struct piece piece = {0, 4, from->idle >> i & 1};
			if (from->known & from->lanes & ~from->idle & 1u << i)
				piece.is_known = load_word(warp, from->encoded->space, i, from->addresses[i] + 4 * n, 4,
				                           &piece.value);
			store_word(warp, to->encoded->space, i, to->addresses[i] + 4 * n, piece);
		}
	}
}

bool
is_access(const struct sass_instruction *instruction)
{
	return instruction->access_count && instruction->accesses[0].space != SASS_CONSTANT;
}

/* The access is known only by its space: a write may change anything there. */
static void
anything(struct warp *warp, const struct access *access)
{
	if (access->encoded->writes)
		forget(warp, access->encoded->space, ALL_LANES);
}

static void
act(struct warp *warp, const struct operation *operation, const struct access *accesses, unsigned count)
{
	switch (operation->instruction->kind) {
	case SASS_LOAD:
		if (pieces(accesses) && operation->instruction->opcode != SASS_OP_LDGMC)
			load(warp, accesses);
		break;
	case SASS_STORE: store(warp, accesses); break;
	case SASS_ATOMIC:
	case SASS_REDUCTION: update(warp, accesses); break;
	case SASS_ASYNC_COPY:
		if (sass_is_copy(operation->instruction)) {
			copy(warp, &accesses[0], &accesses[1]);
			break;
		}
		/* fall through */
	default:
		for (unsigned n = 0; n < count; n++)
			anything(warp, &accesses[n]);
		if (operation->instruction->kind == SASS_MBARRIER)
			memory_unorder(&warp->run->memory);
	}
}

void
do_access(struct warp *warp, const struct operation *operation, uint32_t lanes, uint32_t doubtful)
{
	const struct sass_instruction *instruction = operation->instruction;
	struct access accesses[SASS_MOST_ACCESSES];
	const unsigned count = sass_access_count(instruction);
	warp->run->memory.turn = warp->run->memory.first_turn + warp->number;
	for (unsigned n = 0; n < count; n++) {
		accesses[n].operation = operation;
		accesses[n].encoded = &instruction->accesses[n];
		accesses[n].lanes = lanes;
		accesses[n].doubtful = doubtful;
		accesses[n].idle = 0;
		accesses[n].known = addresses_of(warp, accesses[n].encoded, accesses[n].addresses);
		if (n == 0 && sass_is_copy(instruction))
			find_idle(warp, &accesses[n]);
		report(warp, &accesses[n]);
	}
	unknown_results(warp, operation, lanes | doubtful);
	if (count && !operation->is_needless)
		act(warp, operation, accesses, count);
}
