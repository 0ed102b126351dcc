#include "eval/grid/plan_by_place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/grid/plan_choice.h"
#include "eval/grid/plan_weights.h"

enum {
	LEAST_OF_KIND = 2,         /* blocks in one place do not tell what becomes of it in another */
	MOST_ADDED = 48,
	LEAST_CANDIDATES = 128,
	CANDIDATE_STEPS = 100000,  /* to find out how often candidates go round loops, where that is told */
	MOST_CANDIDATES = 2048,
};

/* Blocks that are weighed together: those of a kind, or of all kinds in which guards come out about the same, where the plan does
 * not have each of these as often as it is. */
struct group {
	double all;                /* its blocks, and */
	double blocks;             /* those that are not run for themselves alone */
	double weight;             /* for which those of the plan stand */
	struct terms sum;          /* of those blocks */
	size_t in_plan;            /* blocks that stand for others */
	size_t wanted, added;      /* that are to stand in their place */
	/* Of blocks all over it, from which those that are wanted are taken: */
	struct candidate *candidates;
	size_t candidate_count, gone_through;
	double passed;             /* blocks of the boxes that have been gone through */
};

/* What the plan has of a kind. */
struct share {
	const struct block_kind *kind;
	double weight;             /* for which its blocks stand */
	size_t group;
};

struct placer {
	struct block_kinds *kinds;
	struct share *shares;      /* by the kind's number */
	struct group *groups;      /* as many as kinds at most; behind them one of kinds that were not found */
	struct planned_blocks plan;
	size_t *group_of;          /* each block of the plan */
	size_t planned, capacity;
	struct term_maker maker;
	struct arena *arena;
};

/* ---- what the plan has ---- */

static bool
stands_for_others(const struct planned_block *b)
{
	return b->weight > 1;
}

static int
by_likeness(const void *left, const void *right)
{
	const uint64_t a = (*(struct share *const *)left)->kind->roughly, b = (*(struct share *const *)right)->kind->roughly;
	return (a > b) - (a < b);
}

static bool
is_as_often(const struct share *share)
{
	return fabs(share->weight - share->kind->blocks) <= 1e-9 * share->kind->blocks;
}

/* False: the plan has no block of them. */
static bool
join_shares(struct share **shares, size_t count)
{
	bool as_often = true, any = false;
	for (size_t i = 0; i < count; i++) {
		as_often &= is_as_often(shares[i]);
		any |= shares[i]->weight > 0;
	}
	for (size_t i = 0; i < count; i++)
		shares[i]->group = as_often ? shares[i]->kind->number : shares[0]->kind->number;
	return any;
}

/* Kinds that are weighed for others of which the plan has no block stand together with these: then they are told apart by how often
 * they go round loops. */
static void
join_others(struct placer *p)
{
	const struct share *other = NULL;
	for (size_t i = 0; i < p->kinds->count; i++) {
		struct share *share = &p->shares[i];
		if (is_as_often(share))
			continue;
		other = other ? other : share;
		share->group = other->kind->number;
	}
}

static size_t
group_at(struct placer *p, const uint32_t at[3])
{
	const struct block_kind *kind = block_kinds_at(p->kinds, at);
	return kind ? p->shares[kind->number].group : p->kinds->count;
}

static void
find_shares(struct placer *p)
{
	const size_t count = p->kinds->count;
	struct share **shares = arena_new_array(p->arena, struct share *, count);
	bool missing = false;
	for (size_t i = 0; i < count; i++) {
		p->shares[i].kind = p->kinds->items[i];
		shares[i] = &p->shares[i];
	}
	for (size_t i = 0; i < p->plan.count; i++) {
		const struct block_kind *kind = block_kinds_at(p->kinds, p->plan.items[i].at);
		if (kind)
			p->shares[kind->number].weight += p->plan.items[i].weight;
	}
	qsort(shares, count, sizeof *shares, by_likeness);
	for (size_t from = 0, end; from < count; from = end) {
		for (end = from; end < count && shares[end]->kind->roughly == shares[from]->kind->roughly; end++)
			;
		missing |= !join_shares(shares + from, end - from);
	}
	if (missing && guard_rounds_steps(p->maker.rounds))
		join_others(p);
}

