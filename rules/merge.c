#include "rules/merge.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/program_time.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/allocate.h"

#define SITE_RULE(function, name, summary)
#define LAUNCH_RULE(function, name, summary)
#define PROGRAM_RULE(function, name, summary)

static const struct {
	const char *better, *general;
	bool must_outweigh;
} silences[] = {
#define ONE_CAUSE(rule, cause)
#define SILENCES(better, general) {better, general, false},
#define OUTWEIGHS(greater, smaller) {greater, smaller, true},
#include "rules/rules.def"
#undef ONE_CAUSE
#undef SILENCES
#undef OUTWEIGHS
};

static const struct {
	const char *rule, *cause;
} causes[] = {
#define ONE_CAUSE(rule, cause) {rule, cause},
#define SILENCES(better, general)
#define OUTWEIGHS(greater, smaller)
#include "rules/rules.def"
#undef ONE_CAUSE
#undef SILENCES
#undef OUTWEIGHS
};

/* The cause of a draft; most rules have one of their own. */
static const char *
cause_of(const struct draft *draft)
{
	if (draft->cause)
		return draft->cause;
	const char *rule = draft->context.rule->name;
	for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
		if (!strcmp(causes[i].rule, rule))
			return causes[i].cause;
	return rule;
}

static int
compare_numbers(double left, double right)
{
	return (left > right) - (left < right);
}

static int
compare_places(const struct place *left, const struct place *right)
{
	const int file = strcmp(left->file ? left->file : "", right->file ? right->file : "");
	if (file)
		return file;
	if (left->line != right->line)
		return compare_numbers(left->line, right->line);
	if (left->column != right->column)
		return compare_numbers(left->column, right->column);
	if (left->end_line != right->end_line)
		return compare_numbers(left->end_line, right->end_line);
	return compare_numbers(left->end_column, right->end_column);
}

/* The greater first. Unknown penalties count as none. */
static int
compare_penalties(struct penalty a, struct penalty b)
{
	return compare_numbers(isnan(b.estimate) ? 0 : b.estimate, isnan(a.estimate) ? 0 : a.estimate);
}

static int
compare_severities(const struct draft *a, const struct draft *b)
{
	return (int)draft_severity(b) - (int)draft_severity(a);
}

/* Accesses to one array in shared memory have a common penalty, if any. An access that wastes much more than the others
 * comes first. */
static int
compare_waste(const struct draft *a, const struct draft *b)
{
	const bool is_shared = a->site && b->site && a->site->space == SPACE_SHARED && b->site->space == SPACE_SHARED;
	const double x = a->traffic.wasted, y = b->traffic.wasted;
	if (!is_shared || a->context.launch != b->context.launch)
		return 0;
	return (2 * x < y) - (2 * y < x);
}

/* Of places with one cause, the one with the largest loss comes first. */
static int
compare_weights(const struct draft *a, const struct draft *b)
{
	int order = compare_severities(a, b);
	if (!order)
		order = compare_penalties(a->alone, b->alone);
	return order ? order : compare_waste(a, b);
}

/* By place, then by cause, then the worst first. The order is total, so that the result is unique. */
static int
compare_drafts(const void *left, const void *right)
{
	const struct draft *a = left, *b = right;
	int order = compare_places(a->place, b->place);

	if (!order)
		order = strcmp(cause_of(a), cause_of(b));
	if (!order)
		order = compare_severities(a, b);
	if (!order)
		order = compare_penalties(a->penalty, b->penalty);
	if (!order)
		order = strcmp(a->context.rule->name, b->context.rule->name);
	if (!order)
		order = strcmp(a->context.kernel->name, b->context.kernel->name);
	if (!order)
		order = strcmp(a->message, b->message);
	if (!order)
		order = strcmp(a->site ? a->site->id : "", b->site ? b->site->id : "");
	return order ? order : compare_numbers(a->order, b->order);
}

/* The sorted drafts, and which draft represents each: first those at the same place, then those of the same subject.
 * The drafts of one representative form a linked list. */
struct merging {
	struct facts *facts;
	const struct suppressions *suppressions;
	struct draft *drafts;
	size_t *worst; /* representative for the place and cause: the first draft */
	size_t *kept;  /* representative for the subject; NOTHING: silenced */
	/* first: the head of the list of a representative; next: the next draft of the same group; NOTHING: none */
	size_t *first, *next;
	size_t count;
	const struct draft **greater; /* the drafts of rules that outweigh others, ordered by launch */
	size_t greater_count;
};

