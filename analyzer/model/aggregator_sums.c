/* Adds the figures of a warp's request to the accumulator of its site. */
#include <math.h>
#include <string.h>

#include "model/aggregator_internal.h"

/* The first lane's offset in its object, the distances of the others from it, and the range of the first symbol. */
static void
log_addresses(FILE *events, const struct object *object, const struct request *r)
{
	const unsigned first = (unsigned)__builtin_ctz(r->active);
	const uint64_t base = object ? (uint64_t)object_base(object) : 0;
	symbol_id symbol = r->symbol[first];
	fprintf(events, " %s+", !object ? "address" : *object->name ? object->name : "memory");
	term_print(events, (struct term){r->symbol[first], (int64_t)(r->address[first] - base)});
	for (uint32_t bits = r->active & (r->active - 1); bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		const struct term distance = {r->symbol[l], (int64_t)(r->address[l] - r->address[first])};
		fputs(!distance.symbol && distance.offset >= 0 ? " +" : " ", events);
		term_print(events, distance);
		symbol = symbol ? symbol : distance.symbol;
	}
	if (symbol) {
		fprintf(events, ", s%u in ", symbol);
		interval_print(events, r->symbols->items[symbol].range);
	}
	fputc('\n', events);
}

/* One line of `gpulint dump events`: location, kind, active lanes, weight, cost, and the lanes' addresses. */
static void
log_request(const struct aggregator *aggregator, const struct site_accumulator *t, const struct request *r,
            const struct cost *c, double weight)
{
	const unsigned first = (unsigned)__builtin_ctz(r->active);
	const struct object *object = memory_object_at(aggregator->memory, (int64_t)r->address[first]);
	fprintf(aggregator->events, "%u:%u %s %s width %u lanes %08x weight %g cost %g ideal %g", t->loc.line,
	        t->loc.column, site_kind_text(r->kind), site_space_text(r->space), r->width, r->active, weight, c->cost,
	        c->ideal);
	log_addresses(aggregator->events, object, r);
}

static void
add_known_cost(struct site_accumulator *t, const struct known_figures *known, const struct access_event *access)
{
	const struct request_figures *figures = &known->figures;
	const struct cost *c = &figures->cost;
	t->sums.cost += access->weight * c->cost;
	t->sums.ideal += access->weight * c->ideal;
	t->sums.gap_cost += access->weight * figures->gap_cost;
	if (!t->diverging_branch || figures->gap_cost > c->ideal)
		t->diverging_branch = access->diverging_branch;
	t->atomic.same_lanes += access->weight * figures->same_address;
	t->atomic.same_requests += access->weight;
	if (c->bounded)
		t->caveats.bounded_requests += access->weight;
	if (known->kept)
		return;
	t->sums.worst_excess = fmax(t->sums.worst_excess, c->cost / c->ideal);
	if (figures->same_address > t->atomic.same_address)
		t->atomic.same_address = figures->same_address;
}

/* The symbol of the first lane that has one. Lane 0 may have a known address, whatever the step is. */
static symbol_id
first_symbol(const struct request *r)
{
	if (r->groups == 1 && !r->varies)
		return r->symbol[__builtin_ctz(r->active)];
	for (uint32_t left = r->active; left; left &= left - 1)
		if (r->symbol[__builtin_ctz(left)])
			return r->symbol[__builtin_ctz(left)];
	return 0;
}

/* Records the symbols that the cost depends on. */
static void
note_symbols(struct site_accumulator *t, const struct request *r, const struct cost *c)
{
	const symbol_id symbol = first_symbol(r);
	if (symbol && !t->caveats.assumption && symbols_reason_of(r->symbols, symbol)->kind == REASON_ATOMIC)
		t->caveats.assumption = "the lanes of a warp get consecutive old values from an atomic, in lane order";
	if (!c->known && !t->caveats.unknown_symbol)
		t->caveats.unknown_symbol = symbol;
	if (c->spread && !t->caveats.spread_symbol)
		t->caveats.spread_symbol = symbol;
	if (c->rows && !t->caveats.rows_symbol)
		t->caveats.rows_symbol = c->rows;
	if (c->example && !t->caveats.example_symbol)
		t->caveats.example_symbol = symbol;
}