static void
find_grid(struct placer *p)
{
	for (size_t i = 0; i < p->kinds->box_count; i++)
		for (int d = 0; d < 3; d++)
			if (p->kinds->boxes[i].box.last[d] > p->maker.grid_last[d])
				p->maker.grid_last[d] = p->kinds->boxes[i].box.last[d];
}

static void
find_groups(struct placer *p)
{
	for (size_t i = 0; i < p->kinds->box_count; i++) {
		const struct kind_box *box = &p->kinds->boxes[i];
		const struct terms sum = terms_of_box(&p->maker, &box->box);
		struct group *g = &p->groups[p->shares[box->kind].group];
		terms_add(&g->sum, &sum, 1);
		g->all += sum.of[TERM_ONE];
	}
	for (size_t i = 0; i < p->plan.count; i++) {
		const struct planned_block *b = &p->plan.items[i];
		struct group *g = &p->groups[p->group_of[i] = group_at(p, b->at)];
		if (stands_for_others(b)) {
			g->weight += b->weight;
			g->in_plan++;
		} else {
			const struct terms t = terms_at(&p->maker, b->at);
			terms_add(&g->sum, &t, -b->weight);
		}
	}
	for (size_t i = 0; i < p->kinds->count; i++)
		p->groups[i].blocks = p->groups[i].sum.of[TERM_ONE];
}

/* ---- which are added ---- */

/* Of all groups. */
struct whole {
	double weight, rounds;
};

static struct whole
whole_of_groups(const struct placer *p)
{
	struct whole whole = {0};
	for (size_t i = 0; i < p->kinds->count; i++) {
		whole.weight += p->groups[i].weight;
		whole.rounds += terms_rounds(&p->groups[i].sum);
	}
	return whole;
}

/* So many at least tell of a group how its blocks differ by their place, if it is no small one. */
static double
least_of_group(const struct placer *p, const struct group *g, double weight)
{
	enum { SMALL_SHARE = 32 };
	const unsigned dimensions = (p->maker.grid_last[0] > 0) + (p->maker.grid_last[1] > 0) + (p->maker.grid_last[2] > 0);
	if (g->weight * SMALL_SHARE < weight)
		return 0;
	return g->blocks <= dimensions + 2 ? g->blocks : dimensions + 1;
}

/* As many as the plan has, at least: those stand in rows and columns of the grid, others take their place. Of a small group one
 * may stay. */
static void
want_of_group(const struct placer *p, struct group *g, double room, const struct whole *whole)
{
	const double by_weight = g->weight / whole->weight;
	const double share = room * (whole->rounds > 0 ? (by_weight + terms_rounds(&g->sum) / whole->rounds) / 2 : by_weight);
	const double least = fmax(least_of_group(p, g, whole->weight), (double)g->in_plan);
	const double wanted = floor(fmin(least + share, fmax(least, g->blocks / 2)));
	if (g->candidate_count && wanted >= LEAST_OF_KIND && g->blocks >= LEAST_OF_KIND)
		g->wanted = (size_t)fmin(wanted, g->blocks);
}

static void
want_candidates(struct placer *p)
{
	const uint64_t steps = guard_rounds_steps(p->maker.rounds);
	const double most = steps ? fmin(MOST_CANDIDATES, CANDIDATE_STEPS / (double)steps) : 0;
	double all = 0;
	for (size_t i = 0; i < p->kinds->count; i++)
		all += p->groups[i].in_plan ? p->groups[i].all : 0;
	for (size_t i = 0; i < p->kinds->count; i++) {
		struct group *g = &p->groups[i];
		if (!g->in_plan)
			continue;
		g->candidate_count = (size_t)fmin(fmax(LEAST_CANDIDATES, most * g->all / all), g->all);
		g->candidates = arena_new_array(p->arena, struct candidate, g->candidate_count);
	}
}

/* Of equal parts of all its blocks, each a little elsewhere: what blocks do in turn is met at all its turns. */
static void
take_candidates(struct group *g, const struct guard_box *box)
{
	static const double golden = 0.6180339887498949;
	const double blocks = block_kinds_box_blocks(box), part = g->all / (double)g->candidate_count;
	while (g->gone_through < g->candidate_count) {
		const double within = golden * (double)(g->gone_through + 1), at = (double)g->gone_through + within - floor(within);
		const double next = floor(part * at) - g->passed;
		if (next >= blocks)
			break;
		block_kinds_block(box, (uint64_t)next, g->candidates[g->gone_through++].at);
	}
	g->passed += blocks;
}

