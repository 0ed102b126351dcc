/* Blocks whose warps execute different numbers of iterations, so that the block ends with the longest warp. And grids
 * in which one block has far more work than the others, so that the launch ends with that block. */
#include <math.h>

#include "rules/access.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/judge.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

/* Accesses of the busiest warp over the mean. */
static const double bearable_warps = 1.5;

/* The same for blocks, because many others may run next to one. */
static const double bearable_blocks = 8;

/* Requests of the busiest warp, where others may execute none. */
static const double many_requests = 16;

/* Whether a warp executes this many requests of the load. */
static bool
is_repeated(const struct launch *launch, const struct site *site, double requests, double least)
{
	return site->kind == SITE_LOAD && site->space == SPACE_GLOBAL && requests >= least * launch_warps(launch);
}

/* Whether the loop around it has equal trip counts for all warps, as another access in each iteration shows. Then some
 * warps skip this access, and they cannot take over the others' work. */
static bool
is_in_even_loop(const struct launch *launch, const struct site *site)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (are_in_one_loop(site, other) && other->uneven.of_block <= bearable_warps &&
		    other->predicted.requests >= site->predicted.requests)
			return true;
	}
	return false;
}

/* The load that a block's warps execute most unevenly. */
static const struct site *
most_uneven(const struct launch *launch)
{
	const struct site *worst = NULL;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		const bool is_worse = site->uneven.of_block > bearable_warps &&
		                      (!worst || site->uneven.of_block > worst->uneven.of_block);
		if (is_worse && is_repeated(launch, site, site->predicted.requests, 2) &&
		    !is_in_even_loop(launch, site))
			worst = site;
	}
	/* Warps with different roles may do equal work at different places. */
	return launch->execution.uneven > bearable_warps ? worst : NULL;
}

/* In a completely known launch the busiest warp decides, even if the mean warp executes none. With an assumed grid or
 * assumed data the evaluation may have ended early. */
static bool
is_repeated_by_some(const struct launch *launch, const struct site *site)
{
	const bool is_known = !launch->caveats.assumption_count && !isnan(launch->predicted_time.us);
	return is_repeated(launch, site, site->predicted.requests, 2) ||
	       (is_known &&
	        is_repeated(launch, site, site->uneven.of_launch * site->predicted.requests, many_requests));
}

/* The longest block's executions over the mean block's. */
static double
unevenness_of_blocks(const struct site *site)
{
	return site->uneven.of_launch / fmax(1, site->uneven.of_block);
}

/* The load that the busiest block executes most. A few sampled blocks do not determine the mean, unless the machine
 * code does. */
static const struct site *
most_uneven_blocks(const struct launch *launch)
{
	enum { FEW_BLOCKS = 4 };
	const struct site *worst = NULL;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (launch->sampled.count <= FEW_BLOCKS && site->confidence != CONFIDENCE_EXACT)
			continue;
		const double most = worst ? worst->uneven.of_launch * worst->predicted.requests : 0,
			     busiest = site->uneven.of_launch * site->predicted.requests;
		if (is_repeated_by_some(launch, site) && unevenness_of_blocks(site) > bearable_blocks && busiest > most)
			worst = site;
	}
	return worst;
}

static bool
is_by_one_lane(const struct site *site)
{
	return !(site->predicted.lanes > site->predicted.requests);
}

static const char *
advice_for_warps(const struct launch *launch, const struct site *site)
{
	if (!is_by_one_lane(site))
		return "give the warps of a block equal trip counts: pair long iterations with short ones, or let "
		       "them take work from a counter";
	if (iterations_need_each_other(launch, site))
		return "one thread executes all iterations, and each depends on the previous ones: for a running sum "
		       "or maximum, let the block's threads compute a scan (cub::BlockScan)";
	return "one thread executes all iterations: divide them among the block's threads, and combine the partial "
	       "results at the end (cub::BlockReduce)";
}

static void
report(struct rule_context *context, const struct site *site, struct draft *draft)
{
	draft->place = &site->place;
	draft->site = site;
	draft->pricing = PRICED_BY_RULE;
	draft->claim = CLAIM_WORK;
	draft->verdict = site->confidence <= CONFIDENCE_ASSUMED ? VERDICT_BAD : VERDICT_NOTE;
	draft->confidence = site->confidence;
	draft->penalty = uneven_slowdown(context);
	draft->is_rough = true;
	draft->cost = "";
	draft_add(context, draft);
}

void
check_uneven_work(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const struct site *of_blocks = most_uneven_blocks(launch), *of_warps = most_uneven(launch);
	if (of_blocks && uneven_slowdown(context).estimate >= NOTICEABLE_PENALTY) {
		struct draft draft = {
			.message = text(context, "uneven work of the blocks of '%s'", context->kernel->name),
			.figures = text(context, "the longest has %sx the mean's accesses",
		                        digits_of(unevenness_of_blocks(of_blocks), 2).text),
			.reason = "a launch ends with its longest block, while the other multiprocessors are idle",
			.ideal = "with equal work for all blocks",
			.advice = "divide the work of the longest blocks among others, or let blocks take work from a "
				  "counter",
		};
		report(context, of_blocks, &draft);
	} else if (of_warps) {
		struct draft draft = {
			.message = text(context, "uneven work of the warps of '%s'", context->kernel->name),
			.figures = text(context, "the busiest has %sx the mean's accesses",
		                        digits_of(launch->execution.uneven, 2).text),
			.reason = of_warps->reason,
			.ideal = "with the same trip count for all warps",
			.advice = advice_for_warps(launch, of_warps),
		};
		report(context, of_warps, &draft);
	}
}
