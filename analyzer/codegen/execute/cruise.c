#include "codegen/execute/cruise.h"
#include "codegen/execute/record.h"
#include "support/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FAILURES = 3, CACHE_BYTES = 32, WORD_BYTES = 4 };

static void
find_written(struct cruise *cruise, const struct sass_code *code)
{
	bool written[WORDS] = {false};
	for (size_t i = 0; i < code->count; i++)
		for (unsigned k = 0; k < code->instructions[i].write_count; k++) {
			const struct sass_registers *registers = &code->instructions[i].writes[k];
			const bool is_uniform = registers->bank == SASS_UGPR;
			for (unsigned n = 0; n < registers->count && (is_uniform || registers->bank == SASS_GPR); n++)
				if (registers->first + n < (is_uniform ? UNIFORMS : SASS_RZ))
					written[(is_uniform ? WORD_UNIFORM : WORD_REGISTER) + registers->first + n] = true;
		}
	cruise->written = memory_zeroed(WORDS, sizeof *cruise->written);
	for (size_t i = 0; i < WORDS; i++)
		if (written[i])
			cruise->written[cruise->written_count++] = (uint16_t)i;
}

struct cruise *
cruise_new(const struct execute_run *run)
{
	const size_t count = execute_code(run->kernel)->count;
	struct cruise *cruise = memory_zeroed(1, sizeof *cruise);
	cruise->failures = memory_zeroed(count + 1, 1);
	cruise->is_long = memory_zeroed(count + 1, sizeof *cruise->is_long);
	cruise->most_logged = MOST_LOGGED;
	find_written(cruise, execute_code(run->kernel));
	return cruise;
}

void
cruise_free(struct cruise *cruise)
{
	free(cruise->failures);
	free(cruise->is_long);
	free(cruise->written);
	for (unsigned i = 0; i < 3; i++)
		free(cruise->words[i]);
	for (unsigned i = 0; i < 2; i++) {
		if (cruise->logs[i])
			free(cruise->logs[i]->entries);
		free(cruise->logs[i]);
	}
	free(cruise->counts);
	free(cruise);
}

void
cruise_stop(struct cruise *cruise)
{
	cruise->warp = NULL;
	cruise->phase = CRUISE_IDLE;
	cruise->iterations = 0;
	cruise->fails = false;
}

/* What is only made once it is needed. */
static void
make_room(struct cruise *cruise, const struct execute_run *run)
{
	if (cruise->counts)
		return;
	for (unsigned i = 0; i < 3; i++)
		cruise->words[i] = memory_zeroed(cruise->written_count + 1, sizeof *cruise->words[i]);
	cruise->logs[0] = memory_zeroed(1, sizeof *cruise->logs[0]);
	cruise->logs[1] = memory_zeroed(1, sizeof *cruise->logs[1]);
	cruise->counts = memory_zeroed(execute_code(run->kernel)->count + 1, sizeof *cruise->counts);
}

/* ---- following a period ---- */

void
cruise_log(struct cruise *cruise, const struct log_entry *entry)
{
	struct log *log = cruise->logs[0];
	if (log->count == cruise->most_logged)
		cruise->fails = true;
	else
		memory_push(log->entries, log->count, log->capacity, *entry);
}

static uint8_t *
taint_at(struct cruise *cruise, unsigned bank, unsigned number)
{
	switch (bank) {
	case SASS_GPR:
		return number < SASS_RZ ? &cruise->word_taints[WORD_REGISTER + number] : NULL;
	case SASS_UGPR:
		return number < UNIFORMS ? &cruise->word_taints[WORD_UNIFORM + number] : NULL;
	case SASS_PREDICATE:
		return number < SASS_PT ? &cruise->predicate_taints[number] : NULL;
	default:
		return number < SASS_PT ? &cruise->predicate_taints[UNIFORM_PREDICATES + number] : NULL;
	}
}

static enum taint
worst_of(struct cruise *cruise, const struct sass_instruction *instruction)
{
	enum taint worst = TAINT_NONE;
	for (unsigned i = 0; i < instruction->read_count; i++) {
		const struct sass_registers *registers = &instruction->reads[i];
		for (unsigned n = 0; n < registers->count; n++) {
			const uint8_t *taint = taint_at(cruise, registers->bank, registers->first + n);
			worst = taint && *taint > worst ? *taint : worst;
		}
	}
	return worst;
}

