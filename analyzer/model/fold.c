#include "model/fold.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/example.h"
#include "model/fold_internal.h"
#include "model/memory_model.h"
#include "model/widen.h"
#include "support/memory.h"

enum { FIRST_SLOTS = 64, MOST_GROUPS = 8 };

struct fold *
fold_new(const struct symbols *symbols, const struct memory *memory, unsigned warps, const struct doubts *doubts,
         FILE *events)
{
	struct fold *fold = memory_zeroed(1, sizeof *fold);
	fold->symbols = symbols;
	fold->memory = memory;
	fold->warps = warps;
	fold->doubts = doubts;
	fold->events = events;
	fold->slot_count = FIRST_SLOTS;
	fold->block_width = 1;
	fold->slots = memory_zeroed(FIRST_SLOTS, sizeof *fold->slots);
	fold->widening = widening_new(warps * WARP_LANES);
	return fold;
}

void
fold_free(struct fold *fold)
{
	for (size_t i = 0; i < fold->tally_count; i++)
		free(fold->tallies[i]);
	free(fold->tallies);
	free(fold->slots);
	widening_free(fold->widening);
	free(fold);
}

static size_t
slot_of(const struct fold *fold, const void *node, const struct ir_expr *place, enum site_kind kind, enum site_space space)
{
	size_t at = (((uintptr_t)node >> 4 ^ (uintptr_t)place >> 8) * 0x9E3779B97F4A7C15u >> 24) + kind * 7 + space * 3;
	for (at &= fold->slot_count - 1; fold->slots[at]; at = (at + 1) & (fold->slot_count - 1)) {
		const struct tally *t = fold->slots[at];
		if (t->node == node && t->place == place && t->kind == kind && t->space == space)
			break;
	}
	return at;
}

static struct tally *
tally_of(struct fold *fold, const void *node, const struct ir_expr *place, enum site_kind kind, enum site_space space)
{
	size_t at = slot_of(fold, node, place, kind, space);
	if (fold->slots[at])
		return fold->slots[at];
	struct tally *t = memory_zeroed(1, sizeof *t);
	t->node = node;
	t->place = place;
	t->kind = kind;
	t->space = space;
	t->least_cost = INFINITY;
	memory_push(fold->tallies, fold->tally_count, fold->tally_capacity, t);
	fold->slots[at] = t;
	if (fold->tally_count * 2 > fold->slot_count) {
		free(fold->slots);
		fold->slot_count *= 2;
		fold->slots = memory_zeroed(fold->slot_count, sizeof *fold->slots);
		for (size_t i = 0; i < fold->tally_count; i++) {
			struct tally *old = fold->tallies[i];
			fold->slots[slot_of(fold, old->node, old->place, old->kind, old->space)] = old;
		}
	}
	return t;
}

static enum site_space
space_of(const struct object *object)
{
	if (!object)
		return SPACE_GENERIC;
	switch (object->kind) {
	case OBJECT_SHARED: return SPACE_SHARED;
	case OBJECT_CONSTANT: return SPACE_CONSTANT;
	case OBJECT_LOCAL:
	case OBJECT_PARAMETER: return SPACE_LOCAL;
	case OBJECT_FUNCTION: return SPACE_GENERIC;
	default: return SPACE_GLOBAL;
	}
}

/* ---- one request ---- */

/* The addresses of a warp, and how much is known of them. */
struct request {
	uint32_t active;
	unsigned width;
	enum site_kind kind;
	enum site_space space;
	enum shared_atomic atomic;
	uint64_t address[WARP_LANES];
	symbol_id symbol[WARP_LANES];
	uint64_t thread;               /* index of lane 0 in the x dimension of the grid */
	unsigned groups;               /* of lanes with one symbol; 0: more than can be told apart */
	bool varies;                   /* some lane's address is not known even relative to others */
};

struct cost {
	double cost, ideal, low, high;
	bool known;                    /* cost is defensible; else only the bounds are */
	bool bounded;                  /* low and high differ from cost */
	bool spread;                   /* from lanes that may be anywhere, each place as likely as the other */
	bool example;                  /* from data that was computed of what decides about the lanes */
};

