/* Warps without a lane that passes the guard, which are launched for nothing. */
#include <math.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/judge.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

/* The usual share of busy warps in a grid that is rounded up. */
static const double usual_busy = 0.75;

void
check_idle_threads(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const double warps = launch_warps(launch), busy = launch->execution.busy_warps / warps;
	if (!(busy > 0) || busy > usual_busy || launch->caveats.cut_loop.line)
		return;
	const struct draft draft = {
		.place = &launch->place,
		.claim = CLAIM_WORK,
		/* Whether the program's own grid has more blocks than its data is unknown for an assumed grid. */
		.verdict = launch_is_guessed(launch) ? VERDICT_NOTE : VERDICT_BAD,
		.confidence = launch->origin == LAUNCH_ASSUMED ? CONFIDENCE_ASSUMED : CONFIDENCE_EXACT,
		.penalty = idle_slowdown(context, busy),
		.is_rough = true,
		.message = text(context, "idle warps of '%s'", context->kernel->name),
		.figures = text(context, "%.0f of %.0f warps access no memory", warps - launch->execution.busy_warps,
	                        warps),
		.reason = text(context, "in %.0f blocks of %u x %u x %u threads", launch_blocks(launch),
	                       launch->block[0], launch->block[1], launch->block[2]),
		.ideal = "without them",
		.advice = launch->block[1] * launch->block[2] > 1
	                          ? "size the grid and the block by the data in each dimension: where the data is "
	                            "shorter than the block, the block's other threads are idle"
	                          : "launch only as many blocks as the data needs, (n + block - 1) / block, and blocks "
	                            "no larger than their work",
	};
	draft_add(context, &draft);
}
