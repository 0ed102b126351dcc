/* Which blocks of a grid are run, each for how many like it: corners and edges, some between them, and both sides of a
 * turn, where a condition on the block's index comes out otherwise than before. The product of what is picked in each
 * dimension. */
#ifndef GPULINT_EVAL_GRID_LAUNCH_PLAN_H
#define GPULINT_EVAL_GRID_LAUNCH_PLAN_H

#include "eval/launch/host.h"

enum { MOST_TURNS = 3, MOST_INNER = 16, MOST_PICKS = MOST_INNER + 4 * (MOST_TURNS + 1) };   /* of one dimension of the grid */

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
	bool ends_apart[3];         /* the last block of the dimension stands behind a turn, for itself */
	bool misses_turns;          /* blocks stand for others on the far side of a turn, or may */
};

/* Where blocks turn from one behaviour to another, along one dimension. */
struct turns {
	unsigned count;
	uint32_t at[MOST_TURNS];    /* between the first block and the last */
	bool at_begin, at_end;      /* the first block, or the last, is unlike all others */
	bool more;                  /* there are others, or may be */
};

extern const struct turns no_turns[3];

/* Whether there is one at all. */
bool launch_has_turns(const struct turns turns[3]);
void launch_find_turns(struct program *program, const struct launch_request *request, struct turns turns[3]);
/* All of a grid. */
struct launch_plan launch_plan_whole(const uint32_t grid[3]);
/* The most blocks that so many affordable ones allow, corners and edges kept as long as can be. */
struct launch_plan launch_plan(const uint32_t grid[3], const struct turns turns[3], double affordable);
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
	bool apart;                 /* known to be unlike those before it */
	bool is_longest;            /* of a grid in which blocks do unequally much */
	bool has_run;               /* as the grid's first has, standing for itself alone */
};

struct planned_blocks {
	struct planned_block *items;
	size_t count;
};

/* All blocks of a plan that is not of the whole grid, in memory of the arena; with the first, which stands for itself alone,
 * behind the others where it is none of the plan's. */
struct planned_blocks launch_plan_list(const struct launch_plan *plan, const uint32_t grid[3], struct arena *arena);

#endif
