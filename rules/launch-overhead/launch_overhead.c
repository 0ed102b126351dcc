/* Launches that end about as soon as they have started, and are made many times. */
#include "rules/checks.h"

#include <math.h>
#include <string.h>

#include "rules/launch-overhead/merging.h"
#include "rules/wording.h"

/* In launch overheads: then half of the time is overhead. */
static const double short_launch = 2;

/* A library's launches can only be merged by the library. */
static bool
is_of_library(const struct facts *facts, const struct host_operation *launch)
{
	const struct kernel *kernel = launch->launch_count ? facts_kernel_of(facts, host_launch_of(launch)) : NULL;
	return kernel && kernel->is_library;
}

/* The fastest and the slowest of the evaluated launches. */
struct span {
	double least_us, most_us;
};

static struct span
span_of(const struct host_operation *launch)
{
	struct span span = {launch->predicted_us, launch->predicted_us};
	for (size_t i = 0; i < launch->launch_count; i++) {
		const double us = launch->launches[i].launch->predicted_time.us;
		if (!(us > 0))
			continue;
		span.least_us = fmin(span.least_us, us);
		span.most_us = fmax(span.most_us, us);
	}
	return span;
}

/* If their number is unknown, launches that were not evaluated may be like the slowest. NAN: unknown. */
static double
judged_us(const struct host_operation *launch)
{
	const bool is_open = launch->count_confidence == CONFIDENCE_UNKNOWN && !isnan(launch->predicted_us);
	return is_open ? span_of(launch).most_us : launch->predicted_us;
}

static bool
is_short(const struct facts *facts, const struct host_operation *launch)
{
	const bool is_counted = launch->count_confidence != CONFIDENCE_UNKNOWN;
	return launch->kind == HOST_LAUNCH && host_is_reported(launch) && (launch->loops[0].line || is_counted) &&
	       judged_us(launch) < short_launch * time_launch_us && host_is_made_often(launch, HOST_MANY_ITERATIONS) &&
	       !is_of_library(facts, launch);
}

static bool
is_of_loop(const struct host_operation *launch, const struct host_operation *other)
{
	return launch->loops[0].line && facts_same_place(&launch->loops[0], &other->loops[0]);
}

/* ---- the reported launch ---- */

/* The trip count of the loop, from operations directly in it, not through a call; UINT64_MAX: there are none. */
static uint64_t
iterations_of(const struct facts *facts, const struct host_operation *launch)
{
	uint64_t most = 0;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		if (is_of_loop(launch, other) && !other->call_in_loop.line && other->count > most)
			most = other->count;
	}
	return most ? most : UINT64_MAX;
}

/* Whether the launch is in more of the loop's iterations than the other, or in as many and before it. */
static bool
leads(const struct host_operation *launch, const struct host_operation *other, uint64_t iterations)
{
	const bool is_open = launch->count_confidence == CONFIDENCE_UNKNOWN,
		   is_other_open = other->count_confidence == CONFIDENCE_UNKNOWN;
	const uint64_t in = launch->count < iterations ? launch->count : iterations;
	const uint64_t others_in = other->count < iterations ? other->count : iterations;
	if (is_open != is_other_open)
		return is_other_open;
	return in != others_in ? in > others_in : launch < other;
}

/* Whether it is the loop's short launch that is in most iterations. */
static bool
is_leading(const struct facts *facts, const struct host_operation *launch)
{
	const uint64_t iterations = iterations_of(facts, launch);
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		if (other != launch && is_of_loop(launch, other) && is_short(facts, other) &&
		    leads(other, launch, iterations))
			return false;
	}
	return true;
}

/* ---- sums over the loop ---- */

struct short_launches {
	uint64_t count;
	double start_us, us;
	struct span span;
};

static struct short_launches
add_up(struct rule_context *context, struct host_finding *found)
{
	const struct facts *facts = context->facts;
	struct short_launches sum = {.span = span_of(found->at)};
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		if (other != found->at && (!is_short(facts, other) || !is_of_loop(found->at, other)))
			continue;
		host_finding_relate(context, found, &other->place, "another short launch in the same loop");
		/* A known number of launches is not added to an unknown one. */
		if (other->count_confidence == CONFIDENCE_UNKNOWN && found->confidence != CONFIDENCE_UNKNOWN)
			continue;
		sum.count += other->count;
		sum.start_us += time_launch_us * (double)other->count;
		sum.us += other->predicted_us * (double)other->count;
		sum.span.least_us = fmin(sum.span.least_us, span_of(other).least_us);
		sum.span.most_us = fmax(sum.span.most_us, span_of(other).most_us);
	}
	return sum;
}

/* ---- texts ---- */

static const char *
message(struct rule_context *context, const struct host_finding *found, const struct short_launches *all)
{
	const char *start = host_us_text(context, time_launch_us);
	if (found->confidence != CONFIDENCE_UNKNOWN)
		return text(context, "%llu launches of %s: %s of each is launch overhead",
		            (unsigned long long)all->count, host_us_text(context, all->us / (double)all->count), start);
	const char *least = host_us_text(context, all->span.least_us), *most = host_us_text(context, all->span.most_us);
	if (!strcmp(least, most))
		return text(context, "launches of %s in a loop: %s of each is launch overhead", least, start);
	return text(context, "launches of %s to %s in a loop: %s of each is launch overhead", least, most, start);
}