static struct request_cost
known_cost(const struct request *r, uint32_t active, uint64_t shift)
{
	uint64_t moved[WARP_LANES];
	const uint64_t *address = r->address;
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
	case SPACE_CONSTANT:
		return memory_constant(address, active, r->width);
	default:
		return memory_global(address, active, r->width);
	}
}

/* Lanes that share a symbol: where the whole of them begins within a sector is known only as far as the symbol's
 * divisor goes, so all beginnings that it allows are tried. Shared memory does not care: a shift of all lanes by whole
 * words turns the banks round. */
static struct cost
group_cost(const struct fold *fold, const struct request *r, uint32_t active, symbol_id symbol)
{
	const unsigned align = symbol ? fold->symbols->items[symbol].align : 63;
	uint64_t step = align >= 5 ? SECTOR_BYTES : (uint64_t)1 << align;
	if (step < r->width)
		step = r->width;     /* an access is aligned to its width */
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
	return sum;
}

enum { SMALL_TABLE = 4096 };    /* bytes */

/* Where lanes may go of which no more is known than bounds: bytes from the lane's own address. */
struct reach {
	int64_t low, high;      /* inclusive */
	int64_t step;
};

/* What is known of the symbol; in shared memory that and the object, in which a program that works stays. In a large table
 * data is rarely spread evenly: then there is no saying. */
static bool
reach_of(const struct fold *fold, const struct request *r, unsigned lane, struct reach *reach)
{
	const struct symbol *s = &fold->symbols->items[r->symbol[lane]];
	const struct object *object = memory_object_at(fold->memory, (int64_t)r->address[lane]);
	if (!object || object->size < r->width)
		return false;
	const int64_t within = (int64_t)r->address[lane] - object_base(object), last = (int64_t)object->size - r->width;
	const int64_t align = s->align < 31 ? (int64_t)1 << s->align : (int64_t)1 << 31;
	*reach = (struct reach){-within, last - within, align > r->width ? align : r->width};
	if (s->low > reach->low)
		reach->low = s->low;
	if (s->high < reach->high)
		reach->high = s->high;
	const bool small = reach->high - reach->low <= SMALL_TABLE || r->space == SPACE_SHARED;
	return small && reach->low <= reach->high;
}

static uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* What a request costs on average when each symbol takes every value that it may take equally often; drawn, always with
 * the same numbers. False when it is not known what values those are. */
static bool
spread_cost(const struct fold *fold, const struct request *r, struct cost *cost)
{
	enum { DRAWS = 12 };
	uint64_t state = 0x9E3779B97F4A7C15u;
	struct request drawn = *r;
	double cost_sum = 0, ideal_sum = 0;
	for (unsigned draw = 0; draw < DRAWS; draw++) {
		for (uint32_t bits = r->active; bits; bits &= bits - 1) {
			const unsigned l = (unsigned)__builtin_ctz(bits);
			struct reach reach;
			drawn.address[l] = r->address[l];
			if (!r->symbol[l])
				continue;
			/* Lanes that share a symbol keep their distances. */
			const bool varies = symbol_varies(fold->symbols, r->symbol[l]);
			unsigned first = 0;
			while (!varies && first < l && !(r->active >> first & 1 && r->symbol[first] == r->symbol[l]))
				first++;
			if (!varies && first < l) {
				drawn.address[l] = r->address[l] + (drawn.address[first] - r->address[first]);
				continue;
			}
			if (!reach_of(fold, r, l, &reach))
				return false;
			const uint64_t places = (uint64_t)(reach.high - reach.low) / (uint64_t)reach.step + 1;
			drawn.address[l] += (uint64_t)(reach.low + (int64_t)(next_random(&state) % places) * reach.step);
		}
		const struct request_cost c = known_cost(&drawn, r->active, 0);
		cost_sum += c.cost;
		ideal_sum += c.ideal;
	}
	cost->cost = cost_sum / DRAWS;
	cost->ideal = fmin(ideal_sum / DRAWS, cost->ideal);
	cost->known = cost->spread = true;
	return true;
}