/* What not all lanes of the warp write keeps what it had. */
static void
set_taints(struct cruise *cruise, const struct sass_instruction *instruction, enum taint taint, bool is_whole)
{
	for (unsigned i = 0; i < instruction->write_count; i++) {
		const struct sass_registers *registers = &instruction->writes[i];
		const bool is_predicate = registers->bank == SASS_PREDICATE || registers->bank == SASS_UNIFORM_PREDICATE;
		/* Predicates keep no steps: they are what they are, or nobody knows. */
		const enum taint given = is_predicate && taint == TAINT_STEPS ? TAINT_NONE : taint;
		for (unsigned n = 0; n < registers->count; n++) {
			uint8_t *into = taint_at(cruise, registers->bank, registers->first + n);
			if (into)
				*into = (uint8_t)(is_whole || given > *into ? given : *into);
		}
	}
}

static enum taint
taint_of_address(const struct cruise *cruise, const struct sass_access *access)
{
	enum taint worst = TAINT_NONE;
	for (unsigned n = 0; n < access->address_registers && access->address != SASS_RZ; n++) {
		const uint8_t taint = cruise_taint_of(cruise, WORD_REGISTER + access->address + n);
		worst = taint > worst ? taint : worst;
	}
	for (unsigned n = 0; n < access->uniform_registers && access->uniform != SASS_RZ; n++) {
		const uint8_t taint = cruise_taint_of(cruise, WORD_UNIFORM + access->uniform + n);
		worst = taint > worst ? taint : worst;
	}
	return worst;
}

/* An upper half that goes on by steps would do so by carries that no step knows. */
static bool
is_upper_steady(const struct cruise *cruise, const struct sass_access *access)
{
	return access->address_registers != 2 || access->address == SASS_RZ ||
	       cruise_taint_of(cruise, WORD_REGISTER + access->address + 1) < TAINT_SIGN;
}

/* How far all of them may go together and cost the same: to where sectors, or words of banks, begin alike; one place is in one of
 * them wherever it is. */
static uint8_t
grain_of(const struct log_entry *entry, unsigned bytes)
{
	const uint8_t whole = entry->kind == LOG_GLOBAL ? CACHE_BYTES : WORD_BYTES;
	const unsigned first = entry->lanes ? (unsigned)__builtin_ctz(entry->lanes) : 0;
	bool is_one = bytes && bytes < whole && !(bytes & (bytes - 1)) && entry->of[first] % bytes == 0;
	for (uint32_t left = entry->lanes; left && is_one; left &= left - 1)
		is_one = entry->of[__builtin_ctz(left)] == entry->of[first];
	return is_one ? (uint8_t)bytes : whole;
}

static void
follow_access(struct warp *warp, const struct operation *operation, uint32_t lanes, struct cruise *cruise)
{
	const struct sass_instruction *instruction = operation->instruction;
	for (unsigned n = 0; n < instruction->access_count; n++) {
		const struct sass_access *access = &instruction->accesses[n];
		const enum taint taint = taint_of_address(cruise, access);
		const bool is_near = access->space == SASS_SHARED || access->space == SASS_LOCAL;
		struct log_entry entry = {.at = warp->run->current, .kind = is_near ? LOG_SHARED : LOG_GLOBAL};
		uint64_t addresses[LANES];
		if (access->writes)
			cruise->stored |= (uint16_t)(1u << access->space);
		cruise->fails |= taint >= TAINT_SIGN || !is_upper_steady(cruise, access);
		if (taint != TAINT_STEPS)
			continue;
		entry.lanes = lanes & addresses_of(warp, access, addresses);
		for (unsigned i = 0; i < LANES; i++)
			entry.of[i] = (int64_t)addresses[i];
		entry.by = grain_of(&entry, access->bytes);
		cruise_log(cruise, &entry);
	}
}

/* A warp that is followed to its end does nothing else. */
static bool
leaves_loop(const struct sass_instruction *instruction)
{
	switch (instruction->kind) {
	case SASS_BARRIER:
	case SASS_CALL_INDIRECT:
	case SASS_TRAP:
	case SASS_MBARRIER:
	case SASS_EXIT:
		return true;
	default:
		return instruction->opcode == SASS_OP_BMOV;
	}
}