/* The purpose of a timed loop: to measure a kernel, or the launch overhead of one that leaves most of the GPU idle, or
 * of an empty kernel. */
enum measure { MEASURES_NOTHING, MEASURES_KERNEL, MEASURES_START, MEASURES_EMPTY, WARMS_UP };

/* Whether the loop's launches must not be merged. */
static bool
is_on_purpose(enum measure measure)
{
	return measure == MEASURES_KERNEL || measure == MEASURES_EMPTY || measure == WARMS_UP;
}

static enum measure
measure_of(const struct facts *facts, const struct host_operation *launch)
{
	if (!launch->loops[0].line)
		return MEASURES_NOTHING;
	if (!host_repeats_for_time(facts, &launch->loops[0]))
		return host_warms_up(facts, &launch->loops[0]) ? WARMS_UP : MEASURES_NOTHING;
	if (host_touches_nothing(launch))
		return MEASURES_EMPTY;
	return launch_blocks(host_launch_of(launch)) < facts->multiprocessors ? MEASURES_START : MEASURES_KERNEL;
}

static const char *
reason(struct rule_context *context, const struct host_operation *launch, enum measure measure)
{
	if (measure == MEASURES_KERNEL)
		return "intended: the loop repeats the same launch between two reads of a clock, to measure it";
	if (measure == MEASURES_EMPTY)
		return "intended: the loop is timed and its launch accesses no memory, to measure launch overhead";
	if (measure == WARMS_UP)
		return "intended: the loop repeats the same launch before others of the kernel, as a warm-up";
	if (measure == MEASURES_START)
		return text(
			context,
			"the loop is timed, and its launch has %.0f blocks for %u multiprocessors: it measures launch "
			"overhead",
			launch_blocks(host_launch_of(launch)), context->facts->multiprocessors);
	return launch->count_why ? text(context, "the number of launches: %s", launch->count_why) : NULL;
}

/* Whether the loop makes one launch in each iteration, short or not. */
static bool
is_alone(const struct facts *facts, const struct host_operation *launch)
{
	uint64_t all = 0;
	for (size_t i = 0; i < facts->host_operation_count; i++)
		if (facts->host_operations[i].kind == HOST_LAUNCH && is_of_loop(launch, &facts->host_operations[i]))
			all += facts->host_operations[i].count;
	return all <= iterations_of(facts, launch);
}

static const char *
cost_text(struct rule_context *context, const struct host_finding *found, const struct short_launches *all,
          enum merging merging)
{
	if (found->confidence == CONFIDENCE_UNKNOWN)
		return text(context, "%.0f%% of the launches' time", 100 * all->start_us / all->us);
	const char *starts =
		text(context, "%s of %s", host_us_text(context, all->start_us), host_us_text(context, all->us));
	if (!(found->cost.lost_us > 0 && found->cost.lost_us < all->start_us))
		return starts;
	return text(context, "%s; about %s less with %s", starts, host_us_text(context, found->cost.lost_us),
	            merging == MERGING_BY_HOST ? "an iteration's launches merged"
	                                       : "a grid barrier in place of each launch");
}

static const char *
advice(struct rule_context *context, const struct place *loop, enum measure measure, enum merging merging,
       bool is_single)
{
	if (is_on_purpose(measure))
		return NULL;
	if (measure == MEASURES_START)
		return "time an input that fills the GPU, or give each launch more work";
	return merging_advice(context, loop, merging, is_single);
}

static void
report(struct rule_context *context, const struct host_operation *launch)
{
	const struct facts *facts = context->facts;
	const struct place *loop = &launch->loops[0];
	const enum measure measure = measure_of(facts, launch);
	const enum merging merging = measure == MEASURES_NOTHING ? merging_of(facts, loop) : MERGING_UNKNOWN;
	struct host_finding found = {.at = launch, .confidence = launch->count_confidence};
	const struct short_launches all = add_up(context, &found);
	const bool is_single = is_alone(facts, launch);
	/* The other work of an iteration may outweigh the overheads. */
	found.cost = (struct host_cost){all.start_us * merging_saves(merging, is_single),
	                                loop->line ? fmax(all.us, host_iterations_us(facts, loop)) : all.us};
	if (loop->line)
		host_finding_relate_loop(context, &found, loop);
	if (merging == MERGING_BY_HOST)
		host_finding_relate(context, &found, &merging_obstacle(facts, loop)->place,
		                    "the host takes part in each iteration here");
	found.severity =
		is_on_purpose(measure) ? SEVERITY_NOTE : host_severity(context, found.cost, launch->count_confidence);
	found.message = message(context, &found, &all);
	found.reason = reason(context, launch, measure);
	found.cost_text = cost_text(context, &found, &all, merging);
	found.advice = advice(context, loop, measure, merging, is_single);
	host_finding_add(context, &found);
}

void
check_launch_overhead(struct rule_context *context)
{
	const struct facts *facts = context->facts;
	for (size_t i = 0; i < facts->host_operation_count; i++)
		if (is_short(facts, &facts->host_operations[i]) && is_leading(facts, &facts->host_operations[i]))
			report(context, &facts->host_operations[i]);
}
