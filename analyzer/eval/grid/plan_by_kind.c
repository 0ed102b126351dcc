#include "eval/grid/plan_by_kind.h"

#include <math.h>
#include <stdlib.h>

enum {
	MOST_OF_KIND = 3,          /* blocks that are added of one kind */
	LEAST_ROOM = 2,            /* so many kinds are looked at whatever they cost */
};

/* What the plan has of a kind. */
struct share {
	const struct block_kind *kind;
	double alone;              /* blocks that stand for themselves */
	double weight;             /* of those that stand for others */
	double stands_for;         /* blocks that it should */
	size_t added, wanted;      /* blocks */
	bool needed;               /* no other tells of it */
	double passed;             /* blocks of the boxes that have been gone through */
};

struct planner {
	struct block_kinds *kinds;
	struct share *shares;      /* by the kind's number; behind them one of kinds that were not found */
	size_t *kind_of;           /* each block of the plan */
	struct planned_blocks plan;
	size_t capacity;
	struct arena *arena;
};

static void
find_shares(struct planner *p)
{
	for (size_t i = 0; i < p->kinds->count; i++) {
		p->shares[i].kind = p->kinds->items[i];
		p->shares[i].stands_for = p->kinds->items[i]->blocks;
	}
	for (size_t i = 0; i < p->plan.count; i++) {
		const struct planned_block *b = &p->plan.items[i];
		const struct block_kind *kind = block_kinds_at(p->kinds, b->at);
		p->kind_of[i] = kind ? kind->number : p->kinds->count;
		struct share *share = &p->shares[p->kind_of[i]];
		*(b->weight > 1 ? &share->weight : &share->alone) += b->weight;
	}
}

/* Whether blocks stand for as many of each kind as there are. */
static bool
is_right(const struct planner *p)
{
	static const double nearly = 1e-9;
	for (size_t i = 0; i < p->kinds->count; i++) {
		const struct share *share = &p->shares[i];
		if (fabs(share->alone + share->weight - share->kind->blocks) > nearly * share->kind->blocks)
			return false;
	}
	return true;
}

/* Blocks that some of the kind's are to stand for. */
static double
others_of(const struct share *share)
{
	return fmax(share->stands_for - share->alone, 0);
}

/* ---- kinds that the plan has none of ---- */

/* Of two that have as many blocks, any: their hashes are as good as drawn. */
static int
by_blocks(const struct share *a, const struct share *b)
{
	const double x = others_of(a), y = others_of(b);
	if (x != y)
		return x < y ? 1 : -1;
	return (a->kind->exactly > b->kind->exactly) - (a->kind->exactly < b->kind->exactly);
}

/* Those in which guards come out about the same next to each other, the largest first. */
static int
by_likeness(const void *left, const void *right)
{
	const struct share *a = *(struct share *const *)left, *b = *(struct share *const *)right;
	if (a->kind->roughly != b->kind->roughly)
		return a->kind->roughly < b->kind->roughly ? -1 : 1;
	return by_blocks(a, b);
}

static int
by_need(const void *left, const void *right)
{
	const struct share *a = *(struct share *const *)left, *b = *(struct share *const *)right;
	return a->needed != b->needed ? b->needed - a->needed : by_blocks(a, b);
}

static bool
is_missing(const struct share *share)
{
	return share->weight <= 0 && others_of(share) > 0.5;
}

/* The end of those, from `from` on, in which guards come out about the same. */
static size_t
end_of_alike(struct share *const *shares, size_t count, size_t from)
{
	size_t end = from;
	while (end < count && shares[end]->kind->roughly == shares[from]->kind->roughly)
		end++;
	return end;
}

/* Of each likeness that the plan has no block of at all, one is needed. */
static void
find_needed(struct share **shares, size_t count)
{
	for (size_t from = 0, end; from < count; from = end) {
		struct share *needed = NULL;
		bool any = false;
		end = end_of_alike(shares, count, from);
		for (size_t i = end; i-- > from;) {
			any |= shares[i]->weight > 0;
			needed = is_missing(shares[i]) ? shares[i] : needed;
		}
		if (needed && !any)
			needed->needed = true;
	}
}

/* How many blocks are added of each kind: of the largest, as far as there is room. */
static void
want_blocks(struct share **missing, size_t count, size_t room)
{
	const size_t least = room > LEAST_ROOM ? room : LEAST_ROOM, kept = count < least ? count : least, each = kept ? room / kept : 0;
	const size_t most = each < 1 ? 1 : each > MOST_OF_KIND ? MOST_OF_KIND : each;
	for (size_t i = 0; i < kept; i++)
		missing[i]->wanted = missing[i]->kind->blocks < (double)most ? (size_t)missing[i]->kind->blocks : most;
}

