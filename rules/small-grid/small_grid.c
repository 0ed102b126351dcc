/* A grid with fewer warps than the GPU has schedulers, whose threads execute loops that more threads could share. */
#include <math.h>
#include <string.h>

#include "model/memory_model.h"
#include "rules/access.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

enum { LEAST_TIMES = 3 }; /* by which the number of threads could grow */

/* The access to global memory that a warp executes most often; without `of_all`, only where data does not decide how
 * often. NULL: each is executed at most once. */
static const struct site *
most_visited(const struct launch *launch, bool of_all)
{
	const struct site *found = NULL;
	double most = launch_warps(launch);
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		const bool moves =
			site->kind <= SITE_ATOMIC && (site->space == SPACE_GLOBAL || site->space == SPACE_TEXTURE);
		if (!moves || (site->loop.is_open && !of_all) || !(site->predicted.requests > most))
			continue;
		most = site->predicted.requests;
		found = site;
	}
	return found;
}

/* The access that shows how many iterations could be shared, preferably one whose count is certain. Steps of a
 * reduction in shared memory could not be shared. */
static const struct site *
busiest(const struct launch *launch)
{
	const struct site *counted = most_visited(launch, false);
	const bool suffices = counted && counted->predicted.requests >= LEAST_TIMES * launch_warps(launch);
	return suffices ? counted : most_visited(launch, true);
}

static double
iterations(const struct launch *launch)
{
	const struct site *site = busiest(launch);
	return site ? site->predicted.requests / launch_warps(launch) : 1;
}

/* Whether data decides the trip count, as in a search that ends where it finds something. */
static bool
is_guessed(const struct launch *launch)
{
	const struct site *site = busiest(launch);
	return site && site->loop.is_open;
}

/* Words of memory that the launch touches: more threads would have no element of their own. */
static double
elements(const struct launch *launch)
{
	const double bytes = launch->execution.footprint > 0 ? launch->execution.footprint : INFINITY;
	return bytes / sizeof(float);
}

/* Whether the load reads other elements of an array in shared memory than its loop stores to. They were stored in
 * earlier iterations, because no thread waits for another in the loop. */
static bool
takes_up_stored(const struct launch *launch, const struct site *load)
{
	if (load->kind != SITE_LOAD || load->space != SPACE_SHARED || !load->object.allocation ||
	    !load->loop.place.line)
		return false;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *store = &launch->sites[i];
		if (store->kind == SITE_STORE && store->object.allocation == load->object.allocation &&
		    facts_same_place(&store->loop.place, &load->loop.place) &&
		    strcmp(store->expression, load->expression) != 0)
			return !loop_waits(launch, &load->loop.place);
	}
	return false;
}

/* Whether the longest loop's iterations depend on each other through shared memory, as in a triangular solve: at least
 * as many dependent accesses to shared memory as shareable iterations. */
static bool
builds_on_stored(const struct launch *launch)
{
	const double least = iterations(launch) * launch_warps(launch);
	if (!(launch->execution.work.chained_shared >= least))
		return false;
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].predicted.requests >= least && takes_up_stored(launch, &launch->sites[i]))
			return true;
	return false;
}

/* Whether a block's iterations wait for each other, at barriers or in shared memory. Dividing them among blocks needs
 * another algorithm. */
static bool
is_ordered(const struct launch *launch)
{
	return launch->execution.work.chained_barriers / launch_warps(launch) >= iterations(launch) / 2 ||
	       builds_on_stored(launch);
}

/* Whether the iterations need each other's results. A repeated store to one address is a sum that only the last
 * iteration must store. */
static bool
is_serial(const struct launch *launch)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->is_recurrent && !(site->loop.repeated > 0.5) &&
		    site->predicted.requests / launch_warps(launch) >= iterations(launch) / 2)
			return true;
	}
	return false;
}

static const char *
reason(struct rule_context *context, double times)
{
	const struct launch *launch = context->launch;
	if (is_guessed(launch))
		return "the trip count of a warp depends on data: the higher it is, the more threads could share the "
		       "iterations";
	return text(context, "a warp executes about %s iterations, which %s times as many threads could share",
	            digits_of(iterations(launch), 3).text, digits_of(times, 2).text);
}

static const char *
size_text(struct rule_context *context, double blocks, double threads)
{
	return text(context, "%.0f block%s of %.0f thread%s", blocks, blocks == 1 ? "" : "s", threads,
	            threads == 1 ? "" : "s");
}

void
check_small_grid(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const double multiprocessors = context->facts->multiprocessors, blocks = launch_blocks(launch),
		     threads = launch_threads(launch);
	if (!(threads > 0) || !has_few_warps(context))
		return;
	const double full = multiprocessors * context->facts->warps_per_multiprocessor * WARP_LANES;
	const double times =
		fmin(fmin(full / (blocks * threads), iterations(launch)), elements(launch) / (blocks * threads));
	if (!(times >= LEAST_TIMES) || is_serial(launch))
		return;
	const bool is_open = launch->origin == LAUNCH_ASSUMED || is_guessed(launch);
	const double busy = fmin(blocks, multiprocessors);
	const struct draft draft = {
		.place = &launch->place,
		.claim = CLAIM_WORK,
		.verdict = is_open || is_ordered(launch) ? VERDICT_NOTE : VERDICT_BAD,
		.confidence = is_open ? CONFIDENCE_ASSUMED : CONFIDENCE_EXACT,
		.confidence_why = is_guessed(launch) ? "the trip count of a warp depends on data" : NULL,
		.penalty = spread_slowdown(context, times),
		.is_rough = true,
		.message = text(context, "small grid of '%s'", context->kernel->name),
		.figures = text(context, "%s: %.0f of %.0f multiprocessors busy", size_text(context, blocks, threads),
	                        busy, multiprocessors),
		.reason = reason(context, times),
		.ideal = text(context, "with %s times as many threads", digits_of(times, 2).text),
		.advice = "launch enough threads to fill the GPU, and divide the loop among them: a grid-stride loop, "
			  "or a warp or block for the work of one thread, with a reduction at the end",
	};
	draft_add(context, &draft);
}