/* What a request costs with the data that examples say. False when something has none. */
static bool
example_cost(const struct fold *fold, const struct request *r, struct cost *cost)
{
	struct request likely = *r;
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		int64_t address;
		if (!r->symbol[l])
			continue;
		if (!example_of(fold->memory, fold->symbols, (struct term){r->symbol[l], (int64_t)r->address[l]}, &address))
			return false;
		likely.address[l] = (uint64_t)address;
	}
	const struct request_cost c = known_cost(&likely, r->active, 0);
	cost->cost = c.cost;
	cost->ideal = fmin(c.ideal, cost->ideal);
	cost->known = cost->example = true;
	return true;
}

static struct cost
request_cost(const struct fold *fold, const struct request *r)
{
	if (r->groups == 1 && !r->varies)
		return group_cost(fold, r, r->active, r->symbol[__builtin_ctz(r->active)]);
	const unsigned lanes = (unsigned)__builtin_popcount(r->active);
	const double packed = ceil(lanes * r->width / (r->space == SPACE_SHARED ? 128.0 : 32.0));
	if (r->varies || !r->groups) {
		/* Nothing ties the lanes to each other: anything from one place to one each. */
		struct cost loose = {.cost = NAN, .ideal = packed, .low = 1, .high = lanes, .bounded = true};
		if (!example_cost(fold, r, &loose))
			spread_cost(fold, r, &loose);
		return loose;
	}
	/* A few groups that each hang together: rows of a matrix, lists of a graph. They may lie on one another. */
	struct cost sum = {.known = true, .bounded = true, .low = 1};
	uint32_t left = r->active;
	while (left) {
		const symbol_id symbol = r->symbol[__builtin_ctz(left)];
		uint32_t group = 0;
		for (int l = 0; l < WARP_LANES; l++)
			group |= (uint32_t)((left >> l & 1) && r->symbol[l] == symbol) << l;
		const struct cost c = group_cost(fold, r, group, symbol);
		sum.cost += c.cost;
		sum.high += c.high;
		sum.low = fmax(sum.low, c.low);
		left &= ~group;
	}
	sum.ideal = fmin(sum.cost, packed);
	if (r->space == SPACE_SHARED || r->space == SPACE_CONSTANT)
		sum.known = false;
	example_cost(fold, r, &sum);
	return sum;
}

