/* Which of many blocks are run for all of them. */
#ifndef GPULINT_EVAL_GRID_PLAN_CHOICE_H
#define GPULINT_EVAL_GRID_PLAN_CHOICE_H

#include "eval/grid/plan_terms.h"

struct candidate {
	uint32_t at[3];
	struct terms terms;
};

struct chosen_block {
	uint32_t at[3];
	double weight;             /* candidates that it stands for */
};

/* At most so many of the candidates, which it sorts, put into `chosen`; how many. They come as near as can be to the mean of what
 * they stand for; where blocks go round loops unlike often, each stands for those that do so about as often as it does. */
size_t plan_choose(struct candidate *candidates, size_t count, const struct terms *mean, struct chosen_block *chosen,
                   size_t wanted, struct arena *arena);

#endif
