/* A condition that differs between the lanes of a warp: the warp runs both sides, each with the other's lanes idle. */
#include <math.h>

#include "kernels/profile.h"
#include "rules/judge.h"

void check_divergent_branch(struct rule_context *context, const struct site *site);

/* A block's last warp, or the one with thread 0, diverges in nearly every kernel: one in four and less is no finding. */
static const double usual_fraction = 0.25;

void
check_divergent_branch(struct rule_context *context, const struct site *site)
{
	const struct figures *figures = &site->predicted;
	const double fraction = figures->divergent / figures->requests;

	/* The comparison is false for figures that are not known. */
	if (site->kind != SITE_BRANCH || !site->by_lane || site->standing == STANDING_UNKNOWN ||
	    !(fraction > usual_fraction))
		return;
	/* How long the two sides are is not to be seen from here: between nothing and all of the kernel's work. */
	const struct penalty slower =
	    penalty_between(penalty_none(), profile_penalty(context->profile, "divergence", 1 + fraction));
	const double share = site_share(context, site);
	const bool sure = site->standing == STANDING_EXACT || site->standing == STANDING_ASSUMED;
	const bool matters = !(share < 0.01) && !launch_is_tiny(context);
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
