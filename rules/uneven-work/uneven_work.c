/* Blocks whose warps make different numbers of iterations: the block ends with the longest. */
#include <math.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

/* Accesses of the busiest warp over the mean. */
static const double bearable = 1.5;

/* The load that the block's warps make most unevenly. */
static const struct site *
most_uneven(const struct launch *launch)
{
	const struct site *worst = NULL;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		const bool is_repeated = site->kind == SITE_LOAD && site->predicted.requests >= 2 * launch_warps(launch);
		if (is_repeated && site->space == SPACE_GLOBAL && site->uneven > bearable && (!worst || site->uneven > worst->uneven))
			worst = site;
	}
	return worst;
}

void
check_uneven_work(struct rule_context *context)
{
	const struct site *site = most_uneven(context->launch);
	/* Warps of different roles may do as much as each other at different places. */
	if (!site || context->launch->uneven <= bearable)
		return;
	draft_add(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.pricing = PRICED_BY_RULE,
		.claim = CLAIM_WORK,
		.verdict = site->standing <= STANDING_ASSUMED ? VERDICT_BAD : VERDICT_NOTE,
		.standing = site->standing,
		.penalty = uneven_slowdown(context),
		.is_rough = true,
		.message = text(context, "uneven work of the warps of '%s'", context->kernel->name),
		.figures = text(context, "the busiest makes %sx the mean's accesses", digits_of(context->launch->uneven, 2).text),
		.reason = site->reason,
		.cost = "",
		.ideal = "with the same iterations for all warps",
		.advice = "give the warps of a block equally many iterations: pair long with short ones, or let them take the next piece of "
		          "work from a counter",
	});
}
