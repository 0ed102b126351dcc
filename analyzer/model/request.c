#include "model/request.h"

#include <math.h>

#include "domain/example.h"
#include "model/request_banks.h"
#include "model/request_bounds.h"

enum {
	MOST_GROUPS = 8,
	SMALL_TABLE = 4096, /* bytes */
	FEW_PLACES = 1024,
	DRAWS = 12, /* random placements of lanes whose addresses are uniformly distributed */
};

/* shift: moves the addresses in global memory; those in shared memory are known. */
static struct request_cost
copy_cost(const struct request *r, uint64_t shift)
{
	struct async_copy copy = *r->copy;
	if (r->space == SPACE_SHARED)
		return async_copy_cost(&copy).shared;
	for (int l = 0; l < WARP_LANES; l++)
		copy.from[l] += shift;
	return async_copy_cost(&copy).global;
}

static struct request_cost
known_cost(const struct request *r, uint32_t active, uint64_t shift)
{
	uint64_t moved[WARP_LANES];
	const uint64_t *address = r->address;
	if (r->copy)
		return copy_cost(r, shift);
	if (shift) {
		for (int l = 0; l < WARP_LANES; l++)
			moved[l] = r->address[l] + shift;
		address = moved;
	}
	switch (r->space) {
	case SPACE_SHARED:
		if (r->kind == SITE_ATOMIC)
			return memory_shared_atomic(address, active, r->width, r->atomic);
		return memory_shared(address, active, r->width, r->kind == SITE_STORE ? SHARED_STORE : SHARED_LOAD);
	case SPACE_CONSTANT: return memory_constant(address, active, r->width);
	default: return memory_global(address, active, r->width);
	}
}

/* Sizes and pitches are usually such that rows begin on a sector boundary. */
static void
take_whole_rows(const struct request *r, uint32_t active, symbol_id symbol, struct cost *cost)
{
	const struct request_cost c = known_cost(r, active, 0);
	cost->cost = c.cost;
	cost->ideal = c.ideal;
	cost->rows = symbol;
}

/* The cost of lanes that share a symbol. Their common offset within a sector is known only up to the symbol's
 * divisor, so all possible offsets are tried. Shared memory is invariant: a shift of all lanes by whole words
 * rotates the banks. */
static struct cost
group_cost(const struct request *r, uint32_t active, symbol_id symbol)
{
	const unsigned align = symbol ? r->symbols->items[symbol].align : 63;
	uint64_t step = align >= 5 ? SECTOR_BYTES : (uint64_t)1 << align;
	if (step < r->width)
		step = r->width; /* an access is aligned to its width */
	if (r->space == SPACE_SHARED || r->space == SPACE_CONSTANT || step >= SECTOR_BYTES) {
		const struct request_cost c = known_cost(r, active, 0);
		return (struct cost){.cost = c.cost, .ideal = c.ideal, .low = c.cost, .high = c.cost, .known = true};
	}
	struct cost sum = {.low = INFINITY, .known = true};
	unsigned tried = 0;
	for (uint64_t shift = 0; shift < SECTOR_BYTES; shift += step, tried++) {
		const struct request_cost c = known_cost(r, active, shift);
		sum.cost += c.cost;
		sum.ideal += c.ideal;
		sum.low = fmin(sum.low, c.cost);
		sum.high = fmax(sum.high, c.cost);
	}
	sum.cost /= tried;
	sum.ideal /= tried;
	sum.bounded = sum.low != sum.high;
	if (sum.bounded && symbols_is_of_arguments(r->symbols, symbol))
		take_whole_rows(r, active, symbol, &sum);
	return sum;
}

/* ---- lanes with unknown addresses ---- */

/* The addresses that a lane may have. */
struct room {
	unsigned like;        /* the lane to which the distance is constant; the lane itself: independent */
	uint64_t first, step; /* addresses; for a lane at a constant distance, `first` is that distance */
	uint64_t possible;    /* 0: the address is known */
};

/* Whether the symbol has few possible values, however far apart their addresses are. */
static bool
takes_few(const struct symbol *s, uint64_t step)
{
	int64_t length;
	return interval_is_bounded(s->range) && !__builtin_sub_overflow(s->range.high, s->range.low, &length) &&
	       (uint64_t)length / step < FEW_PLACES;
}

/* The smallest multiple that is not below the number. The number must not be near the limits of int64_t. */
static int64_t
multiple_from(int64_t number, int64_t of)
{
	const int64_t above = number % of;
	return above > 0 ? number - above + of : number - above;
}

