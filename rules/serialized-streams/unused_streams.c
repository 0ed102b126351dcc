#include <math.h>

#include "rules/serialized-streams/streams.h"
#include "rules/wording.h"

/* Whether no unseen code may issue work: libraries and undefined functions can use streams. */
static bool
is_seen_whole(const struct facts *facts)
{
	return !facts->unseen_call_count && !facts->library_call_count && !facts->undefined_kernel_count &&
	       !facts->cut_loop_count && !facts->needs_arguments && !facts->host_operations_left_out;
}

static bool
is_creation(const struct host_operation *operation)
{
	return operation->kind == HOST_STREAM_CREATION && !operation->is_assumed;
}

/* Whether it may be issued to a stream, as events, graphs and prefetches also are. */
static bool
may_go_to_stream(const struct host_operation *operation)
{
	const bool has_stream = operation->stream || operation->streams_vary;
	return operation->kind == HOST_GRAPH_LAUNCH || operation->is_captured ||
	       (has_stream && operation->kind != HOST_STREAM_CREATION);
}

/* The first creation of several streams, none of which gets work; NULL: some may. */
static const struct host_operation *
unused_creation(const struct facts *facts)
{
	const struct host_operation *first = NULL;
	uint64_t created = 0, launches = 0;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		if (may_go_to_stream(operation) || operation->is_assumed)
			return NULL;
		created += is_creation(operation) ? operation->count : 0;
		launches += operation->kind == HOST_LAUNCH ? operation->count : 0;
		first = first || !is_creation(operation) ? first : operation;
	}
	return created > 1 && launches > 1 && host_is_reported(first) ? first : NULL;
}

/* ---- gain of spreading the work ---- */

static bool
is_asynchronous_work(const struct facts *facts, const struct host_operation *operation)
{
	(void)facts;
	return streams_is_work(operation) && operation->is_asynchronous;
}

/* Whether most iterations copy new data. */
static bool
is_input(const struct host_operation *copy)
{
	const uint64_t most = copy->count / 2;
	return copy->kind == HOST_COPY && copy->direction == COPY_TO_DEVICE && copy->is_asynchronous &&
	       copy->memory == HOST_MEMORY_PINNED && copy->repeated <= most && copy->same_source <= most &&
	       copy->round_trips <= most;
}

/* Whether each iteration copies an input of its own, so that its copies may overlap with kernels of another iteration.
 * If copies take longer than the kernels, transfer-bound reports the excess. */
static bool
is_spreadable(const struct facts *facts, const struct place *loop)
{
	double copies = 0, kernels = 0;
	bool has_input = false;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		if (!host_is_in_loop(operation, loop))
			continue;
		if (operation->kind == HOST_SYNCHRONIZATION ||
		    (operation->kind == HOST_COPY && !operation->is_asynchronous))
			return false;
		has_input |= is_input(operation);
		*(operation->kind == HOST_COPY ? &copies : &kernels) +=
			streams_is_work(operation) ? operation->predicted_us * (double)operation->count : 0;
	}
	return has_input && copies <= kernels;
}

static void
find_loop(struct rule_context *context, struct host_finding *found)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *launch = &facts->host_operations[i];
		const struct place *loop = &launch->loops[0];
		if (launch->kind != HOST_LAUNCH || !loop->line || launch->count < 2 || !is_spreadable(facts, loop))
			continue;
		const struct host_cost cost = streams_cost(context, loop, is_asynchronous_work);
		if (!(cost.lost_us > found->cost.lost_us))
			continue;
		found->cost = cost;
		found->related_count = 0;
		host_finding_relate(context, found, &launch->place, "a launch in the default stream");
	}
}

void
report_unused_streams(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	const struct host_operation *creation = is_seen_whole(facts) ? unused_creation(facts) : NULL;
	if (!creation)
		return;
	struct host_finding found = {
		.at = creation,
		.confidence = creation->count_confidence,
		.message = "streams are created, and no work is issued to any of them",
		.reason = "copies and kernels in the default stream execute one after the other",
		.advice = "pass each iteration's stream to its launch (the fourth launch parameter) and copies (the "
			  "last argument of cudaMemcpyAsync), or remove the streams",
	};
	find_loop(context, &found);
	found.severity = host_severity(context, found.cost, creation->count_confidence);
	if (found.cost.lost_us > 0)
		found.cost_text =
			text(context, "%s for the loop, %s where copies and kernels of different streams overlap",
		             host_us_text(context, found.cost.part_us),
		             host_us_text(context, found.cost.part_us - found.cost.lost_us));
	host_finding_add(context, &found);
}
