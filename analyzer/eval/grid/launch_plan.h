/* Choice of the blocks of a grid to run, and their weights: corners, edges, and some in between. The blocks are the
 * product of the samples in each dimension. */
#ifndef GPULINT_EVAL_GRID_LAUNCH_PLAN_H
#define GPULINT_EVAL_GRID_LAUNCH_PLAN_H

#include "eval/state/launch_request.h"
#include "sampling/samples.h"

struct launch_plan {
	bool whole;       /* every block runs; there are no samples */
	uint32_t grid[3]; /* if whole: the grid's shape */
	struct samples dim[3];
};

/* All blocks of a grid. */
struct launch_plan launch_plan_whole(const uint32_t grid[3]);
/* As many blocks as `affordable` allows. Corners and edges are kept as long as possible. */
struct launch_plan launch_plan(struct arena *arena, const uint32_t grid[3], double affordable);
/* At most `most` adjacent blocks from the middle of the grid: kernels with different grids process the same part of
 * their data there. */
struct launch_plan launch_plan_side_by_side(struct arena *arena, const uint32_t grid[3], unsigned most);
/* Block `number` of the plan, and its weight. */
void launch_plan_block(const struct launch_plan *plan, unsigned number, uint32_t at[3], double *weight);
unsigned launch_plan_blocks(const struct launch_plan *plan);

/* A block to run. */
struct planned_block {
	uint32_t at[3];
	double weight;
	bool is_longest; /* the longest block of a grid with unequal blocks */
	bool has_run;    /* has already run, as the grid's first block with weight 1 */
};

struct planned_blocks {
	struct planned_block *items;
	size_t count;
};

/* The blocks of a plan that is not whole, in the arena. The grid's first block, with weight 1, is always among them. */
struct planned_blocks launch_plan_list(const struct launch_plan *plan, struct arena *arena);
/* Adds a block of weight 1, unless it is there; those that stand for others then stand for one block less. */
void planned_blocks_add(struct planned_blocks *blocks, struct planned_block block, struct arena *arena);

#endif