/* Bounds the lane's address by the symbol's range and by the object, which a correct program does not leave. Data
 * for a large table is rarely uniformly distributed, so there the answer is false, except in shared memory. */
static bool
room_of(const struct request *r, unsigned lane, struct room *room)
{
	const struct symbol *s = &r->symbols->items[r->symbol[lane]];
	const struct object *object = memory_object_at(r->memory, (int64_t)r->address[lane]);
	if (!object || object->size < r->width)
		return false;
	const int64_t within = (int64_t)r->address[lane] - object_base(object), last = (int64_t)object->size - r->width;
	const int64_t align = s->align < 31 ? (int64_t)1 << s->align : (int64_t)1 << 31;
	const struct interval inside = interval_meet(s->range, (struct interval){-within, last - within});
	const int64_t low = multiple_from(inside.low, align), high = inside.high;
	room->first = r->address[lane] + (uint64_t)low;
	room->step = (uint64_t)(align > r->width ? align : r->width);
	const bool small = high - low <= SMALL_TABLE || r->space == SPACE_SHARED || takes_few(s, room->step);
	if (!small || low > high)
		return false;
	room->possible = (uint64_t)(high - low) / room->step + 1;
	return true;
}

static uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

unsigned
request_first_alike(const struct request *r, unsigned lane)
{
	unsigned first = 0;
	if (symbol_varies(r->symbols, r->symbol[lane]))
		return lane;
	while (first < lane && !(r->active >> first & 1 && r->symbol[first] == r->symbol[lane]))
		first++;
	return first;
}

/* False if the possible addresses of some lane are unknown. */
static bool
find_rooms(const struct request *r, struct room rooms[WARP_LANES])
{
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		/* Lanes that share a symbol keep their distances. */
		const unsigned like = r->symbol[l] ? request_first_alike(r, l) : l;
		rooms[l] = (struct room){.like = like, .first = r->address[l] - (like != l ? r->address[like] : 0)};
		if (r->symbol[l] && like == l && !room_of(r, l, &rooms[l]))
			return false;
	}
	return true;
}

static void
draw_addresses(struct request *r, const struct room rooms[WARP_LANES], uint64_t *state)
{
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		const struct room *room = &rooms[l];
		if (room->like != l)
			r->address[l] = r->address[room->like] + room->first;
		else
			r->address[l] =
				room->first + (room->possible ? next_random(state) % room->possible * room->step : 0);
	}
}

/* The mean cost if each symbol takes each of its possible values equally often, over a few draws. The random
 * sequence is fixed. Leaves the cost unchanged if the possible values are unknown. */
static void
spread_cost(const struct request *r, struct cost *cost)
{
	struct room rooms[WARP_LANES];
	uint64_t state = 0x9E3779B97F4A7C15u;
	struct request placed = *r;
	double cost_sum = 0, ideal_sum = 0;
	if (!find_rooms(r, rooms))
		return;
	for (unsigned i = 0; i < DRAWS; i++) {
		draw_addresses(&placed, rooms, &state);
		const struct request_cost c = known_cost(&placed, r->active, 0);
		cost_sum += c.cost;
		ideal_sum += c.ideal;
	}
	cost->cost = cost_sum / DRAWS;
	cost->ideal = fmin(ideal_sum / DRAWS, cost->ideal);
	cost->known = cost->spread = true;
}

/* The cost of a request with sample data. False if some symbol has no sample value. */
static bool
example_cost(const struct request *r, struct cost *cost)
{
	struct request likely = *r;
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		int64_t address;
		if (!r->symbol[l])
			continue;
		if (!example_of(r->memory, r->symbols, (struct term){r->symbol[l], (int64_t)r->address[l]}, &address))
			return false;
		likely.address[l] = (uint64_t)address;
	}
	const struct request_cost c = known_cost(&likely, r->active, 0);
	cost->cost = c.cost;
	cost->ideal = fmin(c.ideal, cost->ideal);
	cost->known = cost->example = true;
	return true;
}

/* ---- the request as a whole ---- */

/* Sample data may lie outside the bounds, so the bounds are widened. */
static void
keep_within(struct cost *cost)
{
	if (!cost->known)
		return;
	cost->low = fmin(cost->low, cost->cost);
	cost->high = fmax(cost->high, cost->cost);
}

