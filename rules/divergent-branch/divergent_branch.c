/* A condition that differs between the lanes of a warp: the warp executes both arms, each with the other arm's lanes
 * inactive. */
#include <math.h>
#include <string.h>

#include "model/memory_model.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

/* From `bearable` on, a branch gets a note; from `serious` on, a warning. */
static const double bearable = 1.1, serious = 1.25;

/* Up to this many instructions, the compiler predicates or selects the arm of an if instead of branching: it did for
 * 300 of 350 in measured programs. */
static const double short_arm = 10;

static bool
has_paths(const struct site *site)
{
	return site->branch.form == BRANCH_SWITCH || site->branch.form == BRANCH_LADDER;
}

/* The factor by which the branch's code is executed more often than with whole warps, because of inactive lanes. If it
 * is unknown, a divergent warp counts twice. */
static double
waste(const struct site *site)
{
	if (site->branch.whole_warps > 0 && !isnan(site->branch.arm_warps))
		return site->branch.arm_warps / site->branch.whole_warps;
	return 1 + site->source.divergent / site->source.requests;
}

/* The same for each warp that reaches the branch, however rarely it diverges: its mean number of additional
 * executions. */
static double
extra_runs(const struct site *site)
{
	const double requests = site->source.requests;
	if (site->branch.whole_warps > 0 && !isnan(site->branch.arm_warps))
		return (site->branch.arm_warps - site->branch.whole_warps) / requests;
	return site->source.divergent / requests;
}

/* One lane that does some work for its warp or block is an idiom. It is cheap as long as the work is small. For a loop,
 * the lanes that stay count: if one lane leaves at each test, the others still work. */
static bool
is_one_lanes_work(const struct site *site)
{
	if (site->branch.form == BRANCH_LOOP)
		return site->branch.arm_warps > 0 && site->branch.arm_lanes <= site->branch.arm_warps;
	if (has_paths(site) && site->branch.arm_warps > 2 * site->source.requests)
		return false;
	return site->branch.minority_lanes > 0 && site->branch.minority_lanes <= 1;
}

/* A single warp of a block that its remaining work does not fill, as at the end of a reduction. Only lanes of other
 * blocks could fill it. The excess is then less than one warp for each visit. */
static bool
is_last_warps_work(const struct site *site)
{
	return site->branch.arm_warps - site->branch.whole_warps < (1 - 1e-6) * site->branch.visits;
}

/* Without a branch instruction both arms are executed under predicates for all lanes, which the compiler does for short
 * arms. */
static bool
is_short(const struct site *site)
{
	const bool is_if = site->branch.form == BRANCH_ONE_ARM || site->branch.form == BRANCH_TWO_ARMS;
	return site->branch.arm_instructions <= short_arm || (is_if && site->branch.code == BRANCH_CODE_PREDICATED);
}

/* Whether the launch would be faster by more than `ratio` if whole warps executed the branch's arms. If no time is
 * known, its instructions decide. */
static bool
weighs(const struct rule_context *context, const struct site *site, double ratio)
{
	const double own = site->branch.arm_work.instructions,
		     saved = own * (1 - 1 / waste(site)) / context->launch->execution.work.instructions;
	const double slower = branch_slowdown(context, site, waste(site)).estimate;
	return isfinite(own) && (isfinite(slower) ? slower > ratio : saved > 1 - 1 / ratio);
}

/* The smallest possible work, done by few lanes because no others are left. */
static bool
is_last_work(const struct rule_context *context, const struct site *site)
{
	return (is_one_lanes_work(site) || is_last_warps_work(site)) &&
	       (is_short(site) || !weighs(context, site, bearable));
}

/* Whether memory accesses have inactive lanes because of this branch. */
static bool
guards_accesses(const struct launch *launch, const struct site *branch)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].inactive_lanes.branch == branch && launch->sites[i].kind != SITE_BRANCH)
			return true;
	return false;
}

/* Whether each warp of the launch executes the branch several times. */
static bool
is_repeated(const struct launch *launch, const struct site *site)
{
	const double warps = launch_warps(launch);
	return site->source.requests >= 2 * warps;
}

static enum verdict
judge_branch(const struct rule_context *context, const struct site *site)
{
	/* The comparison is false for unknown figures. */
	if (!site->branch.by_lane || site->confidence == CONFIDENCE_UNKNOWN || !(waste(site) > bearable) ||
	    is_last_work(context, site))
		return VERDICT_FINE;
	if (is_short(site) && (!guards_accesses(context->launch, site) || extra_runs(site) <= bearable - 1))
		return VERDICT_FINE;
	/* The number of executions does not determine the weight: a branch that is executed once may have all the work
	 * in its arms, unless these are short. */
	const bool often = extra_runs(site) > serious - 1 || weighs(context, site, serious);
	const bool matters =
		waste(site) > serious && often && !launch_is_tiny(context) &&
		(!is_short(site) || (site->branch.form == BRANCH_ONE_ARM && is_repeated(context->launch, site)));
	return site->confidence <= CONFIDENCE_ASSUMED && matters && !site->basis.is_data_dependent ? VERDICT_BAD
	                                                                                           : VERDICT_NOTE;
}

