/* Texts about a launch's time in the formats for people. */
#include <math.h>
#include <string.h>
#include <stdlib.h>

#include "cli/report/report.h"
#include "model/program_time.h"
#include "model/time.h"
#include "support/digits.h"

/* Up to this many times the launch overhead, the overhead is reported separately. */
enum { SHORT_LAUNCHES = 5 };

bool
report_is_of_unknown_count(const struct launch *launch)
{
	return launch->origin == LAUNCH_SOURCE && launch->program.confidence == CONFIDENCE_UNKNOWN;
}

bool
report_shows(const struct report *report, const struct finding *finding)
{
	return report->notes || finding->severity > SEVERITY_NOTE;
}

/* Launches of unknown time first, then by time or its lower bound; assumed launches after those of the program. */
static double
rank_of(const struct report_launch *entry)
{
	const struct launch *launch = entry->launch;
	const double rank = isnan(entry->us) ? INFINITY : entry->us;
	return launch->origin == LAUNCH_ASSUMED ? -1 / (1 + rank) : rank;
}

static int
by_time(const void *left, const void *right)
{
	const struct report_launch *a = left, *b = right;
	const double x = rank_of(a), y = rank_of(b);
	if (x != y)
		return x < y ? 1 : -1;
	return (a->launch->place.line > b->launch->place.line) - (a->launch->place.line < b->launch->place.line);
}

/* Whether the launches look like repetitions of one. */
static bool
is_alike(const struct report_launch *a, const struct launch *launch)
{
	static const double little = 0.1;
	const struct launch *of = a->launch;
	const double us = of->predicted_time.us, other_us = launch->predicted_time.us;
	const bool is_timed_alike =
		fabs(us - other_us) <= little * fmin(us, other_us) || (isnan(us) && isnan(other_us));
	return !memcmp(of->grid, launch->grid, sizeof of->grid) &&
	       !memcmp(of->block, launch->block, sizeof of->block) && of->origin == launch->origin &&
	       facts_same_place(&of->place, &launch->place) && is_timed_alike;
}

static void
add_launch(struct report_launch *entries, size_t *count, size_t first, const struct kernel *kernel,
           const struct launch *launch)
{
	size_t i = first;
	while (i < *count && !is_alike(&entries[i], launch))
		i++;
	if (i == *count)
		entries[(*count)++] =
			(struct report_launch){.kernel = kernel, .launch = launch, .share = launch->program.time_share};
	else
		entries[i].share += launch->program.time_share;
	entries[i].launches += program_launches(launch);
	entries[i].us += program_time_of(launch);
}

const struct report_launch *
report_by_time(const struct report *report, size_t *count)
{
	const struct facts *facts = report->facts;
	size_t most = 0;
	for (size_t i = 0; i < facts->kernel_count; i++)
		most += facts->kernels[i].launch_count;
	struct report_launch *launches = arena_new_array(report->arena, struct report_launch, most);
	*count = 0;
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const size_t first = *count;
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			add_launch(launches, count, first, &facts->kernels[i], &facts->kernels[i].launches[k]);
	}
	if (*count)
		qsort(launches, *count, sizeof *launches, by_time);
	return launches;
}

/* "256", "(64, 64)", "(8, 8, 4)" */
static const char *
extent_text(const struct report *report, const uint32_t extent[3])
{
	if (extent[2] > 1)
		return arena_printf(report->arena, "(%u, %u, %u)", extent[0], extent[1], extent[2]);
	if (extent[1] > 1)
		return arena_printf(report->arena, "(%u, %u)", extent[0], extent[1]);
	return arena_printf(report->arena, "%u", extent[0]);
}

static const char *
range_text(const struct report *report, const struct launch_time *time)
{
	const struct digits low = duration_of(time->low_us);
	if (!isfinite(time->high_us))
		return arena_printf(report->arena, "%s or more", low.text);
	return arena_printf(report->arena, "%s to %s likely", low.text, duration_of(time->high_us).text);
}

/* "100 launches of "; "about 341 launches of " if some were not evaluated; "an unknown number of launches (3 assumed)
 * of " if the number is unknown; "" for one. */
static const char *
count_text(const struct report *report, const struct report_launch *entry)
{
	const double launches = round(entry->launches);
	if (report_is_of_unknown_count(entry->launch))
		return arena_printf(report->arena, "an unknown number of launches (%.0f assumed) of ", launches);
	if (launches <= 1)
		return "";
	return arena_printf(report->arena, "%s%.0f launches of ", entry->kernel->launches_left_out ? "about " : "",
	                    launches);
}

/* "; assumed n = 65536; and 2 more", or "" */
static const char *
assumed_text(const struct report *report, const struct launch *launch)
{
	if (!launch->caveats.assumption_count)
		return "";
	const char *others = launch->caveats.assumption_count > 1 ? arena_printf(report->arena, "; and %zu more",
	                                                                         launch->caveats.assumption_count - 1)
	                                                          : "";
	return arena_printf(report->arena, "; assumed %s%s", launch->caveats.assumptions[0], others);
}

static const char *
time_text(const struct report *report, const struct report_launch *entry)
{
	const struct launch *launch = entry->launch;
	const struct launch_time *time = &launch->predicted_time;
	if (time->why)
		return arena_printf(report->arena, "time unknown%s%s: %s", time->low_us > 0 ? ", " : "",
		                    time->low_us > 0 ? range_text(report, time) : "", time->why);
	if (launch->caveats.cut_loop.line)
		return arena_printf(report->arena,
		                    "time unknown: the evaluation stopped before the end of the loop at line %u",
		                    launch->caveats.cut_loop.line);
	if (!(time->us > 0))
		return report->facts->profile_gpu ? "time unknown" : "time unknown: no profile to predict it from";
	const char *overhead =
		time->us < SHORT_LAUNCHES * time_launch_us
			? arena_printf(report->arena, ", %s of it launch overhead", duration_of(time_launch_us).text)
			: "";
	return arena_printf(report->arena, "%s%s (%s)%s, bound by %s", count_text(report, entry),
	                    duration_of(time->us).text, range_text(report, time), overhead,
	                    time_resource_text(time->bound_by));
}

/* Template arguments that fill lines are cropped in a list of launches. */
static const char *
cropped_instance(const struct report *report, const struct kernel *kernel)
{
	enum { LONGEST = 48 };
	const char *instance = report_instance(report, kernel), *arguments = strchr(instance, '<');
	return arguments && strlen(instance) > LONGEST
	               ? arena_printf(report->arena, "%.*s<...>", (int)(arguments - instance), instance)
	               : instance;
}

const char *
report_launch_text(const struct report *report, const struct report_launch *entry)
{
	const struct launch *launch = entry->launch;
	return arena_printf(report->arena, "%s%s<<<%s, %s>>>: %s%s",
	                    launch->origin == LAUNCH_ASSUMED ? "assumed launch " : "",
	                    cropped_instance(report, entry->kernel), extent_text(report, launch->grid),
	                    extent_text(report, launch->block), time_text(report, entry), assumed_text(report, launch));
}

const char *
report_share(const struct report *report, double share)
{
	if (isnan(share))
		return "";
	return share < 0.005 ? "<1%" : arena_printf(report->arena, "%.0f%%", 100 * share);
}
