#include "eval/plan_by_place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	LEAST_OF_KIND = 2,         /* blocks in one place do not tell what becomes of it in another */
	MOST_ADDED = 48,
	LEAST_CANDIDATES = 32,
	TERMS = 12,
};

/* What is to come out right of a block's place, in order of importance: that it counts, its coordinates, whether they are odd, and
 * the products of two coordinates. */
enum { TERM_ONE, TERM_X, TERM_Y, TERM_Z, TERM_ODD_X, TERM_ODD_Y, TERM_ODD_Z, TERM_XX, TERM_XY, TERM_YY, TERM_ZX, TERM_ZY };

struct terms {
	double of[TERMS];
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
	struct planned_block *candidates;
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
	uint32_t grid_last[3];
	struct arena *arena;
};

/* Those in whose place others stand have no weight. */
static bool
is_run(const struct planned_blocks *plan, const uint32_t at[3])
{
	for (size_t i = 0; i < plan->count; i++)
		if (plan->items[i].weight > 0 && memcmp(plan->items[i].at, at, sizeof plan->items[i].at) == 0)
			return true;
	return false;
}

/* ---- terms ---- */

/* From -1 to 1 over the grid. */
static double
coordinate(const struct placer *p, int d, double at)
{
	return p->grid_last[d] ? 2 * at / p->grid_last[d] - 1 : 0;
}

static void
multiply_out(struct terms *t)
{
	const double x = t->of[TERM_X], y = t->of[TERM_Y], z = t->of[TERM_Z];
	t->of[TERM_XX] = x * x;
	t->of[TERM_XY] = x * y;
	t->of[TERM_YY] = y * y;
	t->of[TERM_ZX] = z * x;
	t->of[TERM_ZY] = z * y;
}

static struct terms
terms_at(const struct placer *p, const uint32_t at[3])
{
	struct terms t = {.of = {[TERM_ONE] = 1}};
	for (int d = 0; d < 3; d++) {
		t.of[TERM_X + d] = coordinate(p, d, at[d]);
		t.of[TERM_ODD_X + d] = at[d] % 2;
	}
	multiply_out(&t);
	return t;
}

/* The sum over all blocks of a box. */
static struct terms
terms_of_box(const struct placer *p, const struct guard_box *box)
{
	const double blocks = block_kinds_box_blocks(box);
	struct terms t = {.of = {[TERM_ONE] = 1}};
	double square[3];
	for (int d = 0; d < 3; d++) {
		const double count = (double)box->last[d] - box->first[d] + 1, step = p->grid_last[d] ? 2.0 / p->grid_last[d] : 0;
		const double mean = coordinate(p, d, ((double)box->first[d] + box->last[d]) / 2);
		t.of[TERM_X + d] = mean;
		t.of[TERM_ODD_X + d] = (floor(((double)box->last[d] + 1) / 2) - floor((double)box->first[d] / 2)) / count;
		square[d] = mean * mean + step * step * (count * count - 1) / 12;
	}
	multiply_out(&t);
	t.of[TERM_XX] = square[0];
	t.of[TERM_YY] = square[1];
	for (int i = 0; i < TERMS; i++)
		t.of[i] *= blocks;
	return t;
}

static void
add_terms(struct terms *sum, const struct terms *t, double times)
{
	for (int i = 0; i < TERMS; i++)
		sum->of[i] += times * t->of[i];
}

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

static void
join_shares(struct share **shares, size_t count)
{
	bool as_often = true;
	for (size_t i = 0; i < count; i++)
		as_often &= is_as_often(shares[i]);
	for (size_t i = 0; i < count; i++)
		shares[i]->group = as_often ? shares[i]->kind->number : shares[0]->kind->number;
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
		join_shares(shares + from, end - from);
	}
}

static void
find_grid(struct placer *p)
{
	for (size_t i = 0; i < p->kinds->box_count; i++)
		for (int d = 0; d < 3; d++)
			if (p->kinds->boxes[i].box.last[d] > p->grid_last[d])
				p->grid_last[d] = p->kinds->boxes[i].box.last[d];
}

