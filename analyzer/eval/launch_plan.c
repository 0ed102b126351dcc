#include "eval/launch_plan.h"

#include "eval/guards.h"

enum { MOST_FOUND = 64 };

const struct turns no_turns[3];

static void
add_pick(struct picks *p, uint32_t at, double weight)
{
	p->at[p->count] = at;
	p->weight[p->count++] = weight;
}

/* Of [from, to) the first, the last, and `inner` ones spread between them, taken from even and odd places by turns. */
static void
pick_between(struct picks *p, uint32_t from, uint32_t to, unsigned inner)
{
	const uint32_t size = to - from;
	if (size <= inner + 2) {
		for (uint32_t i = 0; i < size; i++)
			add_pick(p, from + i, 1);
		return;
	}
	const double each = (size - 2) / (double)inner;
	add_pick(p, from, 1);
	for (unsigned i = 0; i < inner; i++) {
		uint32_t at = 1 + (uint32_t)(each * (i + 0.5));
		if ((at + i) % 2 && at + 1 < size - 1)
			at++;
		add_pick(p, from + at, each);
	}
	add_pick(p, to - 1, 1);
}

/* The stretches between turns each for themselves, so that no block stands for those of another. */
static struct picks
pick(uint32_t size, unsigned inner, const struct turns *turns)
{
	struct picks p = {0};
	const unsigned share = turns->count && inner > 2 ? 2 : inner;
	uint32_t from = 0;
	for (unsigned i = 0; i < turns->count; i++) {
		pick_between(&p, from, turns->at[i], share);
		from = turns->at[i];
	}
	pick_between(&p, from, size, share);
	return p;
}

/* One in the middle that stands for all: an odd one, since what is a multiple of the index is aligned best at even ones. */
static struct picks
pick_middle(uint32_t size)
{
	const uint32_t odd = size / 2 | 1;
	return (struct picks){.count = 1, .at = {odd < size ? odd : size - 1}, .weight = {size}};
}

unsigned
launch_plan_blocks(const struct launch_plan *plan)
{
	return plan->dim[0].count * plan->dim[1].count * plan->dim[2].count;
}

/* Corners and edges, also those between turns, and some between them: false when that is more than the budget allows. */
static bool
plan_details(struct launch_plan *plan, const uint32_t grid[3], const struct turns turns[3], double affordable)
{
	/* Pairs, where there is more than one: as many even places as odd ones. */
	static const unsigned inner[][3] = {{6, 6, 2}, {6, 2, 1}, {4, 2, 1}, {2, 2, 1}, {2, 1, 1}, {1, 1, 1}};
	const bool flat = grid[1] * (uint64_t)grid[2] == 1;
	for (size_t detail = flat ? 0 : 1; detail < sizeof inner / sizeof *inner; detail++) {
		for (int d = 0; d < 3; d++)
			plan->dim[d] = pick(grid[d], inner[detail][d > 0 && grid[0] == 1 ? 0 : d], &turns[d]);
		if (launch_plan_blocks(plan) <= affordable)
			return true;
	}
	return false;
}

struct launch_plan
launch_plan(const uint32_t grid[3], const struct turns turns[3], double affordable)
{
	struct launch_plan plan;
	if (plan_details(&plan, grid, turns, affordable) || plan_details(&plan, grid, no_turns, affordable))
		return plan;
	for (int d = 2; d >= 0; d--) {
		plan.dim[d] = pick_middle(grid[d]);
		if (launch_plan_blocks(&plan) <= affordable)
			return plan;
	}
	return plan;
}

/* Where some condition comes out otherwise than before; false: nowhere. The first block and the last are run anyway. */
bool
launch_find_turns(struct program *program, const struct launch_request *request, struct turns turns[3])
{
	struct guards *guards = guards_find(program, request);
	for (int d = 0; d < 3; d++) {
		uint32_t found[MOST_FOUND];
		const unsigned count = guards_turns(guards, d, found, MOST_FOUND);
		turns[d].count = 0;
		for (unsigned i = 0; i < count && turns[d].count < MOST_TURNS; i++)
			if (found[i] > 1 && found[i] + 1 < (uint64_t)request->grid[d])
				turns[d].at[turns[d].count++] = found[i];
	}
	guards_free(guards);
	return turns[0].count || turns[1].count || turns[2].count;
}

bool
launch_plan_has_corner(const struct launch_plan *plan)
{
	return plan->dim[0].at[0] == 0 && plan->dim[1].at[0] == 0 && plan->dim[2].at[0] == 0;
}