static bool
is_run_alone(const struct placer *p, const uint32_t at[3])
{
	for (size_t i = 0; i < p->planned; i++)
		if (!stands_for_others(&p->plan.items[i]) && memcmp(p->plan.items[i].at, at, sizeof p->plan.items[i].at) == 0)
			return true;
	return false;
}

/* Without those that are run for themselves alone. What they come to by their rounds all blocks of the group do. */
static void
find_terms(const struct placer *p, struct group *g)
{
	struct terms sum = {0};
	size_t count = 0;
	for (size_t i = 0; i < g->gone_through; i++) {
		struct candidate *c = &g->candidates[count];
		*c = g->candidates[i];
		if (is_run_alone(p, c->at))
			continue;
		c->terms = terms_at(&p->maker, c->at);
		terms_add(&sum, &c->terms, 1);
		count++;
	}
	g->candidate_count = count;
	for (int i = TERM_ROUNDS; i < TERMS && count; i++)
		if (i < TERM_X || i >= TERM_SQUARES)
			g->sum.of[i] = sum.of[i] / (double)count * g->blocks;
}

/* So that what is run comes as near as can be to the whole. */
static void
add_of_group(struct placer *p, size_t group)
{
	struct group *g = &p->groups[group];
	struct chosen_block *chosen = arena_new_array(p->arena, struct chosen_block, g->wanted);
	struct terms mean = {0};
	double all = 0;
	terms_add(&mean, &g->sum, 1 / g->blocks);
	g->added = plan_choose(g->candidates, g->candidate_count, &mean, chosen, g->wanted, p->arena);
	for (size_t i = 0; i < g->added; i++)
		all += chosen[i].weight;
	for (size_t i = 0; i < g->added; i++) {
		const struct planned_block b = {.at = {chosen[i].at[0], chosen[i].at[1], chosen[i].at[2]},
		                                .weight = g->weight * chosen[i].weight / all};
		p->group_of[p->plan.count] = group;
		arena_push(p->arena, p->plan.items, p->plan.count, p->capacity, b);
	}
}

static int
by_corner(const void *left, const void *right)
{
	const struct kind_box *a = left, *b = right;
	for (int d = 2; d >= 0; d--)
		if (a->box.first[d] != b->box.first[d])
			return a->box.first[d] < b->box.first[d] ? -1 : 1;
	return 0;
}

static void
find_candidates(struct placer *p)
{
	want_candidates(p);
	qsort(p->kinds->boxes, p->kinds->box_count, sizeof *p->kinds->boxes, by_corner);
	for (size_t i = 0; i < p->kinds->box_count; i++)
		take_candidates(&p->groups[p->shares[p->kinds->boxes[i].kind].group], &p->kinds->boxes[i].box);
	for (size_t i = 0; i < p->kinds->count; i++)
		find_terms(p, &p->groups[i]);
}

static void
add_blocks(struct placer *p, size_t room)
{
	const struct whole whole = whole_of_groups(p);
	size_t wanted = 0;
	for (size_t i = 0; i < p->kinds->count; i++) {
		want_of_group(p, &p->groups[i], (double)room, &whole);
		wanted += p->groups[i].wanted;
	}
	p->group_of = arena_copy(p->arena, p->group_of, p->planned, p->planned + wanted, sizeof *p->group_of);
	for (size_t i = 0; i < p->planned; i++)
		if (stands_for_others(&p->plan.items[i]) && p->groups[p->group_of[i]].wanted)
			p->plan.items[i].weight = 0;
	for (size_t i = 0; i < p->kinds->count; i++)
		if (p->groups[i].wanted)
			add_of_group(p, i);
}

/* ---- for how many each stands ---- */

/* As often as the rest is, but for what has to come out right. */
static void
weigh_group(struct placer *p, size_t group)
{
	const struct group *g = &p->groups[group];
	struct weighing w = {.blocks = arena_new_array(p->arena, struct planned_block *, g->added),
	                     .terms = arena_new_array(p->arena, struct terms, g->added),
	                     .weights = arena_new_array(p->arena, double, g->added)};
	terms_add(&w.wanted, &g->sum, g->weight / g->blocks);
	for (size_t i = p->planned; i < p->plan.count; i++) {
		struct planned_block *b = &p->plan.items[i];
		if (p->group_of[i] != group)
			continue;
		const struct terms t = terms_at(&p->maker, b->at);
		if (!stands_for_others(b)) {
			terms_add(&w.wanted, &t, -b->weight);
			continue;
		}
		w.terms[w.count] = t;
		w.blocks[w.count++] = b;
	}
	plan_find_weights(&w);
}

