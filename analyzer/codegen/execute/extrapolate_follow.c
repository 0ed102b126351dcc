/* Follows instructions: the effect on values that advance by steps, and the conditions under which it holds. */
#include "codegen/execute/extrapolate.h"
#include "support/allocate.h"
#include "support/hash.h"

enum { LINE_BYTES = 128, CACHE_BYTES = 32, WORD_BYTES = 4 };

void
extrapolate_log(struct extrapolation *extrapolation, const struct log_entry *entry)
{
	struct log *log = extrapolation->logs[0];
	if (log->count == extrapolation->most_logged)
		extrapolation->fails = true;
	else
		memory_push(log->entries, log->count, log->capacity, *entry);
}

void
extrapolate_log_word(struct extrapolation *extrapolation, const struct warp *warp, struct log_entry entry,
                     const struct warp_word *number, uint32_t lanes)
{
	const bool is_signed = entry.kind == LOG_SIGNED || entry.kind == LOG_SHIFT_SIGNED;
	entry.at = warp->run->current;
	entry.lanes = lanes & number->known;
	for (unsigned i = 0; i < LANES; i++)
		entry.of[i] = is_signed ? (int32_t)number->of[i] : (int64_t)number->of[i];
	extrapolate_log(extrapolation, &entry);
}

uint8_t *
extrapolate_evolution_at(struct extrapolation *extrapolation, unsigned bank, unsigned number)
{
	switch (bank) {
	case SASS_GPR: return number < SASS_RZ ? &extrapolation->word_evolutions[WORD_REGISTER + number] : NULL;
	case SASS_UGPR: return number < UNIFORMS ? &extrapolation->word_evolutions[WORD_UNIFORM + number] : NULL;
	case SASS_PREDICATE: return number < SASS_PT ? &extrapolation->predicate_evolutions[number] : NULL;
	default: return number < SASS_PT ? &extrapolation->predicate_evolutions[UNIFORM_PREDICATES + number] : NULL;
	}
}

static enum evolution
evolution_of_operands(struct extrapolation *extrapolation, const struct sass_instruction *instruction)
{
	enum evolution dominant = EVOLUTION_INVARIANT;
	for (unsigned i = 0; i < instruction->read_count; i++) {
		const struct sass_registers *registers = &instruction->reads[i];
		for (unsigned n = 0; n < registers->count; n++) {
			const uint8_t *evolution =
				extrapolate_evolution_at(extrapolation, registers->bank, registers->first + n);
			dominant = evolution_dominant(dominant, evolution ? *evolution : EVOLUTION_INVARIANT);
		}
	}
	return dominant;
}

/* A predicate has no steps: it is constant or unknown. For moved values it is a carry. */
static enum evolution
evolution_of_predicate(enum evolution evolution)
{
	return evolution == EVOLUTION_AFFINE  ? EVOLUTION_INVARIANT
	       : evolution == EVOLUTION_MOVED ? EVOLUTION_UPPER
	                                      : evolution;
}

static bool
is_moved(enum evolution evolution)
{
	return evolution == EVOLUTION_MOVED || evolution == EVOLUTION_UPPER;
}

/* Inactive lanes keep a word's or predicate's old value and its evolution. A partly written moved value becomes unknown.
 * *known: the lanes with a known value. */
static void
set_evolution(uint8_t *into, enum evolution evolution, uint32_t lanes, uint32_t *known)
{
	const enum evolution had = *into;
	if (is_moved(had))
		*known &= lanes;
	*into = (uint8_t)(lanes == ALL_LANES || is_moved(had) ? evolution : evolution_join(had, evolution));
}

static void
set_word_evolution(struct extrapolation *extrapolation, struct warp *warp, uint8_t *into, enum evolution evolution,
                   uint32_t lanes)
{
	const size_t slot = (size_t)(into - extrapolation->word_evolutions);
	set_evolution(into, evolution, lanes, &warp->words[slot].known);
	extrapolation->fixed_bits[slot] = evolution == EVOLUTION_MOVED ? extrapolation->result_fixed : 0;
	extrapolation->words_logged[0][slot] = extrapolation->words_logged[1][slot] = 0;
}

static void
set_predicate_evolution(struct extrapolation *extrapolation, struct warp *warp, uint8_t *into, enum evolution evolution,
                        uint32_t lanes)
{
	struct bits *bits = &warp->predicates[into - extrapolation->predicate_evolutions];
	set_evolution(into, evolution, lanes, &bits->known);
	bits->value &= bits->known;
}

