/* Aliasing: what the compiler knows of an access to global memory and of others that may have the same address. */
#include "analysis/recurrence.h"
#include "analysis/restrict.h"
#include "analysis/same_store.h"
#include "model/summary.h"

/* Whether the compiler must assume that other pointers alias the access. The origin of a pointer that is no
 * parameter of the kernel is unknown; it may derive from a `__restrict__` pointer. */
static bool
may_alias(const struct aggregator *aggregator, const struct site_accumulator *accumulator)
{
	const struct ir_expr *node = accumulator->node;
	const bool is_plain = node->kind == IR_LOAD || node->kind == IR_STORE || node->kind == IR_UPDATE;
	if (!is_plain || accumulator_is_volatile(accumulator))
		return false;
	const struct ir_var *pointer = pointer_of_address(node->a);
	if (pointer && pointer->storage == IR_STORAGE_PARAM && accumulator->func->is_kernel)
		return !pointer->is_restrict;
	return !(pointer && pointer->is_restrict) && !has_restricted_parameters(aggregator->kernel) &&
	       !has_restricted_parameters(accumulator->func);
}

void
summary_aliasing(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	site->loop.may_alias =
		site->space == SPACE_GLOBAL && site->loop.place.line && may_alias(t->aggregator, accumulator);
	/* A load whose address depends on the previous iteration's data waits for that data anyway. */
	site->loop.unrolled = site->loop.may_alias && site->loop.held > 0 &&
	                      is_recurrent(accumulator->repeating.loop, accumulator->node);
	if (site->kind == SITE_STORE && site->loop.repeated > 0)
		site->loop.stores_the_same = stores_the_same(accumulator->repeating.loop, accumulator->node);
}
