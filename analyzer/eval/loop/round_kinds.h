/* Periods of a host loop that makes launches, by what they do: all of one kind do the same, so that one stands for them. What
 * decides of which kind one is, is computed for every one of them; see code/rounds.h. */
#ifndef GPULINT_EVAL_LOOP_ROUND_KINDS_H
#define GPULINT_EVAL_LOOP_ROUND_KINDS_H

#include "eval/loop/loop.h"

enum { MOST_ROUND_KINDS = 32 };

struct round_kind {
	uint64_t what;            /* a hash of all that decides */
	uint64_t first, count;    /* periods, counted from where sampling begins */
};

struct round_kinds {
	struct round_kind items[MOST_ROUND_KINDS];   /* in order of their first */
	size_t count;
	uint64_t periods;
};

/* The kinds of so many periods from now on, in the sampler's arena; NULL: they cannot be told. */
struct round_kinds *round_kinds_find(struct machine *m, const struct sampler *sampler, uint64_t periods);
/* Whether the period that has just been run has left all that can be followed as the ones before did: then it makes no
 * difference in which order the kinds come. */
bool round_kinds_hold(struct machine *m, const struct sampler *sampler);

#endif