static void
set_evolutions(struct extrapolation *extrapolation, struct warp *warp, const struct sass_instruction *instruction,
               enum evolution evolution, uint32_t lanes)
{
	for (unsigned i = 0; i < instruction->write_count; i++) {
		const struct sass_registers *registers = &instruction->writes[i];
		const bool is_predicate =
			registers->bank == SASS_PREDICATE || registers->bank == SASS_UNIFORM_PREDICATE;
		for (unsigned n = 0; n < registers->count; n++) {
			uint8_t *into = extrapolate_evolution_at(extrapolation, registers->bank, registers->first + n);
			if (into && is_predicate)
				set_predicate_evolution(extrapolation, warp, into, evolution_of_predicate(evolution),
				                        lanes);
			else if (into)
				set_word_evolution(extrapolation, warp, into,
				                   n && evolution == EVOLUTION_MOVED && extrapolation->has_upper
				                           ? EVOLUTION_UPPER
				                           : evolution,
				                   lanes);
		}
	}
}

static enum evolution
evolution_of_address(const struct extrapolation *extrapolation, const struct sass_access *access)
{
	enum evolution dominant = EVOLUTION_INVARIANT;
	for (unsigned n = 0; n < access->address_registers && access->address != SASS_RZ; n++) {
		const uint8_t evolution = extrapolate_evolution_of(extrapolation, WORD_REGISTER + access->address + n);
		dominant = evolution_dominant(dominant, evolution);
	}
	for (unsigned n = 0; n < access->uniform_registers && access->uniform != SASS_RZ; n++) {
		const uint8_t evolution = extrapolate_evolution_of(extrapolation, WORD_UNIFORM + access->uniform + n);
		dominant = evolution_dominant(dominant, evolution);
	}
	return dominant;
}

/* An upper half that advances by steps would do so by carries, which the steps do not describe. */
static bool
is_upper_fixed(const struct extrapolation *extrapolation, const struct sass_access *access)
{
	return access->address_registers != 2 || access->address == SASS_RZ ||
	       extrapolate_evolution_of(extrapolation, WORD_REGISTER + access->address + 1) < EVOLUTION_SIGN;
}

/* The granularity in bytes by which all addresses may move together at equal cost: a sector, a bank's word, or for
 * copies a line. A single aligned address stays in its sector or word anyway. */
static uint8_t
grain_of(const struct log_entry *entry, unsigned bytes, bool is_copy)
{
	if (is_copy)
		return LINE_BYTES;
	const uint8_t whole = entry->kind == LOG_GLOBAL ? CACHE_BYTES : WORD_BYTES;
	const unsigned first = entry->lanes ? (unsigned)__builtin_ctz(entry->lanes) : 0;
	bool is_one = bytes && bytes < whole && !(bytes & (bytes - 1)) && entry->of[first] % bytes == 0;
	for (uint32_t left = entry->lanes; left && is_one; left &= left - 1)
		is_one = entry->of[__builtin_ctz(left)] == entry->of[first];
	return is_one ? (uint8_t)bytes : whole;
}

/* Logs an address that advances by steps or is moved. False: it does neither. */
static bool
follow_address(struct warp *warp, const struct operation *operation, const struct sass_access *access, uint32_t lanes,
               struct extrapolation *extrapolation)
{
	const enum evolution evolution = evolution_of_address(extrapolation, access);
	const bool is_near = access->space == SASS_SHARED || access->space == SASS_LOCAL;
	struct log_entry entry = {.at = warp->run->current, .kind = is_near ? LOG_SHARED : LOG_GLOBAL};
	uint64_t addresses[LANES];
	if (evolution == EVOLUTION_INVARIANT)
		return true;
	if (evolution == EVOLUTION_SIGN || evolution == EVOLUTION_UNKNOWN)
		return false;
	entry.lanes = lanes & addresses_of(warp, access, addresses);
	for (unsigned i = 0; i < LANES; i++)
		entry.of[i] = (int64_t)addresses[i];
	entry.by = grain_of(&entry, access->bytes, operation->instruction->kind == SASS_ASYNC_COPY);
	if (evolution != EVOLUTION_AFFINE)
		return extrapolate_address_moves(extrapolation, access, entry.by);
	extrapolate_log(extrapolation, &entry);
	return is_upper_fixed(extrapolation, access);
}