static void
find_groups(const struct fold *fold, struct request *r)
{
	symbol_id seen[MOST_GROUPS];
	r->groups = 0;
	r->varies = false;
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const symbol_id s = r->symbol[__builtin_ctz(bits)];
		unsigned i = 0;
		if (s && symbol_varies(fold->symbols, s)) {
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

/* What lanes that are off cost by themselves: that of the same lanes side by side, each in its own place. */
static double
gap_cost(const struct request *r, const struct cost *c)
{
	struct request beside = {.width = r->width, .kind = r->kind, .space = r->space};
	if (r->active == UINT32_MAX || r->space == SPACE_SHARED || r->space == SPACE_CONSTANT || c->cost <= c->ideal)
		return c->ideal;
	for (unsigned l = 0; l < WARP_LANES; l++)
		beside.address[l] = (uint64_t)l * r->width;
	return fmax(known_cost(&beside, r->active, 0).cost, c->ideal);
}

/* ---- patterns ---- */

/* `uneven`: lanes that are another step away from the lane before than the second is from the first. */
static enum pattern
pattern_of(const struct request *r, int64_t *step, uint32_t *uneven)
{
	*step = 0;
	*uneven = 0;
	if (r->varies || r->groups != 1)
		return PATTERN_GATHER;
	int previous = -1;
	bool alone = true, stepped = false;
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const int lane = __builtin_ctz(bits);
		if (previous >= 0) {
			const int64_t d = (int64_t)(r->address[lane] - r->address[previous]);
			const int apart = lane - previous;
			if (d % apart || (stepped && d / apart != *step))
				*uneven |= 1u << lane;
			else
				*step = d / apart;
			stepped |= d % apart == 0;
			alone = false;
		}
		previous = lane;
	}
	if (alone)
		return PATTERN_CONTIGUOUS;   /* one lane */
	if (*uneven)
		return PATTERN_MIXED;
	if (*step == 0)
		return PATTERN_UNIFORM;
	if (*step == r->width || *step == -(int64_t)r->width)
		return PATTERN_CONTIGUOUS;
	return PATTERN_STRIDED;
}

/* Where a request of lanes side by side begins in its sector; false where that is not known. */
static bool
note_start(const struct fold *fold, struct tally *t, const struct request *r, unsigned start)
{
	const symbol_id symbol = r->symbol[__builtin_ctz(r->active)];
	const bool known = !symbol || (uint64_t)1 << fold->symbols->items[symbol].align >= SECTOR_BYTES;
	t->starts |= known ? (uint32_t)1 << start : UINT32_MAX;
	return known;
}

/* Which pieces of a step, from one lane's place to the next one's, the access uses. */
static void
note_used(const struct fold *fold, struct tally *t, const struct request *r, uint64_t start, int64_t step)
{
	const uint64_t size = (uint64_t)llabs(step), piece = (uint64_t)step_piece(step);
	const symbol_id symbol = r->symbol[__builtin_ctz(r->active)];
	/* What is not known of a place is no matter if it is a multiple of the step. */
	const unsigned align = symbol ? fold->symbols->items[symbol].align : 0;
	if (!piece || !t->object || (symbol && ((uint64_t)1 << (align < 63 ? align : 63)) % size))
		return;
	if (t->used_step != step)
		t->step_used = 0;
	t->used_step = step;
	const uint64_t from = (start - (uint64_t)object_base(t->object)) % size;
	for (uint64_t at = from; at < from + r->width; at += piece)
		t->step_used |= (uint64_t)1 << at % size / piece;
}

static void
note_pattern(const struct fold *fold, struct tally *t, const struct request *r, const struct cost *cost, double weight)
{
	int64_t step;
	uint32_t uneven;
	enum pattern p = pattern_of(r, &step, &uneven);
	t->uneven_lanes |= uneven;
	const bool bad = cost->known && cost->cost > cost->ideal * 1.0001;
	/* Where lane 0 stands, or would: lanes that are off cost sectors as well, but do not misalign the rest. */
	const unsigned first_lane = (unsigned)__builtin_ctz(r->active);
	const uint64_t start = r->address[first_lane] - (uint64_t)step * first_lane;
	/* Lanes that walk backwards begin where the last one stands. */
	const uint64_t begin = step < 0 ? start + (uint64_t)step * (WARP_LANES - 1) : start;
	const unsigned phase = (unsigned)(begin % SECTOR_BYTES);
	const bool known = p == PATTERN_CONTIGUOUS && step && note_start(fold, t, r, phase);
	if (p == PATTERN_CONTIGUOUS && bad && phase && r->space != SPACE_SHARED) {
		p = PATTERN_MISALIGNED;
		t->starts_unlike_thread |= !known || phase != r->thread * r->width % SECTOR_BYTES;
		if (!t->misalignment)
			t->misalignment = phase;
	}
	if (p == PATTERN_STRIDED)
		note_used(fold, t, r, start, step);
	if (p == PATTERN_GATHER && !t->index_symbol)
		t->index_symbol = r->symbol[first_lane];
	/* What costs most characterises the site. */
	const double share = weight * (cost->known ? cost->cost : cost->high);
	t->pattern_share[p] += share;
	if (p == PATTERN_STRIDED && share > t->step_share) {
		t->step = step;
		t->step_share = share;
	}
	if (p == PATTERN_MIXED && share > t->uneven_share) {
		t->uneven_step = step;
		t->uneven_share = share;
	}
}

/* ---- events ---- */

/* One line of `gpulint dump events`: place, kind, active lanes, what it stands for, cost, and where the lanes go. */
static void
log_request(const struct fold *fold, const struct tally *t, const struct request *r, const struct cost *c, double weight)
{
	const unsigned first = (unsigned)__builtin_ctz(r->active);
	const struct object *object = memory_object_at(fold->memory, (int64_t)r->address[first]);
	fprintf(fold->events, "%u:%u %s %s width %u lanes %08x weight %g cost %g ideal %g", t->loc.line, t->loc.column,
	        site_kind_text(r->kind), site_space_text(r->space), r->width, r->active, weight, c->cost, c->ideal);
	if (object)
		fprintf(fold->events, " %s+%lld", *object->name ? object->name : "memory",
		        (long long)((int64_t)r->address[first] - object_base(object)));
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		if (l != first)
			fprintf(fold->events, " %+lld", (long long)(r->address[l] - r->address[first]));
		if (r->symbol[l])
			fprintf(fold->events, "?%u", r->symbol[l]);
	}
	fputc('\n', fold->events);
}

