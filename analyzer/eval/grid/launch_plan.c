#include "eval/grid/launch_plan.h"

enum {
	LONGEST_TURN = 32, /* of bytes in a sector */
	FIRST_TURN =
		3, /* six from there on are aligned as all are, on the average: three odd ones, one a multiple of eight */
	LEAST_TURN = 8, /* of words of four bytes in a sector */
	ROOM_SHARE =
		3, /* of what is affordable, the part that is left where so many are picked that all of it would go to one dimension */
	EVEN_START = 16, /* what blocks do in turn, or for each other, they mostly do in powers of two */
};

static void
add_pick(struct picks *p, uint32_t at, double weight)
{
	p->at[p->count] = at;
	p->weight[p->count++] = weight;
}

/* The first from there on that is so far from a multiple of the power of two. */
static uint32_t
first_with_rest(uint32_t from, uint32_t turn, uint32_t rest)
{
	return from + (rest - from) % turn;
}

/* Near there, the number of the pick modulo a power of two: what begins at a multiple of the block's index is aligned at each
 * second, fourth, ... place, and so in as great a part of the picks. */
static uint32_t
at_turn(uint32_t place, unsigned number, double room)
{
	uint32_t turn = 2;
	if (room < turn)
		return place; /* nearly all are picked */
	while (turn < LONGEST_TURN && turn * 4 <= room)
		turn *= 2;
	return first_with_rest(place - (turn / 2 - 1), turn, number);
}

/* Of [from, to), of which there are enough for each, one with each remainder by `turn`, spread evenly: it stands for all that have
 * it. What begins at a multiple of the block's index, a row of a matrix, lies within a sector as the remainder says. Where there is
 * room those by the longest turn follow on each other: else narrow elements, rarely aligned, were so too often. */
static void
pick_remainders(struct picks *p, uint32_t from, uint32_t to, uint32_t turn)
{
	const uint32_t longest = to - from >= 2 * LONGEST_TURN ? LONGEST_TURN : turn;
	const double each = (to - from - longest) / (turn - 1.0);
	for (uint32_t i = 0; i < turn; i++) {
		const uint32_t number = i + FIRST_TURN, first = first_with_rest(from, turn, number);
		add_pick(p, first_with_rest(from + (uint32_t)(each * i), longest, number), (to - 1 - first) / turn + 1);
	}
}

/* Of [from, to) so many, spread between them. */
static void
pick_spread(struct picks *p, uint32_t from, uint32_t to, unsigned count)
{
	const double each = (to - from) / (double)count;
	for (unsigned i = 0; i < count; i++) {
		const uint32_t place = from + (uint32_t)(each * (i + 0.5)), at = at_turn(place, i + FIRST_TURN, each);
		add_pick(p, at < to ? at : place, each);
	}
}

/* The first, the last, and `inner` ones between them. */
static struct picks
pick(uint32_t size, unsigned inner)
{
	struct picks p = {0};
	if (size <= inner + 2) {
		for (uint32_t i = 0; i < size; i++)
			add_pick(&p, i, 1);
		return p;
	}
	add_pick(&p, 0, 1);
	if (inner >= LEAST_TURN)
		pick_remainders(&p, 1, size - 1, inner);
	else
		pick_spread(&p, 1, size - 1, inner);
	add_pick(&p, size - 1, 1);
	return p;
}

/* One in the middle that stands for all: an odd one, since what is a multiple of the index is aligned best at even ones. */
static struct picks
pick_middle(uint32_t size)
{
	const uint32_t odd = size / 2 | 1;
	return (struct picks){.count = 1, .at = {odd < size ? odd : size - 1}, .weight = {size}};
}

/* That, and the last: of a grid that does not divide evenly it is unlike all others. */
static struct picks
pick_middle_and_last(uint32_t size)
{
	struct picks p = pick_middle(size - 1);
	add_pick(&p, size - 1, 1);
	return p;
}

struct launch_plan
launch_plan_side_by_side(const uint32_t grid[3], unsigned most)
{
	struct launch_plan plan = {0};
	unsigned left = most;
	for (int d = 0; d < 3; d++) {
		const uint32_t count = grid[d] < left ? grid[d] : left, middle = grid[d] / 2 / EVEN_START * EVEN_START,
			       first = middle <= grid[d] - count ? middle : grid[d] - count;
		for (uint32_t i = 0; i < count; i++)
			add_pick(&plan.dim[d], first + i, (double)grid[d] / count);
		left = count ? left / count : 0; /* an empty grid has no blocks */
	}
	return plan;
}