static enum taint
taint_of_guard(const struct cruise *cruise, const struct sass_guard *guard)
{
	const unsigned at = (guard->uniform ? UNIFORM_PREDICATES : 0) + guard->predicate % UNIFORM_PREDICATES;
	return guard->predicate == SASS_PT ? TAINT_NONE : cruise->predicate_taints[at];
}

static uint16_t
spaces_of(const struct sass_access *access)
{
	return access->space == SASS_GENERIC ? UINT16_MAX : (uint16_t)(1u << access->space);
}

/* What a block stores, and what each block loads alike. */
static void
follow_memory(struct cruise *cruise, const struct sass_instruction *instruction, enum taint worst)
{
	cruise->loads_alike = true;
	for (unsigned n = 0; n < instruction->access_count; n++) {
		const struct sass_access *access = &instruction->accesses[n];
		if (access->writes && worst != TAINT_NONE)
			*cruise->differing |= spaces_of(access);
		cruise->loads_alike &= taint_of_address(cruise, access) == TAINT_NONE && !(*cruise->differing & spaces_of(access));
	}
}

bool
cruise_follow(struct cruise *cruise, struct warp *warp, const struct operation *operation, uint32_t lanes, uint32_t doubtful)
{
	const struct sass_instruction *instruction = operation->instruction;
	struct log *log = cruise->logs[0];
	enum taint worst = worst_of(cruise, instruction);
	log->path = (log->path ^ (instruction->pc + ((uint64_t)lanes << 32) + ((uint64_t)doubtful << 16))) * 0x100000001b3u;
	cruise->fails |= taint_of_guard(cruise, &instruction->guard) == TAINT_OPAQUE || (!cruise->is_of_block && leaves_loop(instruction));
	cruise->followed++;
	switch (operation->does) {
	case DOES_COMPUTE:
		worst = operation->is_needless || !(lanes | doubtful) ? TAINT_NONE : cruise_result(warp, operation, lanes, cruise, worst);
		worst = cruise->is_of_block && is_block_number(operation) && !operation->is_needless ? TAINT_STEPS : worst;
		break;
	case DOES_ACCESS:
		if (cruise->is_of_block)
			follow_memory(cruise, instruction, worst);
		follow_access(warp, operation, lanes | doubtful, cruise);
		worst = TAINT_NONE;
		break;
	case DOES_CONTROL:
		cruise->fails |= worst != TAINT_NONE;
		break;
	default:
		break;
	}
	const bool is_lost = cruise->is_of_block && worst == TAINT_OPAQUE;
	set_taints(cruise, instruction, is_lost ? TAINT_NONE : worst, lanes == warp->alive);
	return is_lost;
}

/* What memory is known to hold need not be so further on, or in other blocks. */
void
cruise_followed(struct cruise *cruise, struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	const struct sass_instruction *instruction = operation->instruction;
	const bool is_same = cruise->is_of_block && cruise->loads_alike;
	for (unsigned i = 0; operation->does == DOES_ACCESS && !is_same && i < instruction->write_count; i++) {
		const struct sass_registers *registers = &instruction->writes[i];
		for (unsigned n = 0; n < registers->count; n++) {
			uint8_t *taint = taint_at(cruise, registers->bank, registers->first + n);
			const size_t at = taint ? (size_t)(taint - cruise->word_taints) : WORDS;
			if (at >= WORDS || !(warp->words[at].known & lanes))
				continue;
			if (cruise->is_of_block)
				put_unknown(warp, (uint32_t)at, lanes);
			else
				*taint = TAINT_OPAQUE;
		}
	}
}

/* ---- from period to period ---- */

static void
take_words(struct cruise *cruise, const struct warp *warp)
{
	struct lanes *earliest = cruise->words[2];
	cruise->words[2] = cruise->words[1];
	cruise->words[1] = cruise->words[0];
	cruise->words[0] = earliest;
	for (size_t i = 0; i < cruise->written_count; i++)
		earliest[i] = warp->words[cruise->written[i]];
	memmove(cruise->predicates[1], cruise->predicates[0], 2 * sizeof cruise->predicates[0]);
	memcpy(cruise->predicates[0], warp->predicates, sizeof cruise->predicates[0]);
}

