/* The confidence of a site's figures, and its basis. */
#include <string.h>

#include "analysis/effects.h"
#include "model/summary_caveats.h"

const char not_compiled[] = "figures from the source: not compiled";

/* The first that says something counts. */
static const struct named_caveat of_accesses[] = {
	{"launch", caveat_of_launch},
	{"end of the evaluation", caveat_of_ends},
	{"trip counts", caveat_of_trips},
	{"lanes", caveat_of_lanes},
	{"cluster", caveat_of_cluster},
	{"placement", caveat_of_placement},
	{"addresses", caveat_of_addresses},
	{"fault", caveat_of_faults},
	{0},
};
static const struct named_caveat of_branches[] = {
	{"launch", caveat_of_launch},     {"end of the evaluation", caveat_of_ends},
	{"trip counts", caveat_of_trips}, {"lanes", caveat_of_lanes},
	{"cluster", caveat_of_cluster},   {0},
};

const struct named_caveat *
summary_caveats(enum site_kind kind)
{
	return kind == SITE_BRANCH ? of_branches : of_accesses;
}

/* NULL: no caveat applies. */
static const char *
first_caveat(struct summary *t, const struct site_accumulator *accumulator, const struct named_caveat *caveats)
{
	const char *why = NULL;
	for (; caveats->of && !why; caveats++)
		why = caveats->of(t, accumulator);
	return why;
}

/* The first caveat of an access that the machine code does not resolve; NULL: none applies. */
static const char *
caveat_of_access_run(struct summary *t, const struct site_accumulator *accumulator)
{
	const char *why = caveat_of_cluster(t, accumulator);
	if (!why)
		why = caveat_of_placement(t, accumulator);
	return why ? why : caveat_of_faults(t, accumulator);
}

/* Caveats that the machine code does not resolve: the assumption that it is run under, and open ends. */
static void
summary_run(struct summary *t, const struct site_accumulator *accumulator, const char *assumption, struct site *site)
{
	site->basis.assumption = assumption;
	site->basis.is_open_ended = accumulator->caveats.unknown_requests > 0 ||
	                            accumulator->caveats.bounded_requests > 0 || caveat_of_ends(t, accumulator) ||
	                            caveat_of_trips(t, accumulator) || caveat_of_lanes(t, accumulator);
}

/* Control flow depends on floating-point values that the GPU may round differently. */
static bool
may_be_led_by_rounding(const struct summary *t)
{
	return t->launch->caveats.is_rounding_sensitive && stmt_decides_by_reals(t->aggregator->kernel->body);
}

/* Reports an invalid access only if nothing makes its address uncertain. */
void
summary_fault(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	const struct known_fault *known = &accumulator->fault;
	struct fault *fault = &site->fault;
	if (!known->kind || caveat_of_launch(t, accumulator) || caveat_of_cluster(t, accumulator) ||
	    may_be_led_by_rounding(t))
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
why_bounded(struct summary *t, const struct site_accumulator *accumulator)
{
	if (accumulator->caveats.unknown_requests > 0)
		return summary_symbol(t, accumulator->caveats.unknown_symbol);
	if (accumulator->caveats.example_symbol)
		return arena_printf(t->arena, "%s; the figure is for the computed part of that data",
		                    summary_symbol(t, accumulator->caveats.example_symbol));
	if (accumulator->caveats.spread_symbol)
		return arena_printf(t->arena, "%s; the figure is for lanes spread evenly over the possible addresses",
		                    summary_symbol(t, accumulator->caveats.spread_symbol));
	if (accumulator->caveats.rows_symbol)
		return arena_printf(t->arena, "%s; the figure is for rows that begin with a sector",
		                    summary_symbol(t, accumulator->caveats.rows_symbol));
	return "the offset of a request within its sector depends on data";
}

/* Whether the figure is uncertain only because it depends on data that a run of the program would provide. */
static bool
awaits_data(struct summary *t, const struct site_accumulator *accumulator)
{
	const symbol_id symbol = accumulator->caveats.unknown_requests > 0 ? accumulator->caveats.unknown_symbol
	                         : accumulator->caveats.example_symbol     ? accumulator->caveats.example_symbol
	                                                                   : accumulator->caveats.spread_symbol;
	return symbol && reason_is_left_to_run(symbols_reason_of(t->aggregator->symbols, symbol)->kind);
}

void
summary_access_confidence(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	summary_run(t, accumulator, caveat_of_access_run(t, accumulator), site);
	if (accumulator->space == SPACE_TEXTURE) {
		site->confidence = CONFIDENCE_UNKNOWN;
		site->why = "textures and surfaces use the texture units, and no counter attributes their sectors to "
			    "a line";
	} else if (accumulator->caveats.unknown_requests > 0.5 * accumulator->sums.requests) {
		site->confidence = CONFIDENCE_UNKNOWN;
		site->why = summary_symbol(t, accumulator->caveats.unknown_symbol);
		site->basis.awaits_data = awaits_data(t, accumulator);
	} else if (accumulator->caveats.unknown_requests > 0 || accumulator->caveats.bounded_requests > 0) {
		site->confidence = CONFIDENCE_BOUNDED;
		site->why = why_bounded(t, accumulator);
		site->basis.awaits_data = awaits_data(t, accumulator);
	} else {
		/* Figures become exact only when the machine code confirms them (model/compiled). */
		const char *why = first_caveat(t, accumulator, of_accesses);
		site->confidence = CONFIDENCE_ASSUMED;
		site->why = why ? why : not_compiled;
		site->basis.awaits_code = !why;
	}
}

void
summary_branch_confidence(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	summary_run(t, accumulator, caveat_of_cluster(t, accumulator), site);
	if (accumulator->caveats.unknown_requests > 0) {
		site->confidence = CONFIDENCE_UNKNOWN;
		site->why = summary_symbol(t, accumulator->caveats.unknown_symbol);
		site->basis.awaits_data = awaits_data(t, accumulator);
	} else {
		const char *why = first_caveat(t, accumulator, of_branches);
		site->confidence = why ? CONFIDENCE_ASSUMED : CONFIDENCE_EXACT;
		site->why = why ? why : "";
	}
}

void
summary_likely_confidence(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	static const char of_example[] = "the figure is for the computed part of that data";
	const symbol_id symbol = accumulator->caveats.unknown_requests > 0 ? accumulator->caveats.unknown_symbol
	                         : accumulator->caveats.example_symbol     ? accumulator->caveats.example_symbol
	                                                                   : accumulator->caveats.spread_symbol;
	site->basis.is_open_ended = true;
	site->basis.awaits_code = false;
	site->confidence = symbol && accumulator->kind != SITE_BRANCH ? CONFIDENCE_BOUNDED : CONFIDENCE_ASSUMED;
	site->why = symbol ? arena_printf(t->arena, "%s; %s", summary_symbol(t, symbol), of_example)
	                   : arena_printf(t->arena, "data decides which lanes execute this; %s", of_example);
}
