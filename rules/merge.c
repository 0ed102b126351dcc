#include "rules/merge.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rules.h"
#include "support/memory.h"

#define SITE_RULE(function, name, summary)
#define LAUNCH_RULE(function, name, summary)

static const struct {
	const char *better, *general;
} silences[] = {
#define ONE_CAUSE(rule, cause)
#define SILENCES(better, general) {better, general},
#include "rules/rules.def"
#undef ONE_CAUSE
#undef SILENCES
};

static const struct {
	const char *rule, *cause;
} causes[] = {
#define ONE_CAUSE(rule, cause) {rule, cause},
#define SILENCES(better, general)
#include "rules/rules.def"
#undef ONE_CAUSE
#undef SILENCES
};

/* What a finding is about: most rules are a cause of their own. */
static const char *
cause_of(const struct finding *finding)
{
	for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
		if (!strcmp(causes[i].rule, finding->rule))
			return causes[i].cause;
	return finding->rule;
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

/* Unknown penalties count as none. */
static double
penalty_of(const struct finding *finding)
{
	return isnan(finding->predicted_penalty.estimate) ? 0 : finding->predicted_penalty.estimate;
}

/* By place, then by cause, then the worst first; and whole, so that no order of launches shows. */
static int
compare_findings(const void *left, const void *right)
{
	const struct finding *a = left, *b = right;
	int order = compare_places(&a->place, &b->place);

	if (!order)
		order = strcmp(cause_of(a), cause_of(b));
	if (!order)
		order = (int)b->severity - (int)a->severity;
	if (!order)
		order = compare_numbers(penalty_of(b), penalty_of(a));
	if (!order)
		order = strcmp(a->rule, b->rule);
	if (!order)
		order = strcmp(a->kernel, b->kernel);
	if (!order)
		order = strcmp(a->message, b->message);
	return order ? order : strcmp(a->site, b->site);
}

static bool
silenced(const struct facts *facts, const struct finding *finding)
{
	for (size_t i = 0; i < sizeof silences / sizeof *silences; i++) {
		if (strcmp(silences[i].general, finding->rule))
			continue;
		for (size_t k = 0; k < facts->finding_count; k++) {
			const struct finding *other = &facts->findings[k];
			if (!strcmp(silences[i].better, other->rule) && !compare_places(&other->place, &finding->place))
				return true;
		}
	}
	return false;
}

static bool
same_cause(const struct finding *left, const struct finding *right)
{
	return !strcmp(cause_of(left), cause_of(right)) && !compare_places(&left->place, &right->place);
}

static void
add_related(struct finding *to, const struct related *related, size_t count)
{
	if (count)
		memcpy(to->related + to->related_count, related, count * sizeof *related);
	to->related_count += count;
}

/* The worst of the findings that share a subject stays and names the places of the others, and what those name. */
static void
gather_subject(struct facts *facts, size_t worst, bool *gathered)
{
	struct finding *kept = &facts->findings[worst];
	const struct finding before = *kept;
	size_t most = before.related_count;

	for (size_t i = 0; i < facts->finding_count; i++)
		most += 1 + facts->findings[i].related_count;
	kept->related = arena_array(&facts->arena, most, sizeof *kept->related);
	kept->related_count = 0;
	for (size_t i = 0; i < facts->finding_count; i++) {
		const struct finding *other = &facts->findings[i];
		if (i == worst || gathered[i] || strcmp(other->rule, kept->rule) || !other->subject ||
		    strcmp(other->subject, kept->subject))
			continue;
		gathered[i] = true;
		add_related(kept, &(struct related){other->place, "the same here"}, 1);
	}
	add_related(kept, before.related, before.related_count);
	for (size_t i = 0; i < facts->finding_count; i++) {
		const struct finding *other = &facts->findings[i];
		if (i != worst && gathered[i] && !strcmp(other->rule, kept->rule) && !strcmp(other->subject, kept->subject))
			add_related(kept, other->related, other->related_count);
	}
}

static void
merge_subjects(struct facts *facts)
{
	bool *gathered = memory_zeroed(facts->finding_count + 1, sizeof *gathered);
	for (size_t i = 0; i < facts->finding_count; i++) {
		size_t worst = i;
		if (gathered[i] || !facts->findings[i].subject || !*facts->findings[i].subject)
			continue;
		for (size_t k = i + 1; k < facts->finding_count; k++) {
			const struct finding *a = &facts->findings[worst], *b = &facts->findings[k];
			if (gathered[k] || strcmp(a->rule, b->rule) || !b->subject || strcmp(a->subject, b->subject))
				continue;
			if (b->severity > a->severity || (b->severity == a->severity && penalty_of(b) > penalty_of(a)))
				worst = k;
		}
		gather_subject(facts, worst, gathered);
	}
	size_t kept = 0;
	for (size_t i = 0; i < facts->finding_count; i++)
		if (!gathered[i])
			facts->findings[kept++] = facts->findings[i];
	facts->finding_count = kept;
	free(gathered);
}

void
findings_merge(struct facts *facts)
{
	size_t kept = 0;

	if (!facts->finding_count)
		return;
	qsort(facts->findings, facts->finding_count, sizeof *facts->findings, compare_findings);
	for (size_t i = 0; i < facts->finding_count; i++)
		if (!kept || !same_cause(&facts->findings[kept - 1], &facts->findings[i]))
			facts->findings[kept++] = facts->findings[i];
	facts->finding_count = kept;

	/* Decided over all before any is taken out: a silenced finding still silences others. */
	bool *quiet = memory_zeroed(kept, sizeof *quiet);
	for (size_t i = 0; i < kept; i++)
		quiet[i] = silenced(facts, &facts->findings[i]);
	facts->finding_count = 0;
	for (size_t i = 0; i < kept; i++)
		if (!quiet[i])
			facts->findings[facts->finding_count++] = facts->findings[i];
	free(quiet);
	merge_subjects(facts);
}