static void
add(struct fold *fold, struct tally *t, const struct request *r, const struct fold_access *access, bool certain)
{
	const struct cost c = request_cost(fold, r);
	const double w = access->weight, lanes = __builtin_popcount(r->active);
	if (fold->events)
		log_request(fold, t, r, &c, w);
	const struct ir_type *vector = r->kind == SITE_ATOMIC ? NULL : tally_vector(access->site);
	if (vector) {
		struct request whole = *r;
		for (int l = 0; l < WARP_LANES; l++)
			whole.address[l] -= whole.address[l] % vector->size;
		whole.width = (unsigned)vector->size;
		const struct cost of_whole = request_cost(fold, &whole);
		t->whole_cost += w * (of_whole.known ? of_whole.cost : 0);
		t->whole_ideal += w * (of_whole.known ? of_whole.ideal : 0);
	}
	const double own = w / access->block_weight;
	t->requests += w;
	t->lanes += w * lanes;
	t->block.requests += own;
	t->block.lanes += own * lanes;
	t->block.cost += own * (c.known ? c.cost : 0);
	t->low += w * c.low;
	t->high += w * c.high;
	if (c.known) {
		t->cost += w * c.cost;
		t->ideal += w * c.ideal;
		const double gaps = gap_cost(r, &c);
		t->gap_cost += w * gaps;
		if (gaps > c.ideal)
			t->divider = access->divider;
		t->least_cost = fmin(t->least_cost, c.cost / lanes);
		t->most_cost = fmax(t->most_cost, c.cost / lanes);
		t->worst_excess = fmax(t->worst_excess, c.cost / c.ideal);
	} else {
		t->unknown_requests += w;
		t->unknown_lanes += w * lanes;
		t->unknown_ideal += w * c.ideal;
		if (!t->unknown_symbol)
			t->unknown_symbol = r->symbol[__builtin_ctz(r->active)];
	}
	if (c.bounded && c.known)
		t->bounded_requests += w;
	if (c.spread && !t->spread_symbol)
		t->spread_symbol = r->symbol[__builtin_ctz(r->active)];
	if (c.example && !t->example_symbol)
		t->example_symbol = r->symbol[__builtin_ctz(r->active)];
	if (!certain)
		t->doubtful_requests += w;
	t->extrapolated |= access->extrapolated;
	t->trips_assumed |= access->trips_assumed;
	t->assumption = access->assumption ? access->assumption : t->assumption;
	t->merged |= access->merged;
	if (r->kind == SITE_ATOMIC) {
		const unsigned same = memory_same_address(r->address, r->active);
		if (c.known && same > t->same_address)
			t->same_address = same;
	}
	note_pattern(fold, t, r, &c, w);
}

static const struct ir_expr *
skip_conversions(const struct ir_expr *e)
{
	while (e->kind == IR_CONVERT)
		e = e->a;
	return e;
}

/* What the compiler makes of an atomic on shared memory. */
static enum shared_atomic
atomic_kind(const struct fold_access *access)
{
	const struct ir_expr *e = access->site;
	if (e->kind != IR_BUILTIN)
		return SHARED_ATOMIC_OTHER;
	if (e->builtin == IR_BUILTIN_atomicCAS)
		return SHARED_ATOMIC_COMPARE;
	if (e->builtin != IR_BUILTIN_atomicAdd || !access->result_unused || e->arg_count < 2)
		return SHARED_ATOMIC_OTHER;
	const struct ir_expr *operand = skip_conversions(e->args[1]);
	return operand->kind == IR_INT && operand->integer == 1 ? SHARED_ATOMIC_COUNT : SHARED_ATOMIC_OTHER;
}

