/* Loops that spread work over streams, with an operation in between for which all streams wait; and streams without
 * work. */
#include "rules/checks.h"

#include <math.h>

#include "rules/host_finding.h"
#include "rules/serialized-streams/streams.h"
#include "rules/wording.h"

static bool
shares_loop(const struct host_operation *a, const struct host_operation *b)
{
	return a->loops[0].line && b->loops[0].line && facts_same_place(&a->loops[0], &b->loops[0]);
}

/* Whether the loop launches kernels, and issues work to several streams. */
static bool
spreads_work(const struct facts *facts, const struct host_operation *in_loop)
{
	const struct host_operation *first = NULL;
	bool spreads = false, launches = false;
	if (streams_of_loop(facts, &in_loop->loops[0]) < 2)
		return false;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		launches |= other->kind == HOST_LAUNCH && shares_loop(other, in_loop);
		if (!streams_is_issued(other) || !shares_loop(other, in_loop))
			continue;
		spreads |= other->streams_vary || (first && first->stream != other->stream);
		first = first ? first : other;
	}
	return spreads && launches;
}

/* Why the operation serializes the loop's streams; NULL: it does not. */
static const char *
why_serial(const struct facts *facts, const struct host_operation *operation)
{
	if (operation->kind == HOST_COPY && operation->waits)
		return "the copy is synchronous: the host issues nothing to the next stream before it has ended";
	if (operation->kind == HOST_FREE && operation->waits && operation->memory == HOST_MEMORY_DEVICE)
		return "the call waits for the device: the host issues nothing to the next stream before all streams are done";
	if (operation->kind == HOST_SYNCHRONIZATION && operation->waits &&
	    !host_loop_has(facts, &operation->loops[0], HOST_EVENT_RECORD))
		return "the host waits before it issues work to the next stream";
	if (streams_is_work(operation) && operation->is_asynchronous && !operation->stream &&
	    !operation->streams_vary && streams_wait_for_default(facts))
		return "the default stream waits for all other streams, and they wait for it";
	return NULL;
}

static const char *
why_in_loop(const struct facts *facts, const struct host_operation *operation)
{
	const char *why = operation->loops[0].line ? why_serial(facts, operation) : NULL;
	return why && host_is_made_often(operation, 2) && spreads_work(facts, operation) ? why : NULL;
}

static bool
is_in_the_way(const struct facts *facts, const struct host_operation *operation)
{
	return why_in_loop(facts, operation) != NULL;
}

/* ---- findings ---- */

static const char *
name_of(struct rule_context *context, const struct host_operation *operation)
{
	if (operation->kind == HOST_LAUNCH)
		return text(context, "the launch of '%s' in the default stream", operation->function);
	return operation->function;
}

/* All such operations of a loop have one fix, which is reported at the first one. */
static bool
is_first_in_loop(const struct facts *facts, const struct host_operation *operation)
{
	for (const struct host_operation *before = facts->host_operations; before < operation; before++)
		if (shares_loop(before, operation) && host_is_reported(before) && why_in_loop(facts, before))
			return false;
	return true;
}

static void
relate_others(struct rule_context *context, struct host_finding *found)
{
	const struct facts *facts = context->facts;
	for (const struct host_operation *other = found->at + 1;
	     other < facts->host_operations + facts->host_operation_count; other++)
		if (shares_loop(other, found->at) && host_is_reported(other) && why_in_loop(facts, other))
			host_finding_relate(context, found, &other->place, "this serializes them as well");
}

/* If the streams have little to overlap, the wait costs next to nothing. */
static enum severity
severity_of(const struct rule_context *context, const struct host_finding *found)
{
	if (host_is_timed(context->facts, &found->at->loops[0]) || !host_is_made_often(found->at, HOST_FEW_ITERATIONS))
		return SEVERITY_NOTE;
	return isnan(found->cost.lost_us) ? SEVERITY_WARNING
	                                  : host_severity(context, found->cost, found->at->count_confidence);
}

static void
report(struct rule_context *context, const struct host_operation *operation, const char *why)
{
	struct host_finding found = {
		.at = operation,
		.confidence = operation->count_confidence,
		.cost = streams_cost(context, &operation->loops[0], is_in_the_way),
		.message = text(context, "%s serializes the streams of the loop", name_of(context, operation)),
		.reason = why,
		.advice = operation->kind == HOST_SYNCHRONIZATION || operation->kind == HOST_FREE
	                          ? "move it after the loop; order streams by events (cudaStreamWaitEvent)"
	                          : "issue it asynchronously to the iteration's stream",
	};
	found.severity = severity_of(context, &found);
	if (found.cost.lost_us > 0)
		found.cost_text =
			text(context, "%s for the loop, %s where copies and kernels of different streams overlap",
		             host_us_text(context, found.cost.part_us),
		             host_us_text(context, found.cost.part_us - found.cost.lost_us));
	relate_others(context, &found);
	host_finding_relate(context, &found, &host_loop_launch(context->facts, &operation->loops[0])->place,
	                    "work of several streams");
	host_finding_add(context, &found);
}

void
check_serialized_streams(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		const char *why = host_is_reported(operation) ? why_in_loop(facts, operation) : NULL;
		if (why && is_first_in_loop(facts, operation))
			report(context, operation, why);
	}
	report_unused_streams(context);
}
