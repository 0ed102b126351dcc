/* Managed memory that a kernel finds on the host: its pages migrate one fault after the other while the kernel
 * waits. */
#include "rules/checks.h"

#include <math.h>

#include "model/host_time.h"
#include "rules/host_finding.h"
#include "rules/wording.h"
#include "support/digits.h"

/* Less than a few pages is not worth a prefetch. */
static const double small_migration = 64 * 1024;

/* "" for a single launch. */
static const char *
how_often(struct rule_context *context, const struct host_operation *launch)
{
	if (launch->count <= 1)
		return "";
	if (launch->migrations >= launch->count)
		return " at each launch";
	return text(context, " at %s of %s launches", digits_of((double)launch->migrations, 4).text,
	            digits_of((double)launch->count, 4).text);
}

static void
report(struct rule_context *context, const struct host_operation *launch)
{
	const double migrations = (double)launch->migrations, bytes = launch->migrated_bytes / migrations;
	const double lost = fmax(0, launch->migration_us - migrations * prefetch_us(bytes));
	struct host_finding found = {
		.at = launch,
		.confidence = launch->count_confidence,
		.cost = {lost, launch->migration_us + launch->predicted_us * (double)launch->count},
		.message = text(context, "%s of managed memory%s migrate to the device by page faults%s",
	                        host_bytes_text(context, bytes), host_name_text(context, launch->migrated_name),
	                        how_often(context, launch)),
		.reason = "the host has stored to it since the GPU last accessed it, and nothing prefetches it",
		.advice = "call cudaMemPrefetchAsync before the launch, or allocate device memory and copy",
	};
	found.severity =
		bytes < small_migration ? SEVERITY_NOTE : host_severity(context, found.cost, launch->count_confidence);
	if (launch->migration_us > 0)
		found.cost_text = text(
			context, "%s %s, %s by a prefetch", host_us_text(context, launch->migration_us / migrations),
			launch->count > 1 ? "each time" : "at the launch", host_us_text(context, prefetch_us(bytes)));
	host_finding_relate(context, &found, &launch->migrated_place, "allocated here");
	host_finding_add(context, &found);
}

void
check_unprefetched_managed(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *launch = &facts->host_operations[i];
		if (launch->kind == HOST_LAUNCH && launch->migrations > 0 && host_is_reported(launch))
			report(context, launch);
	}
}
