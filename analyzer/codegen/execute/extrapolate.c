#include "codegen/execute/extrapolate.h"
#include "codegen/execute/record.h"
#include "support/allocate.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FAILURES = 3 };

/* in iterations */
static const uint32_t period_lengths[PERIODS] = {2, 3, 8};

static void
find_written(struct block_extrapolation *block_extrapolation, const struct sass_code *code)
{
	bool written[WORDS] = {false};
	for (size_t i = 0; i < code->count; i++)
		for (unsigned k = 0; k < code->instructions[i].write_count; k++) {
			const struct sass_registers *registers = &code->instructions[i].writes[k];
			const bool is_uniform = registers->bank == SASS_UGPR;
			for (unsigned n = 0; n < registers->count && (is_uniform || registers->bank == SASS_GPR); n++)
				if (registers->first + n < (is_uniform ? UNIFORMS : SASS_RZ))
					written[(is_uniform ? WORD_UNIFORM : WORD_REGISTER) + registers->first + n] =
						true;
		}
	block_extrapolation->written = memory_zeroed(WORDS, sizeof *block_extrapolation->written);
	for (size_t i = 0; i < WORDS; i++)
		if (written[i])
			block_extrapolation->written[block_extrapolation->written_count++] = (uint16_t)i;
}

struct block_extrapolation *
block_extrapolation_new(const struct execute_run *run)
{
	const size_t count = execute_code(run->kernel)->count;
	struct block_extrapolation *block_extrapolation = memory_zeroed(1, sizeof *block_extrapolation);
	block_extrapolation->failures = memory_zeroed(count + 1, 1);
	block_extrapolation->period = memory_zeroed(count + 1, 1);
	block_extrapolation->counts = memory_zeroed(count + 1, sizeof *block_extrapolation->counts);
	block_extrapolation->warps = memory_zeroed(run->warp_count + 1, sizeof *block_extrapolation->warps);
	block_extrapolation->warp_count = run->warp_count;
	for (uint32_t i = 0; i < run->warp_count; i++)
		block_extrapolation->warps[i] =
			(struct extrapolation){.common = block_extrapolation, .most_logged = MOST_LOGGED};
	find_written(block_extrapolation, execute_code(run->kernel));
	return block_extrapolation;
}

void
block_extrapolation_free(struct block_extrapolation *block_extrapolation)
{
	for (uint32_t n = 0; n < block_extrapolation->warp_count; n++) {
		struct extrapolation *extrapolation = &block_extrapolation->warps[n];
		for (unsigned i = 0; i < 3; i++)
			free(extrapolation->words[i]);
		for (unsigned i = 0; i < 2; i++) {
			if (extrapolation->logs[i])
				free(extrapolation->logs[i]->entries);
			free(extrapolation->logs[i]);
		}
	}
	free(block_extrapolation->failures);
	free(block_extrapolation->period);
	free(block_extrapolation->written);
	free(block_extrapolation->counts);
	free(block_extrapolation->warps);
	free(block_extrapolation);
}

void
extrapolate_stop(struct extrapolation *extrapolation)
{
	extrapolation->warp = NULL;
	extrapolation->phase = EXTRAPOLATION_IDLE;
	extrapolation->iterations = 0;
	extrapolation->fails = extrapolation->meets_others = extrapolation->is_held = false;
}

void
block_extrapolation_begin(const struct execute_run *run)
{
	struct block_extrapolation *block_extrapolation = run->block_extrapolation;
	const size_t count = execute_code(run->kernel)->count;
	for (uint32_t i = 0; i < block_extrapolation->warp_count; i++)
		extrapolate_stop(&block_extrapolation->warps[i]);
	block_extrapolation->held = 0;
	if (!run->record)
		return;
	memset(block_extrapolation->failures, 0, count);
	memset(block_extrapolation->period, 0, count);
}

void
extrapolate_warp(struct warp *warp)
{
	struct execute_run *run = warp->run;
	run->extrapolation = &run->block_extrapolation->warps[warp->number];
	run->followed = run->extrapolation->phase >= EXTRAPOLATION_SECOND && !run->extrapolation->fails ? warp : NULL;
}

/* Allocates buffers on first use. */
static void
make_room(struct extrapolation *extrapolation)
{
	if (extrapolation->logs[0])
		return;
	for (unsigned i = 0; i < 3; i++)
		extrapolation->words[i] =
			memory_zeroed(extrapolation->common->written_count + 1, sizeof *extrapolation->words[i]);
	extrapolation->logs[0] = memory_zeroed(1, sizeof *extrapolation->logs[0]);
	extrapolation->logs[1] = memory_zeroed(1, sizeof *extrapolation->logs[1]);
}

