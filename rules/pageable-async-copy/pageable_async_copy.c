/* Asynchronous copies of pageable memory: the driver stages them through its own pinned buffer, with the processor's help. */
#include "rules/checks.h"

#include <math.h>

#include "rules/host_finding.h"
#include "rules/wording.h"

/* Below that a copy costs about what its call does, wherever it comes from. */
static const double small_copy = 64 * 1024;

static bool
is_bad(const struct host_operation *operation)
{
	return operation->kind == HOST_COPY && operation->is_asynchronous && operation->memory == HOST_MEMORY_PAGEABLE &&
	       host_is_reported(operation);
}

/* Whether both copy the same memory of the host's, in the same loop: one repair is for both. */
static bool
have_one_repair(const struct host_operation *a, const struct host_operation *b)
{
	return a->memory_place.line && facts_same_place(&a->memory_place, &b->memory_place) &&
	       a->loops[0].line == b->loops[0].line;
}

static double
lost_us(const struct rule_context *context, const struct host_operation *copy)
{
	if (!context->transfers)
		return NAN;
	const double pinned = transfer_us(context->transfers, copy->direction, HOST_MEMORY_PINNED, host_operation_bytes(copy));
	return fmax(copy->predicted_us - pinned, 0) * (double)copy->count;
}

static double
all_us(const struct host_operation *copy)
{
	return copy->predicted_us * (double)copy->count;
}

static const char *
cost_text(struct rule_context *context, const struct host_operation *copy, struct host_cost cost)
{
	if (!(cost.lost_us > 0))
		return NULL;
	return text(context, "%s a copy of %s, %s from pinned memory; %s in all", host_us_text(context, copy->predicted_us),
	            host_bytes_text(context, host_operation_bytes(copy)),
	            host_us_text(context, transfer_us(context->transfers, copy->direction, HOST_MEMORY_PINNED, host_operation_bytes(copy))),
	            host_us_text(context, cost.lost_us));
}

static bool
is_first(const struct facts *facts, const struct host_operation *copy)
{
	for (const struct host_operation *before = facts->host_operations; before < copy; before++)
		if (is_bad(before) && have_one_repair(before, copy))
			return false;
	return true;
}

static void
report(struct rule_context *context, const struct host_operation *copy)
{
	const struct facts *facts = context->facts;
	struct host_finding found = {.at = copy, .standing = copy->count_standing, .cost = {lost_us(context, copy), all_us(copy)}};
	for (const struct host_operation *other = copy + 1; other < facts->host_operations + facts->host_operation_count; other++) {
		if (!is_bad(other) || !have_one_repair(copy, other))
			continue;
		host_finding_relate(context, &found, &other->place, "another copy of the same memory");
		found.cost.lost_us += lost_us(context, other);
		found.cost.part_us += all_us(other);
	}
	host_finding_relate(context, &found, &copy->memory_place, "allocated here, as pageable memory");
	found.severity = host_operation_bytes(copy) < small_copy ? SEVERITY_NOTE
	                                                         : host_severity(context, found.cost, copy->count_standing);
	found.message = text(context, "asynchronous copy of pageable memory%s is not asynchronous",
	                     host_name_text(context, copy->memory_name));
	found.reason = "the copy engines need pinned memory: the processor copies the data through a pinned buffer of the driver's first, "
	               "during the call or before it returns";
	found.cost_text = cost_text(context, copy, found.cost);
	found.advice = "allocate it with cudaMallocHost, or pin it once with cudaHostRegister";
	host_finding_add(context, &found);
}

void
check_pageable_async_copy(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++)
		if (is_bad(&facts->host_operations[i]) && is_first(facts, &facts->host_operations[i]))
			report(context, &facts->host_operations[i]);
}