/* The blocks of kinds that there is no room for go with all those in which guards come out about the same. */
static void
leave_to_others(struct share **shares, size_t count)
{
	for (size_t from = 0, end; from < count; from = end) {
		double all = 0, run = 0;
		end = end_of_alike(shares, count, from);
		for (size_t i = from; i < end; i++) {
			all += others_of(shares[i]);
			run += shares[i]->weight > 0 || shares[i]->wanted ? others_of(shares[i]) : 0;
		}
		for (size_t i = from; i < end && run > 0; i++)
			shares[i]->stands_for = shares[i]->alone + others_of(shares[i]) * all / run;
	}
}

static void
share_out(struct planner *p, size_t room)
{
	const size_t count = p->kinds->count;
	struct share **shares = arena_new_array(p->arena, struct share *, count);
	struct share **missing = arena_new_array(p->arena, struct share *, count);
	size_t missing_count = 0;
	for (size_t i = 0; i < count; i++)
		shares[i] = &p->shares[i];
	qsort(shares, count, sizeof *shares, by_likeness);
	find_needed(shares, count);
	for (size_t i = 0; i < count; i++)
		if (is_missing(shares[i]))
			missing[missing_count++] = shares[i];
	if (missing_count)
		qsort(missing, missing_count, sizeof *missing, by_need);
	want_blocks(missing, missing_count, room);
	leave_to_others(shares, count);
}

/* The next of the kind's blocks that are wanted lies in the middle of its part of all of them. */
static void
add_from_box(struct planner *p, struct share *share, const struct guard_box *box)
{
	const double blocks = block_kinds_box_blocks(box);
	while (share->added < share->wanted) {
		const double next = floor(share->kind->blocks * ((double)share->added + 0.5) / (double)share->wanted) - share->passed;
		if (next >= blocks)
			break;
		struct planned_block b = {.weight = others_of(share) / (double)share->wanted};
		block_kinds_block(box, (uint64_t)next, b.at);
		arena_push(p->arena, p->plan.items, p->plan.count, p->capacity, b);
		share->added++;
	}
	share->passed += blocks;
}

static void
add_missing(struct planner *p)
{
	for (size_t i = 0; i < p->kinds->box_count; i++) {
		const struct kind_box *box = &p->kinds->boxes[i];
		add_from_box(p, &p->shares[box->kind], &box->box);
	}
}

static void
weigh(struct planner *p)
{
	for (size_t i = 0; i < p->plan.count; i++) {
		struct planned_block *b = &p->plan.items[i];
		const struct share *share = &p->shares[p->kind_of[i]];
		if (b->weight > 1 && share->kind)
			b->weight *= others_of(share) / share->weight;
	}
}

/* ---- all of it ---- */

static double
weight_of(const struct planned_blocks *blocks, bool of_others)
{
	double weight = 0;
	for (size_t i = 0; i < blocks->count; i++)
		if (!of_others || blocks->items[i].weight > 1)
			weight += blocks->items[i].weight;
	return weight;
}

/* Where not all blocks were looked at, not all weigh what they should. */
static void
keep_sum(struct planned_blocks *blocks, double sum)
{
	const double of_others = weight_of(blocks, true), missing = sum - weight_of(blocks, false);
	for (size_t i = 0; i < blocks->count && of_others > 0; i++)
		if (blocks->items[i].weight > 1)
			blocks->items[i].weight *= (of_others + missing) / of_others;
}

struct planned_blocks
plan_by_kind(const struct planned_blocks *plan, struct block_kinds *kinds, size_t room, struct arena *arena)
{
	struct planner p = {.kinds = kinds, .plan = *plan, .capacity = plan->count, .arena = arena};
	p.shares = arena_new_array(arena, struct share, kinds->count + 1);
	p.kind_of = arena_new_array(arena, size_t, plan->count);
	p.plan.items = arena_copy(arena, plan->items, plan->count, plan->count, sizeof *plan->items);
	find_shares(&p);
	if (is_right(&p))
		return *plan;
	share_out(&p, room);
	weigh(&p);
	add_missing(&p);
	keep_sum(&p.plan, weight_of(plan, false));
	return p.plan;
}
