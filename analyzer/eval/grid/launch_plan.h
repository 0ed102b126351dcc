/* Which blocks of a grid are run, each for how many like it: corners and edges, and some between them. The product of what is
 * picked in each dimension. */
#ifndef GPULINT_EVAL_GRID_LAUNCH_PLAN_H
#define GPULINT_EVAL_GRID_LAUNCH_PLAN_H

#include "eval/state/launch_request.h"

enum { MOST_INNER = 16, MOST_PICKS = MOST_INNER + 4 };   /* of one dimension of the grid */

/* Coordinates of one dimension of the grid, each standing for so many. */
struct picks {
	unsigned count;
	uint32_t at[MOST_PICKS];
	double weight[MOST_PICKS];
};

struct launch_plan {
	bool whole;                 /* every block is run; nothing is picked */
	uint32_t grid[3];           /* the same: how many there are */
	struct picks dim[3];
};

/* All of a grid. */
struct launch_plan launch_plan_whole(const uint32_t grid[3]);
/* The most blocks that so many affordable ones allow, corners and edges kept as long as can be. */
struct launch_plan launch_plan(const uint32_t grid[3], double affordable);
/* At most so many (MOST_PICKS) side by side from the middle of the grid on: there kernels whose grids differ in size work on
 * the same stretch of their data. */
struct launch_plan launch_plan_side_by_side(const uint32_t grid[3], unsigned most);
/* The so many-th block, and for how many it stands. */
void launch_plan_block(const struct launch_plan *plan, unsigned number, uint32_t at[3], double *weight);
unsigned launch_plan_blocks(const struct launch_plan *plan);
/* A block that is run: the grid's first, which always is, among them. */
struct planned_block {
	uint32_t at[3];
	double weight;
	bool is_longest;            /* of a grid in which blocks do unequally much */
	bool has_run;               /* as the grid's first has, standing for itself alone */
};

struct planned_blocks {
	struct planned_block *items;
	size_t count;
};

/* All blocks of a plan that is not of the whole grid, in memory of the arena; with the first, which stands for itself alone,
 * behind the others where it is none of the plan's. */
struct planned_blocks launch_plan_list(const struct launch_plan *plan, struct arena *arena);

#endif
