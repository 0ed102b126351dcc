/* Copies between host and device in a loop of launches that move nothing new, or so little that the call is all they cost. */
#include "rules/checks.h"

#include <math.h>

#include "rules/host_finding.h"
#include "rules/wording.h"

/* Below that a copy costs about what its call does; what the copies of fewer bytes move could go in one. */
static const double small_copy = 64 * 1024;

enum waste { NO_WASTE, REPEATED, ROUND_TRIP, SAME_SOURCE, SMALL };

static enum waste
waste_of(const struct host_operation *copy)
{
	/* Mostly so: the first one brings what was not there. */
	const uint64_t most = copy->count / 2;
	if (copy->repeated > most)
		return REPEATED;
	if (copy->round_trips > most)
		return ROUND_TRIP;
	if (copy->same_source > most)
		return SAME_SOURCE;
	return host_operation_bytes(copy) < small_copy && copy->direction == COPY_TO_HOST ? SMALL : NO_WASTE;
}

static const struct place *
loop_of(const struct facts *facts, const struct host_operation *copy)
{
	const bool is_between = copy->direction == COPY_TO_DEVICE || copy->direction == COPY_TO_HOST;
	if (copy->kind != HOST_COPY || !is_between || !copy->loops[0].line || !host_is_reported(copy) ||
	    !host_is_made_often(copy, HOST_FEW_ROUNDS) || !host_loop_launch(facts, &copy->loops[0]))
		return NULL;
	return &copy->loops[0];
}

/* Of a loop, what can be repaired first. */
static bool
is_worse(const struct host_operation *a, const struct host_operation *b)
{
	if (waste_of(a) != waste_of(b))
		return waste_of(a) < waste_of(b);
	return a->predicted_us > b->predicted_us;
}

static bool
is_worst_in_loop(const struct facts *facts, const struct host_operation *copy, const struct place *loop)
{
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		const struct place *others = other == copy ? NULL : loop_of(facts, other);
		if (!others || waste_of(other) == NO_WASTE || !facts_same_place(others, loop))
			continue;
		if (is_worse(other, copy) || (!is_worse(copy, other) && other < copy))
			return false;
	}
	return true;
}

static const char *
message(struct rule_context *context, const struct host_operation *copy)
{
	const char *rounds = host_rounds_text(context, copy), *name = host_name_text(context, copy->memory_name);
	const char *bytes = host_bytes_text(context, host_operation_bytes(copy));
	switch (waste_of(copy)) {
	case REPEATED: return text(context, "copies the same %s of%s to the device in %s", bytes, *name ? name : " host memory", rounds);
	case ROUND_TRIP: return text(context, "data%s goes to the host and back to the device in %s", name, rounds);
	case SAME_SOURCE: return text(context, "copies unchanged data%s to the device in %s", name, rounds);
	default: return text(context, "copies %s to the host in %s", bytes, rounds);
	}
}

static const struct { const char *reason, *advice; } texts[] = {
	[REPEATED] = {"neither the host's memory nor the device's has changed since the last copy", "move the copy in front of the loop"},
	[ROUND_TRIP] = {"the host has not stored to it since it came from the device",
	                "leave the data on the device: exchange the buffers' pointers, or copy from device to device"},
	[SAME_SOURCE] = {"the host's memory has not changed since the last copy; the kernels change the device's",
	                 "keep an untouched copy on the device, and copy from there"},
	[SMALL] = {"the copy waits for the kernels, and the next launch for the copy: the call costs more than the transfer",
	           "reduce on the device, and look at the result every few iterations; or decide on the device"},
};

/* What is timed round by round is there to measure copies as well; and copies that are made beside kernels, in streams of their
 * own, cost less than they take. */
static enum severity
severity(const struct rule_context *context, const struct host_finding *found, const struct place *loop)
{
	const bool overlaps = found->at->is_asynchronous && found->at->memory == HOST_MEMORY_PINNED && found->at->stream;
	const bool is_sure = waste_of(found->at) != SMALL;
	struct host_cost cost = found->cost;
	if (overlaps || host_is_timed(context->facts, loop))
		return SEVERITY_NOTE;
	if (is_sure && isnan(cost.part_us))
		cost.part_us = cost.lost_us;
	return host_severity(context, cost, found->at->count_standing);
}

static void
report(struct rule_context *context, const struct host_operation *copy, const struct place *loop)
{
	const struct facts *facts = context->facts;
	struct host_finding found = {.at = copy, .standing = copy->count_standing, .cost.part_us = host_loop_us(facts, loop)};
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		const struct place *others = loop_of(facts, other);
		if (!others || waste_of(other) == NO_WASTE || !facts_same_place(others, loop))
			continue;
		host_finding_relate(context, &found, &other->place, "another copy in the same loop");
		found.cost.lost_us += other->predicted_us * (double)other->count;
	}
	host_finding_relate(context, &found, &host_loop_launch(facts, loop)->place, "the loop's launch");
	found.severity = severity(context, &found, loop);
	found.message = message(context, copy);
	found.reason = texts[waste_of(copy)].reason;
	found.advice = texts[waste_of(copy)].advice;
	if (found.cost.lost_us > 0)
		found.cost_text = text(context, "%s an iteration for the copies, next to %s%s",
		                       host_us_text(context, found.cost.lost_us / (double)copy->count),
		                       isnan(found.cost.part_us) ? "kernels whose time is not known" : text(context, "%s for the rest",
		                       host_us_text(context, (found.cost.part_us - found.cost.lost_us) / (double)copy->count)),
		                       isnan(found.cost.part_us) || host_loop_is_timed_whole(facts, loop) ? "" : " and kernels whose time is not known");
	host_finding_add(context, &found);
}

void
check_copy_in_loop(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *copy = &facts->host_operations[i];
		const struct place *loop = loop_of(facts, copy);
		if (loop && waste_of(copy) != NO_WASTE && is_worst_in_loop(facts, copy, loop))
			report(context, copy, loop);
	}
}
