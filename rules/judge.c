#include "rules/judge.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernels/profile.h"
#include "support/memory.h"

/* A site with less of its launch's cost than this gets no more than a note. */
static const double negligible_share = 0.01;
/* An estimate without certainty is worth a note from this excess. */
static const double alarming_excess = 2.0;
/* Sectors and wavefronts that a launch is through with in a tenth of the 2 microseconds that launching costs: an H200
 * moves 4.8 TB/s * 2 us / 32 bytes = 300,000 sectors meanwhile. A wavefront is taken for a sector's worth of time,
 * which exaggerates it. */
static const double tiny_launch = 30e3;

static double
main_cost(const struct site *site)
{
	return site->space == SPACE_SHARED ? site->predicted.wavefronts : site->predicted.sectors;
}

static double
main_ideal(const struct site *site)
{
	return site->space == SPACE_SHARED ? site->predicted.ideal_wavefronts : site->predicted.ideal_sectors;
}

double
site_excess(const struct site *site)
{
	const double ideal = main_ideal(site);
	return ideal > 0 ? main_cost(site) / ideal : NAN;
}

double
site_share(const struct rule_context *context, const struct site *site)
{
	const double total = site->space == SPACE_SHARED ? context->totals.wavefronts : context->totals.sectors;
	return main_cost(site) / total;
}

double
product(const uint32_t size[3])
{
	return (double)size[0] * size[1] * size[2];
}

bool
launch_is_tiny(const struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const double cost = context->totals.sectors + context->totals.wavefronts;
	/* Where a figure is not known the sum is NAN, and nothing is called tiny. */
	return cost * (double)(launch->repeats ? launch->repeats : 1) < tiny_launch;
}

/* The excess that the lanes' own addresses cause. Where lanes are off between others, the branch that turned them off
 * answers for the rest. */
static double
own_excess(const struct site *site)
{
	const double excess = site_excess(site);
	return site->gap_excess > 1 ? excess / site->gap_excess : excess;
}

bool
is_due_to_gaps(const struct site *site)
{
	return site->gap_excess > EXCESS_LIMIT && own_excess(site) <= EXCESS_LIMIT;
}

static enum verdict
judge_certainty(const struct site *site)
{
	const double excess = own_excess(site);

	if (isnan(excess))
		return VERDICT_FINE;
	switch (site->standing) {
	case STANDING_EXACT:
	case STANDING_ASSUMED:
		return excess > EXCESS_LIMIT ? VERDICT_BAD : VERDICT_FINE;
	case STANDING_BOUNDED:
		if (site->predicted.low / main_ideal(site) > EXCESS_LIMIT)
			return VERDICT_BAD;
		return excess >= alarming_excess ? VERDICT_NOTE : VERDICT_FINE;
	case STANDING_UNKNOWN:
		break;
	}
	return VERDICT_FINE;
}

enum verdict
judge_access(const struct rule_context *context, const struct site *site)
{
	const enum verdict verdict = judge_certainty(site);

	if (verdict != VERDICT_BAD)
		return verdict;
	/* What would be saved, against all that the launch does. */
	const double wasted = site_share(context, site) * (1 - 1 / own_excess(site));
	return wasted < negligible_share || launch_is_tiny(context) ? VERDICT_NOTE : VERDICT_BAD;
}

struct penalty
penalty_between(struct penalty low, struct penalty high)
{
	return penalty_blend(low, high, 0.5);
}

struct penalty
penalty_blend(struct penalty low, struct penalty high, double way)
{
	const double estimate = low.estimate * pow(high.estimate / low.estimate, way);
	if (isnan(estimate))
		return (struct penalty){NAN, NAN, NAN};
	return (struct penalty){estimate, fmin(low.low, high.low), fmax(low.high, high.high)};
}

struct penalty
penalty_none(void)
{
	return (struct penalty){1, 1, 1};
}

/* Whether something that nothing in sight says was made up for the launch: a size, a stride. */
static bool
is_guessed(const struct launch *launch)
{
	return launch->origin == LAUNCH_ASSUMED || launch->assumption_count;
}

static enum severity
severity_of(const struct rule_context *context, const struct draft *draft)
{
	const struct penalty *penalty = &draft->penalty;

	if (draft->verdict != VERDICT_BAD)
		return SEVERITY_NOTE;
	/* An error must hold at its low end too, and for the program as it is: to stop a build for what a cache may hide, or
	 * for a size that was made up, would be harmful advice. */
	if (penalty->estimate >= 2 && penalty->low >= 1.1 && draft->standing <= STANDING_ASSUMED &&
	    !is_guessed(context->launch))
		return SEVERITY_ERROR;
	if (penalty->estimate >= 1.1 || draft->bad_shape)
		return SEVERITY_WARNING;
	/* Without a profile the traffic has to speak. */
	if (isnan(penalty->estimate) && draft->site && site_excess(draft->site) >= alarming_excess)
		return SEVERITY_WARNING;
	return SEVERITY_NOTE;
}

