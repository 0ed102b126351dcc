#include "codegen/execute/cruise.h"
#include "codegen/execute/record.h"
#include "support/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FAILURES = 3 };

/* In iterations. */
static const uint32_t period_lengths[PERIODS] = {2, 3, 8};

static void
find_written(struct cruising *cruising, const struct sass_code *code)
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
	cruising->written = memory_zeroed(WORDS, sizeof *cruising->written);
	for (size_t i = 0; i < WORDS; i++)
		if (written[i])
			cruising->written[cruising->written_count++] = (uint16_t)i;
}

struct cruising *
cruising_new(const struct execute_run *run)
{
	const size_t count = execute_code(run->kernel)->count;
	struct cruising *cruising = memory_zeroed(1, sizeof *cruising);
	cruising->failures = memory_zeroed(count + 1, 1);
	cruising->period = memory_zeroed(count + 1, 1);
	cruising->counts = memory_zeroed(count + 1, sizeof *cruising->counts);
	cruising->warps = memory_zeroed(run->warp_count + 1, sizeof *cruising->warps);
	cruising->warp_count = run->warp_count;
	for (uint32_t i = 0; i < run->warp_count; i++)
		cruising->warps[i] = (struct cruise){.common = cruising, .most_logged = MOST_LOGGED};
	find_written(cruising, execute_code(run->kernel));
	return cruising;
}

void
cruising_free(struct cruising *cruising)
{
	for (uint32_t n = 0; n < cruising->warp_count; n++) {
		struct cruise *cruise = &cruising->warps[n];
		for (unsigned i = 0; i < 3; i++)
			free(cruise->words[i]);
		for (unsigned i = 0; i < 2; i++) {
			if (cruise->logs[i])
				free(cruise->logs[i]->entries);
			free(cruise->logs[i]);
		}
	}
	free(cruising->failures);
	free(cruising->period);
	free(cruising->written);
	free(cruising->counts);
	free(cruising->warps);
	free(cruising);
}

void
cruise_stop(struct cruise *cruise)
{
	cruise->warp = NULL;
	cruise->phase = CRUISE_IDLE;
	cruise->iterations = 0;
	cruise->fails = cruise->meets_others = cruise->is_held = false;
}

void
cruising_begin(const struct execute_run *run)
{
	struct cruising *cruising = run->cruising;
	const size_t count = execute_code(run->kernel)->count;
	for (uint32_t i = 0; i < cruising->warp_count; i++)
		cruise_stop(&cruising->warps[i]);
	cruising->held = 0;
	if (!run->record)
		return;
	memset(cruising->failures, 0, count);
	memset(cruising->period, 0, count);
}

void
cruise_warp(struct warp *warp)
{
	struct execute_run *run = warp->run;
	run->cruise = &run->cruising->warps[warp->number];
	run->followed = run->cruise->phase >= CRUISE_SECOND && !run->cruise->fails ? warp : NULL;
}

/* What is only made once it is needed. */
static void
make_room(struct cruise *cruise)
{
	if (cruise->logs[0])
		return;
	for (unsigned i = 0; i < 3; i++)
		cruise->words[i] = memory_zeroed(cruise->common->written_count + 1, sizeof *cruise->words[i]);
	cruise->logs[0] = memory_zeroed(1, sizeof *cruise->logs[0]);
	cruise->logs[1] = memory_zeroed(1, sizeof *cruise->logs[1]);
}

/* Of the warp's block; NULL: it is not followed. */
static struct cruise *
block_of(const struct warp *warp)
{
	return warp->run->record ? record_of(warp) : NULL;
}

/* ---- from period to period ---- */

