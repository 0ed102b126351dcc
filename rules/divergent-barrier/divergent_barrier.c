/* Barriers that some threads of a block surely do not reach, while others wait there. */
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/wording.h"

static void
add_barrier(struct rule_context *context, const struct divergent_barrier *barrier)
{
	const struct launch *launch = context->launch;
	const bool ends = barrier->missing_end;
	const struct draft draft = {
		.place = &barrier->place,
		.claim = CLAIM_BARRIER,
		.verdict = ends ? VERDICT_NOTE : VERDICT_BAD,
		.bad_shape = true,
		.pricing = UNPRICED,
		.confidence = CONFIDENCE_EXACT,
		.message = text(context, "divergent barrier: thread %s of block %s reaches it, thread %s %s",
	                        index_text(context, barrier->came, launch->block),
	                        index_text(context, barrier->block, launch->grid),
	                        index_text(context, barrier->missing, launch->block),
	                        ends ? "ends without it" : "does not"),
		.reason = text(
			context,
			"all threads of the block that have not ended must reach the same __syncthreads together; in "
			"the launch at line %u some do not",
			launch->place.line),
		.cost = ends ? "undefined in CUDA; since compute capability 7.0 the barrier waits until the other "
	                       "threads end, and the program continues"
	                     : "undefined: the program may hang, or continue with data that other threads have not "
	                       "stored yet",
		.advice = "move the barrier out of the branch or the loop, and keep only the work under the condition",
		.subject = text(context, "%s %s %s", context->kernel->link_name,
	                        index_text(context, barrier->block, launch->grid),
	                        index_text(context, barrier->missing, launch->block)),
	};
	draft_add(context, &draft);
}

void
check_divergent_barrier(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	/* With other values than the assumed ones, all threads may reach it; or the part of the kernel that was left
	 * out may lead there. */
	if (launch->origin == LAUNCH_ASSUMED || launch->caveats.assumption_count || context->kernel->is_partial)
		return;
	for (size_t i = 0; i < launch->synchronization.barrier_count; i++)
		add_barrier(context, &launch->synchronization.barriers[i]);
}
