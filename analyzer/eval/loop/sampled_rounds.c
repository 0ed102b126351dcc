#include "eval/loop/sampled_rounds.h"

#include <math.h>
#include <stdlib.h>

#include "support/least.h"

enum {
	MOST_OF_OUTCOME = 4,     /* periods that are run of one outcome, for its sake */
	CYCLE = 8,               /* as many sectors' worth of places may follow on each other: those that are run differ in them */
	MOST_PASSES = 200,
	STRETCHES = 4,
	STRETCH_PASSES = 10,     /* the first ones alone: outcomes are known, and come first */
};

struct outcome_table
outcome_table_new(struct arena *arena, unsigned conditions, unsigned ways_each, uint64_t periods)
{
	const unsigned ways = ways_each * conditions;
	return (struct outcome_table){
		.ways_each = ways_each, .ways = ways, .periods = periods,
		.of = arena_new_array(arena, struct outcomes, ways),
		.outcome = arena_alloc_raw(arena, ways * periods),
	};
}

static unsigned
place_of(struct outcomes *outcomes, uint64_t what)
{
	for (unsigned i = 0; i < outcomes->count; i++)
		if (outcomes->what[i] == what)
			return i;
	if (outcomes->count == MOST_OUTCOMES) {
		outcomes->too_many = true;
		return 0;
	}
	outcomes->what[outcomes->count] = what;
	return outcomes->count++;
}

void
outcome_table_add(struct outcome_table *table, uint64_t period, const uint64_t *what)
{
	for (unsigned way = 0; way < table->ways; way++) {
		struct outcomes *outcomes = &table->of[way];
		const unsigned place = outcomes->too_many ? 0 : place_of(outcomes, what[way]);
		outcomes->periods[place]++;
		table->outcome[period * table->ways + way] = (uint8_t)place;
	}
}

static unsigned
outcome_at(const struct outcome_table *table, uint64_t period, unsigned way)
{
	return table->outcome[period * table->ways + way];
}

/* Whether the outcomes are told apart in this way. */
static bool
is_told_apart(const struct outcome_table *table, unsigned way)
{
	const struct outcomes *outcomes = &table->of[way];
	return !outcomes->too_many && outcomes->count > 1 && (way % table->ways_each == 0 || table->of[way - 1].too_many);
}

/* ---- which are run ---- */

static size_t
count_wanted(const struct outcome_table *table, unsigned each)
{
	size_t count = 0;
	for (unsigned way = 0; way < table->ways; way++)
		for (unsigned o = 0; is_told_apart(table, way) && o < table->of[way].count; o++)
			count += least_of(table->of[way].periods[o], each);
	return count;
}

/* False: no outcomes are told apart any more. */
static bool
give_up_worst(struct outcome_table *table)
{
	struct outcomes *worst = NULL;
	for (unsigned way = 0; way < table->ways; way++)
		if (is_told_apart(table, way) && (!worst || table->of[way].count > worst->count))
			worst = &table->of[way];
	if (worst)
		worst->too_many = true;
	return worst;
}

/* How many periods of each outcome are run for its sake. */
static unsigned
count_of_each(struct outcome_table *table, size_t most)
{
	for (;; give_up_worst(table)) {
		for (unsigned each = MOST_OF_OUTCOME; each; each /= 2)
			if (count_wanted(table, each) <= most)
				return each;
	}
}

/* Of the periods with an outcome, evenly spread and in different places of the cycle, the so many-th one. */
static uint64_t
wanted_of_outcome(uint64_t periods, unsigned each, unsigned number)
{
	static const unsigned phase[MOST_OF_OUTCOME] = {1, 6, 3, 4};
	const uint64_t count = least_of(periods, each), middle = (2 * number + 1) * periods / (2 * count);
	return periods < 2 * (uint64_t)CYCLE * each ? middle : middle / CYCLE * CYCLE + phase[number];
}

struct picker {
	struct arena *arena;
	struct sampled_rounds rounds;
	size_t capacity;
	unsigned each;
};

static void
pick(struct picker *p, uint64_t at)
{
	const struct sampled_round round = {at, 0};
	arena_push(p->arena, p->rounds.items, p->rounds.count, p->capacity, round);
}

/* Those of which the windows have fewer than are wanted. */
static void
pick_outcomes(struct picker *p, const struct outcome_table *table, const struct sampled_rounds *windows, unsigned way)
{
	const struct outcomes *outcomes = &table->of[way];
	uint64_t seen[MOST_OUTCOMES] = {0};
	unsigned picked[MOST_OUTCOMES] = {0}, in_windows[MOST_OUTCOMES] = {0};
	for (size_t i = 0; i < windows->count; i++)
		in_windows[outcome_at(table, windows->items[i].at, way)]++;
	for (uint64_t at = 0; at < table->periods; at++) {
		const unsigned o = outcome_at(table, at, way);
		if (in_windows[o] < p->each && picked[o] < least_of(outcomes->periods[o], p->each) &&
		    seen[o] == wanted_of_outcome(outcomes->periods[o], p->each, picked[o])) {
			pick(p, at);
			picked[o]++;
		}
		seen[o]++;
	}
}