/* The array whose elements were used as indices, when a symbol goes back to a load of one. */
static void
note_index_source(struct fold *fold, symbol_id symbol)
{
	for (int depth = 0; symbol && depth < 8; depth++) {
		const struct symbol *s = &fold->symbols->items[symbol];
		if (s->varying)
			return;
		if (s->op == SYMBOL_LOAD) {
			struct object *source = memory_object_at(fold->memory, s->a.offset);
			if (source)
				source->holds_index = true;
			return;
		}
		symbol = s->a.symbol ? s->a.symbol : s->b.symbol;
	}
}

/* The addresses of one warp. */
static void
take_warp(struct request *r, const struct fold_access *access, unsigned warp)
{
	const struct value *address = access->address;
	const union lane *lane = address->lane + (address->uniform ? 0 : warp * WARP_LANES);
	for (unsigned l = 0; l < WARP_LANES; l++)
		r->address[l] = (uint64_t)(lane[address->uniform ? 0 : l].integer + access->offset);
	memset(r->symbol, 0, sizeof r->symbol);
	if (address->symbol)
		for (unsigned l = 0; l < WARP_LANES; l++)
			r->symbol[l] = value_term(address, warp * WARP_LANES + l).symbol;
}

void
fold_access(struct fold *fold, const struct fold_access *access)
{
	const struct term first = value_term(access->address, mask_first(&access->active->may));
	if (space_of(memory_object_at(fold->memory, first.offset)) != SPACE_SHARED || !widen(fold->widening, fold, access))
		fold_count(fold, access);
}

void
fold_count(struct fold *fold, const struct fold_access *access)
{
	struct request r = {.width = access->width, .kind = access->kind,
	                    .atomic = access->kind == SITE_ATOMIC ? atomic_kind(access) : SHARED_ATOMIC_OTHER};
	struct object *object = NULL;
	const unsigned first_warp = mask_first(&access->active->may) / WARP_LANES;
	bool walks = false, returns = false;
	for (unsigned w = 0; w < fold->warps; w++) {
		r.active = access->active->may.warp[w];
		if (!r.active)
			continue;
		take_warp(&r, access, w);
		r.thread = fold->first_thread + w * WARP_LANES % fold->block_width;
		const unsigned first = (unsigned)__builtin_ctz(r.active);
		if (!object || r.address[first] >> WINDOW_BITS != object->id)
			object = memory_object_at(fold->memory, (int64_t)r.address[first]);
		r.space = space_of(object);
		if (r.space == SPACE_LOCAL)
			continue;
		if (access->address->symbol) {
			find_groups(fold, &r);
		} else {
			r.groups = 1;
			r.varies = false;
		}
		struct tally *t = tally_of(fold, access->site, access->place, access->kind, r.space);
		if (!t->func)
			t->stores_before = fold->stores[r.space];
		t->func = access->func;
		t->unit = access->func->unit;
		t->loc = *access->loc;
		t->width = access->width > t->width ? access->width : t->width;
		if (object && !t->object)
			t->object = object;
		if (r.groups != 1)
			note_index_source(fold, r.symbol[first]);
		if (object && !r.varies && r.groups == 1 && !r.symbol[first] && object->touched != object->size) {
			for (uint32_t bits = r.active; bits; bits &= bits - 1) {
				const uint64_t end = r.address[__builtin_ctz(bits)] + r.width - (uint64_t)object_base(object);
				if (end > object->touched && end < UINT32_MAX)
					object->touched = end;
			}
		}
		if (w == first_warp) {
			const uint64_t address = r.address[first];
			if (!t->first_address)
				t->first_address = address;
			walks = address - t->last_address == r.width;
			returns = t->last_address - address == r.width;
			t->last_address = address;
		}
		t->walking_requests += walks ? access->weight : 0;
		t->returning_requests += returns ? access->weight : 0;
		add(fold, t, &r, access, access->active->must.warp[w] == r.active);
	}
	fold->stores[r.space] += access->kind != SITE_LOAD;
}