void
launch_plan_block(const struct launch_plan *plan, unsigned number, uint32_t at[3], double *weight)
{
	*weight = 1;
	for (int d = 0; plan->whole && d < 3; number /= plan->grid[d], d++)
		at[d] = number % plan->grid[d];
	for (int d = 0; !plan->whole && d < 3; number /= plan->dim[d].count, d++) {
		const unsigned i = number % plan->dim[d].count;
		at[d] = plan->dim[d].at[i];
		*weight *= plan->dim[d].weight[i];
	}
}

unsigned
launch_plan_blocks(const struct launch_plan *plan)
{
	return plan->whole ? plan->grid[0] * plan->grid[1] * plan->grid[2]
	                   : plan->dim[0].count * plan->dim[1].count * plan->dim[2].count;
}

struct launch_plan
launch_plan_whole(const uint32_t grid[3])
{
	return (struct launch_plan){.whole = true, .grid = {grid[0], grid[1], grid[2]}};
}

/* Corners and edges, and some between them: false when that is more than the budget allows. */
static bool
plan_details(struct launch_plan *plan, const uint32_t grid[3], double affordable)
{
	/* First those of many remainders, of grids of several dimensions; then pairs, where there is more than one: as many even
	 * places as odd ones. */
	static const unsigned inner[][3] = {
		{16, 16, 8}, {8, 16, 8}, {8, 16, 1}, {2, 16, 1}, {8, 8, 1}, {2, 8, 1},
		{6, 6, 2},   {6, 2, 1},  {4, 2, 1},  {2, 2, 1},  {2, 1, 1}, {1, 1, 1},
	};
	enum { REMAINDERS = 6, FLAT_ALONE = REMAINDERS };
	const bool flat = grid[1] * (uint64_t)grid[2] == 1;
	for (size_t detail = flat ? REMAINDERS : 0; detail < sizeof inner / sizeof *inner; detail++) {
		if (detail == FLAT_ALONE && !flat)
			continue;
		for (int d = 0; d < 3; d++)
			plan->dim[d] = pick(grid[d], inner[detail][d > 0 && grid[0] == 1 ? 0 : d]);
		if (launch_plan_blocks(plan) <= affordable - (detail < REMAINDERS ? affordable / ROOM_SHARE : 0))
			return true;
	}
	return false;
}

struct launch_plan
launch_plan(const uint32_t grid[3], double affordable)
{
	struct launch_plan plan = {0};
	const bool flat = grid[1] * (uint64_t)grid[2] == 1;
	if (plan_details(&plan, grid, affordable))
		return plan;
	for (int d = 2; d >= 0; d--) {
		plan.dim[d] = flat && grid[d] > 2 ? pick_middle_and_last(grid[d]) : pick_middle(grid[d]);
		if (launch_plan_blocks(&plan) <= affordable)
			return plan;
	}
	return plan;
}

static bool
has_corner(const struct launch_plan *plan)
{
	return plan->dim[0].at[0] == 0 && plan->dim[1].at[0] == 0 && plan->dim[2].at[0] == 0;
}

struct planned_blocks
launch_plan_list(const struct launch_plan *plan, struct arena *arena)
{
	const unsigned count = launch_plan_blocks(plan);
	const bool corner = has_corner(plan);
	struct planned_blocks blocks = {.items = arena_new_array(arena, struct planned_block, count + 1)};
	double others = 0;
	for (unsigned i = 0; i < count; i++) {
		struct planned_block *b = &blocks.items[blocks.count++];
		launch_plan_block(plan, i, b->at, &b->weight);
		b->has_run = b->at[0] == 0 && b->at[1] == 0 && b->at[2] == 0 && b->weight <= 1;
		others += b->weight > 1 ? b->weight : 0;
	}
	if (corner)
		return blocks;
	/* Those that stand for others stand for one less: the first. */
	for (unsigned i = 0; i < count; i++)
		blocks.items[i].weight -= blocks.items[i].weight > 1 ? blocks.items[i].weight / others : 0;
	blocks.items[blocks.count++] = (struct planned_block){.weight = 1, .has_run = true};
	return blocks;
}
