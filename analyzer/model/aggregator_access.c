/* Accesses: each warp's request is counted in the accumulator of its site. */
#include "analysis/known_code.h"
#include "analysis/restrict.h"
#include "model/atomics.h"
#include "model/aggregator_internal.h"
#include "model/index_range.h"
#include "support/trace.h"
#include "support/wide_loops.h"

enum site_space
space_of_object(const struct object *object)
{
	if (!object)
		return SPACE_GENERIC;
	if (fault_is_host_memory(object))
		return SPACE_GLOBAL;
	switch (object->kind) {
	case OBJECT_SHARED: return SPACE_SHARED;
	case OBJECT_CONSTANT:
	case OBJECT_PARAMETER: return SPACE_CONSTANT;
	case OBJECT_LOCAL: return object->parameter ? SPACE_CONSTANT : SPACE_LOCAL;
	case OBJECT_FUNCTION: return SPACE_GENERIC;
	default: return SPACE_GLOBAL;
	}
}

static struct site_accumulator *
accumulator_of(struct aggregator *aggregator, const struct access_event *access, enum site_space space,
               struct object *object)
{
	struct site_accumulator *t =
		accumulators_get(&aggregator->accumulators, access->site, access->reported, access->kind, space);
	t->func = access->func;
	t->unit = access->func->unit;
	t->loc = *access->loc;
	t->line_info = access->line_info;
	t->width = access->width > t->width ? access->width : t->width;
	t->objects.first = t->objects.first ? t->objects.first : object;
	t->extrapolated |= access->extrapolated;
	t->open_loop = t->open_loop ? t->open_loop : access->open_loop;
	t->caveats.one_lane |= access->one_lane;
	t->caveats.assumption = access->assumption ? access->assumption : t->caveats.assumption;
	t->pattern.uniform |= access->address && value_is_common(aggregator->symbols, access->address);
	if (aggregator->trace)
		aggregator_trace_site(aggregator, t);
	return t;
}

/* Records that an array's elements serve as indices, if the symbol derives from a load of that array. */
static void
note_index_source(struct aggregator *aggregator, symbol_id symbol)
{
	enum { DEEPEST = 8 };
	for (int depth = 0; symbol && depth < DEEPEST; depth++) {
		const struct symbol *s = &aggregator->symbols->items[symbol];
		if (s->varying)
			return;
		if (s->op == SYMBOL_LOAD) {
			struct object *source = memory_object_at(aggregator->memory, s->a.offset);
			if (source)
				memory_use(aggregator->memory, source)->holds_index = true;
			return;
		}
		symbol = s->a.symbol ? s->a.symbol : s->b.symbol;
	}
}

static void
note_accessed(const struct aggregator *aggregator, struct object *object)
{
	if (object)
		memory_use(aggregator->memory, object)->is_accessed = true;
}

/* The end of the lane's access, in bytes from the object's beginning; 0 if the address belongs to another object. */
static uint64_t
end_of_lane(const struct object *object, const struct request *r, unsigned lane)
{
	const uint64_t end = r->address[lane] + r->width - (uint64_t)object_base(object);
	return end >> BASE_BIT == 0 ? end : 0;
}

/* Records the beginning of a request whose addresses are all known. */
static void
note_start(struct object_use *use, const struct object *object, const struct request *r, unsigned lowest_lane)
{
	const uint64_t start = r->address[lowest_lane] - (uint64_t)object_base(object);
	if (!use->touched || start < use->touched_from)
		use->touched_from = start >> BASE_BIT == 0 ? start : 0;
}

/* Records how far a request with known addresses reaches into its object: to the end of the highest lane. If that
 * lane accesses another object, the other lanes decide. */
static void
note_touched(struct object *object, const struct request *r, const struct request_ends *ends)
{
	struct object_use *use = object ? memory_use(r->memory, object) : NULL;
	const unsigned highest_lane = ends->highest;
	if (!use)
		return;
	if (r->varies || r->groups != 1 || r->symbol[highest_lane]) {
		use->is_touched_elsewhere = true;
		return;
	}
	note_start(use, object, r, ends->lowest);
	if (object->size && use->touched == object->size)
		return;
	const bool within = end_of_lane(object, r, highest_lane) > 0;
	for (uint32_t lanes = within ? UINT32_C(1) << highest_lane : r->active; lanes; lanes &= lanes - 1) {
		const uint64_t end = end_of_lane(object, r, (unsigned)__builtin_ctz(lanes));
		if (end > use->touched)
			use->touched = end;
	}
}