/* Whether all lanes of a warp hold the same unknown number: then they go the same way, whichever it is. */
static bool
one_way(const struct fold *fold, const struct value *condition, unsigned warp, uint32_t lanes)
{
	if (!condition->symbol)
		return true;
	const unsigned first = warp * 32 + (unsigned)__builtin_ctz(lanes);
	const struct term t = value_term(condition, first);
	if (t.symbol && symbol_varies(fold->symbols, t.symbol))
		return false;
	for (uint32_t bits = lanes; bits; bits &= bits - 1) {
		const struct term u = value_term(condition, warp * 32 + (unsigned)__builtin_ctz(bits));
		if (u.symbol != t.symbol || u.offset != t.offset)
			return false;
	}
	return true;
}

static bool
only_leaves(const struct ir_stmt *s)
{
	while (s->kind == IR_STMT_BLOCK && s->stmt_count == 1)
		s = s->stmts[0];
	return s->kind == IR_STMT_BREAK || s->kind == IR_STMT_CONTINUE || (s->kind == IR_STMT_RETURN && !s->expr);
}

static bool
is_otherwise_of(const struct ir_stmt *stmt, const struct ir_stmt *branch)
{
	const struct ir_stmt *otherwise = branch->kind == IR_STMT_IF ? branch->otherwise : NULL;
	while (otherwise && otherwise->kind == IR_STMT_BLOCK && otherwise->stmt_count == 1)
		otherwise = otherwise->stmts[0];
	return otherwise == stmt;
}

/* Adds what runs one side of the branch, or one path of a switch; its lanes. */
static unsigned
add_side(const struct fold *fold, struct tally *t, const struct mask *lanes, double weight)
{
	unsigned warps = 0, count = 0;
	for (unsigned w = 0; w < fold->warps; w++) {
		warps += lanes->warp[w] != 0;
		count += (unsigned)__builtin_popcount(lanes->warp[w]);
	}
	t->side_warps += weight * warps;
	t->side_lanes += weight * count;
	return count;
}

/* Of a branch whose one side only leaves, what follows is the other. Nothing is told where some lanes are not known. */
static void
add_sides(const struct fold *fold, struct tally *t, const struct fold_branch *branch)
{
	const struct ir_stmt *site = branch->site;
	const bool is_if = site->kind == IR_STMT_IF, leaves = is_if && only_leaves(site->then);
	t->both_sides = site->kind == IR_STMT_SWITCH || (is_if && !leaves && site->otherwise);
	if (!mask_empty(&branch->split->unknown)) {
		t->side_warps = NAN;
		return;
	}
	unsigned lanes = 0;
	for (unsigned i = 0; i < branch->path_count; i++)
		lanes += add_side(fold, t, &branch->paths[i], branch->weight);
	if (!branch->paths && !leaves)
		lanes += add_side(fold, t, &branch->split->yes, branch->weight);
	const double warps = t->side_warps, before = t->side_lanes;
	if (!branch->paths && (leaves || t->both_sides))
		lanes += add_side(fold, t, &branch->split->no, branch->weight);
	t->no_warps += t->side_warps - warps;
	t->no_lanes += t->side_lanes - before;
	const unsigned whole = (lanes + WARP_LANES - 1) / WARP_LANES;
	t->whole_warps += branch->weight * whole;
	t->visits += branch->weight;
}