/* Narrows the bounds by what is known of the banks. True if that determines the cost. */
static bool
narrow_to_banks(const struct request *r, struct cost *cost)
{
	struct banked banked;
	if (!request_banked(r, &banked))
		return false;
	const struct request_cost least = known_cost(&banked.together, r->active, 0),
				  most = known_cost(&banked.apart, r->active, 0);
	cost->low = fmax(cost->low, least.cost);
	cost->high = fmin(cost->high, most.cost);
	if (cost->low != cost->high)
		return false;
	*cost = (struct cost){
		.cost = most.cost, .ideal = most.ideal, .low = most.cost, .high = most.cost, .known = true};
	return true;
}

/* The cost of lanes without a known relation: from one sector or bank for all to one for each lane. */
static struct cost
loose_cost(const struct request *r, unsigned lanes, double packed)
{
	struct cost loose = {.cost = NAN, .ideal = packed, .low = 1, .high = lanes, .bounded = true};
	request_narrow_bounds(r, &loose);
	if (narrow_to_banks(r, &loose))
		return loose;
	if (!example_cost(r, &loose))
		spread_cost(r, &loose);
	keep_within(&loose);
	return loose;
}

/* The cost of a few groups of lanes, such as rows of a matrix or lists of a graph. The groups may overlap. */
static struct cost
cost_of_groups(const struct request *r, double packed)
{
	struct cost sum = {.known = true, .bounded = true, .low = 1};
	uint32_t left = r->active;
	while (left) {
		const symbol_id symbol = r->symbol[__builtin_ctz(left)];
		uint32_t group = 0;
		for (int l = 0; l < WARP_LANES; l++)
			group |= (uint32_t)((left >> l & 1) && r->symbol[l] == symbol) << l;
		const struct cost c = group_cost(r, group, symbol);
		sum.cost += c.cost;
		sum.rows = c.rows ? c.rows : sum.rows;
		sum.high += c.high;
		sum.low = fmax(sum.low, c.low);
		left &= ~group;
	}
	sum.ideal = fmin(sum.cost, packed);
	if (r->space == SPACE_SHARED || r->space == SPACE_CONSTANT)
		sum.known = false;
	request_narrow_bounds(r, &sum);
	if (narrow_to_banks(r, &sum))
		return sum;
	sum.cost = fmin(sum.cost, sum.high);
	example_cost(r, &sum);
	keep_within(&sum);
	return sum;
}

struct cost
request_cost(const struct request *r)
{
	if (r->groups == 1 && !r->varies)
		return group_cost(r, r->active, r->symbol[__builtin_ctz(r->active)]);
	const unsigned lanes = (unsigned)__builtin_popcount(r->active);
	const double packed = ceil(lanes * r->width / (r->space == SPACE_SHARED ? 128.0 : 32.0));
	return r->varies || !r->groups ? loose_cost(r, lanes, packed) : cost_of_groups(r, packed);
}

void
request_find_groups(struct request *r)
{
	symbol_id seen[MOST_GROUPS];
	r->groups = 0;
	r->varies = false;
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const symbol_id s = r->symbol[__builtin_ctz(bits)];
		unsigned i = 0;
		if (s && symbol_varies(r->symbols, s)) {
			r->varies = true;
			return;
		}
		while (i < r->groups && seen[i] != s)
			i++;
		if (i < r->groups)
			continue;
		if (r->groups == MOST_GROUPS) {
			r->groups = 0;
			return;
		}
		seen[r->groups++] = s;
	}
}

double
request_gap_cost(const struct request *r, const struct cost *c)
{
	struct request beside = {.width = r->width, .kind = r->kind, .space = r->space};
	if (r->active == UINT32_MAX || r->space == SPACE_SHARED || r->space == SPACE_CONSTANT || c->cost <= c->ideal)
		return c->ideal;
	for (unsigned l = 0; l < WARP_LANES; l++)
		beside.address[l] = (uint64_t)l * r->width;
	return fmax(known_cost(&beside, r->active, 0).cost, c->ideal);
}

/* The first active lane with a misaligned address; the first active lane if there is none. */
static unsigned
first_off(const struct request *r)
{
	const uint64_t below = (r->width & -r->width) - (r->width != 0);
	for (uint32_t left = r->active; left; left &= left - 1)
		if (r->address[__builtin_ctz(left)] & below)
			return (unsigned)__builtin_ctz(left);
	return (unsigned)__builtin_ctz(r->active);
}

struct request_ends
request_ends_of(const struct request *r)
{
	const unsigned first = (unsigned)__builtin_ctz(r->active);
	struct request_ends ends = {.lowest = first, .highest = first, .off = first_off(r)};
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		ends.lowest = r->address[l] < r->address[ends.lowest] ? l : ends.lowest;
		ends.highest = r->address[l] > r->address[ends.highest] ? l : ends.highest;
	}
	return ends;
}
