/* Which periods of a long loop are run, and for how many each stands.
 *
 * Where they do alike, as far as is known, they lie in windows, evenly spread, and all count the same; where they may differ, the
 * later windows count for more, so that what grows from period to period comes out right. */
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

#endif
