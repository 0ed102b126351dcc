#include "runtime_check/judge.h"

#include <math.h>
#include <string.h>

#include "runtime_check/compare.h"

struct verdict {
	enum finding_status status;
	const char *reason;
};

/* What a request costs beyond the ideal: 0 for an ideal access, 7 for one that costs 8 times the ideal. For branches the
 * share of executions that diverge. */
static double
excess(const struct site *site, const struct figures *figures)
{
	if (site->kind == SITE_BRANCH)
		return figures->divergent / figures->requests;
	return compare_cost(site, figures) / compare_ideal(site, figures) - 1;
}

static const char *
unit(const struct site *site)
{
	return site->kind == SITE_BRANCH ? "divergent executions" : site->space == SPACE_SHARED ? "wavefronts" : "sectors";
}

static struct verdict
judge_by_line(const struct site *site)
{
	const double expected = compare_excess(site, &site->predicted);
	const bool found = expected > 0 && site->line_excess >= 0.5 * expected;
	const enum finding_status confirmed =
		site->agreement == AGREEMENT_FULL ? FINDING_CONFIRMED : FINDING_PARTLY_CONFIRMED;
	return (struct verdict){found ? confirmed : FINDING_NOT_MEASURED,
	                        site->measured_note ? site->measured_note : "it was not run"};
}

static struct verdict
judge_site(const struct site *site, struct arena *arena)
{
	if (!site->has_measured)
		return judge_by_line(site);
	const double predicted = compare_cost(site, &site->predicted) / site->predicted.requests;
	const double measured = compare_cost(site, &site->measured) / site->measured.requests;
	const double expected = excess(site, &site->predicted), found = excess(site, &site->measured);
	if (!isfinite(predicted) || !isfinite(measured) || !isfinite(expected) || !isfinite(found))
		return (struct verdict){FINDING_NOT_MEASURED, "there is no predicted figure to compare with"};
	if (site->agreement == AGREEMENT_FULL)
		return (struct verdict){FINDING_CONFIRMED, site->measured_note ? site->measured_note : ""};
	if (site->agreement == AGREEMENT_COST)
		return (struct verdict){FINDING_PARTLY_CONFIRMED, site->measured_note ? site->measured_note : ""};
	const char *reason = arena_printf(arena, "%.3g %s per request measured, %.3g predicted", measured, unit(site), predicted);
	if (site->measured_note)
		reason = arena_printf(arena, "%s; %s", reason, site->measured_note);
	return (struct verdict){found >= 0.5 * expected ? FINDING_PARTLY_CONFIRMED : FINDING_REFUTED, reason};
}

/* The better known of two: the statuses are in that order. */
static struct verdict
stronger(struct verdict a, struct verdict b)
{
	return b.status < a.status ? b : a;
}

/* By the launch's sites of the finding's id; `verdict` is what others have said before. */
static struct verdict
judge_launch(const struct launch *launch, const struct finding *finding, struct verdict verdict, struct arena *arena)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		if (strcmp(launch->sites[i].id, finding->site) != 0)
			continue;
		const struct verdict next = judge_site(&launch->sites[i], arena);
		verdict = verdict.reason ? stronger(verdict, next) : next;
	}
	return verdict;
}

static struct verdict
judge_by_sites(const struct facts *facts, const struct finding *finding, struct arena *arena)
{
	struct verdict verdict = {FINDING_NOT_MEASURED, NULL};
	if (finding->launch)
		verdict = judge_launch(finding->launch, finding, verdict, arena);
	if (verdict.status != FINDING_NOT_MEASURED)
		return verdict;
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t j = 0; j < facts->kernels[i].launch_count; j++)
			verdict = judge_launch(&facts->kernels[i].launches[j], finding, verdict, arena);
	return verdict;
}

void
judge_findings(struct facts *facts)
{
	for (size_t i = 0; i < facts->finding_count; i++) {
		struct finding *finding = &facts->findings[i];
		struct verdict verdict = {FINDING_NOT_MEASURED, NULL};
		if (finding->site && *finding->site)
			verdict = judge_by_sites(facts, finding, &facts->arena);
		finding->status = verdict.status;
		finding->status_reason = verdict.reason ? verdict.reason : "it is about the launch as such, not about a count";
	}
}
