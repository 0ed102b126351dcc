/* Asynchronous copies: the cost in one memory space depends on the addresses in the other. */
#include "analysis/known_code.h"
#include "model/aggregator_internal.h"

uint64_t
aggregator_shared_offset(const struct aggregator *aggregator, const struct object *object)
{
	enum { DYNAMIC_ALIGN = 16 };
	if (object->var && object->var->storage == IR_STORAGE_SHARED)
		return shared_layout_offset(&aggregator->code->layouts, aggregator->kernel, object->var);
	const uint64_t size = shared_layout_size(&aggregator->code->layouts, aggregator->kernel);
	return (size + DYNAMIC_ALIGN - 1) / DYNAMIC_ALIGN * DYNAMIC_ALIGN;
}

bool
aggregator_take_copy(const struct aggregator *aggregator, struct site_accumulator *t, const struct request *r,
                     const struct copy_event *both, unsigned warp, struct async_copy *copy)
{
	enum { LINE_ALIGN = 7 };
	const bool writes = r->space == SPACE_SHARED;
	struct request other = {.symbols = r->symbols, .active = r->active};
	request_take_warp(&other, writes ? both->from : both->to, 0, warp);
	const struct request *from = writes ? &other : r, *to = writes ? r : &other;
	const unsigned first = (unsigned)__builtin_ctz(r->active);
	const struct object *object = memory_object_at(aggregator->memory, (int64_t)to->address[first]);
	*copy = (struct async_copy){.active = r->active,
	                            .empty = both->empty->warp[warp],
	                            .width = r->width,
	                            .bypass = both->bypass,
	                            .fills = both->fills};
	if (from->groups != 1 || from->varies || to->groups != 1 || to->varies || to->symbol[first] ||
	    space_of_object(object) != SPACE_SHARED) {
		t->caveats.assumption = "the other end of the asynchronous copy, which affects the cost, is unknown";
		return false;
	}
	const symbol_id symbol = from->symbol[first];
	if (symbol && writes && r->symbols->items[symbol].align < LINE_ALIGN)
		t->caveats.assumption = "the copied data begins at a multiple of 128 bytes";
	if (r->active != UINT32_MAX)
		t->caveats.assumption =
			"profilers also count the inactive lanes of an asynchronous copy that the compiler predicates";
	const uint64_t begin = aggregator_shared_offset(aggregator, object);
	for (unsigned l = 0; l < WARP_LANES; l++) {
		copy->from[l] = from->address[l];
		copy->to[l] = to->address[l] + begin;
	}
	return true;
}

void
aggregator_add_copy(struct site_accumulator *t, const struct request *r, const struct request_figures *figures,
                    double weight)
{
	const struct request_cost load = figures->copy_load, store = figures->copy_store;
	struct copy_sums *sums = &t->copy;
	if (r->space == SPACE_SHARED && figures->estimated)
		t->caveats.assumption = "the total of bank conflicts at both ends of an asynchronous copy is estimated";
	sums->path = r->copy->bypass ? COPY_PAST_L1 : COPY_THROUGH_L1;
	sums->load += weight * load.cost;
	sums->ideal_load += weight * load.ideal;
	sums->store += weight * store.cost;
	sums->ideal_store += weight * store.ideal;
}
