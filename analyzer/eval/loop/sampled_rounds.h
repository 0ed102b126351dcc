/* Which periods of a long loop are run, and for how many each stands.
 *
 * Where they do alike, as far as is known, they lie in windows, evenly spread, and all count the same; where they may differ, the
 * later windows count for more, so that what grows from period to period comes out right. Where it is known how each
 * condition of the loop comes out in every period (see control_walk.h), some of each outcome are run, and the weights are
 * such that each outcome counts as often as it comes. */
#ifndef GPULINT_EVAL_LOOP_SAMPLED_ROUNDS_H
#define GPULINT_EVAL_LOOP_SAMPLED_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

struct sampled_round {
	uint64_t at;             /* a period, counted from where sampling begins */
	double weight;           /* periods that it stands for, itself among them */
};

struct sampled_rounds {
	struct sampled_round *items;   /* in order of place */
	size_t count;
	uint64_t periods;        /* for which they stand together: behind them sampling ends */
};

/* How one condition comes out, told in one way. */
enum { MOST_OUTCOMES = 64 };
struct outcomes {
	uint64_t what[MOST_OUTCOMES];      /* a hash */
	uint64_t periods[MOST_OUTCOMES];   /* in which it comes out so */
	unsigned count;
	bool too_many;
};

/* How each condition of a loop comes out in each of so many periods: told in several ways one behind the other, each rougher than
 * the one before, and of interest where that has too many outcomes. */
struct outcome_table {
	unsigned ways_each;                /* of a condition */
	unsigned ways;                     /* of all together */
	uint64_t periods;
	struct outcomes *of;               /* one each */
	uint8_t *outcome;                  /* of the ways in turn, for each period: a place in its outcomes */
};

struct outcome_table outcome_table_new(struct arena *arena, unsigned conditions, unsigned ways_each, uint64_t periods);
/* In that period the conditions come out so; `what` has a hash for each way. */
void outcome_table_add(struct outcome_table *table, uint64_t period, const uint64_t *what);

/* Adds periods to those that are run, so that all outcomes of conditions that have not too many are seen, and weighs them. At
 * most so many are run then; of a condition for which that is not enough the outcomes are told apart more roughly, or not. */
struct sampled_rounds sampled_rounds_by_outcome(struct arena *arena, struct outcome_table *table,
                                                const struct sampled_rounds *windows, size_t most);

#endif
