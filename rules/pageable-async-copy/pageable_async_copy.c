/* Asynchronous copies of pageable memory: the driver copies them through its own pinned buffer, with the processor. */
#include "rules/checks.h"

#include <math.h>
#include <string.h>

#include "rules/host_finding.h"
#include "rules/wording.h"

static bool
is_bad(const struct host_operation *operation)
{
	return operation->kind == HOST_COPY && operation->is_asynchronous &&
	       operation->memory == HOST_MEMORY_PAGEABLE && host_is_reported(operation);
}

static bool
is_small(const struct host_operation *copy)
{
	return host_operation_bytes(copy) < HOST_SMALL_COPY;
}

static bool
are_of_one_memory(const struct host_operation *a, const struct host_operation *b)
{
	return a->memory_place.line && facts_same_place(&a->memory_place, &b->memory_place);
}

static bool
is_same_or_none(const struct place *a, const struct place *b)
{
	return a->line && b->line ? facts_same_place(a, b) : a->line == b->line;
}

/* Whether both are in one loop, or outside of all loops in one call of a function. */
static bool
are_beside(const struct host_operation *a, const struct host_operation *b)
{
	return !a->is_assumed && !b->is_assumed && a->program == b->program && !strcmp(a->place.file, b->place.file) &&
	       is_same_or_none(&a->called_from, &b->called_from) && is_same_or_none(&a->loops[0], &b->loops[0]);
}

/* Copies of one memory in one loop, and neighbouring copies of several memories: pinning one suggests pinning the
 * others. */
static bool
have_one_repair(const struct host_operation *a, const struct host_operation *b)
{
	if (is_small(a) != is_small(b))
		return false;
	return are_beside(a, b) || (are_of_one_memory(a, b) && a->loops[0].line == b->loops[0].line);
}

static double
lost_us(const struct rule_context *context, const struct host_operation *copy)
{
	if (!context->transfers)
		return NAN;
	const double pinned =
		transfer_us(context->transfers, copy->direction, HOST_MEMORY_PINNED, host_operation_bytes(copy));
	return fmax(copy->predicted_us - pinned, 0) * (double)copy->count;
}

static double
all_us(const struct host_operation *copy)
{
	return copy->predicted_us * (double)copy->count;
}

/* The first of the copies with this fix. */
static const struct host_operation *
first_of(const struct facts *facts, const struct host_operation *copy)
{
	for (const struct host_operation *before = facts->host_operations; before < copy; before++)
		if (is_bad(before) && have_one_repair(before, copy))
			return first_of(facts, before);
	return copy;
}

static bool
is_pinned_before(const struct facts *facts, const struct host_operation *first, const struct host_operation *copy)
{
	for (const struct host_operation *before = first; before < copy; before++)
		if (is_bad(before) && are_of_one_memory(before, copy) && first_of(facts, before) == first)
			return true;
	return false;
}

/* Time of pinning the memory of the group's copies, each memory once. 0 if unseen copies may share it, or if copies are
 * spread over streams: then they are to overlap, which gains more than the copies' own time. */
static double
group_pinning_us(const struct facts *facts, const struct host_operation *first)
{
	double us = 0;
	for (const struct host_operation *copy = first; copy < facts->host_operations + facts->host_operation_count;
	     copy++) {
		if (!is_bad(copy) || first_of(facts, copy) != first || is_pinned_before(facts, first, copy))
			continue;
		if (copy->is_assumed || copy->streams_vary || copy->count_confidence == CONFIDENCE_UNKNOWN)
			return 0;
		us += pinning_us(copy->largest_bytes);
	}
	return us;
}

static const char *
cost_text(struct rule_context *context, const struct host_operation *copy, struct host_cost cost, double pinning)
{
	if (!(cost.lost_us > 0))
		return NULL;
	const char *once = pinning > 0 ? text(context, "; pinning takes %s, once", host_us_text(context, pinning)) : "";
	return text(context, "%s per copy of %s, %s from pinned memory; %s in all%s",
	            host_us_text(context, copy->predicted_us), host_bytes_text(context, host_operation_bytes(copy)),
	            host_us_text(context, transfer_us(context->transfers, copy->direction, HOST_MEMORY_PINNED,
	                                              host_operation_bytes(copy))),
	            host_us_text(context, cost.lost_us), once);
}

static enum severity
severity(const struct rule_context *context, const struct host_finding *found, double pinning)
{
	const struct host_cost net = {found->cost.lost_us - pinning, found->cost.part_us};
	return is_small(found->at) || net.lost_us < 0 ? SEVERITY_NOTE : host_severity(context, net, found->confidence);
}

static const char *
relation(struct rule_context *context, const struct host_operation *copy, const struct host_operation *other)
{
	return are_of_one_memory(copy, other)
	               ? "another copy of the same memory"
	               : text(context, "the same for%s", host_name_text(context, other->memory_name));
}

static void
report(struct rule_context *context, const struct host_operation *copy)
{
	const struct facts *facts = context->facts;
	const struct host_operation *end = facts->host_operations + facts->host_operation_count;
	struct host_finding found = {
		.at = copy, .confidence = copy->count_confidence, .cost = {lost_us(context, copy), all_us(copy)}};
	for (const struct host_operation *other = copy + 1; other < end; other++) {
		if (!is_bad(other) || first_of(facts, other) != copy)
			continue;
		host_finding_relate(context, &found, &other->place, relation(context, copy, other));
		found.cost.lost_us += lost_us(context, other);
		found.cost.part_us += all_us(other);
	}
	for (const struct host_operation *other = copy; other < end; other++)
		if (is_bad(other) && first_of(facts, other) == copy)
			host_finding_relate(context, &found, &other->memory_place,
			                    "allocated here, as pageable memory");
	const double pinning = group_pinning_us(facts, copy);
	found.severity = severity(context, &found, pinning);
	found.message = text(context, "asynchronous copy of pageable memory%s is not asynchronous",
	                     host_name_text(context, copy->memory_name));
	found.reason =
		"the copy engines need pinned memory: the processor copies the data through a pinned buffer of the "
		"driver, during the call or before it returns";
	found.cost_text = cost_text(context, copy, found.cost, pinning);
	found.advice = pinning > found.cost.lost_us
	                       ? "pin it (cudaMallocHost, cudaHostRegister) only if other copies use it too"
	                       : "allocate it with cudaMallocHost, or pin it once with cudaHostRegister";
	host_finding_add(context, &found);
}

void
check_pageable_async_copy(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++)
		if (is_bad(&facts->host_operations[i]) &&
		    first_of(facts, &facts->host_operations[i]) == &facts->host_operations[i])
			report(context, &facts->host_operations[i]);
}
