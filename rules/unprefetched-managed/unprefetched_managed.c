/* Managed memory that a kernel finds on the host: its pages move one fault after the other while the kernel waits. */
#include "rules/checks.h"

#include <math.h>

#include "rules/host_finding.h"
#include "rules/wording.h"

/* Less than a few pages is not worth a call. */
static const double small_migration = 64 * 1024;

static void
report(struct rule_context *context, const struct host_operation *launch)
{
	const double bytes = launch->migrated_bytes / (double)launch->count;
	const double us = context->transfers ? transfer_us(context->transfers, COPY_TO_DEVICE, HOST_MEMORY_PINNED, bytes) : (double)NAN;
	const double moved = us * (double)launch->count;
	struct host_finding found = {
		.at = launch, .standing = launch->count_standing,
		.cost = {moved, moved + launch->predicted_us * (double)launch->count},
		.message = text(context, "%s of managed memory%s migrate to the device by page faults%s", host_bytes_text(context, bytes),
		                host_name_text(context, launch->migrated_name), launch->count > 1 ? " at each launch" : ""),
		.reason = "host code has stored to it since the GPU last had it, and nothing prefetches it",
		.advice = "call cudaMemPrefetchAsync before the launch, or allocate device memory and copy",
	};
	found.severity = bytes < small_migration ? SEVERITY_NOTE : host_severity(context, found.cost, launch->count_standing);
	if (moved > 0)
		found.cost_text = text(context, "at least %s a launch, the time of a copy from pinned memory; page faults take longer",
		                       host_us_text(context, us));
	host_finding_relate(context, &found, &launch->migrated_place, "allocated here");
	host_finding_add(context, &found);
}

void
check_unprefetched_managed(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *launch = &facts->host_operations[i];
		if (launch->kind == HOST_LAUNCH && launch->migrated_bytes > 0 && host_is_reported(launch))
			report(context, launch);
	}
}
