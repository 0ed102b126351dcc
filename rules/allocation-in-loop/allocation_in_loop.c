/* Memory that is allocated and freed in each iteration of a loop of launches. */
#include "rules/checks.h"

#include <math.h>

#include "rules/host_finding.h"
#include "rules/wording.h"

/* The launching loop around an allocation of memory that only the driver provides; NULL: it is not one. */
static const struct place *
loop_of(const struct facts *facts, const struct host_operation *operation)
{
	if (!host_is_of_driver(operation) || operation->is_asynchronous || !host_is_reported(operation) ||
	    !host_is_made_often(operation, HOST_FEW_ITERATIONS))
		return NULL;
	return host_launching_loop(facts, operation);
}

static bool
is_allocation(const struct facts *facts, const struct host_operation *operation, const struct place *loop)
{
	const struct place *own =
		operation->kind == HOST_ALLOCATION && !operation->bytes_vary ? loop_of(facts, operation) : NULL;
	return own && (!loop || facts_same_place(own, loop));
}

static bool
is_free(const struct facts *facts, const struct host_operation *operation, const struct place *loop)
{
	const struct place *own = operation->kind == HOST_FREE ? loop_of(facts, operation) : NULL;
	return own && facts_same_place(own, loop);
}

static bool
is_given_back(const struct facts *facts, const struct host_operation *allocation, const struct place *loop)
{
	for (size_t i = 0; i < facts->host_operation_count; i++)
		if (is_free(facts, &facts->host_operations[i], loop) &&
		    facts->host_operations[i].count >= allocation->count / 2)
			return true;
	return false;
}

static bool
is_first(const struct facts *facts, const struct host_operation *allocation, const struct place *loop)
{
	for (const struct host_operation *before = facts->host_operations; before < allocation; before++)
		if (is_allocation(facts, before, loop))
			return false;
	return true;
}

/* A loop of few iterations is not worth a change. The iterations with equal sizes are counted as far as known; a loop
 * without a known end may have more. */
static bool
is_seldom(const struct host_operation *allocation)
{
	return allocation->count < HOST_MANY_ITERATIONS && !allocation->is_open_ended;
}

static void
report(struct rule_context *context, const struct host_operation *allocation, const struct place *loop)
{
	const struct facts *facts = context->facts;
	/* A free takes about as long as the allocation. */
	enum { CALLS = 2 };
	const double kernels_us = host_loop_us(facts, loop);
	struct host_finding found = {.at = allocation, .confidence = allocation->count_confidence};
	unsigned allocations = 0;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		const bool allocates = is_allocation(facts, other, loop);
		allocations += allocates;
		found.cost.lost_us += allocates ? CALLS * other->predicted_us * (double)other->count : 0;
		if (allocates || is_free(facts, other, loop))
			host_finding_relate(context, &found, &other->place,
			                    allocates ? "allocated in the same loop" : "freed in the same loop");
	}
	host_finding_relate_loop(context, &found, loop);
	host_finding_relate(context, &found, &host_loop_launch(facts, loop)->place, "the loop's launch");
	if (found.cost.lost_us > 0)
		found.cost_text =
			text(context, "%s in all, compared with %s", host_us_text(context, found.cost.lost_us),
		             isnan(kernels_us) ? "kernels of unknown time"
		                               : text(context, "%s of kernels%s", host_us_text(context, kernels_us),
		                                      host_loop_has(facts, loop, HOST_COPY) ? " and copies" : ""));
	/* If no kernel's time is known, the calls may be negligible. */
	found.cost.part_us = isnan(kernels_us) ? (double)NAN : host_iterations_us(facts, loop);
	found.severity = is_seldom(allocation) ? SEVERITY_NOTE
	                                       : host_severity(context, found.cost, allocation->count_confidence);
	found.message =
		text(context, "%s allocates and frees%s in %s of a loop of launches", allocation->function,
	             host_name_text(context, allocation->memory_name), host_iterations_text(context, allocation));
	found.reason =
		text(context,
	             "%u allocation%s per iteration; a free waits for the device, so no launch overlaps with the next",
	             allocations, allocations == 1 ? "" : "s");
	found.advice = "allocate before the loop and free after it, or allocate from a pool with cudaMallocAsync";
	host_finding_add(context, &found);
}

void
check_allocation_in_loop(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *allocation = &facts->host_operations[i];
		const struct place *loop = is_allocation(facts, allocation, NULL) ? loop_of(facts, allocation) : NULL;
		if (loop && is_given_back(facts, allocation, loop) && is_first(facts, allocation, loop))
			report(context, allocation, loop);
	}
}