void
fold_branch(struct fold *fold, const struct fold_branch *branch)
{
	struct tally *t = tally_of(fold, branch->site, NULL, SITE_BRANCH, SPACE_NONE);
	t->func = branch->func;
	t->unit = branch->func->unit;
	t->loc = branch->site->loc;
	t->condition = branch->site->expr;
	if (branch->divider && is_otherwise_of(branch->site, branch->divider))
		t->divider = branch->divider;
	add_sides(fold, t, branch);
	for (unsigned w = 0; w < fold->warps; w++) {
		const uint32_t active = branch->active->may.warp[w];
		if (!active)
			continue;
		const uint32_t yes = branch->split->yes.warp[w], no = branch->split->no.warp[w];
		const uint32_t unknown = branch->split->unknown.warp[w];
		if (fold->events)
			fprintf(fold->events, "%u:%u branch lanes %08x weight %g yes %08x no %08x unknown %08x\n", t->loc.line,
			        t->loc.column, active, branch->weight, yes, no, unknown);
		t->requests += branch->weight;
		const double own = branch->weight / branch->block_weight;
		t->block.requests += own;
		t->block.lanes += own * __builtin_popcount(active);
		t->lanes += branch->weight * __builtin_popcount(active);
		t->block_yes += own * __builtin_popcount(yes);
		if (yes && no) {
			const int fewer = __builtin_popcount(yes) < __builtin_popcount(no) ? __builtin_popcount(yes) : __builtin_popcount(no);
			t->divergent += branch->weight;
			t->block.divergent += own;
			t->minority += branch->weight * fewer;
		}
		if (unknown && !(yes && no) && (yes || no || !one_way(fold, branch->condition, w, unknown)))
			t->unknown_requests += branch->weight;
		if (unknown)
			t->data_dependent = true;
		if (unknown && !t->unknown_symbol)
			t->unknown_symbol = value_term(branch->condition, w * 32 + (unsigned)__builtin_ctz(unknown)).symbol;
	}
	t->extrapolated |= branch->extrapolated;
}

static bool
alike(double x, double y)
{
	return fabs(x - y) <= 1e-9 * fmax(fabs(x), fabs(y));
}

static bool
same_sums(const struct block_sums *a, const struct block_sums *b)
{
	return alike(a->requests, b->requests) && alike(a->lanes, b->lanes) && alike(a->cost, b->cost) &&
	       alike(a->divergent, b->divergent);
}

void
fold_begin_block(struct fold *fold, uint64_t first_thread, unsigned width)
{
	fold->first_thread = first_thread;
	fold->block_width = width;
}

void
fold_end_block(struct fold *fold, bool stands_for_others)
{
	widen_finish(fold->widening, fold);
	fold->blocks += stands_for_others;
	fold->edges += !stands_for_others;
	for (size_t i = 0; i < fold->tally_count; i++) {
		struct tally *t = fold->tallies[i];
		const bool came = t->block.requests > LEAST_REQUESTS;
		const bool same = same_sums(&t->like, &t->block);
		if (came && !t->like.requests) {
			t->like = t->block;
			t->like_is_edge = !stands_for_others;
		} else if (came && !same && stands_for_others && t->like_is_edge) {
			/* From here on blocks are compared with one of their kind. */
			t->unlike_edge = true;
			t->like = t->block;
			t->like_is_edge = false;
		} else if (came && stands_for_others) {
			t->unlike |= !same;
			t->like_is_edge = false;
		} else if (came) {
			t->unlike_edge |= !same;
		}
		t->blocks_seen += came && stands_for_others;
		t->edges_seen += came && !stands_for_others;
		t->all_yes |= came && t->block_yes == t->block.lanes;
		t->all_no |= came && t->block_yes == 0;
		t->block_yes = 0;
		t->block = (struct block_sums){0};
	}
}

/* ---- a run by example ---- */

static bool
depends_on_data(const struct tally *t)
{
	return t->unknown_requests > 0 || t->doubtful_requests > 0 || t->spread_symbol || t->example_symbol;
}

bool
fold_depends_on_data(const struct fold *fold)
{
	for (size_t i = 0; i < fold->tally_count; i++)
		if (depends_on_data(fold->tallies[i]))
			return true;
	return false;
}

void
fold_set_likely(struct fold *fold, const struct fold *likely)
{
	fold->likely = likely;
}

const struct tally *
likely_tally(const struct fold *fold, const struct tally *tally)
{
	if (!fold->likely || !depends_on_data(tally) || tally->merged)
		return NULL;
	const struct tally *likely =
		fold->likely->slots[slot_of(fold->likely, tally->node, tally->place, tally->kind, tally->space)];
	return likely && likely->requests > 0 && !likely->unknown_requests &&
	               (!likely->doubtful_requests || tally->unknown_requests > 0)
	               ? likely : NULL;
}