/* A warp of the running block. `certain`: each lane that may be active is surely active. */
struct coming {
	const uint32_t *block;
	unsigned warp;
	bool certain;
};

/* Whether the object is the only static variable in shared memory, so that it begins at offset 0. */
static bool
begins_shared_memory(const struct aggregator *aggregator, const struct object *object)
{
	return object->kind == OBJECT_SHARED && object->var && object->type &&
	       shared_layout_size(&aggregator->code->layouts, aggregator->kernel) == object->type->size &&
	       shared_layout_offset(&aggregator->code->layouts, aggregator->kernel, object->var) == 0;
}

static void
note_reach(const struct aggregator *aggregator, struct site_accumulator *t, struct object *object,
           const struct request *r, const struct coming *coming, const struct request_ends *ends)
{
	note_touched(object, r, ends);
	if (object && !t->fault.started) {
		t->fault.started = object;
		t->fault.base_aligned = begins_shared_memory(aggregator, object);
	}
	if (coming->certain && !t->caveats.assumption)
		fault_note(&t->fault, object, r, coming->block, coming->warp, ends);
}

/* Whether an event accesses the element directly after (`walks`) or before (`returns`) the site's last one. */
struct walk {
	bool walks, returns;
};

static struct walk
note_walk(struct site_accumulator *t, uint64_t address, unsigned width)
{
	const struct walk walk = {address - t->walk.last_address == width, t->walk.last_address - address == width};
	t->walk.last_address = address;
	return walk;
}

static void
take_one(uint64_t address[WARP_LANES], int64_t number)
{
	for (unsigned l = 0; l < WARP_LANES; l++)
		address[l] = (uint64_t)number;
}

GPULINT_WIDE_LOOPS static void
take_lanes(uint64_t address[WARP_LANES], const union lane *lane, int64_t offset)
{
	for (unsigned l = 0; l < WARP_LANES; l++)
		address[l] = (uint64_t)(lane[l].integer + offset);
}

void
request_take_warp(struct request *r, const struct value *address, int64_t offset, unsigned warp)
{
	const union lane *lane = address->lane + (address->uniform ? 0 : warp * WARP_LANES);
	if (address->uniform)
		take_one(r->address, lane->integer + offset);
	else
		take_lanes(r->address, lane, offset);
	r->groups = 1;
	r->varies = false;
	if (!address->symbol)
		return;
	for (unsigned l = 0; l < WARP_LANES; l++)
		r->symbol[l] = value_term(address, warp * WARP_LANES + l).symbol;
	request_find_groups(r);
}

/* Records the reach of the lanes that copy something; lanes with an empty source read nothing. */
static void
note_reach_of_copy(const struct aggregator *aggregator, struct site_accumulator *t, struct object *object,
                   const struct request *r, const struct request_ends *ends, const struct copy_event *copy,
                   const struct coming *coming)
{
	const uint32_t empty = r->space != SPACE_SHARED ? copy->empty->warp[coming->warp] : 0;
	struct request moving = *r;
	moving.active &= ~empty;
	if (!moving.active)
		return;
	const struct request_ends of_moving = moving.active != r->active ? request_ends_of(&moving) : *ends;
	note_reach(aggregator, t, object, &moving, coming, &of_moving);
}

/* Passes the request through the cache model, and records the address of each evaluated block's first access. */
static void
follow(struct aggregator *aggregator, struct site_accumulator *t, const struct request *r,
       const struct access_event *access)
{
	if (!t->blocks.running.requests && r->groups == 1 && !r->varies && !r->symbol[__builtin_ctz(r->active)])
		flow_note_start(&t->flow, aggregator->at, r->address[__builtin_ctz(r->active)]);
	caches_add(aggregator->caches, &t->flow, r, access->weight / access->block_weight,
	           access->sampled_loop != NULL);
}

/* Whether all lanes read one known address of a constant variable. The compiler then uses a constant-bank operand. */
static bool
is_operand(const struct object *object, const struct value *address)
{
	return object->var && address->uniform && !address->symbol;
}