/* "8", "2.5": rounded to a tenth. */
static struct digits
tenths(double number)
{
	return digits_of(round(10 * number) / 10, 3);
}

static const char *
figures_of(struct rule_context *context, const struct site *site)
{
	const double percent = 100 * site->source.divergent / site->source.requests;
	const double lanes = site->branch.arm_lanes / site->branch.arm_warps;

	if (has_paths(site) && lanes > 0)
		return text(context, "a warp executes %s paths, with %s of 32 lanes each",
		            tenths(site->branch.arm_warps / site->source.requests).text, tenths(lanes).text);
	if (site->branch.form == BRANCH_TWO_ARMS || !(lanes > 0))
		return text(context, "%.0f%% of warps execute both sides", percent);
	if (site->branch.form == BRANCH_LOOP)
		return text(context, "an iteration has %s of 32 lanes active", tenths(lanes).text);
	return text(context, "%.0f%% of warps execute it with %s of 32 lanes active", percent, tenths(lanes).text);
}

static const char *
message(const struct site *site)
{
	switch (site->branch.form) {
	case BRANCH_LOOP: return "divergent loop";
	case BRANCH_SWITCH: return "divergent switch";
	default: return "divergent branch";
	}
}

static const char *
cost(struct rule_context *context, const struct site *site)
{
	if (!(site->branch.whole_warps > 0) || isnan(site->branch.arm_warps))
		return "";
	return text(context, "%s times as many warps execute it as its active lanes would fill",
	            tenths(waste(site)).text);
}

/* If a row has only one warp, threadIdx.x / warpSize has one value. */
static bool
may_go_by_warp(const struct rule_context *context, const struct site *site)
{
	return context->launch->block[0] > WARP_LANES && strstr(site->expression, "threadIdx.x");
}

static const char *
advice(const struct rule_context *context, const struct site *site)
{
	if (is_one_lanes_work(site))
		return "share that lane's work among the lanes of its warp or block; if its steps depend on each "
		       "other, collect the work and give each lane of a whole warp the work of another block";
	if (site->branch.form == BRANCH_LOOP)
		return "give the lanes of a warp equal trip counts: share the work of a long loop among them, or sort "
		       "the data by trip count";
	if (has_paths(site) && site->basis.is_data_dependent)
		return "sort the data by path, or build a list for each path and process it with whole warps, so that "
		       "the lanes of a warp mostly agree";
	if (site->basis.is_data_dependent && site->branch.form == BRANCH_ONE_ARM)
		return "if the guarded work is long, sort the data so that the lanes of a warp mostly agree, or build "
		       "a list of the elements that need it and process it with whole warps";
	if (site->basis.is_data_dependent)
		return "if the two sides are long, sort the data so that the lanes of a warp mostly agree, or compute "
		       "both and select";
	if (is_short(site) && site->branch.form == BRANCH_ONE_ARM)
		return "compute the index from threadIdx.x so that neighbouring threads take part and other warps "
		       "have no work";
	if (site->branch.form == BRANCH_ONE_ARM)
		return "if the guarded work is long, compute its index from threadIdx.x so that neighbouring lanes "
		       "take part and whole warps do it";
	if (may_go_by_warp(context, site))
		return has_paths(site)
		               ? "decide per warp, with threadIdx.x / warpSize instead of threadIdx.x, so that each "
		                 "warp takes one path"
		               : "decide per warp, with threadIdx.x / warpSize instead of threadIdx.x in the "
		                 "condition, or give the two sides to different warps";
	if (has_paths(site))
		return "let all 32 lanes of a warp take the same path: give each path its own warps or blocks";
	return "make the condition the same for all 32 lanes of a warp, or give the two sides to different warps or "
	       "blocks";
}

/* Adds the accesses that are over their ideal only because this branch made lanes inactive. */
static void
add_related(struct rule_context *context, const struct site *branch, struct draft *draft)
{
	const struct launch *launch = context->launch;
	struct related *related = arena_array(&context->facts->arena, launch->site_count, sizeof *related);
	size_t count = 0;

	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->inactive_lanes.branch != branch || !is_due_to_gaps(site))
			continue;
		related[count++] = (struct related){
			site->place,
			text(context, "inactive lanes leave gaps: this %s touches %s sectors per request, ideal %s",
		             access_text(context, site),
		             tenths(site->predicted.sectors / site->predicted.requests).text,
		             tenths(site->predicted.ideal_sectors / site->predicted.requests).text),
		};
	}
	draft->related = related;
	draft->related_count = count;
}

void
check_divergent_branch(struct rule_context *context, const struct site *site)
{
	const enum verdict verdict = site->kind == SITE_BRANCH ? judge_branch(context, site) : VERDICT_FINE;
	if (verdict == VERDICT_FINE)
		return;
	const struct penalty slower = branch_slowdown(context, site, waste(site));
	struct draft draft = {
		.place = &site->place,
		.site = site,
		.verdict = verdict,
		.confidence = site->confidence,
		.penalty = slower,
		.is_rough = true,
		.message = message(site),
		.figures = figures_of(context, site),
		.reason = site->reason,
		.cost = cost(context, site),
		.ideal = "with whole warps on each side",
		.advice = advice(context, site),
	};

	add_related(context, site, &draft);
	draft_add(context, &draft);
}
