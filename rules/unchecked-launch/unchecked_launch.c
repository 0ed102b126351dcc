/* Programs that never check whether a launch failed. */
#include "rules/checks.h"

#include <math.h>
#include <string.h>

#include "rules/host_finding.h"
#include "rules/wording.h"

/* A launch that cannot start sets an error. A later failure is returned by any later call of the runtime. */
static bool
shows_errors(const struct host_operation *operation)
{
	return operation->is_checked && (operation->kind == HOST_LAUNCH || !strncmp(operation->function, "cu", 2));
}

/* In a loop, operations before the launch also follow it. */
static bool
is_checked_since(const struct facts *facts, const struct host_operation *launch)
{
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		if (shows_errors(other) && (other >= launch || host_common_loop(other, launch)))
			return true;
	}
	return false;
}

/* Whether the program uses the launch's results or measures its time. */
static bool
is_looked_at(const struct facts *facts, const struct host_operation *launch)
{
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		const bool is_result = other->kind == HOST_COPY && other->direction == COPY_TO_HOST;
		if ((is_result || other->kind == HOST_CLOCK || other->kind == HOST_EVENT_RECORD) &&
		    (other >= launch || host_common_loop(other, launch)))
			return true;
	}
	return false;
}

/* The program's first launch; NULL: there is none, or main was not evaluated. */
static const struct host_operation *
first_launch(const struct facts *facts)
{
	for (size_t i = 0; i < facts->host_operation_count; i++)
		if (facts->host_operations[i].kind == HOST_LAUNCH)
			return facts->host_operations[i].is_assumed ? NULL : &facts->host_operations[i];
	return NULL;
}

void
check_unchecked_launch(struct rule_context *context)
{
	const struct host_operation *launch = first_launch(context->facts);
	if (!launch || !host_is_reported(launch) || !is_looked_at(context->facts, launch) ||
	    is_checked_since(context->facts, launch) || context->facts->host_operations_left_out)
		return;
	const struct host_finding finding = {
		.at = launch,
		.severity = SEVERITY_NOTE,
		.confidence = CONFIDENCE_EXACT,
		.cost = {NAN, NAN},
		.message = "no launch of the program is checked for errors",
		.reason = "a launch returns nothing: if it fails, its results are unchanged and it looks fast",
		.advice =
			"check cudaGetLastError after each launch, and the status of cudaDeviceSynchronize or the next copy",
	};
	host_finding_add(context, &finding);
}
