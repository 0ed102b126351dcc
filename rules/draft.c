#include "rules/draft.h"

#include <math.h>

#include "rules/identity.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/allocate.h"

/* A penalty of 2 or more is also reported at a smaller share of the program, if it costs some microseconds. The share
 * may be small because of other findings. Below sure_penalty a finding must be a gain over the whole range of
 * uncertainty. */
static const double sure_penalty = 1.3, error_penalty = 2, error_share = 0.1, small_share = 0.01, least_share = 0.002,
		    least_us = 50;
/* Times of equal launches of a kernel differ by this much. */
static const double varying_us = 1;
/* Excess that most launches hide up to a certain degree is reported as a warning beyond that. */
static const double plain_penalty = 1.5, much_excess = 8;

struct penalty
draft_decisive_penalty(const struct draft *draft)
{
	return draft->alone.estimate >= error_penalty && draft->alone.estimate > draft->penalty.estimate
	               ? draft->alone
	               : draft->penalty;
}

bool
draft_is_hidden(const struct draft *draft)
{
	return draft->penalty.estimate < NOTICEABLE_PENALTY && draft->alone.estimate >= NOTICEABLE_PENALTY;
}

double
draft_program_share(const struct draft *draft, struct penalty penalty)
{
	return draft->context.launch->program.time_share * (penalty.estimate < 1 ? 0 : 1 - 1 / penalty.estimate);
}

/* An error must hold at its low end too, and for the program as it is. It would be harmful to stop a build for a cost
 * that a cache may hide, or for an assumed size. */
static bool
is_certain(const struct draft *draft)
{
	const double least = draft->is_rough ? error_penalty : WORTHWHILE_PENALTY;
	return draft->penalty.low >= least && draft->confidence <= CONFIDENCE_ASSUMED &&
	       !launch_is_guessed(draft->context.launch);
}

/* Whether the launch is assumed, or data decides how often the loop around it iterates. */
static bool
rests_on_guess(const struct draft *draft)
{
	return draft->count_is_guessed || launch_is_guessed(draft->context.launch);
}

static double
saved_in_launch(const struct draft *draft, struct penalty penalty)
{
	return draft->context.launch->predicted_time.us * (1 - 1 / penalty.estimate);
}

/* Whether the program's loss is large enough to report; true if it is unknown. */
static bool
has_weight(const struct draft *draft, struct penalty decisive)
{
	const double share = draft_program_share(draft, decisive);
	if (isnan(share))
		return true;
	if (decisive.estimate < sure_penalty && saved_in_launch(draft, decisive) < varying_us)
		return false;
	if (decisive.estimate < error_penalty)
		return share >= WARNING_SHARE;
	return share >= small_share || (share >= least_share && !(time_saved(&draft->context, decisive) < least_us));
}

/* By predicted time. If no program makes the launch, or the program's time is unknown, any share of it is possible. */
static enum severity
severity_by_time(const struct draft *draft)
{
	const struct penalty decisive = draft_decisive_penalty(draft);
	if (decisive.low < 1 && (decisive.estimate < sure_penalty || rests_on_guess(draft)))
		return SEVERITY_NOTE;
	if (draft->penalty.estimate >= error_penalty && !(draft->program_share < error_share) && is_certain(draft))
		return SEVERITY_ERROR;
	return decisive.estimate >= WORTHWHILE_PENALTY && has_weight(draft, decisive) ? SEVERITY_WARNING
	                                                                              : SEVERITY_NOTE;
}

static enum severity
severity_by_traffic(const struct draft *draft)
{
	const double excess = draft->traffic.cost / draft->traffic.ideal;
	const struct penalty in_launch = penalty_in_launch((struct penalty){excess, excess, excess}, &draft->traffic);
	if (draft->bad_shape)
		return SEVERITY_WARNING;
	if (draft->timed_penalty > 0 && draft->timed_penalty < WORTHWHILE_PENALTY)
		return SEVERITY_NOTE;
	if (traffic_is_negligible(&draft->traffic) || traffic_is_tiny(&draft->context, &draft->traffic))
		return SEVERITY_NOTE;
	return excess >= ALARMING_EXCESS && in_launch.estimate >= WORTHWHILE_PENALTY ? SEVERITY_WARNING : SEVERITY_NOTE;
}

/* Whether the launch may hide the access's excess, as far as is known. An assumed launch has a time, but not the
 * program's. */
static bool
may_be_hidden(const struct draft *draft)
{
	const struct penalty decisive = draft_decisive_penalty(draft);
	if (!(draft->least_low > 0) || site_excess(draft->site) >= much_excess)
		return false;
	const bool is_timed = !isnan(decisive.estimate) && draft->context.launch->origin != LAUNCH_ASSUMED;
	return !is_timed || (decisive.low < draft->least_low && decisive.estimate < plain_penalty);
}

enum severity
draft_severity(const struct draft *draft)
{
	/* A barrier that not all threads reach is an error; the cost of an unneeded barrier is not. */
	const bool is_wrong = draft->claim == CLAIM_BARRIER && draft->pricing == UNPRICED;
	if (draft->claim == CLAIM_FAULT || draft->claim == CLAIM_RACE || is_wrong)
		return draft->verdict == VERDICT_BAD ? SEVERITY_ERROR : SEVERITY_WARNING;
	/* With another stride than the assumed one there may be nothing to find. */
	const bool is_arbitrary = draft->site && draft->site->step.is_arbitrary;
	if (draft->verdict != VERDICT_BAD || is_arbitrary || draft->context.is_passed_by || may_be_hidden(draft))
		return SEVERITY_NOTE;
	return isnan(draft->penalty.estimate) ? severity_by_traffic(draft) : severity_by_time(draft);
}

