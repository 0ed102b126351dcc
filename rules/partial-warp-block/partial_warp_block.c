/* A block size that is not a multiple of 32: the last warp of every block has lanes that never work. */
#include <math.h>

#include "model/memory_model.h"
#include "rules/access.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

/* A share of inactive lanes up to this gets only a note. */
static const double bearable_idle = 0.05;

/* Adds the accesses that begin inside a sector because the previous blocks do not end at one. */
static void
add_related(struct rule_context *context, struct draft *draft)
{
	const struct launch *launch = context->launch;
	draft->related = arena_array(&context->facts->arena, launch->site_count, sizeof *draft->related);
	for (size_t i = 0; i < launch->site_count; i++)
		if (is_misaligned_by_block(launch, &launch->sites[i]) &&
		    judge_access(context, &launch->sites[i]) != VERDICT_FINE)
			draft->related[draft->related_count++] = (struct related){
				launch->sites[i].place,
				"most requests begin inside a sector, because the previous block ends in one",
			};
}

/* Small blocks are not suggested if they are predicted to take longer. */
static const char *
better_size(struct rule_context *context, double lanes, struct penalty against_small_blocks)
{
	if (against_small_blocks.high < 1)
		return text(context, "blocks of %.0f threads, the next multiple of 32", lanes);
	return "a multiple of 32 threads, such as 128 or 256";
}

void
check_partial_warp_block(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const double threads = launch_threads(launch), blocks = launch_blocks(launch);
	const double lanes = ceil(threads / WARP_LANES) * WARP_LANES, idle = 1 - threads / lanes;

	/* A single warp gains nothing from a rounder number of threads. */
	if (!(threads > 0) || idle == 0 || (blocks == 1 && threads < WARP_LANES))
		return;
	const enum confidence confidence = launch->origin == LAUNCH_ASSUMED ? CONFIDENCE_ASSUMED : CONFIDENCE_EXACT;
	const struct penalty slower = block_size_slowdown(context);

	struct draft draft = {
		.place = &launch->place,
		.claim = CLAIM_IDLE_LANES,
		.verdict =
			idle < bearable_idle || launch_is_tiny(context) || slower.high < 1 ? VERDICT_NOTE : VERDICT_BAD,
		.confidence = confidence,
		.penalty = slower,
		.bad_shape = true,
		.message = text(context, "block of %.0f thread%s", threads, threads > 1 ? "s" : ""),
		.figures = text(context, "%.0f of its %.0f lanes are idle", lanes - threads, lanes),
		.reason = text(context, "'%s' is launched with blocks of %u x %u x %u", context->kernel->name,
	                       launch->block[0], launch->block[1], launch->block[2]),
		.ideal = "in blocks of 256",
		.advice = text(context, "use %s, and guard the last block with a condition on the index",
	                       better_size(context, lanes, slower)),
	};

	add_related(context, &draft);
	draft_add(context, &draft);
}
