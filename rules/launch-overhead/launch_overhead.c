/* Launches that are over about as soon as they have started, made many times. */
#include "rules/checks.h"

#include <math.h>

#include "rules/host_finding.h"
#include "rules/wording.h"

/* Twice the start: then half of the time is the start's. */
static const double short_launch = 2;

/* What a library launches is the library's to merge. */
static bool
is_of_library(const struct facts *facts, const struct host_operation *launch)
{
	const struct kernel *kernel = launch->launch_count ? facts_kernel_of(facts, host_launch_of(launch)) : NULL;
	return kernel && kernel->is_library;
}

static bool
is_short(const struct facts *facts, const struct host_operation *launch)
{
	const bool is_counted = launch->count_standing != STANDING_UNKNOWN;
	return launch->kind == HOST_LAUNCH && host_is_reported(launch) && (launch->loops[0].line || is_counted) && launch->predicted_us < short_launch * time_launch_us &&
	       host_is_made_often(launch, HOST_MANY_ROUNDS) && !is_of_library(facts, launch);
}

static bool
is_of_loop(const struct host_operation *launch, const struct host_operation *other)
{
	return launch->loops[0].line && facts_same_place(&launch->loops[0], &other->loops[0]);
}

static bool
is_first(const struct facts *facts, const struct host_operation *launch)
{
	for (const struct host_operation *before = facts->host_operations; before < launch; before++)
		if (is_short(facts, before) && is_of_loop(launch, before))
			return false;
	return true;
}

/* Of all the loop's short launches together. */
static void
add_others(struct rule_context *context, struct host_finding *found, uint64_t *launches)
{
	const struct facts *facts = context->facts;
	for (const struct host_operation *other = found->at; other < facts->host_operations + facts->host_operation_count; other++) {
		if (other != found->at && (!is_short(facts, other) || !is_of_loop(found->at, other)))
			continue;
		host_finding_relate(context, found, &other->place, "another short launch in the same loop");
		found->cost.lost_us += time_launch_us * (double)other->count;
		found->cost.part_us += other->predicted_us * (double)other->count;
		*launches += other->count;
	}
}

static void
report(struct rule_context *context, const struct host_operation *launch)
{
	struct host_finding found = {.at = launch, .standing = launch->count_standing};
	uint64_t launches = 0;
	add_others(context, &found, &launches);
	if (launch->loops[0].line)
		host_finding_relate_loop(context, &found, &launch->loops[0]);
	const char *us = host_us_text(context, found.cost.part_us / (double)launches), *start = host_us_text(context, time_launch_us);
	const bool is_open = launch->count_standing == STANDING_UNKNOWN;
	found.severity = host_severity(context, found.cost, launch->count_standing);
	found.message = is_open ? text(context, "launches of %s in a loop: %s of each is the start", us, start)
	                        : text(context, "%llu launches of %s: %s of each is the start", (unsigned long long)launches, us, start);
	found.reason = launch->count_why ? text(context, "the count of launches: %s", launch->count_why) : NULL;
	found.cost_text = is_open ? text(context, "%.0f%% of the launches' time", 100 * found.cost.lost_us / found.cost.part_us)
	                          : text(context, "%s of %s", host_us_text(context, found.cost.lost_us),
	                                 host_us_text(context, found.cost.part_us));
	found.advice = "do the work of several launches in one, or capture the loop in a graph (cudaStreamBeginCapture, cudaGraphLaunch)";
	host_finding_add(context, &found);
}

void
check_launch_overhead(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++)
		if (is_short(facts, &facts->host_operations[i]) && is_first(facts, &facts->host_operations[i]))
			report(context, &facts->host_operations[i]);
}