/* An access of a block, counted one warp at a time. */
struct counting {
	struct aggregator *aggregator;
	const struct access_event *access;
	struct request request;               /* of the current warp */
	struct async_copy *copy;              /* storage for the source and destination addresses of a copy */
	struct object *object;                /* the object that the request accesses */
	struct site_accumulator *accumulator; /* counts the request; NULL: none yet */
	struct walk walk;                     /* of the first warp, which represents all warps */
};

static void
take_request(struct counting *c, unsigned warp)
{
	const struct aggregator *aggregator = c->aggregator;
	struct request *r = &c->request;
	request_take_warp(r, c->access->address, c->access->offset, warp);
	r->thread = aggregator->first_thread + warp * WARP_LANES % aggregator->block_width;
	const uint64_t address = r->address[__builtin_ctz(r->active)];
	if (!c->object || address >> WINDOW_BITS != c->object->id)
		c->object = memory_object_at(aggregator->memory, (int64_t)address);
	r->space = space_of_object(c->object);
}

/* One expression may access several objects: a function is called with each of them, or a pointer is selected. */
static void
note_object(struct site_accumulator *t, const struct object *object)
{
	if (!object || !t->objects.first || object == t->objects.first || object == t->objects.other)
		return;
	t->objects.are_more = t->objects.other;
	t->objects.other = t->objects.other ? t->objects.other : object;
}

/* Records effects that depend on the memory space, apart from the cost. */
static void
note_space(struct counting *c)
{
	struct aggregator *aggregator = c->aggregator;
	const struct access_event *access = c->access;
	const struct request *r = &c->request;
	const struct atomic atomic = atomic_of_event(access);
	struct site_accumulator *t = c->accumulator;
	t->atomic.result_used |= access->kind == SITE_ATOMIC && !access->result_unused;
	if (r->space == SPACE_GLOBAL) {
		note_object(t, c->object);
		follow(aggregator, t, r, access);
	}
	if (r->space == SPACE_CONSTANT && !is_operand(c->object, access->address)) {
		t->constants.computed += access->weight;
		if (r->groups == 1 && !r->varies)
			t->constants.lines += access->weight * constant_cache_add(&aggregator->constants, r);
	}
	if (r->space == SPACE_GLOBAL && access->kind == SITE_ATOMIC)
		contention_add(&t->atomic.contention, r, atomic_pace(&atomic), access->weight,
		               access->weight / access->block_weight, aggregator->block_count);
}

/* Records what the address of the first active lane implies. */
static void
note_first_lane(struct counting *c, bool is_first_warp)
{
	const struct request *r = &c->request;
	const unsigned first = (unsigned)__builtin_ctz(r->active);
	const double weight = c->access->weight;
	if (r->groups != 1)
		note_index_source(c->aggregator, r->symbol[first]);
	if (is_first_warp)
		c->walk = note_walk(c->accumulator, r->address[first], r->width);
	c->accumulator->walk.onward += c->walk.walks ? weight : 0;
	c->accumulator->walk.back += c->walk.returns ? weight : 0;
}

static void
count_request(struct counting *c, const struct coming *coming, bool is_first_warp)
{
	struct aggregator *aggregator = c->aggregator;
	const struct access_event *access = c->access;
	struct request *r = &c->request;
	aggregator->event_count++;
	note_accessed(aggregator, c->object);
	/* The source and the destination of a copy may have different accumulators. */
	if (!c->accumulator || c->accumulator->space != r->space || !c->accumulator->objects.first || access->copy)
		c->accumulator = accumulator_of(aggregator, access, r->space, c->object);
	struct site_accumulator *t = c->accumulator;
	if (t->trace)
		trace_event(t->trace);
	note_space(c);
	if (access->copy)
		r->copy = aggregator_take_copy(aggregator, t, r, access->copy, coming->warp, c->copy) ? c->copy : NULL;
	note_first_lane(c, is_first_warp);
	struct known_figures *known = &t->last[r->active != UINT32_MAX];
	const struct request_figures *figures = request_figures_of(r, known);
	if (r->copy)
		aggregator_add_copy(t, r, figures, access->weight);
	aggregator_add_request(aggregator, t, r, known, access, coming->warp, coming->certain);
	if (access->copy)
		note_reach_of_copy(aggregator, t, c->object, r, &figures->ends, access->copy, coming);
	else
		note_reach(aggregator, t, c->object, r, coming, &figures->ends);
	if (access->kind == SITE_ATOMIC)
		aggregator_election(aggregator, t, r, figures, access);
	if (access->first_try)
		aggregator_first_try(aggregator, t, r, access);
}

