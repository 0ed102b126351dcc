#include "model/site_accumulator.h"

#include <math.h>
#include <stdlib.h>

#include "support/allocate.h"

struct site_accumulator *
accumulators_find(const struct site_accumulators *accumulators, const void *node, const struct ir_expr *reported,
                  enum site_kind kind, enum site_space space)
{
	struct site_accumulator *t = pointer_map_find(&accumulators->by_node, node);
	while (t && (t->reported != reported || t->kind != kind || t->space != space))
		t = t->next_of_node;
	return t;
}

struct site_accumulator *
accumulators_get(struct site_accumulators *accumulators, const void *node, const struct ir_expr *reported,
                 enum site_kind kind, enum site_space space)
{
	struct site_accumulator *t = accumulators_find(accumulators, node, reported, kind, space);
	if (t)
		return t;
	void **last = pointer_map_value(&accumulators->by_node, node);
	t = memory_zeroed(1, sizeof *t);
	t->node = node;
	t->reported = reported;
	t->kind = kind;
	t->space = space;
	t->next_of_node = *last;
	*last = t;
	memory_push(accumulators->items, accumulators->count, accumulators->capacity, t);
	return t;
}

void
accumulators_free(struct site_accumulators *accumulators)
{
	for (size_t i = 0; i < accumulators->count; i++) {
		contention_free(accumulators->items[i]->atomic.contention);
		contention_free(accumulators->items[i]->atomic.retry.contention);
		free(accumulators->items[i]->pattern.sampled);
		free(accumulators->items[i]);
	}
	free(accumulators->items);
	pointer_map_free(&accumulators->by_node);
}

bool
accumulator_is_volatile(const struct site_accumulator *accumulator)
{
	const struct ir_expr *access = accumulator->node;
	return access->type->is_volatile;
}

const struct ir_expr *
address_of_access(const struct ir_expr *e)
{
	if (e->kind == IR_LOAD || e->kind == IR_STORE || e->kind == IR_UPDATE)
		return e->a;
	if (e->kind == IR_BUILTIN && e->arg_count && e->args[0]->type->kind == IR_TYPE_POINTER)
		return e->args[0];
	return e;
}

const struct ir_expr *
accumulator_address(const struct site_accumulator *accumulator)
{
	return address_of_access(accumulator->reported);
}

enum pattern
accumulator_pattern(const struct site_accumulator *accumulator)
{
	enum pattern best = PATTERN_UNKNOWN;
	double share = 0;
	for (enum pattern p = PATTERN_UNIFORM; p <= PATTERN_MIXED; p++) {
		/* Some aligned requests do not make a misaligned site efficient. */
		const double weight = p == PATTERN_MISALIGNED ? 2 : 1;
		if (accumulator->pattern.share[p] * weight > share) {
			best = p;
			share = accumulator->pattern.share[p] * weight;
		}
	}
	return best;
}
