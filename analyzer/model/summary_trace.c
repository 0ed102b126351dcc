/* What the source's evaluation makes of a site, for its trace. */
#include "model/site_trace.h"
#include "model/summary_caveats.h"

static void
note_pattern(const struct site *site)
{
	struct arena *arena = &site->trace->launch->arena;
	const char *step = "";
	if (site->step.bytes)
		step = arena_printf(arena, "; lanes step by %lld bytes", (long long)site->step.bytes);
	if (site->step.has_row)
		step = arena_printf(arena, "%s; rows of the block step by %lld bytes", step, (long long)site->step.row);
	trace_site_note(site->trace, TRACE_EVALUATION, "pattern", "%s%s", site_pattern_text(site->pattern), step);
	if (*site->reason)
		trace_site_note(site->trace, TRACE_EVALUATION, "step from", "%s", site->reason);
	if (*site->object.name)
		trace_site_note(site->trace, TRACE_EVALUATION, "array", "%s", site->object.name);
}

static void
note_share(const struct site *site, const char *what, double requests)
{
	if (requests > 0)
		trace_site_note(site->trace, TRACE_EVALUATION, "not known", "%s of %s requests: %s",
		                site_number_text(&site->trace->launch->arena, requests),
		                site_number_text(&site->trace->launch->arena, site->source.requests), what);
}

/* All that hold, not the first alone: the others hold as well once that is fixed. */
static void
note_caveats(struct summary *t, const struct site_accumulator *accumulator, const struct site *site)
{
	for (const struct named_caveat *caveat = summary_caveats(site->kind); caveat->of; caveat++) {
		const char *why = caveat->of(t, accumulator);
		if (why)
			trace_site_note(site->trace, TRACE_EVALUATION, "caveat", "%s: %s", caveat->name, why);
	}
}

/* What set the confidence. */
static const char *
basis_of(const struct site *site, bool by_example)
{
	if (by_example)
		return "the run with sample data decides";
	switch (site->confidence) {
	case CONFIDENCE_EXACT: return "no caveat of the source holds";
	case CONFIDENCE_ASSUMED:
		return site->basis.awaits_code ? "no caveat of the source holds; the compiler has not answered yet"
		                               : "the first caveat of the source that holds";
	default: return "addresses or conditions that are not known";
	}
}

void
summary_trace(struct summary *t, const struct site_accumulator *accumulator, const struct site *site)
{
	const bool by_example = likely_accumulator(t->aggregator, accumulator);
	trace_site_note(site->trace, TRACE_EVALUATION, "figures", "%s",
	                site_figures_text(&site->trace->launch->arena, site));
	if (site->kind != SITE_BRANCH)
		note_pattern(site);
	note_share(site, "the address or condition", accumulator->caveats.unknown_requests);
	note_share(site, "their cost, which has bounds", accumulator->caveats.bounded_requests);
	note_share(site, "which lanes take part", accumulator->caveats.doubtful_requests);
	if (site->basis.is_extrapolated)
		trace_site_note(site->trace, TRACE_EVALUATION, "sampled",
		                "some blocks or iterations that ran stand for others");
	if (by_example)
		trace_site_note(site->trace, TRACE_EVALUATION, "example",
		                "data decides it: the figures are those of blocks that ran with computed sample data");
	note_caveats(t, accumulator, site);
	site_trace_step(site, TRACE_EVALUATION, "%s", basis_of(site, by_example));
}