static void
find_groups(struct placer *p)
{
	for (size_t i = 0; i < p->kinds->box_count; i++) {
		const struct kind_box *box = &p->kinds->boxes[i];
		const struct terms sum = terms_of_box(p, &box->box);
		struct group *g = &p->groups[p->shares[box->kind].group];
		add_terms(&g->sum, &sum, 1);
		g->all += sum.of[TERM_ONE];
	}
	for (size_t i = 0; i < p->plan.count; i++) {
		const struct planned_block *b = &p->plan.items[i];
		struct group *g = &p->groups[p->group_of[i] = group_at(p, b->at)];
		if (stands_for_others(b)) {
			g->weight += b->weight;
			g->in_plan++;
		} else {
			const struct terms t = terms_at(p, b->at);
			add_terms(&g->sum, &t, -b->weight);
		}
	}
	for (size_t i = 0; i < p->kinds->count; i++)
		p->groups[i].blocks = p->groups[i].sum.of[TERM_ONE];
}

/* ---- which are added ---- */

static double
weight_of_groups(const struct placer *p)
{
	double weight = 0;
	for (size_t i = 0; i < p->kinds->count; i++)
		weight += p->groups[i].weight;
	return weight;
}

/* So many at least tell of a group how its blocks differ by their place, if it is no small one. */
static double
least_of_group(const struct placer *p, const struct group *g, double weight)
{
	enum { SMALL_SHARE = 32 };
	const unsigned dimensions = (p->grid_last[0] > 0) + (p->grid_last[1] > 0) + (p->grid_last[2] > 0);
	if (g->weight * SMALL_SHARE < weight)
		return 0;
	return g->blocks <= dimensions + 2 ? g->blocks : dimensions + 1;
}

/* As many as the plan has, at least: those stand in rows and columns of the grid, others take their place. Of a small group one
 * may stay. */
