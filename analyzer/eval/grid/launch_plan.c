#include "eval/grid/launch_plan.h"

/* If a dimension gets so many samples that they could use all affordable blocks, this part of them stays free. */
enum { ROOM_SHARE = 3 };

struct launch_plan
launch_plan_side_by_side(struct arena *arena, const uint32_t grid[3], unsigned most)
{
	struct launch_plan plan = {0};
	unsigned left = most;
	for (int d = 0; d < 3; d++) {
		plan.dim[d] = samples_adjacent(arena, grid[d], left);
		left = plan.dim[d].count ? left / (unsigned)plan.dim[d].count : 0; /* an empty grid has no blocks */
	}
	return plan;
}

void
launch_plan_block(const struct launch_plan *plan, unsigned number, uint32_t at[3], double *weight)
{
	*weight = 1;
	for (int d = 0; plan->whole && d < 3; number /= plan->grid[d], d++)
		at[d] = number % plan->grid[d];
	for (int d = 0; !plan->whole && d < 3; number /= (unsigned)plan->dim[d].count, d++) {
		const struct sample *sample = &plan->dim[d].items[number % plan->dim[d].count];
		at[d] = (uint32_t)sample->at;
		*weight *= sample->weight;
	}
}

unsigned
launch_plan_blocks(const struct launch_plan *plan)
{
	return plan->whole ? plan->grid[0] * plan->grid[1] * plan->grid[2]
	                   : (unsigned)(plan->dim[0].count * plan->dim[1].count * plan->dim[2].count);
}

struct launch_plan
launch_plan_whole(const uint32_t grid[3])
{
	return (struct launch_plan){.whole = true, .grid = {grid[0], grid[1], grid[2]}};
}

/* Corners and edges, and some blocks in between; false: the budget does not allow them. */
static bool
plan_details(struct launch_plan *plan, struct arena *arena, const uint32_t grid[3], double affordable)
{
	/* Samples between the ends in each dimension. Those of the first rows are for grids of several dimensions. */
	static const unsigned inner[][3] = {
		{16, 16, 8}, {8, 16, 8}, {8, 16, 1}, {2, 16, 1}, {8, 8, 1}, {2, 8, 1},
		{6, 6, 2},   {6, 2, 1},  {4, 2, 1},  {2, 2, 1},  {2, 1, 1}, {1, 1, 1},
	};
	enum { DETAILED_ROWS = 6, FLAT_ALONE = DETAILED_ROWS };
	const bool flat = grid[1] * (uint64_t)grid[2] == 1;
	for (size_t detail = flat ? DETAILED_ROWS : 0; detail < sizeof inner / sizeof *inner; detail++) {
		if (detail == FLAT_ALONE && !flat)
			continue;
		for (int d = 0; d < 3; d++)
			plan->dim[d] = samples_spread(arena, grid[d], inner[detail][d > 0 && grid[0] == 1 ? 0 : d], 1,
			                              ENDS_BOTH);
		if (launch_plan_blocks(plan) <= affordable - (detail < DETAILED_ROWS ? affordable / ROOM_SHARE : 0))
			return true;
	}
	return false;
}

struct launch_plan
launch_plan(struct arena *arena, const uint32_t grid[3], double affordable)
{
	struct launch_plan plan = {0};
	const bool flat = grid[1] * (uint64_t)grid[2] == 1;
	if (plan_details(&plan, arena, grid, affordable))
		return plan;
	/* One block in the middle stands for all, except for the last one of a flat grid: if the work does not divide
	 * evenly, that differs from all others. */
	for (int d = 2; d >= 0; d--) {
		plan.dim[d] = samples_spread(arena, grid[d], 1, 1, flat && grid[d] > 2 ? ENDS_LAST : ENDS_NONE);
		if (launch_plan_blocks(&plan) <= affordable)
			return plan;
	}
	return plan;
}

struct planned_blocks
launch_plan_list(const struct launch_plan *plan, struct arena *arena)
{
	const unsigned count = launch_plan_blocks(plan);
	struct planned_blocks blocks = {.items = arena_new_array(arena, struct planned_block, count)};
	for (unsigned i = 0; i < count; i++) {
		struct planned_block *b = &blocks.items[blocks.count++];
		launch_plan_block(plan, i, b->at, &b->weight);
		b->has_run = b->at[0] == 0 && b->at[1] == 0 && b->at[2] == 0 && b->weight <= 1;
	}
	planned_blocks_add(&blocks, (struct planned_block){.weight = 1, .has_run = true}, arena);
	return blocks;
}

void
planned_blocks_add(struct planned_blocks *blocks, struct planned_block block, struct arena *arena)
{
	double others = 0;
	for (size_t i = 0; i < blocks->count; i++) {
		const uint32_t *at = blocks->items[i].at;
		if (at[0] == block.at[0] && at[1] == block.at[1] && at[2] == block.at[2])
			return;
		others += blocks->items[i].weight > 1 ? blocks->items[i].weight : 0;
	}
	for (size_t i = 0; i < blocks->count; i++)
		if (blocks->items[i].weight > 1)
			blocks->items[i].weight *= (others - 1) / others;
	blocks->items = arena_copy(arena, blocks->items, blocks->count, blocks->count + 1, sizeof block);
	blocks->items[blocks->count++] = block;
}