/* The assumed launches of a kernel and its instances, such as all cases of a switch, are fixed together. So are
 * launches of one shape, such as a warm-up before the timed ones. */
static const char *
subject_of_launch(struct rule_context *context, const struct draft *draft)
{
	const struct launch *launch = context->launch;
	if (launch->origin == LAUNCH_ASSUMED)
		return context->kernel->qualified_name;
	if (draft->cause || !facts_same_place(draft->place, &launch->place))
		return "";
	return text(context, "%s <<<%u %u %u, %u %u %u>>>", context->kernel->link_name, launch->grid[0],
	            launch->grid[1], launch->grid[2], launch->block[0], launch->block[1], launch->block[2]);
}

/* All lines that access an array in one pattern are fixed together. So are the parts of a condition, and an else-if
 * ladder. */
static const char *
subject_of(struct rule_context *context, const struct draft *draft)
{
	const struct site *site = draft->site;
	const char *kernel = context->kernel->link_name;
	const struct name array = site ? array_name(site) : (struct name){"", 0};
	if (!site)
		return subject_of_launch(context, draft);
	while (site && site->kind == SITE_BRANCH && site->inactive_lanes.branch)
		site = site->inactive_lanes.branch;
	if (site && site->kind == SITE_BRANCH && *site->expression)
		return text(context, "%s %s", kernel, site->expression);
	if (!array.length || site->pattern == PATTERN_UNKNOWN)
		return "";
	/* Another layout of an array in shared memory changes all accesses to it, and they all have its cost. */
	if (site->space == SPACE_SHARED && site->object.allocation && draft->claim == CLAIM_COST)
		return text(context, "%s %.*s %zu", kernel, array.length, array.start,
		            identity_of_memory(context->kernel, site));
	/* The order of loads may be changeable when that of stores is not. */
	const char *whose = site->pattern == PATTERN_GATHER ? site_kind_text(site->kind) : "";
	/* Uneven steps are alike if their excess is equal. */
	const long long step =
		site->pattern == PATTERN_MIXED ? llround(site_excess(site)) : (long long)site->step.bytes;
	return text(context, "%s %.*s %s %d %lld %s", kernel, array.length, array.start, site_space_text(site->space),
	            (int)site->pattern, step, whose);
}

/* An index that several arrays share is one subject too, also if it leads out of their bounds in one way. So is an
 * array of records, whatever pointers lead into it. */
static const char *
walk_of(struct rule_context *context, const struct site *site, enum claim claim)
{
	const struct kernel *kernel = context->kernel;
	if (site && claim != CLAIM_FAULT && site->record.is_accessed && site->object.allocation)
		return text(context, "%s record %zu %lld", kernel->link_name, identity_of_memory(kernel, site),
		            (long long)site->step.bytes);
	if (!site || !site->object.walk)
		return "";
	const size_t walk = identity_of_walk(kernel, site);
	return claim == CLAIM_FAULT
	               ? text(context, "%s fault %d in %zu", kernel->link_name, (int)site->fault.kind, walk)
	               : text(context, "%s walk %zu", kernel->link_name, walk);
}

/* Sets the penalty: for an access by its ideal form, or by its repaired launch; otherwise as the rule set it. */
static void
price(const struct rule_context *context, struct site_set only, struct draft *draft)
{
	const bool is_access = draft->site && draft->site->kind != SITE_BRANCH && draft->claim != CLAIM_FAULT;
	if (draft->pricing == UNPRICED || !(draft->penalty.estimate > 0))
		draft->penalty = no_penalty;
	draft->alone = draft->penalty;
	if (draft->repaired) {
		draft->pricing = PRICED_BY_RULE;
		draft->penalty = repair_slowdown(context, draft->repaired, only);
		draft->alone = repair_slowdown_alone(context, draft->repaired, only);
		draft->ideal = draft->repaired->against;
	} else if (is_access && draft->pricing == PRICED_AS_ACCESS) {
		draft->penalty = access_slowdown(context, only);
		draft->alone = access_slowdown_alone(context, only);
	}
}

void
draft_add(struct rule_context *context, const struct draft *draft)
{
	struct draft added = *draft;

	if (draft->verdict == VERDICT_FINE)
		return;
	added.context = *context;
	added.order = context->drafts->count;
	added.count_is_guessed |= draft->site && draft->site->loop.is_open;
	const struct site_set only = {&draft->site, 1};
	if (draft->site && draft->site->kind != SITE_BRANCH && draft->claim != CLAIM_FAULT)
		added.traffic = traffic_of(context, draft->site);
	price(context, only, &added);
	added.program_share = draft_program_share(&added, added.penalty);
	added.subject = draft->subject ? draft->subject : subject_of(context, draft);
	added.walk = walk_of(context, draft->site, draft->claim);
	if (draft->fix) {
		struct fix *fix = arena_new(&context->facts->arena, struct fix);
		*fix = *draft->fix;
		added.fix = fix;
	}
	memory_push(context->drafts->items, context->drafts->count, context->drafts->capacity, added);
}