/* An array that is walked in one way is one thing to repair, however many lines do it; so are a condition, and a ladder
 * of else-ifs. */
static const char *
subject_of(struct rule_context *context, const struct site *site)
{
	const char *kernel = context->kernel->link_name;
	const struct name array = site ? array_name(site) : (struct name){"", 0};
	while (site && site->kind == SITE_BRANCH && site->divider)
		site = site->divider;
	if (site && site->kind == SITE_BRANCH && *site->expression)
		return text(context, "%s %s", kernel, site->expression);
	if (!array.length || site->pattern == PATTERN_UNKNOWN)
		return "";
	/* Uneven steps are alike where they cost alike. */
	const long long step = site->pattern == PATTERN_MIXED ? llround(site_excess(site)) : (long long)site->lane_step;
	return text(context, "%s %.*s %s %d %lld", kernel, array.length, array.start, site_space_text(site->space),
	            (int)site->pattern, step);
}

void
report_draft(struct rule_context *context, const struct draft *draft)
{
	struct facts *facts = context->facts;
	struct finding finding = {
		.rule = context->rule->name,
		.severity = severity_of(context, draft),
		.message = is_guessed(context->launch) ? text(context, "assumed: %s", draft->message) : draft->message,
		.place = *draft->place,
		.kernel = context->kernel->name,
		.site = draft->site ? draft->site->id : "",
		.subject = subject_of(context, draft->site),
		.reason = draft->reason ? draft->reason : "",
		.cost = draft->cost ? draft->cost : "",
		.advice = draft->advice ? draft->advice : "",
		.standing = draft->standing,
		.predicted_penalty = draft->penalty,
		.measured_penalty = {NAN, NAN, NAN},
		.status = FINDING_PREDICTED,
		.status_reason = "",
		.launch = context->launch,
		.related = draft->related,
		.related_count = draft->related_count,
	};

	if (draft->verdict == VERDICT_FINE)
		return;
	if (draft->fix) {
		finding.fixes = arena_new(&facts->arena, struct fix);
		*finding.fixes = *draft->fix;
		finding.fix_count = 1;
	}
	memory_push(facts->findings, facts->finding_count, facts->finding_capacity, finding);
}

const char *
penalty_text(struct rule_context *context, struct penalty penalty)
{
	if (isnan(penalty.estimate))
		return "";
	if (penalty.high - penalty.low < 0.1)
		return text(context, "%.2f times as slow as the ideal form, by reference kernels on %s", penalty.estimate,
		            profile_gpu(context->profile));
	return text(context, "%.1f times as slow as the ideal form (%.1f to %.1f), by reference kernels on %s",
	            penalty.estimate, penalty.low, penalty.high, profile_gpu(context->profile));
}

const char *
block_size_text(struct rule_context *context, struct penalty penalty)
{
	if (isnan(penalty.estimate))
		return "";
	return text(context, "a vector addition in blocks of %.0f threads is %.1f times as slow as in blocks of 256 on %s",
	            product(context->launch->block), penalty.estimate, profile_gpu(context->profile));
}

const char *
cost_text(struct rule_context *context, const struct site *site, struct penalty penalty)
{
	const bool shared = site->space == SPACE_SHARED;
	const char *unit = shared ? "wavefronts" : "sectors";
	const double share = site_share(context, site);
	const char *slower = penalty_text(context, penalty);
	const char *of_all = isnan(share) ? "" : text(context, ", and these are %.0f%% of the launch's", 100 * share);

	return text(context, "%.0f%% of its %s are excessive%s%s%s", 100 * (1 - 1 / site_excess(site)), unit, of_all,
	            *slower ? "; " : "", slower);
}

const char *
text(struct rule_context *context, const char *format, ...)
{
	char line[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	return arena_strdup(&context->facts->arena, line);
}

struct name
array_name(const struct site *site)
{
	const char *start = site->expression ? site->expression : "", *at = start;

	while (isalnum((unsigned char)*at) || *at == '_')
		at++;
	const char *behind = at + strspn(at, " ");
	const bool is_name = at > start && !isdigit((unsigned char)*start);
	if (is_name && (*behind == '[' || *behind == '.' || (behind[0] == '-' && behind[1] == '>')))
		return (struct name){start, (int)(at - start)};
	const char *object = site->object ? site->object : "";
	return (struct name){object, (int)strlen(object)};
}

const char *
access_text(struct rule_context *context, const struct site *site)
{
	const char *kind = site_kind_text(site->kind);
	const struct name array = array_name(site);
	return array.length ? text(context, "%s of '%.*s'", kind, array.length, array.start) : kind;
}
