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
	const bool confirmed = expected > 0 && site->line_excess >= 0.5 * expected;
	return (struct verdict){confirmed ? FINDING_CONFIRMED : FINDING_NOT_MEASURED,
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
	if (compare_agrees(predicted, measured))
		return (struct verdict){FINDING_CONFIRMED, site->measured_note ? site->measured_note : ""};
	const char *reason = arena_printf(arena, "%.3g %s per request measured, %.3g predicted", measured, unit(site), predicted);
	if (site->measured_note)
		reason = arena_printf(arena, "%s; %s", reason, site->measured_note);
	return (struct verdict){found >= 0.5 * expected ? FINDING_CONFIRMED : FINDING_REFUTED, reason};
}

/* The better known of two: confirmed, then refuted, then not measured. */
static struct verdict
stronger(struct verdict a, struct verdict b)
{
	if (a.status == FINDING_CONFIRMED || b.status == FINDING_NOT_MEASURED)
		return a;
	return b.status == FINDING_CONFIRMED || a.status == FINDING_NOT_MEASURED ? b : a;
}

static struct verdict
judge_by_sites(const struct facts *facts, const struct finding *finding, struct arena *arena)
{
	struct verdict verdict = {FINDING_NOT_MEASURED, NULL};
	for (size_t i = 0; i < facts->kernel_count; i++) {
		for (size_t j = 0; j < facts->kernels[i].launch_count; j++) {
			const struct launch *launch = &facts->kernels[i].launches[j];
			for (size_t k = 0; k < launch->site_count; k++) {
				if (strcmp(launch->sites[k].id, finding->site) == 0) {
					const struct verdict next = judge_site(&launch->sites[k], arena);
					verdict = verdict.reason ? stronger(verdict, next) : next;
				}
			}
		}
	}
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
