/* How far the figures of a site can be trusted, and why. */
#include <string.h>

#include "code/effects.h"
#include "model/summary_caveats.h"

const char not_compiled[] = "figures from the source: not compiled";

/* The first that says something is told. */
static caveat_of *const of_accesses[] =
	{
		caveat_of_launch,    caveat_of_ends,    caveat_of_trips,
		caveat_of_lanes,     caveat_of_cluster, caveat_of_placement,
		caveat_of_addresses, caveat_of_faults,  NULL,
},
			*const of_branches[] =
				{
					caveat_of_launch, caveat_of_ends,    caveat_of_trips,
					caveat_of_lanes,  caveat_of_cluster, NULL,
},
			*const of_access_runs[] =
				{
					caveat_of_cluster,
					caveat_of_placement,
					caveat_of_faults,
					NULL,
},
			*const of_branch_runs[] = {
				caveat_of_cluster,
				NULL,
};

/* NULL: nothing speaks against it. */
static const char *
first_caveat(struct summary *t, const struct tally *tally, caveat_of *const *caveats)
{
	const char *why = NULL;
	for (; *caveats && !why; caveats++)
		why = (*caveats)(t, tally);
	return why;
}

/* What machine code does not settle. */
static void
summary_run(struct summary *t, const struct tally *tally, caveat_of *const *caveats, struct site *site)
{
	site->run_assumption = first_caveat(t, tally, caveats);
	site->is_open_ended = tally->unknown_requests > 0 || tally->bounded_requests > 0 || caveat_of_ends(t, tally) ||
	                      caveat_of_trips(t, tally) || caveat_of_lanes(t, tally);
}

/* Floating point decides something, and the GPU may round it otherwise. */
static bool
may_be_led_by_rounding(const struct summary *t)
{
	return t->launch->is_rounding_sensitive && stmt_decides_by_reals(t->fold->kernel->body);
}

/* Where it goes has to be settled: an access that something else may lead elsewhere is not called wrong. */
void
summary_fault(struct summary *t, const struct tally *tally, struct site *site)
{
	const struct known_fault *known = &tally->fault;
	struct fault *fault = &site->fault;
	if (!known->kind || caveat_of_launch(t, tally) || caveat_of_cluster(t, tally) || may_be_led_by_rounding(t))
		return;
	const uint32_t *block = t->launch->block;
	const struct object *object = known->object;
	*fault = (struct fault){.kind = known->kind, .at = known->at, .memory = ""};
	memcpy(fault->block, known->block, sizeof fault->block);
	fault->thread[0] = known->thread % block[0];
	fault->thread[1] = known->thread / block[0] % block[1];
	fault->thread[2] = known->thread / block[0] / block[1];
	if (!object)
		return;
	fault->size = object->size;
	fault->memory = arena_strdup(t->arena, object->name);
}

static const char *
why_bounded(struct summary *t, const struct tally *tally)
{
	if (tally->unknown_requests > 0)
		return summary_symbol(t, tally->unknown_symbol);
	if (tally->example_symbol)
		return arena_printf(t->arena, "%s; the figure is for the computed part of that data",
		                    summary_symbol(t, tally->example_symbol));
	if (tally->spread_symbol)
		return arena_printf(t->arena, "%s; the figure is for lanes spread evenly over the possible addresses",
		                    summary_symbol(t, tally->spread_symbol));
	if (tally->rows_symbol)
		return arena_printf(t->arena, "%s; the figure is for rows that begin with a sector",
		                    summary_symbol(t, tally->rows_symbol));
	return "the offset of a request within its sector depends on data";
}

/* Whether it is for data that a run of the program would bring that nothing sure can be said. */
static bool
awaits_data(struct summary *t, const struct tally *tally)
{
	const symbol_id symbol = tally->unknown_requests > 0 ? tally->unknown_symbol
	                         : tally->example_symbol     ? tally->example_symbol
	                                                     : tally->spread_symbol;
	return symbol && reason_is_left_to_run(symbols_reason_of(t->fold->symbols, symbol)->kind);
}

void
summary_access_confidence(struct summary *t, const struct tally *tally, struct site *site)
{
	summary_run(t, tally, of_access_runs, site);
	if (tally->space == SPACE_TEXTURE) {
		site->confidence = CONFIDENCE_UNKNOWN;
		site->why = "textures and surfaces use the texture units, and no counter attributes their sectors to "
			    "a line";
	} else if (tally->unknown_requests > 0.5 * tally->requests) {
		site->confidence = CONFIDENCE_UNKNOWN;
		site->why = summary_symbol(t, tally->unknown_symbol);
		site->awaits_data = awaits_data(t, tally);
	} else if (tally->unknown_requests > 0 || tally->bounded_requests > 0) {
		site->confidence = CONFIDENCE_BOUNDED;
		site->why = why_bounded(t, tally);
		site->awaits_data = awaits_data(t, tally);
	} else {
		/* Nothing is exact before the machine code has said so (model/compiled). */
		const char *why = first_caveat(t, tally, of_accesses);
		site->confidence = CONFIDENCE_ASSUMED;
		site->why = why ? why : not_compiled;
	}
}

void
summary_branch_confidence(struct summary *t, const struct tally *tally, struct site *site)
{
	summary_run(t, tally, of_branch_runs, site);
	if (tally->unknown_requests > 0) {
		site->confidence = CONFIDENCE_UNKNOWN;
		site->why = summary_symbol(t, tally->unknown_symbol);
		site->awaits_data = awaits_data(t, tally);
	} else {
		const char *why = first_caveat(t, tally, of_branches);
		site->confidence = why ? CONFIDENCE_ASSUMED : CONFIDENCE_EXACT;
		site->why = why ? why : "";
	}
}

void
summary_likely_confidence(struct summary *t, const struct tally *tally, struct site *site)
{
	static const char of_example[] = "the figure is for the computed part of that data";
	const symbol_id symbol = tally->unknown_requests > 0 ? tally->unknown_symbol
	                         : tally->example_symbol     ? tally->example_symbol
	                                                     : tally->spread_symbol;
	site->is_open_ended = true;
	site->confidence = symbol && tally->kind != SITE_BRANCH ? CONFIDENCE_BOUNDED : CONFIDENCE_ASSUMED;
	site->why = symbol ? arena_printf(t->arena, "%s; %s", summary_symbol(t, symbol), of_example)
	                   : arena_printf(t->arena, "data decides which lanes execute this; %s", of_example);
}
