#include "eval/grid/longest_blocks.h"

#include <math.h>
#include <stdlib.h>

#include "eval/guard/guard_rounds.h"
#include "support/memory.h"

enum {
	STEPS_SHARE = 4,           /* of what there is left, what one launch may take */
	LEAST_ROUNDS = 64,         /* a loop of fewer is over before its block matters */
	FAR_MORE = 2,              /* times the rounds of the plan's longest */
};

struct search {
	struct guard_rounds *rounds;
	const int64_t *grid;
	uint64_t blocks;
	int64_t step;              /* from a thread that is asked to the next: 1, but where there are too many */
	uint64_t longest;          /* number of the longest block */
	double most, others;       /* its rounds; blocks beside it that make half as many at least, */
	uint64_t other;            /* one of which is this */
};

static void
block_at(const struct search *s, uint64_t number, uint32_t at[3])
{
	for (int d = 0; d < 3; number /= (uint64_t)s->grid[d], d++)
		at[d] = (uint32_t)(number % (uint64_t)s->grid[d]);
}

/* Of the plan's blocks all threads are asked. */
static double
most_of_plan(const struct search *s, const struct planned_blocks *plan)
{
	double most = 0;
	for (size_t i = 0; i < plan->count; i++)
		most = fmax(most, guard_rounds_longest(s->rounds, plan->items[i].at, 0, 1));
	return most;
}

static void
find_longest(struct search *s, float *rounds)
{
	uint32_t at[3];
	for (uint64_t i = 0; i < s->blocks; i++) {
		block_at(s, i, at);
		const double of_block = guard_rounds_longest(s->rounds, at, (int64_t)(i % (uint64_t)s->step), s->step);
		rounds[i] = (float)of_block;
		if (of_block > s->most) {
			s->most = of_block;
			s->longest = i;
		}
	}
	for (uint64_t i = 0; i < s->blocks; i++)
		if (i != s->longest && rounds[i] >= s->most / 2) {
			s->others++;
			s->other = i;
		}
}

static void
take_from_others(struct planned_blocks *plan, double blocks)
{
	double weight = 0;
	for (size_t i = 0; i < plan->count; i++)
		weight += plan->items[i].weight > 1 ? plan->items[i].weight : 0;
	for (size_t i = 0; i < plan->count && weight > blocks; i++)
		if (plan->items[i].weight > 1)
			plan->items[i].weight *= (weight - blocks) / weight;
}

static void
add_block(const struct search *s, struct planned_blocks *plan, uint64_t number, double weight)
{
	struct planned_block *block = &plan->items[plan->count++];
	*block = (struct planned_block){.weight = weight, .is_longest = true};
	block_at(s, number, block->at);
}

static void
add_longest(struct search *s, struct planned_blocks *plan, struct arena *arena)
{
	float *rounds = memory_alloc(memory_product(s->blocks, sizeof *rounds));
	find_longest(s, rounds);
	free(rounds);
	if (s->most < LEAST_ROUNDS || s->most <= FAR_MORE * most_of_plan(s, plan))
		return;
	plan->items = arena_copy(arena, plan->items, plan->count, plan->count + 2, sizeof *plan->items);
	take_from_others(plan, 1 + s->others);
	add_block(s, plan, s->longest, 1);
	if (s->others > 0)
		add_block(s, plan, s->other, s->others);
}

/* Where not all threads can be asked, some of each block are. */
static bool
can_ask(struct search *s, uint64_t steps)
{
	const double threads = (double)guard_rounds_threads(s->rounds);
	const double all = (double)s->blocks * threads * (double)guard_rounds_steps_of_thread(s->rounds);
	s->step = (int64_t)fmin(fmax(1, ceil(all / (double)steps)), threads);
	return all / (double)s->step <= (double)steps;
}

void
plan_add_longest(struct planned_blocks *plan, struct program *program, const struct launch_request *request, uint64_t *steps,
                 struct arena *arena)
{
	struct guard_graph *graph = guard_graph_read(program, request);
	if (!graph)
		return;
	struct search s = {.rounds = guard_rounds_new(graph, program, request), .grid = request->grid,
	                   .blocks = (uint64_t)(request->grid[0] * request->grid[1] * request->grid[2])};
	if (can_ask(&s, *steps / STEPS_SHARE)) {
		add_longest(&s, plan, arena);
		const uint64_t threads = (uint64_t)(guard_rounds_threads(s.rounds) / s.step + 1);
		const uint64_t taken = s.blocks * threads * guard_rounds_steps_of_thread(s.rounds);
		*steps -= taken < *steps ? taken : *steps;
	}
	guard_rounds_free(s.rounds);
	free(graph);
}