GPULINT_WIDE_LOOPS static uint32_t
difference(const struct lanes *now, const struct lanes *before)
{
	uint32_t bits = 0;
	for (unsigned i = 0; i < LANES; i++)
		bits |= now->of[i] ^ before->of[i];
	return bits;
}

GPULINT_WIDE_LOOPS static uint32_t
difference_of_steps(const struct lanes *words[3])
{
	uint32_t bits = 0;
	for (unsigned i = 0; i < LANES; i++)
		bits |= (words[0]->of[i] - words[1]->of[i]) ^ (words[1]->of[i] - words[2]->of[i]);
	return bits;
}

static bool
steps(const struct lanes *now, const struct lanes *before)
{
	if (now->known == ALL_LANES)
		return difference(now, before);
	for (uint32_t left = now->known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		if (now->of[i] != before->of[i])
			return true;
	}
	return false;
}

/* What changed in the first period goes on by steps, or so it is taken to be. */
static void
begin_taints(struct cruise *cruise)
{
	memset(cruise->predicate_taints, 0, sizeof cruise->predicate_taints);
	memset(cruise->word_taints, TAINT_NONE, sizeof cruise->word_taints);
	for (size_t i = 0; i < cruise->written_count; i++)
		cruise->word_taints[cruise->written[i]] =
			steps(&cruise->words[0][i], &cruise->words[1][i]) ? TAINT_STEPS : TAINT_NONE;
}

static bool
has_same_step(const struct lanes *words[3])
{
	if (words[0]->known != words[1]->known || words[1]->known != words[2]->known)
		return false;
	if (words[0]->known == ALL_LANES)
		return !difference_of_steps(words);
	for (uint32_t left = words[0]->known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		if (words[0]->of[i] - words[1]->of[i] != words[1]->of[i] - words[2]->of[i])
			return false;
	}
	return true;
}

/* Halves have no steps. */
static bool
are_halves_alike(const struct lanes *now, const struct lanes *before)
{
	uint32_t bits = 0;
	for (uint32_t left = now->half; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		bits |= now->of[i] ^ before->of[i];
	}
	return now->half == before->half && !(bits & 0xffff);
}

static bool
is_steady(const struct cruise *cruise)
{
	for (size_t i = 0; i < cruise->written_count; i++) {
		const struct lanes *words[] = {&cruise->words[0][i], &cruise->words[1][i], &cruise->words[2][i]};
		const uint8_t taint = cruise->word_taints[cruise->written[i]];
		if (taint >= TAINT_SIGN)
			continue;
		if (!are_halves_alike(words[0], words[1]) || !are_halves_alike(words[1], words[2]))
			return false;
		if (!has_same_step(words) || (taint == TAINT_NONE && steps(words[0], words[1])))
			return false;
	}
	for (size_t i = 0; i < PREDICATES; i++) {
		const struct bits now = cruise->predicates[0][i], before = cruise->predicates[1][i];
		if (cruise->predicate_taints[i] == TAINT_NONE && (now.value != before.value || now.known != before.known))
			return false;
	}
	return !memcmp(cruise->word_taints, cruise->last_word_taints, sizeof cruise->word_taints) &&
	       !memcmp(cruise->predicate_taints, cruise->last_predicate_taints, sizeof cruise->predicate_taints);
}

/* ---- how far it goes on like that ---- */

/* How often `step` can be added to what lies in [low, high] without leaving that. */
static uint64_t
times_within(int64_t value, int64_t step, int64_t low, int64_t high)
{
	if (!step)
		return UINT64_MAX;
	return step > 0 ? (uint64_t)(high - value) / (uint64_t)step : (uint64_t)(value - low) / (uint64_t)-step;
}

static uint64_t
times_of(enum log_kind kind, int64_t value, int64_t step)
{
	const int64_t upper = value >> 32, most = (int64_t)1 << 48;
	switch (kind) {
	case LOG_SIGN:
		return value ? times_within(value, step, value > 0 ? 1 : -most, value > 0 ? most : -1) : step ? 0 : UINT64_MAX;
	case LOG_SIGNED:
		return times_within(value, step, INT32_MIN, INT32_MAX);
	default:
		return times_within(value, step, upper << 32, (upper << 32) + UINT32_MAX);
	}
}