static bool
follow_access(struct warp *warp, const struct operation *operation, uint32_t lanes, struct extrapolation *extrapolation)
{
	const struct sass_instruction *instruction = operation->instruction;
	bool goes_on = true;
	for (unsigned n = 0; n < sass_access_count(instruction); n++) {
		const struct sass_access *access = &instruction->accesses[n];
		if (access->writes)
			extrapolation->stored |= (uint16_t)(1u << access->space);
		goes_on &= follow_address(warp, operation, access, lanes, extrapolation);
	}
	return goes_on;
}

/* Instructions that end the extrapolation of a loop. A warp that is followed to its exit supports them otherwise. */
static bool
leaves_loop(const struct sass_instruction *instruction)
{
	switch (instruction->kind) {
	case SASS_CALL_INDIRECT:
	case SASS_TRAP:
	case SASS_MBARRIER:
	case SASS_EXIT: return true;
	default: return instruction->opcode == SASS_OP_BMOV;
	}
}

static enum evolution
evolution_of_guard(const struct extrapolation *extrapolation, const struct sass_guard *guard)
{
	const unsigned at = (guard->uniform ? UNIFORM_PREDICATES : 0) + guard->predicate % UNIFORM_PREDICATES;
	return guard->predicate == SASS_PT ? EVOLUTION_INVARIANT : extrapolation->predicate_evolutions[at];
}

/* A predicate operand of an access decides what it does. */
static bool
is_decided(struct extrapolation *extrapolation, const struct sass_instruction *instruction)
{
	bool known = true;
	for (unsigned i = 0; i < instruction->read_count; i++) {
		const struct sass_registers *registers = &instruction->reads[i];
		const uint8_t *evolution = extrapolate_evolution_at(extrapolation, registers->bank, registers->first);
		const bool is_predicate =
			registers->bank == SASS_PREDICATE || registers->bank == SASS_UNIFORM_PREDICATE;
		known &= !is_predicate || !evolution || *evolution < EVOLUTION_UPPER;
	}
	return known;
}

static uint16_t
spaces_of(const struct sass_access *access)
{
	return access->space == SASS_GENERIC ? UINT16_MAX : (uint16_t)(1u << access->space);
}

/* Records which spaces may hold different data in each block, and whether a load is equal in all blocks. */
static void
follow_memory(struct extrapolation *extrapolation, const struct sass_instruction *instruction, enum evolution dominant)
{
	extrapolation->loads_alike = true;
	for (unsigned n = 0; n < sass_access_count(instruction); n++) {
		const struct sass_access *access = &instruction->accesses[n];
		if (access->writes && dominant != EVOLUTION_INVARIANT)
			*extrapolation->differing |= spaces_of(access);
		extrapolation->loads_alike &= evolution_of_address(extrapolation, access) == EVOLUTION_INVARIANT &&
		                              !(*extrapolation->differing & spaces_of(access));
	}
}

/* ---- dependence on the block's number ---- */

/* Predicates are not hidden: they do not advance by steps, and are unknown if they depend on the number otherwise. */
static void
hide_word(struct extrapolation *extrapolation, struct warp *warp, uint8_t bank, unsigned number)
{
	const uint8_t *evolution = extrapolate_evolution_at(extrapolation, bank, number);
	const bool is_predicate = bank == SASS_PREDICATE || bank == SASS_UNIFORM_PREDICATE;
	if (is_predicate || !evolution || *evolution == EVOLUTION_INVARIANT)
		return;
	if (extrapolation->hidden_count == MOST_HIDDEN) {
		extrapolation->fails = true;
		return;
	}
	struct warp_word *word = &warp->words[evolution - extrapolation->word_evolutions];
	extrapolation->hidden[extrapolation->hidden_count++] = (struct hidden_word){word, word->known, word->half};
	warp_word_forget(word, ALL_LANES);
}

/* Hides the operands that are not invariant until they are restored. */
static void
hide_evolving(struct extrapolation *extrapolation, struct warp *warp, const struct sass_instruction *instruction)
{
	extrapolation->hidden_count = 0;
	for (unsigned i = 0; i < instruction->read_count; i++)
		for (unsigned n = 0; n < instruction->reads[i].count; n++)
			hide_word(extrapolation, warp, instruction->reads[i].bank, instruction->reads[i].first + n);
}

