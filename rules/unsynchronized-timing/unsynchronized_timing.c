/* Host clocks that are read while the timed work may still run. */
#include <string.h>

#include "rules/checks.h"

#include <math.h>

#include "rules/host_finding.h"
#include "rules/wording.h"

/* Whether GPU events time the part as well, so that the host's clock is for something else. */
static bool
has_events(const struct facts *facts, const struct host_operation *read)
{
	for (const struct host_operation *o = &facts->host_operations[read->timed_from - 1]; o < read; o++)
		if (o->kind == HOST_EVENT_RECORD)
			return true;
	return false;
}

/* Whether the program waits between the two reads on another path. Then its author knows what it times. */
static bool
waits_at_times(const struct facts *facts, const struct host_operation *read)
{
	const struct place *from = &facts->host_operations[read->timed_from - 1].place, *to = &read->place;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *o = &facts->host_operations[i];
		if (o->kind == HOST_SYNCHRONIZATION && !strcmp(o->place.file, from->file) &&
		    !strcmp(o->place.file, to->file) && o->place.line > from->line && o->place.line < to->line)
			return true;
	}
	return false;
}

static void
report_unfinished(struct rule_context *context, const struct host_operation *read)
{
	const struct facts *facts = context->facts;
	const struct host_operation *work = &facts->host_operations[read->unfinished - 1];
	struct host_finding found = {
		.at = read,
		.confidence = CONFIDENCE_EXACT,
		.cost = {NAN, NAN},
		.severity = has_events(facts, read) || read->times_calls || waits_at_times(facts, read)
	                            ? SEVERITY_NOTE
	                            : SEVERITY_WARNING,
		.message =
			text(context, "the host's clock (%s) is read before the timed work has ended", read->function),
		.reason = text(context,
	                       "line %u issues %s%s, and nothing waits for it: only the time of the calls is measured",
	                       work->place.line, work->kind == HOST_LAUNCH ? "kernel " : "", work->function),
		.advice = "call cudaDeviceSynchronize before reading the clock, or time with events (cudaEventRecord, "
			  "cudaEventElapsedTime)",
	};
	host_finding_relate(context, &found, &work->place, "may still run");
	host_finding_relate(context, &found, &facts->host_operations[read->timed_from - 1].place,
	                    "the timed part begins here");
	host_finding_add(context, &found);
}

static void
report_first_launch(struct rule_context *context, const struct host_operation *read)
{
	struct host_finding found = {
		.at = &context->facts->host_operations[read->timed_from - 1],
		.confidence = CONFIDENCE_EXACT,
		.cost = {NAN, NAN},
		.severity = SEVERITY_NOTE,
		.message = "the timed part has the program's first launch",
		.reason = "the first launch of a kernel also loads its code to the GPU",
		.advice = "launch each kernel once before reading the clock",
	};
	host_finding_relate(context, &found, &read->place, "the timed part ends here");
	host_finding_add(context, &found);
}

void
check_unsynchronized_timing(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *read = &facts->host_operations[i];
		if (read->kind != HOST_CLOCK || !read->timed_from || !host_is_reported(read))
			continue;
		if (read->unfinished)
			report_unfinished(context, read);
		else if (read->times_first_launch)
			report_first_launch(context, read);
	}
}
