/* Useless waits in a loop of launches: the next launch is issued only after the GPU has become idle. */
#include "rules/checks.h"

#include <math.h>

#include "rules/host_finding.h"
#include "rules/wording.h"

/* Whether host code uses results within the loop: by a copy, a clock, events, or in memory that it can read. */
static bool
is_needed(const struct facts *facts, const struct place *loop)
{
	static const enum host_operation_kind reasons[] = {HOST_CLOCK, HOST_EVENT_RECORD, HOST_FREE, HOST_GRAPH_LAUNCH};
	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (host_loop_has(facts, loop, reasons[i]))
			return true;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		if (!host_is_in_loop(other, loop))
			continue;
		if (other->kind == HOST_COPY && other->direction != COPY_ON_DEVICE)
			return true;
		if (other->kind == HOST_LAUNCH && (other->streams_vary || other->stream || !other->launch_count))
			return true;
	}
	return false;
}

static bool
is_readable_by_host(const struct launch_argument *input)
{
	return input->kind != ARGUMENT_BUFFER ? input->pointer_count : input->is_host_memory || input->is_managed;
}

static bool
has_input_for_host(const struct launch *launch)
{
	for (size_t i = 0; i < launch->data.input_count; i++)
		if (is_readable_by_host(&launch->data.inputs[i]))
			return true;
	return false;
}

/* Whether a kernel of the loop may store to memory that host code can read. */
static bool
writes_to_host(const struct facts *facts, const struct place *loop)
{
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *launch = &facts->host_operations[i];
		if (launch->kind != HOST_LAUNCH || !host_is_in_loop(launch, loop))
			continue;
		for (size_t k = 0; k < launch->launch_count; k++)
			if (has_input_for_host(launch->launches[k].launch))
				return true;
	}
	return false;
}

static const struct place *
loop_of(const struct facts *facts, const struct host_operation *wait)
{
	const bool is_wait = wait->kind == HOST_SYNCHRONIZATION && host_is_reported(wait) && wait->loops[0].line &&
	                     host_is_made_often(wait, HOST_MANY_ITERATIONS);
	const struct host_operation *launch = is_wait ? host_loop_launch(facts, &wait->loops[0]) : NULL;
	return launch && !is_needed(facts, &wait->loops[0]) && !writes_to_host(facts, &wait->loops[0]) ? &wait->loops[0]
	                                                                                               : NULL;
}

static void
report(struct rule_context *context, const struct host_operation *wait, const struct place *loop)
{
	const struct host_operation *launch = host_loop_launch(context->facts, loop);
	struct host_finding found = {
		.at = wait,
		.confidence = wait->count_confidence,
		.cost = {context->rates ? host_wait_us * (double)wait->count : (double)NAN,
	                 host_loop_us(context->facts, loop)},
	};
	for (size_t i = 0; i < context->facts->host_operation_count; i++) {
		const struct host_operation *other = &context->facts->host_operations[i];
		const struct place *others = other == wait ? NULL : loop_of(context->facts, other);
		if (!others || !facts_same_place(others, loop))
			continue;
		host_finding_relate(context, &found, &other->place, "another wait in the same loop");
		found.cost.lost_us += host_wait_us * (double)other->count;
	}
	host_finding_relate_loop(context, &found, loop);
	host_finding_relate(context, &found, &launch->place, "the loop's launch");
	found.severity = host_severity(context, found.cost, wait->count_confidence);
	found.message =
		text(context, "%s in %s of a loop of launches", wait->function, host_iterations_text(context, wait));
	found.reason = "nothing in the loop reads the kernels' results, and launches of one stream wait for each other "
		       "anyway; the GPU idles between the kernels";
	if (found.cost.lost_us > 0)
		found.cost_text = text(context, "the GPU idles about 5 us each time: %s in all, compared with %s",
		                       host_us_text(context, found.cost.lost_us),
		                       isnan(found.cost.part_us) ? "kernels of unknown time"
		                                                 : text(context, "%s of kernels",
		                                                        host_us_text(context, found.cost.part_us)));
	found.advice = "wait once, after the loop";
	host_finding_add(context, &found);
}

static bool
is_first(const struct facts *facts, const struct host_operation *wait, const struct place *loop)
{
	for (const struct host_operation *before = facts->host_operations; before < wait; before++) {
		const struct place *others = loop_of(facts, before);
		if (others && facts_same_place(others, loop))
			return false;
	}
	return true;
}

void
check_sync_in_loop(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct place *loop = loop_of(facts, &facts->host_operations[i]);
		if (loop && is_first(facts, &facts->host_operations[i], loop))
			report(context, &facts->host_operations[i], loop);
	}
}
