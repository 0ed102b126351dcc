/* Barriers that order nothing in any launch of the program. */
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/wording.h"

static const char *
reason(const struct barrier_use *use)
{
	if (!use->has_after)
		return "only another barrier or the end of the kernel follows it";
	if (!use->has_before)
		return "no thread accesses memory before it or since the previous barrier";
	return "up to the next barrier, no thread accesses what another stored before it, or overwrites what another loaded";
}

static void
add_barrier(struct rule_context *context, const struct barrier_use *use)
{
	const struct draft draft = {
		.place = &use->place,
		.claim = CLAIM_BARRIER,
		.verdict = VERDICT_NOTE,
		.pricing = PRICED_BY_RULE,
		.is_rough = true,
		.confidence = CONFIDENCE_ASSUMED,
		.confidence_why = "the blocks and iterations that were not evaluated behave like the evaluated ones",
		.penalty = barrier_slowdown(context, use->warps),
		.ideal = "without it",
		.message = "needless barrier: it orders nothing",
		.reason = reason(use),
		.cost = "",
		.advice = "remove it",
		.subject = text(context, "%s %u %u", use->place.file, use->place.line, use->place.column),
	};
	draft_add(context, &draft);
}

void
check_needless_barrier(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	/* With another block or other arguments the barrier may be needed, or by the part that was left out. */
	if (launch->origin == LAUNCH_ASSUMED || launch->caveats.assumption_count || context->kernel->is_partial ||
	    context->kernel->launches_left_out)
		return;
	for (size_t i = 0; i < launch->synchronization.barrier_use_count; i++)
		if (!barrier_needs_has(context->barrier_needs, &launch->synchronization.barrier_uses[i].place))
			add_barrier(context, &launch->synchronization.barrier_uses[i]);
}
