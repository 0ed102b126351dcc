/* Constant memory is read one word at a time for a warp: lanes that need other words are serialized. */
#include <math.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

/* Mean words of a request that are worth a finding. */
static const double few_words = 1.25;

static double
words_of(const struct site *site)
{
	return site->demand.constant_passes / site->demand.constants;
}

static double
lanes_of(const struct site *site)
{
	return site->predicted.lanes / site->predicted.requests;
}

/* The upper bound for a request with data-dependent indices whose data is unknown. */
static double
most_words_of(const struct site *site)
{
	const double high = site->predicted.high / site->predicted.requests;
	return high >= 1 ? fmin(high, lanes_of(site)) : lanes_of(site);
}

/* Expected number of distinct words if each lane uses any of `words` words. */
static double
expected_words(double words, double lanes)
{
	return words * (1 - pow(1 - 1 / words, lanes));
}

static bool
is_open(const struct site *site)
{
	return site->confidence == CONFIDENCE_UNKNOWN && site->pattern == PATTERN_GATHER;
}

/* The launch with the table in global memory, whose 128-byte lines L1 caches. */
static const struct repaired_launch *
with_global_table(struct rule_context *context, const struct site *of)
{
	struct arena *arena = &context->facts->arena;
	const struct launch *now = context->launch;
	struct launch *then = launch_copy(arena, now, 0);
	struct repaired_launch *repaired = arena_new(arena, struct repaired_launch);
	const struct site **changed = arena_array(arena, now->site_count, sizeof *changed);
	*repaired = (struct repaired_launch){.launch = then, .against = "with the table in global memory"};
	for (size_t i = 0; i < now->site_count; i++) {
		struct site *site = &then->sites[i];
		if (site->kind != SITE_LOAD || site->space != SPACE_CONSTANT ||
		    site->object.allocation != of->object.allocation)
			continue;
		if (is_open(site))
			site->demand.constant_passes =
				site->demand.constants * expected_words(most_words_of(site), lanes_of(site));
		site->ideal_demand =
			(struct demand){.lookups = fmax(site->demand.constants, site->demand.constant_lines / 2)};
		changed[repaired->changed.count++] = site;
	}
	repaired->changed.items = changed;
	return repaired;
}

static const char advice[] = "copy the table to shared memory at the start of the block, or read it from global "
			     "memory (const T *__restrict__): both serve different words of a warp together";

static void
report(struct rule_context *context, const struct site *site, enum confidence confidence, double words,
       const char *reason)
{
	const struct draft draft = {
		.place = &site->place,
		.site = site,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.confidence = confidence,
		.message = text(context, "divergent constant %s", access_text(context, site)),
		.figures = text(context, "%s%s words per request, ideal 1",
	                        confidence == CONFIDENCE_BOUNDED ? "up to " : "", digits_of(words, 3).text),
		.reason = reason,
		.cost = "",
		.repaired = with_global_table(context, site),
		.advice = advice,
	};
	draft_add(context, &draft);
}

void
check_divergent_constant(struct rule_context *context, const struct site *site)
{
	if (site->space != SPACE_CONSTANT || site->kind != SITE_LOAD)
		return;
	if (words_of(site) > few_words)
		report(context, site, site->confidence, words_of(site), site->reason);
	else if (is_open(site) && most_words_of(site) > few_words)
		report(context, site, CONFIDENCE_BOUNDED, most_words_of(site),
		       text(context, "%s; assumed: the indices of a warp are spread evenly", site->reason));
}