/* The extrapolation of the warp's block; NULL: not followed. */
static struct extrapolation *
block_of(const struct warp *warp)
{
	return warp->run->record ? record_of(warp) : NULL;
}

/* ---- periods ---- */

static void
take_words(struct extrapolation *extrapolation, const struct warp *warp)
{
	struct warp_word *earliest = extrapolation->words[2];
	extrapolation->words[2] = extrapolation->words[1];
	extrapolation->words[1] = extrapolation->words[0];
	extrapolation->words[0] = earliest;
	for (size_t i = 0; i < extrapolation->common->written_count; i++)
		earliest[i] = warp->words[extrapolation->common->written[i]];
	memmove(extrapolation->predicates[1], extrapolation->predicates[0], 2 * sizeof extrapolation->predicates[0]);
	memcpy(extrapolation->predicates[0], warp->predicates, sizeof extrapolation->predicates[0]);
}

GPULINT_WIDE_LOOPS static uint32_t
difference(const struct warp_word *now, const struct warp_word *before)
{
	uint32_t bits = 0;
	for (unsigned i = 0; i < LANES; i++)
		bits |= now->of[i] ^ before->of[i];
	return bits;
}

GPULINT_WIDE_LOOPS static uint32_t
difference_of_steps(const struct warp_word *words[3])
{
	uint32_t bits = 0;
	for (unsigned i = 0; i < LANES; i++)
		bits |= (words[0]->of[i] - words[1]->of[i]) ^ (words[1]->of[i] - words[2]->of[i]);
	return bits;
}

static bool
steps(const struct warp_word *now, const struct warp_word *before)
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

/* Values that changed in the first period are assumed to advance by constant steps; the log verifies it. */
static void
begin_evolutions(struct extrapolation *extrapolation)
{
	memset(extrapolation->predicate_evolutions, 0, sizeof extrapolation->predicate_evolutions);
	memset(extrapolation->word_evolutions, EVOLUTION_INVARIANT, sizeof extrapolation->word_evolutions);
	for (size_t i = 0; i < extrapolation->common->written_count; i++)
		extrapolation->word_evolutions[extrapolation->common->written[i]] =
			steps(&extrapolation->words[0][i], &extrapolation->words[1][i]) ? EVOLUTION_AFFINE
											: EVOLUTION_INVARIANT;
}

static bool
has_same_step(const struct warp_word *words[3])
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

/* Half-known words have no steps. */
static bool
are_halves_alike(const struct warp_word *now, const struct warp_word *before)
{
	uint32_t bits = 0;
	for (uint32_t left = now->half; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		bits |= now->of[i] ^ before->of[i];
	}
	return now->half == before->half && !(bits & 0xffff);
}

static bool
is_invariant(const struct extrapolation *extrapolation)
{
	for (size_t i = 0; i < extrapolation->common->written_count; i++) {
		const struct warp_word *words[] = {&extrapolation->words[0][i], &extrapolation->words[1][i],
		                                   &extrapolation->words[2][i]};
		const uint8_t evolution = extrapolation->word_evolutions[extrapolation->common->written[i]];
		if (evolution >= EVOLUTION_SIGN)
			continue;
		if (!are_halves_alike(words[0], words[1]) || !are_halves_alike(words[1], words[2]))
			return false;
		if (!has_same_step(words) || (evolution == EVOLUTION_INVARIANT && steps(words[0], words[1])))
			return false;
	}
	for (size_t i = 0; i < PREDICATES; i++) {
		const struct bits now = extrapolation->predicates[0][i], before = extrapolation->predicates[1][i];
		if (extrapolation->predicate_evolutions[i] == EVOLUTION_INVARIANT &&
		    (now.value != before.value || now.known != before.known))
			return false;
	}
	return !memcmp(extrapolation->word_evolutions, extrapolation->last_word_evolutions,
	               sizeof extrapolation->word_evolutions) &&
	       !memcmp(extrapolation->predicate_evolutions, extrapolation->last_predicate_evolutions,
	               sizeof extrapolation->predicate_evolutions);
}

/* The number of periods that repeat the third. A loop without a visible end is not extrapolated. */
static uint64_t
periods_ahead(const struct extrapolation *extrapolation)
{
	const struct log *now = extrapolation->logs[0], *before = extrapolation->logs[1];
	if (now->path != before->path || now->count != before->count)
		return 0;
	const uint64_t least = extrapolate_times(now, before);
	return least >= UINT32_MAX ? 0 : least;
}

/* ---- skipped periods ---- */