/* Bytes of an innermost row of a multidimensional array; 0 for other objects. */
static uint64_t
row_bytes(const struct object *object)
{
	const struct ir_type *type = object ? object->type : NULL;
	uint64_t row = 0;
	while (type && type->kind == IR_TYPE_ARRAY && type->element->kind == IR_TYPE_ARRAY) {
		type = type->element;
		row = type->size;
	}
	return row;
}

/* For lanes in several rows of a shared array, or at data-dependent addresses: whether the lanes would use distinct
 * banks if every row, and every unknown part of an address, began at bank 0. */
static void
note_banks(struct site_accumulator *t, const struct request *r, const struct known_figures *known)
{
	const enum pattern pattern = known->figures.pattern;
	const uint64_t row = row_bytes(t->objects.first);
	bool many_rows = r->groups != 1;
	if (r->space != SPACE_SHARED || pattern == PATTERN_CONTIGUOUS || pattern == PATTERN_UNIFORM ||
	    !(row || many_rows) || (t->banks.has_own && t->banks.has_conflicts))
		return;
	/* A request that differs from the previous one by whole rows has the same banks. */
	if (row && known->kept && known->moved % row == 0)
		return;
	uint64_t word[WARP_LANES] = {0};
	const uint64_t base = (uint64_t)object_base(t->objects.first),
		       first = r->address[__builtin_ctz(r->active)] - base;
	for (uint32_t left = r->active; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);
		const uint64_t at = r->address[l] - base;
		many_rows |= row && at / row != first / row;
		word[l] = (row ? at % row : at) / BANK_BYTES * BANK_BYTES;
	}
	const struct request_cost cost = memory_shared(word, r->active, r->width, SHARED_STORE);
	const bool own = cost.cost == cost.ideal && memory_all_apart(word, r->active);
	t->banks.has_own |= own && many_rows;
	t->banks.has_conflicts |= !own;
}

/* Whether the request belongs to the warp that made the accumulator's first request. */
static bool
is_of_first_warp(const struct aggregator *aggregator, struct site_accumulator *t, unsigned warp)
{
	if (!t->sums.requests) {
		memcpy(t->pattern.first_block, aggregator->at, sizeof t->pattern.first_block);
		t->pattern.first_warp = warp;
	}
	return warp == t->pattern.first_warp &&
	       !memcmp(t->pattern.first_block, aggregator->at, sizeof t->pattern.first_block);
}

/* A load from global memory with several different lane steps, such as a walk through a rotated image. */
static bool
is_spread(const struct request *r, const struct request_figures *figures)
{
	enum { MANY_LANE_STEPS = 4 };
	return r->space == SPACE_GLOBAL && r->kind == SITE_LOAD && figures->pattern == PATTERN_MIXED &&
	       figures->cost.known && __builtin_popcount(figures->uneven) >= MANY_LANE_STEPS;
}

void
aggregator_add_request(const struct aggregator *aggregator, struct site_accumulator *t, const struct request *r,
                       const struct known_figures *known, const struct access_event *access, unsigned warp,
                       bool certain)
{
	const bool is_of_first = is_of_first_warp(aggregator, t, warp);
	const struct request_figures *figures = &known->figures;
	const struct cost *c = &figures->cost;
	const double weight = access->weight, own = weight / access->block_weight,
		     lanes = __builtin_popcount(r->active);
	if (aggregator->events)
		log_request(aggregator, t, r, c, weight);
	t->sums.requests += weight;
	t->sums.lanes += weight * lanes;
	t->blocks.of_warp[warp] += weight;
	t->blocks.running.requests += own;
	t->blocks.running.lanes += own * lanes;
	t->blocks.running.cost += own * (c->known ? c->cost : 0);
	t->sums.low += weight * c->low;
	t->sums.high += weight * c->high;
	if (c->known)
		add_known_cost(t, known, access);
	else
		t->caveats.unknown_requests += weight;
	if (!certain)
		t->caveats.doubtful_requests += weight;
	note_symbols(t, r, c);
	note_banks(t, r, known);
	if (r->space == SPACE_SHARED && t->objects.first)
		samples_take(&t->pattern.sampled, r, t->objects.first, row_bytes(t->objects.first));
	else if (is_spread(r, figures) && t->objects.first)
		samples_take(&t->pattern.sampled, r, t->objects.first, 0);
	aggregator_pattern(t, r, figures, weight, is_of_first);
}
