/* What is to come out right of the blocks that a plan runs, for all those that they stand for: their number, how often they go
 * round loops, and where in the grid they lie. */
#ifndef GPULINT_EVAL_GRID_PLAN_TERMS_H
#define GPULINT_EVAL_GRID_PLAN_TERMS_H

#include "eval/grid/block_kinds.h"
#include "eval/guard/guard_rounds.h"

/* In order of importance: that a block counts, the rounds of each loop by warps and by lanes, its coordinates, whether they are
 * odd, the products of two coordinates, and the squares of rounds. */
enum {
	TERM_ONE,
	TERM_ROUNDS,
	TERM_LANES = TERM_ROUNDS + MOST_COUNTED_LOOPS,
	TERM_X = TERM_LANES + MOST_COUNTED_LOOPS, TERM_Y, TERM_Z,
	TERM_ODD_X, TERM_ODD_Y, TERM_ODD_Z,
	TERM_XX, TERM_XY, TERM_YY, TERM_ZX, TERM_ZY,
	TERM_SQUARES,
	TERMS = TERM_SQUARES + MOST_COUNTED_LOOPS,
};

struct terms {
	double of[TERMS];
};

struct term_maker {
	uint32_t grid_last[3];
	struct guard_rounds *rounds;
};

struct terms terms_at(const struct term_maker *maker, const uint32_t at[3]);
/* The sum over all blocks of a box, but of rounds. */
struct terms terms_of_box(const struct term_maker *maker, const struct guard_box *box);
void terms_add(struct terms *sum, const struct terms *t, double times);
/* The rounds of all loops, by warps. */
double terms_rounds(const struct terms *t);

#endif