static void
want_of_group(const struct placer *p, struct group *g, double room, double weight)
{
	const double least = fmax(least_of_group(p, g, weight), (double)g->in_plan), share = room * g->weight / weight;
	const double wanted = floor(fmin(least + share, fmax(least, g->blocks / 2)));
	if (!g->in_plan || wanted < LEAST_OF_KIND || g->blocks < LEAST_OF_KIND)
		return;
	g->wanted = (size_t)fmin(wanted, g->blocks);
	g->candidate_count = (size_t)fmin((double)g->wanted * 2 + LEAST_CANDIDATES, g->all);
	g->candidates = arena_new_array(p->arena, struct planned_block, g->candidate_count);
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

/* Blocks of a group that are chosen, and what they are to come to: the mean over all that they stand for. */
struct choice {
	const struct placer *p;
	const struct group *group;
	struct terms mean, scale;   /* how much it matters that a term is off, squared */
	struct terms run;           /* sum over what is chosen */
	struct terms *terms;        /* of each candidate */
	size_t *chosen;             /* candidates */
	size_t chosen_count;
};

/* Terms that spread widely may be off by more; the place itself matters most, and whether it is odd the least. */
static void
find_scale(struct choice *c)
{
	static const double place = 16, odd = 0.25;
	double spread[TERMS] = {0};
	for (size_t i = 0; i < c->group->candidate_count; i++) {
		for (int k = 0; k < TERMS; k++)
			spread[k] += (c->terms[i].of[k] - c->mean.of[k]) * (c->terms[i].of[k] - c->mean.of[k]);
	}
	for (int k = TERM_X; k < TERMS; k++) {
		const double weight = k < TERM_ODD_X ? place : k < TERM_XX ? odd : 1;
		c->scale.of[k] = spread[k] > 0 ? weight / spread[k] : 0;
	}
}

/* How far all together are from the mean, with one more and perhaps without another. */
static double
distance_with(const struct choice *c, const struct terms *more, const struct terms *without)
{
	const double count = (double)c->chosen_count + (without ? 0 : 1);
	double sum = 0;
	for (int i = TERM_X; i < TERMS; i++) {
		const double all = c->run.of[i] + more->of[i] - (without ? without->of[i] : 0), apart = all / count - c->mean.of[i];
		sum += apart * apart * c->scale.of[i];
	}
	return sum;
}

static bool
is_chosen(const struct choice *c, size_t candidate)
{
	for (size_t i = 0; i < c->chosen_count; i++)
		if (c->chosen[i] == candidate || memcmp(c->group->candidates[c->chosen[i]].at, c->group->candidates[candidate].at,
		                                        sizeof c->group->candidates->at) == 0)
			return true;
	return is_run(&c->p->plan, c->group->candidates[candidate].at);
}

/* The candidate that brings them nearest to the mean; those there are, if none does so any more. */
static size_t
best_candidate(const struct choice *c, const struct terms *without, double least)
{
	size_t best = c->group->candidate_count;
	for (size_t i = 0; i < c->group->candidate_count; i++) {
		const double distance = distance_with(c, &c->terms[i], without);
		if (distance < least && !is_chosen(c, i)) {
			least = distance;
			best = i;
		}
	}
	return best;
}

/* One for one, where that is better. */
static void
exchange(struct choice *c)
{
	enum { MOST_EXCHANGED = 12, PASSES = 3 };
	for (size_t i = 0; c->chosen_count <= MOST_EXCHANGED && i < PASSES * c->chosen_count; i++) {
		size_t *one = &c->chosen[i % c->chosen_count];
		const struct terms *before = &c->terms[*one];
		const size_t best = best_candidate(c, before, distance_with(c, before, before));
		if (best == c->group->candidate_count)
			continue;
		add_terms(&c->run, before, -1);
		add_terms(&c->run, &c->terms[best], 1);
		*one = best;
	}
}

/* So that what is run comes as near as can be to the whole. */
static void
add_of_group(struct placer *p, size_t group)
{
	struct group *g = &p->groups[group];
	struct choice c = {.p = p, .group = g, .terms = arena_new_array(p->arena, struct terms, g->candidate_count),
	                   .chosen = arena_new_array(p->arena, size_t, g->wanted)};
	for (size_t i = 0; i < g->candidate_count; i++)
		c.terms[i] = terms_at(p, g->candidates[i].at);
	add_terms(&c.mean, &g->sum, 1 / g->blocks);
	find_scale(&c);
	for (size_t best; c.chosen_count < g->wanted; c.chosen[c.chosen_count++] = best) {
		best = best_candidate(&c, NULL, INFINITY);
		if (best == g->candidate_count)
			break;
		add_terms(&c.run, &c.terms[best], 1);
	}
	exchange(&c);
	for (; g->added < c.chosen_count; g->added++) {
		struct planned_block b = g->candidates[c.chosen[g->added]];
		b.weight = g->weight;
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
add_blocks(struct placer *p, size_t room)
{
	const double weight = weight_of_groups(p);
	size_t wanted = 0;
	for (size_t i = 0; i < p->kinds->count; i++) {
		want_of_group(p, &p->groups[i], (double)room, weight);
		wanted += p->groups[i].wanted;
	}
	p->group_of = arena_copy(p->arena, p->group_of, p->planned, p->planned + wanted, sizeof *p->group_of);
	for (size_t i = 0; i < p->planned; i++)
		if (stands_for_others(&p->plan.items[i]) && p->groups[p->group_of[i]].wanted)
			p->plan.items[i].weight = 0;
	qsort(p->kinds->boxes, p->kinds->box_count, sizeof *p->kinds->boxes, by_corner);
	for (size_t i = 0; i < p->kinds->box_count; i++)
		take_candidates(&p->groups[p->shares[p->kinds->boxes[i].kind].group], &p->kinds->boxes[i].box);
	for (size_t i = 0; i < p->kinds->count; i++)
		if (p->groups[i].wanted)
			add_of_group(p, i);
}

/* ---- for how many each stands ---- */

/* Numbers for the first `count` terms, so that together they come to what is missing; a term that follows from those before it
 * has none. */
static void
solve(double matrix[TERMS][TERMS], double *missing, int count)
{
	static const double nothing = 1e-9;
	bool left_out[TERMS] = {false};
	double own[TERMS];
	for (int i = 0; i < count; i++)
		own[i] = matrix[i][i];
	for (int i = 0; i < count; i++) {
		left_out[i] = matrix[i][i] <= nothing * own[i];
		for (int k = 0; k < count && !left_out[i]; k++) {
			const double factor = k == i ? 0 : matrix[k][i] / matrix[i][i];
			for (int l = i; l < count; l++)
				matrix[k][l] -= factor * matrix[i][l];
			missing[k] -= factor * missing[i];
		}
	}
	for (int i = 0; i < count; i++)
		missing[i] = left_out[i] ? 0 : missing[i] / matrix[i][i];
}

struct weighing {
	struct planned_block **blocks;
	struct terms *terms;
	double *weights;           /* that are tried */
	size_t count;
	struct terms wanted;       /* sums over the blocks, each as often as it stands for others */
};

/* Changes the weights as little as can be, so that so many terms come out right; false: some would be too small for that. */
static bool
try_terms(struct weighing *w, int count)
{
	static const double least_share = 0.25;
	double matrix[TERMS][TERMS] = {{0}}, missing[TERMS];
	memcpy(missing, w->wanted.of, sizeof missing);
	for (size_t b = 0; b < w->count; b++) {
		for (int i = 0; i < count; i++) {
			for (int k = 0; k < count; k++)
				matrix[i][k] += w->blocks[b]->weight * w->terms[b].of[i] * w->terms[b].of[k];
			missing[i] -= w->blocks[b]->weight * w->terms[b].of[i];
		}
	}
	solve(matrix, missing, count);
	for (size_t b = 0; b < w->count; b++) {
		const double before = w->blocks[b]->weight;
		double factor = 1;
		for (int i = 0; i < count; i++)
			factor += missing[i] * w->terms[b].of[i];
		w->weights[b] = before * factor;
		if (w->weights[b] <= 1 || factor < least_share)
			return false;
	}
	return true;
}

static void
find_weights(struct weighing *w)
{
	static const int counts[] = {TERMS, TERM_XX, TERM_ODD_X};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		if (!try_terms(w, counts[i]))
			continue;
		for (size_t b = 0; b < w->count; b++)
			w->blocks[b]->weight = w->weights[b];
		return;
	}
}

/* All alike, but for what has to come out right. */
static void
weigh_group(struct placer *p, size_t group)
{
	const struct group *g = &p->groups[group];
	struct weighing w = {.blocks = arena_new_array(p->arena, struct planned_block *, g->added),
	                     .terms = arena_new_array(p->arena, struct terms, g->added),
	                     .weights = arena_new_array(p->arena, double, g->added)};
	for (size_t i = p->planned; i < p->plan.count; i++) {
		struct planned_block *b = &p->plan.items[i];
		if (p->group_of[i] != group)
			continue;
		b->weight = g->weight / (double)g->added;
		w.terms[w.count] = terms_at(p, b->at);
		w.blocks[w.count++] = b;
	}
	add_terms(&w.wanted, &g->sum, g->weight / g->blocks);
	find_weights(&w);
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
plan_by_place(const struct planned_blocks *plan, struct block_kinds *kinds, size_t room, struct arena *arena)
{
	struct placer p = {.kinds = kinds, .plan = *plan, .planned = plan->count, .capacity = plan->count, .arena = arena};
	p.shares = arena_new_array(arena, struct share, kinds->count);
	p.groups = arena_new_array(arena, struct group, kinds->count + 1);
	p.group_of = arena_new_array(arena, size_t, plan->count);
	p.plan.items = arena_copy(arena, plan->items, plan->count, plan->count, sizeof *plan->items);
	find_grid(&p);
	find_shares(&p);
	find_groups(&p);
	add_blocks(&p, room < MOST_ADDED ? room : MOST_ADDED);
	for (size_t i = 0; i < kinds->count; i++)
		if (p.groups[i].added)
			weigh_group(&p, i);
	leave_out_replaced(&p.plan);
	return p.plan;
}

/* ---- the probe ---- */

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
			if (!is_run(plan, at))
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