#define NOTHING SIZE_MAX

static bool
is_worst(const struct merging *merging, size_t i)
{
	return merging->worst[i] == i;
}

static void
merge_places(struct merging *merging)
{
	for (size_t i = 0; i < merging->count; i++) {
		const struct draft *draft = &merging->drafts[i], *before = i ? draft - 1 : NULL;
		const bool same = before && !strcmp(cause_of(before), cause_of(draft)) &&
		                  !compare_places(before->place, draft->place);
		merging->worst[i] = same ? merging->worst[i - 1] : i;
	}
}

/* Whether the rule has a draft at the same place; drafts of one place are neighbours. A silenced draft still silences
 * others. */
static bool
has_beside(const struct merging *merging, size_t at, const char *rule)
{
	const struct place *place = merging->drafts[at].place;
	size_t i = at;
	while (i > 0 && !compare_places(merging->drafts[i - 1].place, place))
		i--;
	for (; i < merging->count && !compare_places(merging->drafts[i].place, place); i++)
		if (is_worst(merging, i) && !strcmp(rule, merging->drafts[i].context.rule->name))
			return true;
	return false;
}

static bool
is_about(const struct draft *draft, const struct place *place)
{
	for (size_t i = 0; i < draft->related_count; i++)
		if (!compare_places(&draft->related[i].place, place))
			return true;
	return !compare_places(draft->place, place);
}

static int
compare_launches(const void *left, const void *right)
{
	const struct draft *const *a = left, *const *b = right;
	const uintptr_t x = (uintptr_t)(*a)->context.launch, y = (uintptr_t)(*b)->context.launch;
	return (x > y) - (x < y);
}

static bool
outweighs_others(const struct draft *draft)
{
	for (size_t i = 0; i < sizeof silences / sizeof *silences; i++)
		if (silences[i].must_outweigh && !strcmp(silences[i].better, draft->context.rule->name))
			return true;
	return false;
}

static void
find_greater(struct merging *merging)
{
	merging->greater = memory_zeroed(merging->count, sizeof *merging->greater);
	for (size_t i = 0; i < merging->count; i++)
		if (outweighs_others(&merging->drafts[i]))
			merging->greater[merging->greater_count++] = &merging->drafts[i];
	if (merging->greater_count)
		qsort(merging->greater, merging->greater_count, sizeof *merging->greater, compare_launches);
}

