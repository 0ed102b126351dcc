/* Accesses through pointers of which only the run decides whether they lead to shared memory: the compiler makes generic ones of them. */

#include <math.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

static bool
is_chosen_at(const struct site *site, const struct place *choice)
{
	return site->chosen.line && facts_same_place(&site->chosen, choice);
}

/* A generic address has 64 bits, whose sum takes two instructions (IADD3, IMAD.X); one of shared memory has 32, and an offset is part
 * of the access. Only where the machine code was counted are they in the launch's work. */
static void
save_address(struct launch *launch, const struct site *site)
{
	if (!launch->is_scheduled || site->space != SPACE_SHARED)
		return;
	launch->work.instructions = fmax(0, launch->work.instructions - 2 * site->predicted.requests);
	launch->work.integers = fmax(0, launch->work.integers - site->predicted.requests);
}

/* The launch's time over that with the space known to the compiler wherever that choice decides it. */
static struct penalty
slowdown(const struct rule_context *context, const struct place *choice)
{
	struct launch *launch = launch_copy(&context->facts->arena, context->launch, 0);
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		if (!is_chosen_at(site, choice))
			continue;
		site->demand.generic = site->apart_demand.generic = 0;
		save_address(launch, site);
	}
	return launch_slowdown(context, launch);
}

static void
add(struct rule_context *context, const struct site *site, struct penalty slower)
{
	draft_add(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.standing = STANDING_ASSUMED,
		.pricing = PRICED_BY_RULE,
		.penalty = slower,
		.is_rough = true,
		.message = text(context, "generic %s", access_text(context, site)),
		.figures = text(context, "the pointer is chosen at line %u", site->chosen.line),
		.reason = "it leads to shared memory or to global memory, by what only the run knows: the hardware asks each lane's address "
		          "which it is",
		.cost = "",
		.ideal = "by a pointer that leads to one memory",
		.advice = text(context, "branch on what decides at line %u, with the loop once for the shared array and once for the global one; or "
		                        "copy to shared memory in either case",
		               site->chosen.line),
		.subject = text(context, "%s chosen %s %u %u", context->kernel->link_name, site->chosen.file, site->chosen.line, site->chosen.column),
	});
}

void
check_generic_access(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const struct place *priced = NULL;
	struct penalty slower = no_penalty;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (!site->chosen.line)
			continue;
		if (!priced || !facts_same_place(priced, &site->chosen))
			slower = slowdown(context, &site->chosen);
		priced = &site->chosen;
		if (slower.estimate >= NOTICEABLE_PENALTY)
			add(context, site, slower);
	}
}