static bool
may_come(const struct access_event *access, unsigned lane)
{
	return access->active->may.warp[lane / WARP_LANES] >> lane % WARP_LANES & 1;
}

/* Records whether the access in a loop repeats the address of the previous iteration. */
static void
note_repeated(const struct aggregator *aggregator, struct site_accumulator *t, const struct access_event *access)
{
	struct repeating *last = &t->repeating;
	const unsigned lane = mask_first(&access->active->may), warp = lane / WARP_LANES;
	const struct term first = value_term(access->address, lane),
			  end = value_term(access->address,
	                                   warp * WARP_LANES + 31 -
	                                           (unsigned)__builtin_clz(access->active->may.warp[warp]));
	const bool same = last->block == aggregator->block_count && last->loop == access->loop &&
	                  last->offset == access->offset && term_equal(first, last->first) &&
	                  term_equal(end, last->end);
	if (access->loop && same)
		last->requests += t->sums.requests - last->before;
	last->first = first;
	last->end = end;
	last->offset = access->offset;
	last->loop = access->loop;
	last->block = aggregator->block_count;
	last->before = t->sums.requests;
}

/* Records the distance between the addresses of the block's first two rows of threads. */
static void
note_rows(const struct aggregator *aggregator, struct site_accumulator *t, const struct access_event *access)
{
	const unsigned second = aggregator->block_width;
	if (t->pattern.row_steps_vary || second >= aggregator->warps * WARP_LANES || !may_come(access, 0) ||
	    !may_come(access, second))
		return;
	const struct term a = value_term(access->address, 0), b = value_term(access->address, second);
	const bool tied = a.symbol == b.symbol && !symbol_varies(aggregator->symbols, a.symbol);
	const int64_t step = tied ? b.offset - a.offset : 0;
	t->pattern.row_steps_vary = !tied || (t->pattern.has_row_step && step != t->pattern.row_step);
	t->pattern.row_step = step;
	t->pattern.has_row_step = true;
}

/* The address of the first active lane. */
static struct term
first_address(const struct access_event *access)
{
	return value_term(access->address, mask_first(&access->active->may));
}

/* The request of one warp, to a variable of the thread. */
static struct own_access
own_access_of(const struct access_event *access, unsigned warp, bool element_known)
{
	return (struct own_access){
		access->kind,          access->func,   access->site, access->loc,
		first_address(access), access->weight, warp,         element_known ? ELEMENT_KNOWN : ELEMENT_UNKNOWN};
}

void
aggregator_count(struct aggregator *aggregator, const struct access_event *access)
{
	const struct atomic atomic = atomic_of_event(access);
	struct async_copy copy;
	struct counting c = {
		.aggregator = aggregator,
		.access = access,
		.copy = &copy,
		.request = {.symbols = aggregator->symbols,
	                    .memory = aggregator->memory,
	                    .width = access->width,
	                    .kind = access->kind,
	                    .atomic = access->spins ? SHARED_ATOMIC_SPIN : atomic_in_shared(&atomic, aggregator->gpu)},
	};
	struct request *r = &c.request;
	const unsigned first_warp = mask_first(&access->active->may) / WARP_LANES;
	for (unsigned w = 0; w < aggregator->warps; w++) {
		r->active = access->active->may.warp[w];
		if (!r->active)
			continue;
		take_request(&c, w);
		const struct own_access own = own_access_of(access, w, false);
		const struct coming coming = {aggregator->at, w, access->active->must.warp[w] == r->active};
		if (r->space == SPACE_LOCAL)
			own_variables_add(&aggregator->own, c.object, r, &own);
		else
			count_request(&c, &coming, w == first_warp);
	}
	if (c.accumulator) {
		note_rows(aggregator, c.accumulator, access);
		note_repeated(aggregator, c.accumulator, access);
		c.accumulator->calling_loop = access->calling_loop;
		caches_end_iteration(aggregator->caches, &c.accumulator->flow, access->weight / access->block_weight,
		                     loads_order(aggregator, r->space, access->site),
		                     !restricted_base_of(access->site));
	}
	note_order(aggregator, r->space, access);
}

