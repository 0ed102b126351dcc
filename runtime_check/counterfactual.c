#include "runtime_check/counterfactual.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime_check/counterfactual_job.h"
#include "runtime_check/excerpt.h"
#include "support/allocate.h"
#include "support/pointer_set.h"

/* Limits the time of a job, and leaves several jobs for several GPUs. */
enum { MOST_IN_JOB = 8 };

/* ---- which findings have a variant ------------------------------------------------------------------------------- */

static const struct site *
site_of(const struct finding *finding)
{
	for (size_t i = 0; finding->launch && finding->site && *finding->site && i < finding->launch->site_count; i++)
		if (strcmp(finding->launch->sites[i].id, finding->site) == 0)
			return &finding->launch->sites[i];
	return NULL;
}

static void
add_site(struct counterfactual *own, const struct site *site, struct arena *arena)
{
	for (size_t i = 0; i < own->site_count; i++)
		if (own->sites[i] == site)
			return;
	arena_push(arena, own->sites, own->site_count, own->site_capacity, site);
}

static bool
find_launch(const struct plan *plan, struct counterfactual *own)
{
	for (size_t i = 0; i < plan->kernel_count; i++) {
		const struct planned_kernel *kernel = &plan->kernels[i];
		for (size_t k = 0; k < kernel->kernel->launch_count; k++) {
			own->kernel = kernel;
			own->launch = &kernel->launches[k];
			if (own->launch->launch == own->finding->launch)
				return kernel->bundle && !kernel->skipped && !own->launch->skipped;
		}
	}
	return false;
}

static bool
is_confirmed(const struct finding *finding)
{
	return finding->status == FINDING_CONFIRMED || finding->status == FINDING_PARTLY_CONFIRMED;
}

/* ---- the job of a finding ---------------------------------------------------------------------------------------- */

struct building {
	struct counterfactuals *all;
	struct facts *facts;
	const struct plan *plan;
	struct excerpts *excerpts; /* of the sources of `plan` */
	const struct penalty_jobs_user *user;
};

/* The launch's last job if it has room; otherwise a new job. */
static size_t
job_for(struct counterfactuals *all, const struct counterfactual *own)
{
	for (size_t i = all->job_count; i-- > 0;)
		if (all->jobs[i].launch == own->launch->launch && all->jobs[i].count < MOST_IN_JOB)
			return i;
	memory_push(all->jobs, all->job_count, all->job_capacity, (struct penalty_job){0});
	return all->job_count - 1;
}

/* A job that contains only the original measures nothing. */
static void
drop_if_empty(struct counterfactuals *all, size_t job)
{
	if (all->jobs[job].count > 0)
		return;
	json_decref(all->jobs[job].document);
	all->job_count--;
}

static const char *
add_versions(const struct making *making)
{
	if (making->own->site_count == 0)
		return counterfactual_launch(making);
	return making->own->sites[0]->kind == SITE_BRANCH ? counterfactual_branch(making)
	                                                  : counterfactual_accesses(making);
}

/* Adds the finding's variants to its job. Returns NULL, or why there is none. */
static const char *
add_to_job(struct building *building, struct counterfactual *own)
{
	struct counterfactuals *all = building->all;
	struct facts *facts = building->facts;
	own->job = job_for(all, own);
	const struct making making = {building->plan,      building->excerpts, facts, &facts->arena, own,
	                              &all->jobs[own->job]};
	if (!making.job->document)
		making_begin(&making);
	const char *why = add_versions(&making);
	if (why) {
		drop_if_empty(all, own->job);
		return why;
	}
	making.job->count++;
	making_race(&making);
	return NULL;
}

/* ---- entry point ------------------------------------------------------------------------------------------------- */

/* Returns why the finding has no variant; NULL: it has one. */
static const char *
add_finding(struct building *building, struct finding *finding)
{
	struct counterfactuals *all = building->all;
	struct arena *arena = &building->facts->arena;
	struct counterfactual own = {.finding = finding};
	const struct site *shown = site_of(finding);
	if (!finding->launch)
		return "it is not about a launch";
	if (finding->claim == CLAIM_FAULT || finding->claim == CLAIM_BARRIER || finding->claim == CLAIM_RACE)
		return "it is an error, not a cost in time";
	if (finding->claim == CLAIM_WORK)
		return "no variant divides the work differently: that is the programmer's choice";
	if (shown ? !is_confirmed(finding) : finding->status == FINDING_REFUTED)
		return shown ? "its requests were not confirmed" : "the counts contradict it";
	if (shown)
		add_site(&own, shown, arena);
	for (size_t i = 0; shown && i < finding->site_count; i++)
		add_site(&own, finding->sites[i], arena);
	if (finding->launch->origin == LAUNCH_ASSUMED)
		return "its launch is assumed";
	if (!find_launch(building->plan, &own))
		return "its launch was not measured";
	const char *why = add_to_job(building, &own);
	if (!why)
		memory_push(all->items, all->count, all->capacity, own);
	return why;
}

static double
share_of(const struct finding *finding)
{
	return isfinite(finding->time_share) ? finding->time_share : -1;
}

/* Findings of equal share keep the order of the report. Each pointer points into the list of findings. */
static int
by_share(const void *left, const void *right)
{
	struct finding *const *a = left, *const *b = right;
	const double first = share_of(*a), second = share_of(*b);
	return first != second ? (first < second) - (first > second) : (*a > *b) - (*a < *b);
}

/* For each finding, whether all later findings belong to other launches. The caller frees it. */
static bool *
last_of_launches(struct finding *const *findings, size_t count)
{
	bool *last = memory_zeroed(count + 1, sizeof *last);
	struct pointer_set launches = {0};
	for (size_t i = count; i-- > 0;)
		last[i] = findings[i]->launch && pointer_set_add(&launches, findings[i]->launch);
	pointer_set_free(&launches);
	return last;
}

/* Hands out the launch's jobs, which are complete. */
static void
hand_out(const struct building *building, const struct launch *launch)
{
	const struct penalty_jobs_user *user = building->user;
	for (size_t i = 0; i < building->all->job_count; i++) {
		const struct penalty_job *job = &building->all->jobs[i];
		if (job->launch != launch)
			continue;
		user->take(user->context, i, job->document);
		json_object_del(job->document, "sources");
	}
}

void
counterfactuals_build(struct counterfactuals *all, struct facts *facts, const struct plan *plan,
                      const struct penalty_jobs_user *user)
{
	*all = (struct counterfactuals){0};
	struct building building = {all, facts, plan, excerpts_new(plan->document), user};
	struct finding **findings = arena_new_array(&facts->arena, struct finding *, facts->finding_count);
	for (size_t i = 0; i < facts->finding_count; i++)
		findings[i] = &facts->findings[i];
	qsort(findings, facts->finding_count, sizeof *findings, by_share);
	bool *last = last_of_launches(findings, facts->finding_count);
	for (size_t i = 0; i < facts->finding_count; i++) {
		findings[i]->unmeasured_penalty = add_finding(&building, findings[i]);
		if (user && last[i])
			hand_out(&building, findings[i]->launch);
	}
	free(last);
	excerpts_free(building.excerpts);
}

void
counterfactuals_free(struct counterfactuals *all)
{
	for (size_t i = 0; i < all->job_count; i++)
		json_decref(all->jobs[i].document);
	free(all->jobs);
	free(all->items);
}