static void
move_words(struct warp *warp, const struct extrapolation *extrapolation, uint32_t periods)
{
	for (size_t i = 0; i < extrapolation->common->written_count; i++) {
		const uint8_t evolution = extrapolation->word_evolutions[extrapolation->common->written[i]];
		struct warp_word *word = &warp->words[extrapolation->common->written[i]];
		if (evolution >= EVOLUTION_SIGN)
			warp_word_forget(word, ALL_LANES);
		if (evolution != EVOLUTION_AFFINE)
			continue;
		for (unsigned k = 0; k < LANES; k++)
			word->of[k] += periods * (word->of[k] - extrapolation->words[1][i].of[k]);
	}
	for (size_t i = 0; i < PREDICATES; i++)
		if (extrapolation->predicate_evolutions[i] == EVOLUTION_UNKNOWN)
			bits_forget(&warp->predicates[i], ALL_LANES);
}

static void
count_periods(struct execute_run *run, uint64_t periods)
{
	const size_t count = execute_code(run->kernel)->count;
	for (size_t i = 0; i < count; i++) {
		struct execute_count *now = &run->counts[i];
		const struct execute_count *before = &run->block_extrapolation->counts[i];
		now->issued += periods * (now->issued - before->issued);
		now->warps += periods * (now->warps - before->warps);
		now->lanes += periods * (now->lanes - before->lanes);
		now->doubtful += periods * (now->doubtful - before->doubtful);
	}
	run->sink->repeat(run->sink->context, periods);
}

static void
leave_out(struct warp *warp, struct extrapolation *extrapolation, uint64_t periods)
{
	struct extrapolation *block = block_of(warp);
	move_words(warp, extrapolation, (uint32_t)periods);
	forget_spaces(warp, extrapolation->stored, ALL_LANES);
	if (block)
		record_leave_out(block, &extrapolation->passage, periods);
}

/* ---- phases ---- */

static void
begin_period(struct extrapolation *extrapolation)
{
	struct log *before = extrapolation->logs[1];
	extrapolation->logs[1] = extrapolation->logs[0];
	extrapolation->logs[0] = before;
	before->count = 0;
	before->path = 0;
	extrapolation->iterations = 0;
	memset(extrapolation->words_logged, 0, sizeof extrapolation->words_logged);
}

static void
begin_second(const struct warp *warp, struct extrapolation *extrapolation)
{
	const struct extrapolation *block = block_of(warp);
	begin_evolutions(extrapolation);
	if (block)
		record_begin_second(block, &extrapolation->passage);
	extrapolation->phase = EXTRAPOLATION_SECOND;
}

static void
begin_third(const struct warp *warp, struct extrapolation *extrapolation)
{
	const struct extrapolation *block = block_of(warp);
	memcpy(extrapolation->last_word_evolutions, extrapolation->word_evolutions,
	       sizeof extrapolation->word_evolutions);
	memcpy(extrapolation->last_predicate_evolutions, extrapolation->predicate_evolutions,
	       sizeof extrapolation->predicate_evolutions);
	if (block)
		record_begin_third(block, &extrapolation->passage);
	extrapolation->stored = 0;
	extrapolation->phase = EXTRAPOLATION_THIRD;
}

/* Counts from here on belong to the third period. */
static void
begin_counts(struct execute_run *run)
{
	memcpy(run->block_extrapolation->counts, run->counts, execute_code(run->kernel)->count * sizeof *run->counts);
	run->sink->mark(run->sink->context);
}

static void
fail(struct extrapolation *extrapolation)
{
	extrapolation->common->failures[extrapolation->header]++;
	extrapolate_stop(extrapolation);
}

/* Retries with a longer period. */
static void
try_longer(struct extrapolation *extrapolation)
{
	uint8_t *period = &extrapolation->common->period[extrapolation->header];
	if (*period + 1 < PERIODS)
		(*period)++;
	else
		extrapolation->common->failures[extrapolation->header]++;
}

/* The number of further periods that repeat the third. */
static uint64_t
periods_of(const struct warp *warp, const struct extrapolation *extrapolation)
{
	const struct extrapolation *block = block_of(warp);
	const bool goes_on = !extrapolation->fails && is_invariant(extrapolation) &&
	                     (!block || record_is_invariant(block, &extrapolation->passage));
	return goes_on ? periods_ahead(extrapolation) : 0;
}

static void
end_third(struct warp *warp, struct extrapolation *extrapolation)
{
	const uint64_t periods = periods_of(warp, extrapolation);
	if (periods) {
		count_periods(warp->run, periods);
		leave_out(warp, extrapolation, periods);
	} else {
		try_longer(extrapolation);
	}
	extrapolate_stop(extrapolation);
}

/* ---- warps that synchronize in the loop ---- */

/* All live warps must reach the end of the same period. */
static void
hold(struct warp *warp, struct extrapolation *extrapolation)
{
	extrapolation->is_held = true;
	warp->run->block_extrapolation->held++;
	hold_warp(warp);
}

static void
let_go(struct warp *warp, struct extrapolation *extrapolation)
{
	extrapolation->is_held = false;
	warp->run->block_extrapolation->held--;
	release_warp(warp);
}