/* Records which ranges the loaded indices must stay in. */
static void
note_index_ranges(struct aggregator *aggregator, const struct access_event *access)
{
	struct request r = {.symbols = aggregator->symbols, .memory = aggregator->memory, .width = access->width};
	const bool goes_on = access->sampled_loop || access->open_loop;
	for (unsigned w = 0; w < aggregator->warps; w++) {
		r.active = access->active->may.warp[w];
		if (!r.active)
			continue;
		request_take_warp(&r, access->address, access->offset, w);
		const struct object *target =
			memory_object_at(aggregator->memory, (int64_t)r.address[__builtin_ctz(r.active)]);
		aggregator->has_untracked_indices |= !target || !index_range_note(&r, target, goes_on);
	}
}

static void
note_busy(struct aggregator *aggregator, const struct access_event *access)
{
	aggregator->busy_weight = access->block_weight;
	for (unsigned w = 0; w < aggregator->warps; w++)
		aggregator->busy[w] |= access->active->may.warp[w];
}

void
aggregator_access(struct event_sink *sink, const struct access_event *access)
{
	struct aggregator *aggregator = aggregator_of(sink);
	note_busy(aggregator, access);
	if (aggregator->notes_indices && access->address->symbol)
		note_index_ranges(aggregator, access);
	const struct term first = value_term(access->address, mask_first(&access->active->may));
	const struct atomic atomic = atomic_of_event(access);
	const bool is_shared = space_of_object(memory_object_at(aggregator->memory, first.offset)) == SPACE_SHARED;
	if (is_shared && access->kind == SITE_ATOMIC && atomic_loops_in_shared(&atomic))
		aggregator_atomic_loop(aggregator, access);
	else
		aggregator_count(aggregator, access);
}

void
aggregator_own(struct event_sink *sink, const struct object *variable, const struct access_event *access,
               bool element_known)
{
	struct aggregator *aggregator = aggregator_of(sink);
	struct request r = {.symbols = aggregator->symbols, .width = access->width};
	aggregator->has_untracked_indices |= !element_known;
	for (unsigned w = 0; w < aggregator->warps; w++) {
		r.active = access->active->may.warp[w];
		const struct own_access own = own_access_of(access, w, element_known);
		if (r.active)
			own_variables_add(&aggregator->own, variable, &r, &own);
	}
}

static void
count_unknown(struct aggregator *aggregator, const struct access_event *access, enum site_space space,
              struct object *object, symbol_id symbol)
{
	struct site_accumulator *t = accumulator_of(aggregator, access, space, object);
	note_accessed(aggregator, object);
	aggregator->has_untracked_indices = true;
	if (!t->caveats.unknown_symbol)
		t->caveats.unknown_symbol = symbol;
	for (unsigned w = 0; w < aggregator->warps; w++) {
		const uint32_t active = access->active->may.warp[w];
		if (!active)
			continue;
		t->sums.requests += access->weight;
		t->blocks.of_warp[w] += access->weight;
		t->sums.lanes += access->weight * __builtin_popcount(active);
		t->caveats.unknown_requests += access->weight;
		aggregator->event_count++;
		if (t->trace)
			trace_event(t->trace);
	}
}

void
aggregator_texture(struct event_sink *sink, const struct access_event *access)
{
	struct aggregator *aggregator = aggregator_of(sink);
	count_unknown(aggregator, access, SPACE_TEXTURE, NULL, 0);
}

void
aggregator_unknown(struct event_sink *sink, const struct access_event *access, symbol_id symbol)
{
	struct aggregator *aggregator = aggregator_of(sink);
	const struct term first = value_term(access->address, mask_first(&access->active->may));
	struct object *object = memory_object_at(aggregator->memory, first.offset);
	if (space_of_object(object) != SPACE_LOCAL)
		count_unknown(aggregator, access, space_of_object(object), object, symbol);
}