static void
take_words(struct cruise *cruise, const struct warp *warp)
{
	struct lanes *earliest = cruise->words[2];
	cruise->words[2] = cruise->words[1];
	cruise->words[1] = cruise->words[0];
	cruise->words[0] = earliest;
	for (size_t i = 0; i < cruise->common->written_count; i++)
		earliest[i] = warp->words[cruise->common->written[i]];
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
	for (size_t i = 0; i < cruise->common->written_count; i++)
		cruise->word_taints[cruise->common->written[i]] =
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
	for (size_t i = 0; i < cruise->common->written_count; i++) {
		const struct lanes *words[] = {&cruise->words[0][i], &cruise->words[1][i], &cruise->words[2][i]};
		const uint8_t taint = cruise->word_taints[cruise->common->written[i]];
		if (taint >= TAINT_SIGN)
			continue;
		if (!are_halves_alike(words[0], words[1]) || !are_halves_alike(words[1], words[2]))
			return false;
		if (!has_same_step(words) || (taint == TAINT_NONE && steps(words[0], words[1])))
			return false;
	}
	for (size_t i = 0; i < PREDICATES; i++) {
		const struct bits now = cruise->predicates[0][i], before = cruise->predicates[1][i];
		if (cruise->predicate_taints[i] == TAINT_NONE &&
		    (now.value != before.value || now.known != before.known))
			return false;
	}
	return !memcmp(cruise->word_taints, cruise->last_word_taints, sizeof cruise->word_taints) &&
	       !memcmp(cruise->predicate_taints, cruise->last_predicate_taints, sizeof cruise->predicate_taints);
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
	for (size_t i = 0; i < cruise->common->written_count; i++) {
		const uint8_t taint = cruise->word_taints[cruise->common->written[i]];
		struct lanes *word = &warp->words[cruise->common->written[i]];
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
count_periods(struct execute_run *run, uint64_t periods)
{
	const size_t count = execute_code(run->kernel)->count;
	for (size_t i = 0; i < count; i++) {
		struct execute_count *now = &run->counts[i];
		const struct execute_count *before = &run->cruising->counts[i];
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
	struct cruise *block = block_of(warp);
	move_words(warp, cruise, (uint32_t)periods);
	forget_spaces(warp, cruise->stored, ALL_LANES);
	if (block)
		record_leave_out(block, &cruise->passage, periods);
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
	memset(cruise->words_logged, 0, sizeof cruise->words_logged);
}

static void
begin_second(const struct warp *warp, struct cruise *cruise)
{
	const struct cruise *block = block_of(warp);
	begin_taints(cruise);
	if (block)
		record_begin_second(block, &cruise->passage);
	cruise->phase = CRUISE_SECOND;
}

static void
begin_third(const struct warp *warp, struct cruise *cruise)
{
	const struct cruise *block = block_of(warp);
	memcpy(cruise->last_word_taints, cruise->word_taints, sizeof cruise->word_taints);
	memcpy(cruise->last_predicate_taints, cruise->predicate_taints, sizeof cruise->predicate_taints);
	if (block)
		record_begin_third(block, &cruise->passage);
	cruise->stored = 0;
	cruise->phase = CRUISE_THIRD;
}

/* Counts of the third period are what comes from here on. */
static void
begin_counts(struct execute_run *run)
{
	memcpy(run->cruising->counts, run->counts, execute_code(run->kernel)->count * sizeof *run->counts);
	run->sink->mark(run->sink->context);
}

static void
fail(struct cruise *cruise)
{
	cruise->common->failures[cruise->header]++;
	cruise_stop(cruise);
}

/* Longer periods may be alike. */
static void
try_longer(struct cruise *cruise)
{
	uint8_t *period = &cruise->common->period[cruise->header];
	if (*period + 1 < PERIODS)
		(*period)++;
	else
		cruise->common->failures[cruise->header]++;
}

/* How many more periods are like the third. */
static uint64_t
periods_of(const struct warp *warp, const struct cruise *cruise)
{
	const struct cruise *block = block_of(warp);
	const bool goes_on =
		!cruise->fails && is_steady(cruise) && (!block || record_is_steady(block, &cruise->passage));
	return goes_on ? periods_ahead(cruise) : 0;
}

static void
end_third(struct warp *warp, struct cruise *cruise)
{
	const uint64_t periods = periods_of(warp, cruise);
	if (periods) {
		count_periods(warp->run, periods);
		leave_out(warp, cruise, periods);
	} else {
		try_longer(cruise);
	}
	cruise_stop(cruise);
}

/* ---- warps that meet in the loop ---- */

/* All that are alive have to be at the end of the same period. */
static void
hold(struct warp *warp, struct cruise *cruise)
{
	cruise->is_held = true;
	warp->run->cruising->held++;
	hold_warp(warp);
}

static void
let_go(struct warp *warp, struct cruise *cruise)
{
	cruise->is_held = false;
	warp->run->cruising->held--;
	release_warp(warp);
}

static void
begin_third_together(struct execute_run *run)
{
	begin_counts(run);
	for (uint32_t i = 0; i < run->warp_count; i++)
		if (run->cruising->warps[i].is_held) {
			begin_third(&run->warps[i], &run->cruising->warps[i]);
			let_go(&run->warps[i], &run->cruising->warps[i]);
		}
}

/* Of one loop. */
static void
end_third_together(struct execute_run *run, struct cruise *first)
{
	uint64_t periods = UINT64_MAX;
	for (uint32_t i = 0; i < run->warp_count && periods; i++) {
		const struct cruise *cruise = &run->cruising->warps[i];
		const uint64_t ahead = cruise->is_held ? periods_of(&run->warps[i], cruise) : UINT64_MAX;
		periods = ahead < periods ? ahead : periods;
	}
	if (periods)
		count_periods(run, periods);
	else
		try_longer(first);
	for (uint32_t i = 0; i < run->warp_count; i++) {
		struct cruise *cruise = &run->cruising->warps[i];
		if (!cruise->is_held)
			continue;
		if (periods)
			leave_out(&run->warps[i], cruise, periods);
		let_go(&run->warps[i], cruise);
		cruise_stop(cruise);
	}
}

/* Some others do not come. */
static void
give_up_together(struct execute_run *run)
{
	for (uint32_t i = 0; i < run->warp_count; i++) {
		struct cruise *cruise = &run->cruising->warps[i];
		if (!cruise->is_held)
			continue;
		let_go(&run->warps[i], cruise);
		fail(cruise);
	}
}

void
cruise_release(struct execute_run *run)
{
	struct cruise *first = NULL;
	bool all = true, can_others = false;
	for (uint32_t i = 0; i < run->warp_count; i++) {
		struct cruise *cruise = &run->cruising->warps[i];
		if (!run->warps[i].alive)
			continue;
		first = first ? first : cruise;
		all &= cruise->is_held && cruise->phase == first->phase && cruise->header == first->header;
		can_others |= run->warps[i].ready != 0;
	}
	if (all && first->phase == CRUISE_SECOND)
		begin_third_together(run);
	else if (all)
		end_third_together(run, first);
	else if (!can_others)
		give_up_together(run);
}

/* ---- a warp's jump back ---- */

static void
next_phase(struct warp *warp, struct cruise *cruise)
{
	take_words(cruise, warp);
	if (cruise->phase != CRUISE_THIRD)
		begin_period(cruise);
	if (cruise->phase == CRUISE_IDLE) {
		cruise->phase = CRUISE_FIRST;
	} else if (cruise->phase == CRUISE_FIRST) {
		begin_second(warp, cruise);
	} else if (cruise->meets_others) {
		hold(warp, cruise);
	} else if (cruise->phase == CRUISE_SECOND) {
		begin_counts(warp->run);
		begin_third(warp, cruise);
	} else {
		end_third(warp, cruise);
	}
}

/* The loop's jumps are followed from now on. Inner loops come behind the headers of outer ones: one that is left before
 * it was followed is too short. */
static void
take_over(struct cruise *cruise, const struct warp *warp, uint32_t header)
{
	uint8_t *failures = cruise->common->failures;
	if (cruise->warp == warp && cruise->header > header && failures[cruise->header] < MOST_FAILURES)
		failures[cruise->header]++;
	cruise_stop(cruise);
	cruise->warp = warp;
	cruise->header = header;
}

static void
jump(struct warp *warp, struct cruise *cruise, uint32_t header)
{
	if (cruise->common->failures[header] >= MOST_FAILURES)
		return;
	if (cruise->warp != warp || cruise->header != header) {
		take_over(cruise, warp, header);
		return;
	}
	if (cruise->fails) {
		fail(cruise);
		return;
	}
	if (++cruise->iterations <
	    (cruise->phase == CRUISE_IDLE ? WARM_UP : period_lengths[cruise->common->period[header]]))
		return;
	make_room(cruise);
	next_phase(warp, cruise);
}

void
cruise_jump(struct warp *warp, uint32_t header)
{
	jump(warp, warp->run->cruise, header);
	cruise_warp(warp);
}
