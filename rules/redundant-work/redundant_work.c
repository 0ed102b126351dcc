/* Kernels in which all lanes of a warp compute one number and store it to one address. */
#include <math.h>
#include <string.h>

#include "model/memory_model.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

static bool
is_output(const struct site *site)
{
	return (site->kind == SITE_STORE || site->kind == SITE_ATOMIC) && site->space == SPACE_GLOBAL &&
	       site->predicted.requests > 0;
}

/* A store of one word by all lanes of nearly every warp, whatever the data. */
static bool
is_redundant(const struct launch *launch, const struct site *site)
{
	return site->kind == SITE_STORE && site->pattern == PATTERN_UNIFORM && site->confidence <= CONFIDENCE_ASSUMED &&
	       !site->basis.is_data_dependent && site->predicted.lanes > WARP_LANES / 2 * site->predicted.requests &&
	       site->predicted.requests >= 0.9 * launch_warps(launch);
}

/* The first store, if all outputs of the kernel are redundant; NULL: some are not. */
static const struct site *
first_redundant(const struct launch *launch)
{
	const struct site *first = NULL;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (is_output(site) && !is_redundant(launch, site))
			return NULL;
		if (is_output(site) && !first)
			first = site;
	}
	return first;
}

/* If lanes load, store or update different addresses, each does a share of the work, and the common store may be of
 * their sum. */
static bool
is_shared_out(const struct launch *launch)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->kind <= SITE_ATOMIC && site->space != SPACE_LOCAL && site->pattern != PATTERN_UNIFORM)
			return true;
	}
	return false;
}

/* Adds the loads that all lanes execute redundantly. */
static void
add_related(struct rule_context *context, struct draft *draft)
{
	const struct launch *launch = context->launch;
	draft->related = arena_array(&context->facts->arena, launch->site_count, sizeof *draft->related);
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].kind == SITE_LOAD && launch->sites[i].space == SPACE_GLOBAL &&
		    launch->sites[i].pattern == PATTERN_UNIFORM)
			draft->related[draft->related_count++] =
				(struct related){launch->sites[i].place, "all lanes load the same here"};
}

void
check_redundant_work(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const struct site *store = first_redundant(launch);
	if (!store || is_shared_out(launch))
		return;
	const double lanes = store->predicted.lanes / store->predicted.requests;
	struct draft draft = {
		.place = &store->place,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.confidence = store->confidence,
		.penalty = redundancy_slowdown(context, lanes),
		.is_rough = true,
		.bad_shape = true,
		.message = text(context, "redundant work in '%s'", context->kernel->name),
		.figures = text(context, "all %.0f lanes of a warp compute and store the same", lanes),
		.reason = "neither the stored value nor its address depends on threadIdx.x",
		.ideal = "with one lane per result, or all lanes sharing the work of one",
		.advice =
			"remove the dimension of the grid and block that nothing depends on; or let the lanes share "
			"the work of one result (neighbouring lanes on neighbouring elements, with a reduction at the "
			"end)",
	};
	add_related(context, &draft);
	draft_add(context, &draft);
}
