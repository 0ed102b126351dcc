#include "model/tally.h"

#include <math.h>
#include <stdlib.h>

#include "support/memory.h"

struct tally *
tallies_find(const struct tallies *tallies, const void *node, const struct ir_expr *place, enum site_kind kind,
             enum site_space space)
{
	struct tally *t = pointer_map_find(&tallies->by_node, node);
	while (t && (t->place != place || t->kind != kind || t->space != space))
		t = t->next_of_node;
	return t;
}

struct tally *
tallies_get(struct tallies *tallies, const void *node, const struct ir_expr *place, enum site_kind kind,
            enum site_space space)
{
	struct tally *t = tallies_find(tallies, node, place, kind, space);
	if (t)
		return t;
	void **last = pointer_map_value(&tallies->by_node, node);
	t = memory_zeroed(1, sizeof *t);
	t->node = node;
	t->place = place;
	t->kind = kind;
	t->space = space;
	t->next_of_node = *last;
	*last = t;
	memory_push(tallies->items, tallies->count, tallies->capacity, t);
	return t;
}

void
tallies_free(struct tallies *tallies)
{
	for (size_t i = 0; i < tallies->count; i++) {
		contention_free(tallies->items[i]->contention);
		contention_free(tallies->items[i]->retry.contention);
		free(tallies->items[i]->sampled);
		free(tallies->items[i]);
	}
	free(tallies->items);
	pointer_map_free(&tallies->by_node);
}

bool
tally_is_volatile(const struct tally *tally)
{
	const struct ir_expr *access = tally->node;
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
tally_address(const struct tally *tally)
{
	return address_of_access(tally->place);
}

enum pattern
tally_pattern(const struct tally *tally)
{
	enum pattern best = PATTERN_UNKNOWN;
	double share = 0;
	for (enum pattern p = PATTERN_UNIFORM; p <= PATTERN_MIXED; p++) {
		/* Aligned requests of a misaligned site do not make it a good one. */
		const double weight = p == PATTERN_MISALIGNED ? 2 : 1;
		if (tally->pattern_share[p] * weight > share) {
			best = p;
			share = tally->pattern_share[p] * weight;
		}
	}
	return best;
}
