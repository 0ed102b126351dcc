#include "runtime_check/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/memory_model.h"
#include "runtime_check/compare.h"
#include "support/allocate.h"
#include "support/digits.h"
#include "support/hash.h"
#include "support/hash_index.h"

struct verdict {
	enum finding_status status;
	const char *reason;
};

/* The relative excess of a request: 0 for an ideal access, 7 for one that costs 8 times the ideal. For branches: the
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
	return site->kind == SITE_BRANCH     ? "divergent executions"
	       : site->space == SPACE_SHARED ? "wavefronts"
	                                     : "sectors";
}

static struct verdict
judge_by_line(const struct site *site)
{
	const double expected = compare_excess(site, &site->predicted);
	const bool found = expected > 0 && site->measured.line_excess >= 0.5 * expected;
	const enum finding_status confirmed =
		site->measured.agreement == AGREEMENT_FULL ? FINDING_CONFIRMED : FINDING_PARTLY_CONFIRMED;
	return (struct verdict){found ? confirmed : FINDING_NOT_MEASURED,
	                        site->measured.note ? site->measured.note : "it was not run"};
}

/* The compiler decides how often a branch is executed: it may split one branch into several, some of which do not
 * diverge. So either the share or the total of divergent executions may reach half of the prediction. */
static bool
is_half_there(const struct site *site)
{
	return excess(site, &site->measured.figures) >= 0.5 * excess(site, &site->predicted) ||
	       (site->kind == SITE_BRANCH && site->measured.figures.divergent >= 0.5 * site->predicted.divergent);
}

/* Measured and predicted figures as text. */
static const char *
difference(const struct site *site, double predicted, double measured, struct arena *arena)
{
	const double times =
		site->kind == SITE_BRANCH ? site->measured.figures.divergent / site->predicted.divergent : NAN;
	const char *in_all =
		isfinite(times) ? arena_printf(arena, ", %s times as many in all", digits_of(times, 3).text) : "";
	const char *note = site->measured.note;
	return arena_printf(arena, "%.3g %s per request measured, %.3g predicted%s%s%s", measured, unit(site),
	                    predicted, in_all, note ? "; " : "", note ? note : "");
}

/* If the prediction has only bounds, any excess within the bounds suffices. */
static struct verdict
judge_site(const struct site *site, struct arena *arena)
{
	if (!site->measured.is_known)
		return judge_by_line(site);
	const double predicted = compare_cost(site, &site->predicted) / site->predicted.requests;
	const double measured = compare_cost(site, &site->measured.figures) / site->measured.figures.requests;
	const double expected = excess(site, &site->predicted), found = excess(site, &site->measured.figures);
	if (!isfinite(predicted) || !isfinite(measured) || !isfinite(expected) || !isfinite(found))
		return (struct verdict){FINDING_NOT_MEASURED, "there is no predicted figure for comparison"};
	if (site->measured.agreement == AGREEMENT_FULL)
		return (struct verdict){FINDING_CONFIRMED, site->measured.note ? site->measured.note : ""};
	if (site->measured.agreement == AGREEMENT_COST)
		return (struct verdict){FINDING_PARTLY_CONFIRMED, site->measured.note ? site->measured.note : ""};
	const bool is_allowed = site->measured.agreement == AGREEMENT_BOUNDS && found > COMPARE_TOLERANCE;
	return (struct verdict){is_allowed || is_half_there(site) ? FINDING_PARTLY_CONFIRMED : FINDING_REFUTED,
	                        difference(site, predicted, measured, arena)};
}

/* The more definite of two verdicts; the statuses are in this order. */
static struct verdict
stronger(struct verdict a, struct verdict b)
{
	return b.status < a.status ? b : a;
}

/* Counters do not record addresses. If the launch was stopped, the note says so. */
static struct verdict
judge_fault(const struct site *site)
{
	return (struct verdict){FINDING_NOT_MEASURED, site->measured.is_known || !site->measured.note
	                                                      ? "counters do not record addresses"
	                                                      : site->measured.note};
}

/* All sites of all launches by id; those of earlier launches are found first. */
struct sites {
	const struct site **items;
	size_t count, capacity;
	struct hash_index by_id;
};

static void
add_sites(struct sites *sites, const struct launch *launch)
{
	for (size_t i = launch->site_count; i-- > 0;) {
		memory_push(sites->items, sites->count, sites->capacity, &launch->sites[i]);
		hash_index_add(&sites->by_id, hash_text(launch->sites[i].id));
	}
}

static struct sites
sites_of(const struct facts *facts)
{
	struct sites sites = {0};
	for (size_t i = facts->kernel_count; i-- > 0;)
		for (size_t j = facts->kernels[i].launch_count; j-- > 0;)
			add_sites(&sites, &facts->kernels[i].launches[j]);
	return sites;
}

static void
sites_free(struct sites *sites)
{
	free(sites->items);
	hash_index_free(&sites->by_id);
}

/* Judges the finding by the site, if the site has the finding's id. `verdict` is the verdict of earlier sites. */
static struct verdict
judge_one(const struct site *site, const struct finding *finding, struct verdict verdict, struct arena *arena)
{
	if (strcmp(site->id, finding->site) != 0)
		return verdict;
	const struct verdict next = finding->claim == CLAIM_FAULT ? judge_fault(site) : judge_site(site, arena);
	return verdict.reason ? stronger(verdict, next) : next;
}