static void
begin_third_together(struct execute_run *run)
{
	begin_counts(run);
	for (uint32_t i = 0; i < run->warp_count; i++)
		if (run->block_extrapolation->warps[i].is_held) {
			begin_third(&run->warps[i], &run->block_extrapolation->warps[i]);
			let_go(&run->warps[i], &run->block_extrapolation->warps[i]);
		}
}

/* All held warps are in one loop. */
static void
end_third_together(struct execute_run *run, struct extrapolation *first)
{
	uint64_t periods = UINT64_MAX;
	for (uint32_t i = 0; i < run->warp_count && periods; i++) {
		const struct extrapolation *extrapolation = &run->block_extrapolation->warps[i];
		const uint64_t ahead = extrapolation->is_held ? periods_of(&run->warps[i], extrapolation) : UINT64_MAX;
		periods = ahead < periods ? ahead : periods;
	}
	if (periods)
		count_periods(run, periods);
	else
		try_longer(first);
	for (uint32_t i = 0; i < run->warp_count; i++) {
		struct extrapolation *extrapolation = &run->block_extrapolation->warps[i];
		if (!extrapolation->is_held)
			continue;
		if (periods)
			leave_out(&run->warps[i], extrapolation, periods);
		let_go(&run->warps[i], extrapolation);
		extrapolate_stop(extrapolation);
	}
}

/* Some warps do not reach the end of the period. */
static void
give_up_together(struct execute_run *run)
{
	for (uint32_t i = 0; i < run->warp_count; i++) {
		struct extrapolation *extrapolation = &run->block_extrapolation->warps[i];
		if (!extrapolation->is_held)
			continue;
		let_go(&run->warps[i], extrapolation);
		fail(extrapolation);
	}
}

void
extrapolate_release(struct execute_run *run)
{
	struct extrapolation *first = NULL;
	bool all = true, can_others = false;
	for (uint32_t i = 0; i < run->warp_count; i++) {
		struct extrapolation *extrapolation = &run->block_extrapolation->warps[i];
		if (!run->warps[i].alive)
			continue;
		first = first ? first : extrapolation;
		all &= extrapolation->is_held && extrapolation->phase == first->phase &&
		       extrapolation->header == first->header;
		can_others |= run->warps[i].ready != 0;
	}
	if (!first)
		return;
	if (all && first->phase == EXTRAPOLATION_SECOND)
		begin_third_together(run);
	else if (all)
		end_third_together(run, first);
	else if (!can_others)
		give_up_together(run);
}

/* ---- the loop's back edge ---- */

static void
next_phase(struct warp *warp, struct extrapolation *extrapolation)
{
	take_words(extrapolation, warp);
	if (extrapolation->phase != EXTRAPOLATION_THIRD)
		begin_period(extrapolation);
	if (extrapolation->phase == EXTRAPOLATION_IDLE) {
		extrapolation->phase = EXTRAPOLATION_FIRST;
	} else if (extrapolation->phase == EXTRAPOLATION_FIRST) {
		begin_second(warp, extrapolation);
	} else if (extrapolation->meets_others) {
		hold(warp, extrapolation);
	} else if (extrapolation->phase == EXTRAPOLATION_SECOND) {
		begin_counts(warp->run);
		begin_third(warp, extrapolation);
	} else {
		end_third(warp, extrapolation);
	}
}

/* Follows the loop from now on. An inner loop's header comes after the outer one's. A loop that ends before the
 * extrapolation begins is too short. */
static void
take_over(struct extrapolation *extrapolation, const struct warp *warp, uint32_t header)
{
	uint8_t *failures = extrapolation->common->failures;
	if (extrapolation->warp == warp && extrapolation->header > header &&
	    failures[extrapolation->header] < MOST_FAILURES)
		failures[extrapolation->header]++;
	extrapolate_stop(extrapolation);
	extrapolation->warp = warp;
	extrapolation->header = header;
}

static void
jump(struct warp *warp, struct extrapolation *extrapolation, uint32_t header)
{
	if (extrapolation->common->failures[header] >= MOST_FAILURES)
		return;
	if (extrapolation->warp != warp || extrapolation->header != header) {
		take_over(extrapolation, warp, header);
		return;
	}
	if (extrapolation->fails) {
		fail(extrapolation);
		return;
	}
	if (++extrapolation->iterations < (extrapolation->phase == EXTRAPOLATION_IDLE
	                                           ? WARM_UP
	                                           : period_lengths[extrapolation->common->period[header]]))
		return;
	make_room(extrapolation);
	next_phase(warp, extrapolation);
}

void
extrapolate_jump(struct warp *warp, uint32_t header)
{
	jump(warp, warp->run->extrapolation, header);
	extrapolate_warp(warp);
}
