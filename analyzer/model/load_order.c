/* Which loads the compiler may reorder: loads without an intervening operation that may change what they read. */
#include "analysis/restrict.h"
#include "model/aggregator_internal.h"
#include "support/allocate.h"

/* An access through a `__restrict__` pointer is separated only by accesses through the same pointer. */
static struct load_separation *
separation_of(struct aggregator *aggregator, enum site_space space, const struct ir_expr *access)
{
	const struct ir_var *base = restricted_base_of(access);
	if (!base)
		return &aggregator->spaces[space];
	for (size_t i = 0; i < aggregator->base_count; i++)
		if (aggregator->bases[i].base == base)
			return &aggregator->bases[i];
	memory_push(aggregator->bases, aggregator->base_count, aggregator->base_capacity,
	            (struct load_separation){.base = base});
	return &aggregator->bases[aggregator->base_count - 1];
}

uint64_t
loads_order(struct aggregator *aggregator, enum site_space space, const struct ir_expr *access)
{
	return separation_of(aggregator, space, access)->count;
}

void
note_order(struct aggregator *aggregator, enum site_space space, const struct access_event *access)
{
	aggregator->spaces[space].count += access->kind != SITE_LOAD;
	if (access->kind == SITE_STORE && restricted_base_of(access->site))
		separation_of(aggregator, space, access->site)->count++;
}
