/* Loops that spread work over streams, with something in between that all streams wait for. */
#include "rules/checks.h"

#include <math.h>

#include "rules/host_finding.h"
#include "rules/wording.h"

/* In whichever stream but the default one. */
static bool
is_in_stream(const struct host_operation *operation)
{
	return operation->is_asynchronous && (operation->stream > 0 || operation->streams_vary) &&
	       (operation->kind == HOST_LAUNCH || operation->kind == HOST_COPY || operation->kind == HOST_FILL);
}

static bool
shares_loop(const struct host_operation *a, const struct host_operation *b)
{
	return a->loops[0].line && b->loops[0].line && facts_same_place(&a->loops[0], &b->loops[0]);
}

/* Whether the program has several streams to choose from in the loop. */
static bool
has_streams(const struct facts *facts, const struct place *loop)
{
	uint64_t created = 0;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		if (other->kind != HOST_STREAM_CREATION)
			continue;
		if (host_is_in_loop(other, loop))
			return false;
		created += other->count;
	}
	return created > 1;
}

/* Whether the loop issues work to several streams, launches among it. */
static bool
spreads_work(const struct facts *facts, const struct host_operation *in_loop)
{
	const struct host_operation *first = NULL;
	bool spreads = false, launches = false;
	if (!has_streams(facts, &in_loop->loops[0]))
		return false;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		if (!is_in_stream(other) || !shares_loop(other, in_loop))
			continue;
		launches |= other->kind == HOST_LAUNCH;
		spreads |= other->streams_vary || (first && first->stream != other->stream);
		first = first ? first : other;
	}
	return spreads && launches;
}

/* Streams that were created not to wait for the default one do not. */
static bool
default_stream_holds_up(const struct facts *facts)
{
	bool creates = false;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		if (other->kind == HOST_STREAM_CREATION && other->is_asynchronous)
			return false;
		creates |= other->kind == HOST_STREAM_CREATION;
	}
	return creates;
}

/* Why it keeps the loop's streams apart; NULL: it does not. */
static const char *
why_serial(const struct facts *facts, const struct host_operation *operation)
{
	const bool is_work = operation->kind == HOST_LAUNCH || operation->kind == HOST_COPY || operation->kind == HOST_FILL;
	if (operation->kind == HOST_COPY && operation->waits)
		return "the copy is not asynchronous: the host issues nothing to the next stream before it has ended";
	if (operation->kind == HOST_FREE && operation->waits && operation->memory == HOST_MEMORY_DEVICE)
		return "the call waits for the device: the host issues nothing to the next stream before all streams are done";
	if (operation->kind == HOST_SYNCHRONIZATION && operation->waits && !host_loop_has(facts, &operation->loops[0], HOST_EVENT_RECORD))
		return "the host waits before it issues work to the next stream";
	if (is_work && operation->is_asynchronous && !operation->stream && !operation->streams_vary && default_stream_holds_up(facts))
		return "the default stream waits for all other streams, and they wait for it";
	return NULL;
}

static const char *
name_of(struct rule_context *context, const struct host_operation *operation)
{
	if (operation->kind == HOST_LAUNCH)
		return text(context, "the launch of '%s' in the default stream", operation->function);
	return operation->function;
}

static void
report(struct rule_context *context, const struct host_operation *operation, const char *why)
{
	struct host_finding found = {
		.at = operation, .standing = operation->count_standing, .cost = {NAN, NAN},
		.severity = host_is_made_often(operation, HOST_FEW_ROUNDS) ? SEVERITY_WARNING : SEVERITY_NOTE,
		.message = text(context, "%s serializes the streams of the loop", name_of(context, operation)),
		.reason = why,
		.advice = operation->kind == HOST_SYNCHRONIZATION || operation->kind == HOST_FREE
		                  ? "move it after the loop; order streams by events (cudaStreamWaitEvent)"
		                  : "issue it asynchronously to the iteration's stream",
	};
	if (host_is_timed(context->facts, &operation->loops[0]))
		found.severity = SEVERITY_NOTE;
	host_finding_relate(context, &found, &host_loop_launch(context->facts, &operation->loops[0])->place, "work of several streams");
	host_finding_add(context, &found);
}

void
check_serialized_streams(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		const char *why = operation->loops[0].line && host_is_reported(operation) ? why_serial(facts, operation) : NULL;
		if (why && host_is_made_often(operation, 2) && spreads_work(facts, operation))
			report(context, operation, why);
	}
}
