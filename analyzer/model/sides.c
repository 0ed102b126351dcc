#include "model/sides.h"

#include <math.h>
#include <stdlib.h>

#include "model/cache_wants.h"
#include "support/memory.h"

bool
is_otherwise_of(const struct ir_stmt *stmt, const struct ir_stmt *branch)
{
	const struct ir_stmt *otherwise = branch->kind == IR_STMT_IF ? branch->otherwise : NULL;
	while (otherwise && otherwise->kind == IR_STMT_BLOCK && otherwise->stmt_count == 1)
		otherwise = otherwise->stmts[0];
	return otherwise == stmt;
}

/* ---- the lanes of a whole warp ---- */

/* Of the lanes that would come to the side, those that would make the request: as each lane of the side does that stands for
 * them, in order. */
static uint32_t
lanes_of_whole(uint32_t came, uint32_t side, uint32_t active)
{
	const unsigned wanted = (unsigned)__builtin_popcount(came), there = (unsigned)__builtin_popcount(side);
	uint32_t lanes = 0, left = side;
	unsigned i = 0, passed = 0;
	for (uint32_t bits = came; bits; bits &= bits - 1, i++) {
		for (; passed < i * there / wanted; passed++)
			left &= left - 1;
		if (active >> __builtin_ctz(left) & 1)
			lanes |= bits & -bits;
	}
	return lanes;
}

/* Whether the lanes are as far from each other as they are lanes apart times that step. */
static bool
are_even(const struct request *r, uint32_t lanes, int64_t *step)
{
	const unsigned first = (unsigned)__builtin_ctz(lanes);
	const uint32_t others = lanes & (lanes - 1);
	if (!others)
		return false;
	const unsigned second = (unsigned)__builtin_ctz(others);
	const int64_t apart = (int64_t)(r->address[second] - r->address[first]), between = second - first;
	*step = apart / between;
	if (apart % between)
		return false;
	for (uint32_t bits = others; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		if ((int64_t)(r->address[l] - r->address[first]) != *step * (int64_t)(l - first))
			return false;
	}
	return true;
}

/* Makes the request that of a whole warp's lanes. False: it is not known where they go. */
static bool
make_whole(struct request *r, uint32_t lanes)
{
	const unsigned first = (unsigned)__builtin_ctz(r->active);
	const bool alone = !(r->active & (r->active - 1));
	int64_t step = 0;
	if (r->varies || r->groups != 1 || r->copy)
		return false;
	if (!are_even(r, r->active, &step) && !are_even(r, lanes, &step)) {
		if (!alone)
			return false;
		step = 0;
	}
	for (unsigned l = 0; l < WARP_LANES; l++) {
		r->address[l] = r->address[first] + (uint64_t)(step * ((int64_t)l - first));
		r->symbol[l] = r->symbol[first];
	}
	r->active = lanes;
	r->drawn = NULL;
	return true;
}

/* ---- sums ---- */

static double
lines_of(const struct request *r)
{
	struct wants wants;
	if (r->space != SPACE_GLOBAL || r->varies || r->groups != 1)
		return 0;
	wants_find(r, 0, &wants);
	return wants.count;
}

static double
passes_of(const struct request *r, double cost)
{
	return r->kind == SITE_ATOMIC && r->space == SPACE_GLOBAL ? fmax(cost, memory_same_address(r->address, r->active)) : 0;
}

static void
add_costs(struct side_costs *sum, const struct request *r, double cost, double weight)
{
	sum->requests += weight;
	sum->cost += weight * cost;
	sum->lines += weight * lines_of(r);
	sum->passes += weight * passes_of(r, cost);
}

static struct side_sums *
sums_of(struct side_list *list, const struct ir_stmt *branch)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].branch == branch)
			return &list->items[i];
	memory_push(list->items, list->count, list->capacity, ((struct side_sums){.branch = branch}));
	return &list->items[list->count - 1];
}

/* The lanes of a warp on the sides where some of those are that make the request. */
static uint32_t
find_side(const struct fold_sides *sides, uint32_t active, unsigned warp, uint64_t *which)
{
	uint32_t lanes = 0;
	for (unsigned i = 0; i < sides->side_count; i++) {
		if (!(sides->sides[i].warp[warp] & active))
			continue;
		lanes |= sides->sides[i].warp[warp];
		*which |= UINT64_C(1) << (i & 63);
	}
	return lanes;
}

static void
add_parted(struct side_sums *sums, uint32_t came, uint32_t side, const struct request *r, double cost, double weight)
{
	struct request whole = *r;
	const double share = (double)__builtin_popcount(side) / __builtin_popcount(came);
	add_costs(&sums->now, r, cost, weight);
	sums->bytes += weight * r->width * __builtin_popcount(r->active);
	if (make_whole(&whole, lanes_of_whole(came, side, r->active))) {
		const struct cost c = request_cost(&whole);
		add_costs(&sums->whole, &whole, c.known ? c.cost : cost, weight * share);
		return;
	}
	add_costs(&sums->whole, r, cost, weight);
	sums->whole.requests += weight * (share - 1);
}

void
sides_add(struct side_list *list, const struct fold_sides *sides, const struct request *r, const struct request_figures *figures,
          double weight, unsigned warp)
{
	const double cost = figures->cost.known ? figures->cost.cost : figures->cost.low;
	uint32_t side = 0;
	uint64_t which = 0;
	for (bool is_rung = false; sides; sides = sides->outer) {
		const uint32_t came = sides->came->warp[warp];
		/* A ladder's lanes part at its first branch for the sides of all. */
		which = is_rung ? which << 2 : 0;
		side = is_rung ? side : find_side(sides, r->active, warp, &which);
		if (side != came && (side & ~came) == 0 && (r->active & ~side) == 0) {
			struct side_sums *sums = sums_of(list, sides->branch);
			sums->sides |= which;
			add_parted(sums, came, side, r, cost, weight);
		}
		is_rung = sides->outer && is_otherwise_of(sides->branch, sides->outer->branch);
	}
}

void
sides_free(struct side_list *list)
{
	free(list->items);
}
