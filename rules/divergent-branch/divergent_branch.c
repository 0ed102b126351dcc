/* A condition that differs between the lanes of a warp: the warp runs both sides, each with the other's lanes idle. */
#include <math.h>

#include "kernels/profile.h"
#include "rules/judge.h"

void check_divergent_branch(struct rule_context *context, const struct site *site);

/* Guards against the array's end diverge in the last block alone; up to one warp in four is no more than a note. */
static const double usual_fraction = 0.1, bearable_fraction = 0.25;

/* One lane that does what its warp or block needs done once is an idiom, and costs the others nothing. */
static bool
is_one_lanes_work(const struct site *site)
{
	return site->minority_lanes > 0 && site->minority_lanes <= 1;
}

void
check_divergent_branch(struct rule_context *context, const struct site *site)
{
	const struct figures *figures = &site->predicted;
	const double fraction = figures->divergent / figures->requests;

	/* The comparison is false for figures that are not known. */
	if (site->kind != SITE_BRANCH || !site->by_lane || site->standing == STANDING_UNKNOWN ||
	    !(fraction > usual_fraction) || is_one_lanes_work(site))
		return;
	/* How long the two sides are is not to be seen from here: between nothing and all of the kernel's work. */
	const struct penalty slower =
	    penalty_between(penalty_none(), profile_penalty(context->profile, "divergence", 1 + fraction));
	const bool sure = site->standing == STANDING_EXACT || site->standing == STANDING_ASSUMED;
	/* How often a branch runs says nothing of its weight: one that is met once may hold all the work on its sides. */
	const bool matters = fraction > bearable_fraction && !launch_is_tiny(context);
	const char *times = penalty_text(context, slower);

	report_draft(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.verdict = sure && matters && !site->data_dependent ? VERDICT_BAD : VERDICT_NOTE,
		.standing = site->standing,
		.penalty = slower,
		.message = text(context, "%.0f%% of the warps that come here diverge: they run both sides, each with idle lanes",
		                100 * fraction),
		.reason = site->reason,
		.cost = *times ? text(context, "if the two sides are most of the work, %s", times) : "",
		.advice = site->data_dependent
		              ? "if the two sides are long, order the data so that a warp's lanes mostly agree, or compute both "
		                "and select"
		              : "decide by whole warps, with (threadIdx.x / warpSize) in place of threadIdx.x in the condition, or "
		                "give the two sides to different warps",
	});
}
