#include "rules/draft.h"

#include <math.h>

#include "rules/identity.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/memory.h"

static enum severity
severity_of(const struct draft *draft, const struct penalty *penalty, double excess)
{
	/* With another stride than the one that was made up there may be nothing to find. */
	if (draft->verdict != VERDICT_BAD || (draft->site && draft->site->step_made_up))
		return SEVERITY_NOTE;
	/* An error must hold at its low end too, and for the program as it is: to stop a build for what a cache may hide, or
	 * for a size that was made up, would be harmful advice. */
	if (penalty->estimate >= 2 && penalty->low >= 1.1 && !draft->is_rough && draft->standing <= STANDING_ASSUMED &&
	    !launch_is_guessed(draft->context.launch))
		return SEVERITY_ERROR;
	if (penalty->estimate >= 1.1 || draft->bad_shape)
		return SEVERITY_WARNING;
	/* Without a profile the traffic has to speak. */
	if (isnan(penalty->estimate) && draft->traffic.cost >= ALARMING_EXCESS * draft->traffic.ideal && excess >= 1.1)
		return SEVERITY_WARNING;
	return SEVERITY_NOTE;
}

enum severity
draft_severity(const struct draft *draft)
{
	if (draft->claim == CLAIM_FAULT)
		return draft->verdict == VERDICT_BAD ? SEVERITY_ERROR : SEVERITY_WARNING;
	const double excess = draft->traffic.cost / draft->traffic.ideal;
	const struct penalty by_traffic = penalty_in_launch((struct penalty){excess, excess, excess}, &draft->traffic);
	if (traffic_is_negligible(&draft->traffic))
		return SEVERITY_NOTE;
	return severity_of(draft, &draft->alone, by_traffic.estimate);
}

bool
draft_is_small_part(const struct draft *draft)
{
	const double excess = draft->traffic.cost / draft->traffic.ideal;
	const struct penalty whole = {excess, excess, excess}, part = penalty_in_launch(whole, &draft->traffic);
	return severity_of(draft, &whole, INFINITY) > fmax(severity_of(draft, &part, INFINITY), draft_severity(draft));
}

/* An array that is walked in one way is one thing to repair, however many lines do it; so are a condition, and a ladder
 * of else-ifs; and the launches of a kernel and its instances that nothing comes to, such as all cases of a switch. */
static const char *
subject_of(struct rule_context *context, const struct site *site, enum claim claim)
{
	const char *kernel = context->kernel->link_name;
	const struct name array = site ? array_name(site) : (struct name){"", 0};
	if (!site && context->launch->origin == LAUNCH_ASSUMED)
		return context->kernel->qualified_name;
	while (site && site->kind == SITE_BRANCH && site->divider)
		site = site->divider;
	if (site && site->kind == SITE_BRANCH && *site->expression)
		return text(context, "%s %s", kernel, site->expression);
	if (!array.length || site->pattern == PATTERN_UNKNOWN)
		return "";
	/* Another layout of an array in shared memory changes all accesses to it, and what one is charged with all are. */
	if (site->space == SPACE_SHARED && site->memory && claim == CLAIM_COST)
		return text(context, "%s %.*s %zu", kernel, array.length, array.start, identity_of_memory(context->kernel, site));
	/* Whoever may order what is read may not order what is written. */
	const char *whose = site->pattern == PATTERN_GATHER ? site_kind_text(site->kind) : "";
	/* Uneven steps are alike where they cost alike. */
	const long long step = site->pattern == PATTERN_MIXED ? llround(site_excess(site)) : (long long)site->lane_step;
	return text(context, "%s %.*s %s %d %lld %s", kernel, array.length, array.start, site_space_text(site->space),
	            (int)site->pattern, step, whose);
}

/* So is an index by which several arrays are walked, or that leads out of them in one way; and an array of records, whatever
 * pointers lead into it. */
static const char *
walk_of(struct rule_context *context, const struct site *site, enum claim claim)
{
	const struct kernel *kernel = context->kernel;
	if (site && claim != CLAIM_FAULT && site->in_record && site->memory)
		return text(context, "%s record %zu %lld", kernel->link_name, identity_of_memory(kernel, site), (long long)site->lane_step);
	if (!site || !site->walk)
		return "";
	const size_t walk = identity_of_walk(kernel, site);
	return claim == CLAIM_FAULT ? text(context, "%s fault %d in %zu", kernel->link_name, (int)site->fault.kind, walk)
	                            : text(context, "%s walk %zu", kernel->link_name, walk);
}

void
draft_add(struct rule_context *context, const struct draft *draft)
{
	struct draft added = *draft;

	if (draft->verdict == VERDICT_FINE)
		return;
	added.context = *context;
	added.order = context->drafts->count;
	added.alone = draft->penalty;
	if (draft->site && draft->site->kind != SITE_BRANCH && draft->claim != CLAIM_FAULT) {
		added.traffic = traffic_of(context, draft->site);
		const struct site_set only = {&draft->site, 1};
		added.penalty = draft->unpriced ? no_penalty : access_slowdown(context, only);
		added.alone = draft->unpriced ? no_penalty : access_slowdown_alone(context, only);
	}
	added.subject = draft->subject ? draft->subject : subject_of(context, draft->site, draft->claim);
	added.walk = walk_of(context, draft->site, draft->claim);
	if (draft->fix) {
		struct fix *fix = arena_new(&context->facts->arena, struct fix);
		*fix = *draft->fix;
		added.fix = fix;
	}
	memory_push(context->drafts->items, context->drafts->count, context->drafts->capacity, added);
}
