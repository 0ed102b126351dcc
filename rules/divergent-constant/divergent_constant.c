/* Constant memory is read one word at a time for a warp: lanes that want others wait their turn. */
#include <math.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

/* Words of a request, on average, that are worth a finding. */
static const double few_words = 1.25;

static double
words_of(const struct site *site)
{
	return site->demand.constant_passes / site->demand.constants;
}

/* The launch with the table in global memory, whose lines of 128 bytes L1 keeps. */
static const struct repaired_launch *
with_global_table(struct rule_context *context, const struct site *of)
{
	struct arena *arena = &context->facts->arena;
	const struct launch *now = context->launch;
	struct launch *then = arena_new(arena, struct launch);
	struct repaired_launch *repaired = arena_new(arena, struct repaired_launch);
	const struct site **changed = arena_array(arena, now->site_count, sizeof *changed);
	*then = *now;
	then->sites = arena_copy(arena, now->sites, now->site_count, now->site_count, sizeof *then->sites);
	*repaired = (struct repaired_launch){.launch = then, .against = "with the table in global memory"};
	for (size_t i = 0; i < now->site_count; i++) {
		struct site *site = &then->sites[i];
		if (site->kind != SITE_LOAD || site->space != SPACE_CONSTANT || site->memory != of->memory)
			continue;
		site->ideal_demand = (struct demand){.lookups = fmax(site->demand.constants, site->demand.constant_lines / 2)};
		changed[repaired->changed.count++] = site;
	}
	repaired->changed.items = changed;
	return repaired;
}

void
check_divergent_constant(struct rule_context *context, const struct site *site)
{
	if (site->space != SPACE_CONSTANT || site->kind != SITE_LOAD || !(words_of(site) > few_words))
		return;
	const char *words = digits_of(words_of(site), 3).text;
	draft_add(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.standing = site->standing,
		.message = text(context, "divergent constant %s", access_text(context, site)),
		.figures = text(context, "%s%s words per request, ideal 1", site->standing == STANDING_BOUNDED ? "up to " : "", words),
		.reason = site->reason,
		.cost = "",
		.repaired = with_global_table(context, site),
		.advice = "copy the table to shared memory at the block's start, or read it from global memory (const T *__restrict__): both "
		          "serve different words of a warp together",
	});
}
