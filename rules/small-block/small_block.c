/* Launches that spend their time on starting blocks. */
#include <math.h>

#include "model/time.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

enum { SMALL_BLOCK = 128 };

/* The smallest common size that is as fast as the largest. */
static unsigned
better_size(const struct rule_context *context)
{
	return launch_threads(context->launch) * launch_blocks(context->launch) >=
	                       (double)TIME_USUAL_BLOCK * context->facts->multiprocessors
	               ? TIME_USUAL_BLOCK
	               : SMALL_BLOCK;
}

void
check_small_block(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const double threads = launch_threads(launch);
	if (!(threads < SMALL_BLOCK) || launch_blocks(launch) <= context->facts->multiprocessors ||
	    launch->predicted_time.bound_by != TIME_BLOCK_STARTS)
		return;
	const char *bound = context->kernel->block_bound;
	const struct draft draft = {
		.place = &launch->place,
		.claim = CLAIM_FEW_WARPS,
		.verdict = VERDICT_BAD,
		.confidence = launch->origin == LAUNCH_ASSUMED ? CONFIDENCE_ASSUMED : CONFIDENCE_EXACT,
		.penalty = block_size_slowdown(context),
		.message = text(context, "small blocks of '%s'", context->kernel->name),
		.figures = text(context, "%.0f blocks of %.0f threads", launch_blocks(launch), threads),
		.reason = "a multiprocessor needs some hundred cycles to start a block, however little the block does",
		.ideal = "in blocks of 256",
		.advice = bound ? text(context,
	                               "give each block more work: a loop over the work of several blocks (block size "
	                               "fixed: %s)",
	                               bound)
	                        : text(context, "launch fewer blocks, of %u threads each", better_size(context)),
	};
	draft_add(context, &draft);
}