static bool
writes_word(const struct warp *warp, const struct sass_instruction *instruction, const struct warp_word *word)
{
	const uint32_t slot = (uint32_t)(word - warp->words);
	bool writes = false;
	for (unsigned i = 0; i < instruction->write_count; i++) {
		const struct sass_registers *registers = &instruction->writes[i];
		const uint32_t base = registers->bank == SASS_UGPR ? WORD_UNIFORM : WORD_REGISTER;
		const bool is_word = registers->bank == SASS_UGPR || registers->bank == SASS_GPR;
		writes |=
			is_word && slot >= base + registers->first && slot < base + registers->first + registers->count;
	}
	return writes;
}

void
extrapolate_show(struct extrapolation *extrapolation, const struct warp *warp, const struct operation *operation,
                 uint32_t lanes)
{
	for (unsigned i = 0; i < extrapolation->hidden_count; i++) {
		const struct hidden_word *hidden = &extrapolation->hidden[i];
		const uint32_t kept = writes_word(warp, operation->instruction, hidden->word) ? ~lanes : ALL_LANES;
		hidden->word->known |= hidden->known & kept;
		hidden->word->half |= hidden->half & kept;
	}
}

bool
extrapolate_follow(struct extrapolation *extrapolation, struct warp *warp, const struct operation *operation,
                   uint32_t lanes, uint32_t doubtful)
{
	const struct sass_instruction *instruction = operation->instruction;
	const bool had_others = extrapolation->meets_others;
	struct log *log = extrapolation->logs[0];
	const enum evolution dominant = evolution_of_operands(extrapolation, instruction);
	enum evolution result = dominant;
	log->path = hash_mix(log->path, instruction->pc + ((uint64_t)lanes << 32) + ((uint64_t)doubtful << 16));
	extrapolation->fails |= evolution_of_guard(extrapolation, &instruction->guard) >= EVOLUTION_UPPER ||
	                        (!extrapolation->is_of_block && leaves_loop(instruction));
	extrapolation->meets_others |= instruction->kind == SASS_BARRIER;
	extrapolation->fails |=
		instruction->kind == SASS_BARRIER && extrapolation->phase == EXTRAPOLATION_THIRD && !had_others;
	extrapolation->followed++;
	switch (operation->does) {
	case DOES_COMPUTE:
		result = operation->is_needless || !(lanes | doubtful)
		                 ? EVOLUTION_INVARIANT
		                 : extrapolate_result(warp, operation, lanes, extrapolation, dominant);
		result = extrapolation->is_of_block && is_block_number(operation) && !operation->is_needless
		                 ? EVOLUTION_AFFINE
		                 : result;
		break;
	case DOES_ACCESS:
		if (extrapolation->is_of_block)
			follow_memory(extrapolation, instruction, dominant);
		extrapolation->fails |= !is_decided(extrapolation, instruction);
		result = follow_access(warp, operation, lanes | doubtful, extrapolation) ? EVOLUTION_INVARIANT
		                                                                         : EVOLUTION_UNKNOWN;
		extrapolation->fails |= result == EVOLUTION_UNKNOWN && !extrapolation->is_of_block;
		break;
	case DOES_CONTROL: extrapolation->fails |= dominant != EVOLUTION_INVARIANT; break;
	default: break;
	}
	const uint32_t written = lanes && (lanes == warp->alive || operation->is_uniform) ? ALL_LANES : lanes;
	const bool is_lost = extrapolation->is_of_block &&
	                     (result == EVOLUTION_UNKNOWN || (is_moved(result) && written != ALL_LANES));
	if (is_lost)
		hide_evolving(extrapolation, warp, instruction);
	if (lanes | doubtful)
		set_evolutions(extrapolation, warp, instruction, is_lost ? EVOLUTION_INVARIANT : result, written);
	return is_lost;
}

/* Known contents of memory may differ in later periods or other blocks. */
void
extrapolate_followed(struct extrapolation *extrapolation, struct warp *warp, const struct operation *operation,
                     uint32_t lanes)
{
	const struct sass_instruction *instruction = operation->instruction;
	for (unsigned i = 0; operation->does == DOES_ACCESS && i < instruction->write_count; i++) {
		const struct sass_registers *registers = &instruction->writes[i];
		for (unsigned n = 0; n < registers->count; n++) {
			uint8_t *evolution =
				extrapolate_evolution_at(extrapolation, registers->bank, registers->first + n);
			const size_t at = evolution ? (size_t)(evolution - extrapolation->word_evolutions) : WORDS;
			if (at < WORDS && warp->words[at].known & lanes)
				*evolution = EVOLUTION_UNKNOWN;
		}
	}
}