static int
by_place(const void *a, const void *b)
{
	const struct sampled_round *x = a, *y = b;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* In order, each once. */
static void
sort(struct sampled_rounds *rounds)
{
	size_t count = 0;
	qsort(rounds->items, rounds->count, sizeof *rounds->items, by_place);
	for (size_t i = 0; i < rounds->count; i++)
		if (!i || rounds->items[i].at != rounds->items[count - 1].at)
			rounds->items[count++] = rounds->items[i];
	rounds->count = count;
}

/* ---- for how many each stands ---- */

/* Makes those that came out so count as often as that comes, all in proportion; returns by how much they were off. */
static double
weigh_outcomes(struct sampled_rounds *rounds, const struct outcome_table *table, unsigned way)
{
	const struct outcomes *outcomes = &table->of[way];
	double sum[MOST_OUTCOMES] = {0}, off = 0;
	for (size_t i = 0; i < rounds->count; i++)
		sum[outcome_at(table, rounds->items[i].at, way)] += rounds->items[i].weight;
	for (size_t i = 0; i < rounds->count; i++) {
		const unsigned o = outcome_at(table, rounds->items[i].at, way);
		const double factor = (double)outcomes->periods[o] / sum[o];
		rounds->items[i].weight *= factor;
		off = fmax(off, fabs(factor - 1));
	}
	return off;
}

static unsigned
stretch_of(const struct sampled_rounds *rounds, uint64_t at)
{
	return (unsigned)(at * STRETCHES / rounds->periods);
}

/* The same of stretches of equal length, where some are run of each: what is not told apart may change little by little. */
static void
weigh_stretches(struct sampled_rounds *rounds)
{
	double sum[STRETCHES] = {0};
	for (size_t i = 0; i < rounds->count; i++)
		sum[stretch_of(rounds, rounds->items[i].at)] += rounds->items[i].weight;
	for (unsigned s = 0; s < STRETCHES; s++)
		if (sum[s] <= 0)
			return;
	for (size_t i = 0; i < rounds->count; i++)
		rounds->items[i].weight *= (double)rounds->periods / STRETCHES / sum[stretch_of(rounds, rounds->items[i].at)];
}

/* What each would stand for if its rarest outcome were all that counts. */
static void
weigh_first(struct sampled_rounds *rounds, const struct outcome_table *table)
{
	for (size_t i = 0; i < rounds->count; i++)
		rounds->items[i].weight = (double)rounds->periods / (double)rounds->count;
	for (unsigned way = 0; way < table->ways; way++) {
		const struct outcomes *outcomes = &table->of[way];
		double run[MOST_OUTCOMES] = {0};
		for (size_t i = 0; i < rounds->count && is_told_apart(table, way); i++)
			run[outcome_at(table, rounds->items[i].at, way)]++;
		for (size_t i = 0; i < rounds->count && is_told_apart(table, way); i++) {
			const unsigned o = outcome_at(table, rounds->items[i].at, way);
			rounds->items[i].weight = fmin(rounds->items[i].weight, (double)outcomes->periods[o] / run[o]);
		}
	}
}

/* False: those that are run leave no way to weigh them so that all outcomes count as often as they come. */
static bool
weigh(struct sampled_rounds *rounds, const struct outcome_table *table)
{
	static const double enough = 1e-4;
	double off = INFINITY;
	bool drifts = false;
	for (unsigned way = 0; way < table->ways; way++)
		drifts |= (way + 1) % table->ways_each == 0 && table->of[way].too_many;
	weigh_first(rounds, table);
	for (unsigned pass = 0; pass < MOST_PASSES && off > enough; pass++) {
		off = 0;
		if (drifts && pass < STRETCH_PASSES)
			weigh_stretches(rounds);
		for (unsigned way = 0; way < table->ways; way++)
			if (is_told_apart(table, way))
				off = fmax(off, weigh_outcomes(rounds, table, way));
	}
	return off <= enough;
}

static struct sampled_rounds
pick_all(struct arena *arena, struct outcome_table *table, const struct sampled_rounds *windows, size_t most)
{
	struct picker picker = {.arena = arena, .rounds = {.periods = table->periods}};
	picker.each = count_of_each(table, most);
	for (size_t i = 0; i < windows->count; i++)
		pick(&picker, windows->items[i].at);
	for (unsigned way = 0; way < table->ways; way++)
		if (is_told_apart(table, way))
			pick_outcomes(&picker, table, windows, way);
	sort(&picker.rounds);
	return picker.rounds;
}

struct sampled_rounds
sampled_rounds_by_outcome(struct arena *arena, struct outcome_table *table, const struct sampled_rounds *windows, size_t most)
{
	for (;;) {
		struct sampled_rounds rounds = pick_all(arena, table, windows, most);
		if (weigh(&rounds, table) || !give_up_worst(table))
			return rounds;
	}
}