static struct verdict
judge_by_sites(const struct sites *sites, const struct finding *finding, struct arena *arena)
{
	struct verdict verdict = {FINDING_NOT_MEASURED, NULL};
	for (size_t i = 0; finding->launch && i < finding->launch->site_count; i++)
		verdict = judge_one(&finding->launch->sites[i], finding, verdict, arena);
	if (verdict.status != FINDING_NOT_MEASURED)
		return verdict;
	size_t i = hash_index_last(&sites->by_id, hash_text(finding->site));
	for (; i < sites->count; i = hash_index_before(&sites->by_id, i))
		verdict = judge_one(sites->items[i], finding, verdict, arena);
	return verdict;
}

/* ---- findings about launches ------------------------------------------------------------------------------------- */

/* Judges by the compiled kernel's resident warps, as the driver computes them. The prediction knows only an upper bound
 * of the registers. */
static struct verdict
judge_occupancy(const struct launch *launch, struct arena *arena)
{
	const double predicted = launch->occupancy.predicted, measured = launch->occupancy.warps;
	if (!(predicted > 0) || !isfinite(measured))
		return (struct verdict){FINDING_NOT_MEASURED, "the number of warps that fit was not queried"};
	if (compare_agrees(100 * predicted, 100 * measured))
		return (struct verdict){FINDING_CONFIRMED, ""};
	const char *reason =
		arena_printf(arena, "%.3g%% of the warps fit on a multiprocessor, limited by %s; %.3g%% predicted",
	                     100 * measured, occupancy_limiter_text(launch->occupancy.limiter), 100 * predicted);
	return (struct verdict){measured < predicted ? FINDING_PARTLY_CONFIRMED : FINDING_REFUTED, reason};
}

/* Judges by an access that all threads of a block execute: the hardware must have counted as many lanes per request as
 * were predicted to work. */
static struct verdict
judge_idle_lanes(const struct launch *launch)
{
	const double threads = launch_threads(launch), lanes = threads / ceil(threads / WARP_LANES);
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		const struct figures *figures = site->measured.is_known ? &site->measured.figures : &site->predicted;
		const bool is_counted = site->measured.is_known || site->measured.agreement == AGREEMENT_FULL;
		if (is_counted && site->kind != SITE_BRANCH &&
		    compare_agrees(lanes, figures->lanes / figures->requests))
			return (struct verdict){FINDING_CONFIRMED, ""};
	}
	return (struct verdict){FINDING_NOT_MEASURED, "no counted access is executed by all threads of a block"};
}

/* Judges by the launch's time, on which the finding's statement rests. */
static struct verdict
judge_time(const struct launch *launch, struct arena *arena)
{
	const struct launch_time *predicted = &launch->predicted_time;
	const double us = launch->measured.time.median_us;
	if (!launch->measured.time.runs || !(predicted->low_us > 0))
		return (struct verdict){FINDING_NOT_MEASURED, launch->measured.untimed ? launch->measured.untimed
		                                                                       : "its launch was not timed"};
	const char *times = arena_printf(arena, "the launch takes %s, predicted %s to %s", duration_of(us).text,
	                                 duration_of(predicted->low_us).text, duration_of(predicted->high_us).text);
	if (us >= predicted->low_us && !(us > predicted->high_us))
		return (struct verdict){FINDING_CONFIRMED, times};
	return (struct verdict){us >= predicted->low_us / 2 && !(us > 2 * predicted->high_us) ? FINDING_PARTLY_CONFIRMED
	                                                                                      : FINDING_REFUTED,
	                        times};
}

static struct verdict
judge_by_launch(const struct finding *finding, struct arena *arena)
{
	if (!finding->launch)
		return (struct verdict){FINDING_NOT_MEASURED, "it is not about a launch"};
	if (finding->claim == CLAIM_WORK)
		return judge_time(finding->launch, arena);
	if (finding->claim == CLAIM_BARRIER)
		return (struct verdict){FINDING_NOT_MEASURED, "counters do not record which threads reach a barrier"};
	if (finding->claim == CLAIM_RACE)
		return (struct verdict){FINDING_NOT_MEASURED, "counters do not record the order of threads"};
	return finding->claim == CLAIM_FEW_WARPS ? judge_occupancy(finding->launch, arena)
	                                         : judge_idle_lanes(finding->launch);
}

void
judge_findings(struct facts *facts)
{
	struct sites sites = sites_of(facts);
	for (size_t i = 0; i < facts->finding_count; i++) {
		struct finding *finding = &facts->findings[i];
		const bool is_of_site = finding->site && *finding->site && finding->claim != CLAIM_WORK;
		const struct verdict verdict = is_of_site ? judge_by_sites(&sites, finding, &facts->arena)
		                                          : judge_by_launch(finding, &facts->arena);
		finding->status = verdict.status;
		finding->judged_in_time = finding->claim == CLAIM_WORK;
		finding->status_reason = verdict.reason ? verdict.reason : "it was not run";
	}
	sites_free(&sites);
}