/* Whether the rule has a draft in the launch that includes the draft's place and costs at least as much. */
static bool
is_outweighed(const struct merging *merging, const struct draft *draft, const char *rule)
{
	size_t low = 0, high = merging->greater_count;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (compare_launches(&merging->greater[middle], &draft) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (size_t i = low; i < merging->greater_count && merging->greater[i]->context.launch == draft->context.launch;
	     i++) {
		const struct draft *other = merging->greater[i];
		if (!strcmp(other->context.rule->name, rule) && is_about(other, draft->place) &&
		    compare_penalties(other->penalty, draft->penalty) <= 0)
			return true;
	}
	return false;
}

static bool
is_silenced(const struct merging *merging, size_t at)
{
	const struct draft *draft = &merging->drafts[at];
	for (size_t i = 0; i < sizeof silences / sizeof *silences; i++) {
		if (strcmp(silences[i].general, draft->context.rule->name) != 0)
			continue;
		if (silences[i].must_outweigh ? is_outweighed(merging, draft, silences[i].better)
		                              : has_beside(merging, at, silences[i].better))
			return true;
	}
	return false;
}

/* The present representative of the draft's group. */
static size_t
representative(const struct merging *merging, size_t i)
{
	size_t *kept = merging->kept;
	while (kept[i] != i)
		i = kept[i] = kept[kept[i]];
	return i;
}

/* Merges the groups of two drafts under the worse of their representatives; if equal, the earlier. */
static void
join(struct merging *merging, size_t a, size_t b)
{
	const size_t x = representative(merging, a), y = representative(merging, b), first = x < y ? x : y,
		     second = x < y ? y : x;
	const bool is_worse = compare_weights(&merging->drafts[second], &merging->drafts[first]) < 0;
	merging->kept[is_worse ? first : second] = is_worse ? second : first;
}

/* A property that the drafts of one group share. What a comment accepts is a group of its own: the comment is about its
 * place, not about others that are alike. */
struct likeness_key {
	const char *kind, *text;
	bool is_suppressed;
	size_t draft;
};

static int
compare_keys(const struct likeness_key *a, const struct likeness_key *b)
{
	int order = strcmp(a->kind, b->kind);
	if (!order)
		order = strcmp(a->text, b->text);
	if (!order)
		order = a->is_suppressed - b->is_suppressed;
	return order;
}

static int
compare_keys_and_drafts(const void *left, const void *right)
{
	const struct likeness_key *a = left, *b = right;
	const int order = compare_keys(a, b);
	return order ? order : (a->draft > b->draft) - (a->draft < b->draft);
}

static void
join_alike(struct merging *merging, struct likeness_key *keys, size_t count)
{
	qsort(keys, count, sizeof *keys, compare_keys_and_drafts);
	for (size_t i = 1; i < count; i++)
		if (!compare_keys(&keys[i - 1], &keys[i]))
			join(merging, merging->worst[keys[i - 1].draft], merging->worst[keys[i].draft]);
}

/* The worst draft of a place may be from any launch or template instance, so groups are formed over the drafts of all
 * of them. */
static void
merge_subjects(struct merging *merging)
{
	struct likeness_key *subjects = memory_zeroed(merging->count, sizeof *subjects),
			    *walks = memory_zeroed(merging->count, sizeof *walks);
	size_t subject_count = 0, walk_count = 0;
	for (size_t i = 0; i < merging->count; i++)
		merging->kept[i] = is_worst(merging, i) && !is_silenced(merging, i) ? i : NOTHING;
	for (size_t i = 0; i < merging->count; i++) {
		const struct draft *draft = &merging->drafts[i];
		const bool is_reported = merging->kept[merging->worst[i]] != NOTHING;
		if (!is_reported)
			continue;
		const bool is_suppressed =
			suppressions_find(merging->suppressions, draft->context.rule->name, draft->place);
		if (*draft->subject)
			subjects[subject_count++] =
				(struct likeness_key){draft->context.rule->name, draft->subject, is_suppressed, i};
		if (*draft->walk)
			walks[walk_count++] = (struct likeness_key){cause_of(draft), draft->walk, is_suppressed, i};
	}
	join_alike(merging, subjects, subject_count);
	join_alike(merging, walks, walk_count);
	for (size_t i = 0; i < merging->count; i++)
		if (merging->kept[i] != NOTHING)
			merging->kept[i] = representative(merging, i);
	free(subjects);
	free(walks);
}

static void
find_groups(struct merging *merging)
{
	for (size_t i = 0; i < merging->count; i++)
		merging->first[i] = merging->next[i] = NOTHING;
	for (size_t i = merging->count; i-- > 0;) {
		const size_t kept = merging->kept[merging->worst[i]];
		if (kept == NOTHING)
			continue;
		merging->next[i] = merging->first[kept];
		merging->first[kept] = i;
	}
}

/* For the launch whose figures are reported; other launches may have drafts at the same places. */
static struct traffic
sum_of_traffic(const struct merging *merging, size_t kept)
{
	const struct draft *reported = &merging->drafts[kept];
	struct traffic sum = {.total = reported->traffic.total,
	                      .total_ideal = reported->traffic.total_ideal,
	                      .seen_total = reported->traffic.seen_total};
	for (size_t i = merging->first[kept]; i != NOTHING; i = merging->next[i]) {
		const struct draft *draft = &merging->drafts[i];
		if (draft->context.launch != reported->context.launch)
			continue;
		sum.cost += draft->traffic.cost;
		sum.ideal += draft->traffic.ideal;
		sum.wasted += draft->traffic.wasted;
	}
	return sum;
}

/* All accesses of the group in one launch; none if the finding is not about an access's figures. */
static struct site_set
sites_of(const struct merging *merging, size_t kept, const struct launch *launch)
{
	const struct draft *reported = &merging->drafts[kept];
	const struct site **sites = NULL;
	struct site_set set = {0};
	size_t capacity = 0;
	if (!reported->site || reported->site->kind == SITE_BRANCH || reported->claim == CLAIM_FAULT)
		return set;
	for (size_t i = merging->first[kept]; i != NOTHING; i = merging->next[i]) {
		const struct draft *draft = &merging->drafts[i];
		if (draft->context.launch == launch && draft->site)
			arena_push(&merging->facts->arena, sites, set.count, capacity, draft->site);
	}
	set.items = sites;
	return set;
}

/* All array repairs of the group in one launch; NULL: there is none. */
static const struct repaired_launch *
repaired_by_all(const struct merging *merging, size_t kept, const struct draft *draft)
{
	const struct launch *launch = draft->context.launch;
	const struct repaired_launch *all = draft->repaired;
	const struct repair *latest = all ? draft->repair : NULL;
	for (size_t i = merging->first[kept]; i != NOTHING && latest; i = merging->next[i]) {
		const struct draft *other = &merging->drafts[i];
		if (other->context.launch != launch || !other->repaired || other->repair == latest ||
		    other->repair == draft->repair)
			continue;
		all = repaired_by_both(&merging->facts->arena, launch, all, other->repaired);
		latest = other->repair;
	}
	return all == draft->repaired ? NULL : all;
}

/* The joint penalty. For a single access, and for a finding about something else, it is the draft's own penalty. */
static struct penalty
penalty_of_all(const struct merging *merging, size_t kept, const struct draft *draft, struct site_set sites)
{
	const struct repaired_launch *repaired = repaired_by_all(merging, kept, draft);
	if (repaired)
		return repair_slowdown(&draft->context, repaired, sites);
	return sites.count < 2 || draft->pricing != PRICED_AS_ACCESS ? draft->penalty
	                                                             : access_slowdown(&draft->context, sites);
}

/* The same if everything else in the launch were ideal. */
static struct penalty
penalty_of_all_alone(const struct merging *merging, size_t kept, const struct draft *draft, struct site_set sites)
{
	const struct repaired_launch *repaired = repaired_by_all(merging, kept, draft);
	if (repaired)
		return repair_slowdown_alone(&draft->context, repaired, sites);
	return sites.count < 2 || draft->pricing != PRICED_AS_ACCESS ? draft->alone
	                                                             : access_slowdown_alone(&draft->context, sites);
}

/* The group's worst draft in one launch; NULL: there is none. */
static const struct draft *
worst_in(const struct merging *merging, size_t kept, const struct launch *launch)
{
	const struct draft *worst = NULL;
	for (size_t i = merging->first[kept]; i != NOTHING; i = merging->next[i]) {
		const struct draft *draft = &merging->drafts[i];
		if (draft->context.launch == launch && (!worst || compare_weights(draft, worst) < 0))
			worst = draft;
	}
	return worst;
}

/* Predicted microseconds that would be saved in all launches of the kernel with this finding; NAN: unknown. */
static double
saved_in_kernel(const struct merging *merging, size_t kept, struct penalty penalty)
{
	const struct rule_context *context = &merging->drafts[kept].context;
	double saved = time_saved(context, penalty);
	for (size_t i = 0; i < context->kernel->launch_count; i++) {
		const struct launch *launch = &context->kernel->launches[i];
		const struct draft *worst = launch == context->launch ? NULL : worst_in(merging, kept, launch);
		if (worst)
			saved += time_saved(&worst->context,
			                    penalty_of_all(merging, kept, worst, sites_of(merging, kept, launch)));
	}
	return saved;
}

/* One finding may be about several arrays, or about several pointers into one. */
static bool
is_of_other_array(const struct draft *reported, const struct draft *other)
{
	if (!reported->site || !other->site || reported->site->space != SPACE_SHARED || reported->claim == CLAIM_FAULT)
		return false;
	const struct name a = array_name(reported->site), b = array_name(other->site);
	return a.length != b.length || strncmp(a.start, b.start, (size_t)a.length) != 0;
}

/* How the other draft is related to the reported one. */
static const char *
likeness(struct draft *reported, const struct draft *other)
{
	if (strcmp(other->subject, reported->subject) || is_of_other_array(reported, other))
		return text(&reported->context, "the same in the %s", access_text(&reported->context, other->site));
	if (other->site && reported->site && other->site->kind != reported->site->kind)
		return text(&reported->context, "the same in the %s", site_kind_text(other->site->kind));
	const bool is_else_if = other->site && other->site->kind == SITE_BRANCH && other->site->inactive_lanes.branch;
	return is_else_if ? "its lanes diverge further here" : "the same here";
}

/* Adds the other places of the finding: those of the other drafts, and all that they name. */
static void
add_related(const struct merging *merging, size_t kept, struct finding *finding)
{
	struct arena *arena = &merging->facts->arena;
	struct draft *reported = &merging->drafts[kept];
	size_t most = reported->related_count;
	for (size_t i = merging->first[kept]; i != NOTHING; i = merging->next[i])
		if (is_worst(merging, i))
			most += 1 + merging->drafts[i].related_count;
	struct related *next = finding->related = arena_array(arena, most, sizeof *next);
	for (size_t i = merging->first[kept]; i != NOTHING; i = merging->next[i]) {
		const struct draft *other = &merging->drafts[i];
		if (!is_worst(merging, i) || i == kept)
			continue;
		*next++ = (struct related){*other->place, likeness(reported, other)};
	}
	for (size_t i = 0; i < reported->related_count; i++)
		*next++ = reported->related[i];
	for (size_t i = merging->first[kept]; i != NOTHING; i = merging->next[i])
		for (size_t k = 0; is_worst(merging, i) && i != kept && k < merging->drafts[i].related_count; k++)
			*next++ = merging->drafts[i].related[k];
	finding->related_count = (size_t)(next - finding->related);
}

static size_t
places_of(const struct merging *merging, size_t kept)
{
	size_t count = 0;
	for (size_t i = merging->first[kept]; i != NOTHING; i = merging->next[i])
		count += is_worst(merging, i);
	return count;
}

static const char *
cost_of(const struct merging *merging, size_t kept)
{
	struct draft *reported = &merging->drafts[kept];
	const bool is_access = reported->site && reported->claim != CLAIM_FAULT && reported->traffic.cost > 0;
	const char *ideal = reported->ideal ? reported->ideal
	                    : is_access     ? ideal_text(reported->site->space, places_of(merging, kept))
	                                    : NULL;
	const char *times = ideal ? penalty_text(reported, ideal) : "";
	/* If a time is known, traffic adds little. */
	const char *cost = reported->cost         ? reported->cost
	                   : is_access && !*times ? traffic_text(reported, places_of(merging, kept))
	                                          : "";
	return text(&reported->context, "%s%s%s", times, *cost && *times ? "; " : "", cost);
}

/* The message, the cost, and the figures. */
static const char *
message_of(struct draft *reported)
{
	struct rule_context *context = &reported->context;
	const char *cost = reported->claim == CLAIM_FAULT ? "" : headline_cost(reported);
	const char *assumed = context->launch->origin == LAUNCH_ASSUMED ? "assumed launch" : "";
	const char *own = reported->figures ? reported->figures : "", *separator = *assumed && *own ? ", " : "";
	const char *figures = *assumed || *own ? text(context, " (%s%s%s)", assumed, separator, own) : "";
	return text(context, "%s%s%s%s", reported->message, *cost ? ": " : "", cost, figures);
}

/* Whether an earlier draft of the group is from a launch at the same line. */
static bool
is_launch_named(const struct merging *merging, size_t kept, size_t at)
{
	const uint32_t line = merging->drafts[at].context.launch->place.line;
	if (merging->drafts[kept].context.launch->place.line == line)
		return true;
	for (size_t i = merging->first[kept]; i != at; i = merging->next[i])
		if (merging->drafts[i].context.launch->place.line == line)
			return true;
	return false;
}

/* An invalid access must be fixed for each launch that has it; some of these are named. */
static const char *
reason_of(const struct merging *merging, size_t kept)
{
	enum { MOST_NAMED = 4 };
	struct draft *reported = &merging->drafts[kept];
	const char *reason = reported->reason ? reported->reason : "";
	unsigned named = 0;
	if (!reported->site || reported->claim != CLAIM_FAULT)
		return reason;
	for (size_t i = merging->first[kept]; i != NOTHING; i = merging->next[i]) {
		const struct draft *other = &merging->drafts[i];
		if (is_launch_named(merging, kept, i) || named == MOST_NAMED + 1)
			continue;
		if (named++ == MOST_NAMED)
			return text(&reported->context, "%s; and in other launches", reason);
		const char *memory = other->site->fault.memory;
		const bool is_other = *memory && strcmp(memory, reported->site->fault.memory) != 0;
		reason = text(&reported->context, "%s; likewise in the launch at line %u%s%s%s", reason,
		              other->context.launch->place.line, is_other ? ", with '" : "", is_other ? memory : "",
		              is_other ? "'" : "");
	}
	return reason;
}

/* An access or branch that is certainly faster as it is, alone and in the launch, is not reported. An example are lanes
 * that go along their own rows: they hit in L1, where packed ones would wait. */
static bool
is_better_so(const struct draft *reported, struct penalty of_all)
{
	return reported->site && reported->claim != CLAIM_FAULT && of_all.high < 1 && reported->alone.high < 1;
}

/* Advice about the division of work is only given if the time model predicts a gain. */
static bool
gains_nothing(const struct draft *reported, struct penalty of_all)
{
	return reported->claim == CLAIM_WORK && of_all.estimate < NOTICEABLE_PENALTY;
}

/* A cost that others hide is more than a note only after these are fixed. So they must be reported as well. */
static bool
is_hidden_by_nothing_reported(const struct merging *merging, size_t kept)
{
	const struct draft *reported = &merging->drafts[kept];
	if (!draft_is_hidden(reported))
		return false;
	for (size_t i = 0; i < merging->count; i++) {
		const struct draft *other = &merging->drafts[i];
		const size_t group = merging->kept[merging->worst[i]];
		if (other->context.launch == reported->context.launch && group != kept && group != NOTHING &&
		    draft_severity(other) > SEVERITY_NOTE)
			return false;
	}
	return true;
}

/* Whether the headline says that it is not worth fixing. */
static bool
is_worthless(const struct draft *reported)
{
	return reported->penalty.estimate < NOTICEABLE_PENALTY && !(reported->alone.estimate >= NOTICEABLE_PENALTY);
}

static const char *
confidence_why(const struct draft *draft)
{
	const struct launch *launch = draft->context.launch;
	if (draft->confidence_why || draft->confidence == CONFIDENCE_EXACT)
		return draft->confidence_why;
	return launch && launch->caveats.assumption_count ? launch->caveats.assumptions[0] : NULL;
}

static void
add_finding(const struct merging *merging, size_t kept)
{
	struct draft *reported = &merging->drafts[kept];
	struct rule_context *context = &reported->context;
	struct facts *facts = merging->facts;
	const struct site_set sites = sites_of(merging, kept, context->launch);
	const struct penalty of_all = penalty_of_all(merging, kept, reported, sites);
	reported->alone = penalty_of_all_alone(merging, kept, reported, sites);
	if (is_better_so(reported, of_all) || gains_nothing(reported, of_all))
		return;
	const double saved_us = saved_in_kernel(merging, kept, of_all);
	reported->penalty = of_all;
	reported->program_share = context->launch->program.time_share * saved_us / program_time_of(context->launch);
	struct finding finding = {
		.rule = context->rule->name,
		.place = *reported->place,
		.kernel = context->kernel->name,
		.site = reported->site ? reported->site->id : "",
		.reason = reason_of(merging, kept),
		.advice = reported->advice ? reported->advice : "",
		.is_worthless = is_worthless(reported),
		.confidence = reported->confidence,
		.confidence_why = confidence_why(reported),
		.predicted_penalty = of_all,
		.time_share = saved_us / context->kernel_us,
		.saved_us = saved_us,
		.program_share = reported->program_share,
		.unpredicted_penalty = reported->pricing == UNPRICED || reported->claim == CLAIM_FAULT
	                                       ? NULL
	                                       : why_no_slowdown(context),
		.measured_penalty = {NAN, NAN, NAN},
		.claim = reported->claim,
		.status = FINDING_PREDICTED,
		.status_reason = "",
		.launch = context->launch,
		.sites = sites.items,
		.site_count = sites.count,
	};

	reported->traffic = sum_of_traffic(merging, kept);
	finding.severity = is_hidden_by_nothing_reported(merging, kept) ? SEVERITY_NOTE : draft_severity(reported);
	finding.message = message_of(reported);
	finding.cost = cost_of(merging, kept);
	finding.fixes = reported->fix;
	finding.fix_count = reported->fix != NULL;
	add_related(merging, kept, &finding);
	memory_push(facts->findings, facts->finding_count, facts->finding_capacity, finding);
}

static bool
is_wrong(const struct finding *finding)
{
	return finding->claim == CLAIM_FAULT || finding->claim == CLAIM_RACE;
}

/* Errors of correctness first, then the most expensive for the program, then by place. */
static int
compare_findings(const void *left, const void *right)
{
	const struct finding *a = left, *b = right;
	const bool a_is_wrong = is_wrong(a), b_is_wrong = is_wrong(b);
	if (a_is_wrong != b_is_wrong)
		return a_is_wrong ? -1 : 1;
	if (a->severity != b->severity)
		return (int)b->severity - (int)a->severity;
	const int order = compare_numbers(isnan(b->saved_us) ? 0 : b->saved_us, isnan(a->saved_us) ? 0 : a->saved_us);
	return order ? order : compare_places(&a->place, &b->place);
}

static void
rank(struct facts *facts)
{
	/* Findings are in the order of their places, and the comparison ends with the place, so equal ones keep that
	 * order. */
	if (facts->finding_count)
		qsort(facts->findings, facts->finding_count, sizeof *facts->findings, compare_findings);
}

/* By rule, kernel and place. */
static int
compare_claims(const void *left, const void *right)
{
	const struct draft *a = *(struct draft *const *)left, *b = *(struct draft *const *)right;
	const uintptr_t rule_a = (uintptr_t)a->context.rule, rule_b = (uintptr_t)b->context.rule;
	const uintptr_t kernel_a = (uintptr_t)a->context.kernel, kernel_b = (uintptr_t)b->context.kernel;
	if (rule_a != rule_b)
		return rule_a < rule_b ? -1 : 1;
	if (kernel_a != kernel_b)
		return kernel_a < kernel_b ? -1 : 1;
	return compare_places(a->place, b->place);
}

/* The largest penalty among drafts of one rule, kernel and place with known times; 0: there is none. */
static double
timed_penalty(struct draft *const *drafts, size_t count)
{
	double most = 0;
	for (size_t i = 0; i < count; i++)
		most = fmax(most, draft_decisive_penalty(drafts[i]).estimate); /* fmax ignores NAN */
	return most;
}

/* The loss of a launch of unknown time is judged by other launches of the kernel. */
static void
judge_by_timed(const struct drafts *drafts)
{
	struct draft **sorted = memory_zeroed(drafts->count, sizeof *sorted);
	for (size_t i = 0; i < drafts->count; i++)
		sorted[i] = &drafts->items[i];
	qsort(sorted, drafts->count, sizeof *sorted, compare_claims);
	for (size_t from = 0, end; from < drafts->count; from = end) {
		for (end = from + 1; end < drafts->count && !compare_claims(&sorted[from], &sorted[end]);)
			end++;
		const double timed = timed_penalty(&sorted[from], end - from);
		for (size_t i = from; i < end; i++)
			sorted[i]->timed_penalty = timed;
	}
	free(sorted);
}

void
drafts_merge(struct facts *facts, const struct drafts *drafts, const struct suppressions *suppressions)
{
	struct merging merging = {
		.facts = facts, .suppressions = suppressions, .drafts = drafts->items, .count = drafts->count};

	if (!drafts->count)
		return;
	judge_by_timed(drafts);
	qsort(drafts->items, drafts->count, sizeof *drafts->items, compare_drafts);
	merging.worst = memory_zeroed(merging.count, sizeof *merging.worst);
	merging.kept = memory_zeroed(merging.count, sizeof *merging.kept);
	merging.first = memory_zeroed(merging.count, sizeof *merging.first);
	merging.next = memory_zeroed(merging.count, sizeof *merging.next);
	merge_places(&merging);
	find_greater(&merging);
	merge_subjects(&merging);
	find_groups(&merging);
	for (size_t i = 0; i < merging.count; i++) {
		if (merging.kept[i] == i)
			add_finding(&merging, i);
	}
	rank(facts);
	free(merging.greater);
	free(merging.worst);
	free(merging.kept);
	free(merging.first);
	free(merging.next);
}
