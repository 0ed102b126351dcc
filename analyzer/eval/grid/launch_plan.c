#include "eval/grid/launch_plan.h"

enum {
	LONGEST_TURN = 32, /* bytes in a sector */
	/* on average, six consecutive numbers from here on are aligned as all numbers are: three are odd, one is a
	 * multiple of eight */
	FIRST_TURN = 3,
	LEAST_TURN = 8, /* 4-byte words in a sector */
	/* of the affordable blocks, the part that stays free if one dimension gets so many picks that it could use
	 * all */
	ROOM_SHARE = 3,
	EVEN_START = 16, /* blocks that alternate or cooperate mostly do so in powers of two */
};

static void
add_pick(struct picks *p, uint32_t at, double weight)
{
	p->at[p->count] = at;
	p->weight[p->count++] = weight;
}

/* The first number from `from` on with this remainder modulo `turn`, a power of two. */
static uint32_t
first_with_rest(uint32_t from, uint32_t turn, uint32_t rest)
{
	return from + (rest - from) % turn;
}

/* A place near `place` whose remainder modulo a power of two is the pick's number. Data that begin at a multiple of
 * the block's index are aligned at every second, fourth, … index; the picks get the same shares. */
static uint32_t
at_turn(uint32_t place, unsigned number, double room)
{
	uint32_t turn = 2;
	if (room < turn)
		return place; /* nearly all blocks are picked */
	while (turn < LONGEST_TURN && turn * 4 <= room)
		turn *= 2;
	return first_with_rest(place - (turn / 2 - 1), turn, number);
}

/* Picks one number of [from, to) for each remainder modulo `turn`, evenly spread; it represents all numbers with
 * that remainder. Data that begin at a multiple of the block's index, such as a row of a matrix, are aligned within
 * a sector as the remainder determines. If there is room, the remainders modulo LONGEST_TURN are consecutive:
 * otherwise narrow elements, which are rarely aligned, would be aligned too often. */
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

/* Picks `count` numbers of [from, to), evenly spread. */
static void
pick_spread(struct picks *p, uint32_t from, uint32_t to, unsigned count)
{
	const double each = (to - from) / (double)count;
	for (unsigned i = 0; i < count; i++) {
		const uint32_t place = from + (uint32_t)(each * (i + 0.5)), at = at_turn(place, i + FIRST_TURN, each);
		add_pick(p, at < to ? at : place, each);
	}
}

/* The first, the last, and `inner` numbers in between. */
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

/* One number in the middle represents all. It is odd, because multiples of an even index are aligned too well. */
static struct picks
pick_middle(uint32_t size)
{
	const uint32_t odd = size / 2 | 1;
	return (struct picks){.count = 1, .at = {odd < size ? odd : size - 1}, .weight = {size}};
}

/* The same, and the last number: in a grid that does not divide evenly it differs from all others. */
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

/* Corners and edges, and some blocks in between; false: the budget does not allow them. */
static bool
plan_details(struct launch_plan *plan, const uint32_t grid[3], double affordable)
{
	/* The first rows pick by remainders, for grids of several dimensions. The others pick pairs where they pick
	 * more than one: as many even places as odd ones. */
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
	/* The first block is added, so the blocks that represent others represent one block less. */
	for (unsigned i = 0; i < count; i++)
		blocks.items[i].weight -= blocks.items[i].weight > 1 ? blocks.items[i].weight / others : 0;
	blocks.items[blocks.count++] = (struct planned_block){.weight = 1, .has_run = true};
	return blocks;
}