static uint64_t
times_of_bits(const struct log_entry *now, const struct log_entry *before, unsigned lane)
{
	const int64_t step = now->of[lane] - before->of[lane];
	const struct reach reach = cruise_reach(now, lane, cruise_steady_bits(now, before, lane));
	if (!step || (reach.may_move && reach.low == INT64_MIN))
		return UINT64_MAX;
	return reach.may_move ? times_within(cruise_number(now, lane), step, reach.low, reach.high) : 0;
}

static int64_t
step_of(const struct log_entry *now, const struct log_entry *before)
{
	const unsigned first = now->lanes ? (unsigned)__builtin_ctz(now->lanes) : 0;
	return now->of[first] - before->of[first];
}

bool
cruise_moves_together(const struct log_entry *now, const struct log_entry *before)
{
	const int64_t step = step_of(now, before);
	for (uint32_t left = now->lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		if (now->of[i] - before->of[i] != step)
			return false;
	}
	return now->lanes == before->lanes;
}

/* Of addresses: as often as one likes, or not at all. */
static uint64_t
times_of_addresses(const struct log_entry *now, const struct log_entry *before)
{
	const bool stays = !now->lanes || (now->by == before->by && step_of(now, before) % now->by == 0);
	return stays && cruise_moves_together(now, before) ? UINT64_MAX : 0;
}

uint64_t
cruise_entry_times(const struct log_entry *now, const struct log_entry *before)
{
	uint64_t least = UINT64_MAX;
	if (now->at != before->at || now->kind != before->kind || now->lanes != before->lanes)
		return 0;
	if (now->kind == LOG_GLOBAL || now->kind == LOG_SHARED)
		return times_of_addresses(now, before);
	for (uint32_t left = now->lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const uint64_t times = now->kind >= LOG_SHIFT ? times_of_bits(now, before, i)
		                                              : times_of(now->kind, now->of[i], now->of[i] - before->of[i]);
		least = times < least ? times : least;
	}
	return least;
}

uint64_t
cruise_times(const struct log *now, const struct log *before)
{
	uint64_t least = UINT64_MAX;
	for (size_t i = 0; i < now->count && least; i++) {
		const uint64_t times = cruise_entry_times(&now->entries[i], &before->entries[i]);
		least = times < least ? times : least;
	}
	return least;
}

/* Periods that are like the third; a loop that nothing is seen to end is left alone. */
static uint64_t
periods_ahead(const struct cruise *cruise)
{
	const struct log *now = cruise->logs[0], *before = cruise->logs[1];
	if (now->path != before->path || now->count != before->count)
		return 0;
	const uint64_t least = cruise_times(now, before);
	return least >= UINT32_MAX ? 0 : least;
}

/* ---- leaving periods out ---- */

static void
move_words(struct warp *warp, const struct cruise *cruise, uint32_t periods)
{
	for (size_t i = 0; i < cruise->written_count; i++) {
		const uint8_t taint = cruise->word_taints[cruise->written[i]];
		struct lanes *word = &warp->words[cruise->written[i]];
		if (taint >= TAINT_SIGN)
			word->known = word->half = 0;
		if (taint != TAINT_STEPS)
			continue;
		for (unsigned k = 0; k < LANES; k++)
			word->of[k] += periods * (word->of[k] - cruise->words[1][i].of[k]);
	}
	for (size_t i = 0; i < PREDICATES; i++)
		if (cruise->predicate_taints[i] == TAINT_OPAQUE)
			warp->predicates[i] = (struct bits){0};
}

static void
count_periods(struct execute_run *run, const struct cruise *cruise, uint64_t periods)
{
	const size_t count = execute_code(run->kernel)->count;
	for (size_t i = 0; i < count; i++) {
		struct execute_count *now = &run->counts[i];
		const struct execute_count *before = &cruise->counts[i];
		now->issued += periods * (now->issued - before->issued);
		now->warps += periods * (now->warps - before->warps);
		now->lanes += periods * (now->lanes - before->lanes);
		now->doubtful += periods * (now->doubtful - before->doubtful);
	}
	run->sink->repeat(run->sink->context, periods);
}

