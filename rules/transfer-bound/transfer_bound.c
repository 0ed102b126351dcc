/* Loops whose copies take longer than the kernels between them, one after the other. */
#include "rules/checks.h"

#include <math.h>

#include "rules/host_finding.h"
#include "rules/wording.h"
#include "support/digits.h"

/* The times of the loop's operations: as they are, and with copies of pinned memory. */
struct loop_time {
	double kernels, copies;
	double pinned[2]; /* to the device and to the host, which the link carries at the same time */
	const struct host_operation *longest;
};

static bool
brings_news(const struct host_operation *copy)
{
	const uint64_t most = copy->count / 2;
	return copy->repeated <= most && copy->same_source <= most && copy->round_trips <= most &&
	       host_operation_bytes(copy) >= HOST_SMALL_COPY;
}

static bool
is_between(const struct host_operation *copy)
{
	return copy->kind == HOST_COPY && (copy->direction == COPY_TO_DEVICE || copy->direction == COPY_TO_HOST);
}

static double
all_us(const struct host_operation *operation)
{
	return operation->predicted_us * (double)operation->count;
}

/* Whether it may already overlap with kernels. */
static bool
overlaps(const struct host_operation *copy)
{
	return copy->is_asynchronous && copy->memory == HOST_MEMORY_PINNED && (copy->stream || copy->streams_vary);
}

/* pageable-async-copy reports these. */
static bool
is_staged(const struct host_operation *copy)
{
	return copy->is_asynchronous && copy->memory == HOST_MEMORY_PAGEABLE;
}

static bool
add_copy(const struct rule_context *context, struct loop_time *time, const struct host_operation *copy)
{
	const double bytes = host_operation_bytes(copy);
	if (!brings_news(copy) || overlaps(copy) || is_staged(copy) || isnan(copy->predicted_us))
		return false;
	time->copies += all_us(copy);
	time->pinned[copy->direction == COPY_TO_HOST] +=
		(double)copy->count * transfer_us(context->transfers, copy->direction, HOST_MEMORY_PINNED, bytes);
	if (host_is_reported(copy) && (!time->longest || all_us(copy) > all_us(time->longest)))
		time->longest = copy;
	return true;
}

/* False: a time is unknown, or another rule's finding would remove an operation. */
static bool
add_up(const struct rule_context *context, const struct place *loop, struct loop_time *time)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		if (!host_is_in_loop(operation, loop))
			continue;
		if (is_between(operation) && !add_copy(context, time, operation))
			return false;
		if (operation->kind == HOST_LAUNCH)
			time->kernels += all_us(operation);
	}
	/* Copies of results only may be for checking. */
	return time->longest && time->pinned[0] > 0 && !isnan(time->kernels);
}

static void
report(struct rule_context *context, const struct place *loop, const struct loop_time *time)
{
	const struct host_operation *copy = time->longest;
	const double together = fmax(time->kernels, fmax(time->pinned[0], time->pinned[1])),
		     all = time->copies + time->kernels;
	struct host_finding found = {.at = copy, .confidence = copy->count_confidence, .cost = {all - together, all}};
	const double iterations = (double)copy->count;
	host_finding_relate(context, &found, &host_loop_launch(context->facts, loop)->place, "the loop's launch");
	host_finding_relate(context, &found, &copy->memory_place, "the host memory");
	found.severity = host_is_timed(context->facts, loop)
	                         ? SEVERITY_NOTE
	                         : host_severity(context, found.cost, copy->count_confidence);
	found.message = text(context, "copies take %s times as long as the kernels in %s",
	                     digits_of(time->copies / time->kernels, 3).text, host_iterations_text(context, copy));
	found.reason = "copies and kernels run one after the other";
	found.cost_text =
		text(context, "%s of copies and %s of kernels per iteration; overlapped, from pinned memory, %s",
	             host_us_text(context, time->copies / iterations),
	             host_us_text(context, time->kernels / iterations), host_us_text(context, together / iterations));
	found.advice =
		"pin the memory (cudaMallocHost), and copy the next iteration's data in its own stream while the "
		"kernels execute";
	host_finding_add(context, &found);
}

static bool
is_first_of_loop(const struct facts *facts, const struct host_operation *copy)
{
	for (const struct host_operation *before = facts->host_operations; before < copy; before++)
		if (is_between(before) && before->loops[0].line && facts_same_place(&before->loops[0], &copy->loops[0]))
			return false;
	return true;
}

void
check_transfer_bound(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; context->transfers && i < facts->host_operation_count; i++) {
		const struct host_operation *copy = &facts->host_operations[i];
		const struct place *loop = &copy->loops[0];
		struct loop_time time = {0};
		if (!is_between(copy) || !loop->line || !host_is_made_often(copy, HOST_FEW_ITERATIONS) ||
		    !is_first_of_loop(facts, copy) || !host_loop_launch(facts, loop))
			continue;
		if (add_up(context, loop, &time) && time.copies > time.kernels)
			report(context, loop, &time);
	}
}