/* Without those in whose place others stand. What is known to be apart was weighed with others: it is to be compared with them. */
static void
leave_out_replaced(struct planned_blocks *blocks)
{
	size_t count = 0;
	for (size_t i = 0; i < blocks->count; i++)
		if (blocks->items[i].weight > 0)
			blocks->items[count++] = blocks->items[i];
	blocks->count = count;
	for (size_t i = 0; i < count; i++)
		blocks->items[i].apart = false;
}

struct planned_blocks
plan_by_place(const struct planned_blocks *plan, struct block_kinds *kinds, const int64_t threads[3], size_t room,
              struct arena *arena)
{
	struct placer p = {.kinds = kinds, .plan = *plan, .planned = plan->count, .capacity = plan->count, .arena = arena};
	p.shares = arena_new_array(arena, struct share, kinds->count);
	p.groups = arena_new_array(arena, struct group, kinds->count + 1);
	p.group_of = arena_new_array(arena, size_t, plan->count);
	p.plan.items = arena_copy(arena, plan->items, plan->count, plan->count, sizeof *plan->items);
	p.maker.rounds = guard_rounds_new(kinds->graph, threads);
	find_grid(&p);
	find_shares(&p);
	find_groups(&p);
	find_candidates(&p);
	add_blocks(&p, room < MOST_ADDED ? room : MOST_ADDED);
	for (size_t i = 0; i < kinds->count; i++)
		if (p.groups[i].added)
			weigh_group(&p, i);
	leave_out_replaced(&p.plan);
	guard_rounds_free(p.maker.rounds);
	return p.plan;
}

/* ---- the probe ---- */

static bool
is_planned(const struct planned_blocks *plan, const uint32_t at[3])
{
	for (size_t i = 0; i < plan->count; i++)
		if (memcmp(plan->items[i].at, at, sizeof plan->items[i].at) == 0)
			return true;
	return false;
}

/* The first from the kind's middle on that is none of the plan's; false: there is none. */
static bool
find_probe(const struct planned_blocks *plan, const struct block_kinds *kinds, const struct block_kind *kind, uint32_t at[3])
{
	double next = floor(kind->blocks / 2);
	for (size_t i = 0; i < kinds->box_count; i++) {
		const struct kind_box *box = &kinds->boxes[i];
		const double blocks = block_kinds_box_blocks(&box->box);
		for (; box->kind == kind->number && next < blocks; next++) {
			block_kinds_block(&box->box, (uint64_t)next, at);
			if (!is_planned(plan, at))
				return true;
		}
		next -= box->kind == kind->number ? blocks : 0;
	}
	return false;
}

struct planned_block *
plan_probe(struct planned_blocks *plan, const struct block_kinds *kinds, struct arena *arena)
{
	enum { LEAST_OTHERS = 4 };   /* for each that stands for others */
	const struct block_kind *largest = kinds->items[0];
	double weight = 0, count = 0;
	uint32_t at[3];
	for (size_t i = 1; i < kinds->count; i++)
		if (kinds->items[i]->blocks > largest->blocks)
			largest = kinds->items[i];
	for (size_t i = 0; i < plan->count; i++) {
		weight += stands_for_others(&plan->items[i]) ? plan->items[i].weight : 0;
		count += stands_for_others(&plan->items[i]);
	}
	if (weight <= LEAST_OTHERS * count || !find_probe(plan, kinds, largest, at))
		return NULL;
	plan->items = arena_copy(arena, plan->items, plan->count, plan->count + 1, sizeof *plan->items);
	for (size_t i = 0; i < plan->count; i++)
		if (stands_for_others(&plan->items[i]))
			plan->items[i].weight *= (weight - 1) / weight;
	plan->items[plan->count] = (struct planned_block){.at = {at[0], at[1], at[2]}, .weight = 1};
	return &plan->items[plan->count++];
}