static void
leave_out(struct warp *warp, struct cruise *cruise, uint64_t periods)
{
	move_words(warp, cruise, (uint32_t)periods);
	count_periods(warp->run, cruise, periods);
	forget_spaces(warp, cruise->stored, ALL_LANES);
}

/* ---- phases ---- */

static void
begin_period(struct cruise *cruise)
{
	struct log *before = cruise->logs[1];
	cruise->logs[1] = cruise->logs[0];
	cruise->logs[0] = before;
	before->count = 0;
	before->path = 0;
	cruise->iterations = 0;
}

static void
begin_third(struct execute_run *run, struct cruise *cruise)
{
	memcpy(cruise->last_word_taints, cruise->word_taints, sizeof cruise->word_taints);
	memcpy(cruise->last_predicate_taints, cruise->predicate_taints, sizeof cruise->predicate_taints);
	memcpy(cruise->counts, run->counts, execute_code(run->kernel)->count * sizeof *run->counts);
	cruise->stored = 0;
	run->sink->mark(run->sink->context);
	if (run->follows_block)
		record_begin_third(run->follows_block, &cruise->passage);
}

static void
fail(struct cruise *cruise)
{
	cruise->failures[cruise->header]++;
	cruise_stop(cruise);
}

static void
end_third(struct warp *warp, struct cruise *cruise)
{
	struct cruise *block = warp->run->follows_block;
	const uint64_t periods = is_steady(cruise) && (!block || record_is_steady(block, &cruise->passage)) ? periods_ahead(cruise) : 0;
	if (!periods) {
		cruise->failures[cruise->header] += cruise->is_long[cruise->header];
		cruise->is_long[cruise->header] = true;
		cruise_stop(cruise);
		return;
	}
	leave_out(warp, cruise, periods);
	if (block)
		record_leave_out(block, &cruise->passage, periods);
	cruise_stop(cruise);
}

static void
next_phase(struct warp *warp, struct cruise *cruise)
{
	struct execute_run *run = warp->run;
	take_words(cruise, warp);
	if (cruise->phase != CRUISE_THIRD)
		begin_period(cruise);
	switch (cruise->phase) {
	case CRUISE_IDLE:
		cruise->phase = CRUISE_FIRST;
		break;
	case CRUISE_FIRST:
		begin_taints(cruise);
		if (run->follows_block)
			record_begin_second(run->follows_block, &cruise->passage);
		cruise->phase = CRUISE_SECOND;
		break;
	case CRUISE_SECOND:
		begin_third(run, cruise);
		cruise->phase = CRUISE_THIRD;
		break;
	default:
		end_third(warp, cruise);
	}
}

/* The loop's jumps are followed from now on. Inner loops come behind the headers of outer ones: one that is left before
 * it was followed is too short. */
static void
take_over(struct cruise *cruise, const struct warp *warp, uint32_t header)
{
	if (cruise->warp == warp && cruise->header > header && cruise->failures[cruise->header] < MOST_FAILURES)
		cruise->failures[cruise->header]++;
	cruise_stop(cruise);
	cruise->warp = warp;
	cruise->header = header;
}

static void
jump(struct warp *warp, uint32_t header)
{
	struct execute_run *run = warp->run;
	struct cruise *cruise = run->cruise;
	if (cruise->failures[header] >= MOST_FAILURES)
		return;
	if (cruise->warp != warp || cruise->header != header) {
		take_over(cruise, warp, header);
		return;
	}
	if (cruise->fails) {
		fail(cruise);
		return;
	}
	const uint32_t period = cruise->is_long[header] ? PERIOD : SHORT_PERIOD;
	if (++cruise->iterations < (cruise->phase == CRUISE_IDLE ? WARM_UP : period))
		return;
	make_room(cruise, run);
	next_phase(warp, cruise);
}

void
cruise_jump(struct warp *warp, uint32_t header)
{
	const struct cruise *cruise = warp->run->cruise;
	jump(warp, header);
	warp->run->followed = cruise->phase >= CRUISE_SECOND ? cruise->warp : NULL;
}
