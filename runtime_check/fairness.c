#include "runtime_check/fairness.h"

#include <math.h>
#include <string.h>

#include "codegen/worker/result.h"
#include "model/memory_model.h"
#include "runtime_check/compare.h"
#include "runtime_check/compare_lines.h"
#include "runtime_check/packing.h"
#include "support/digits.h"

static const json_t *
launch_of(const json_t *kernel)
{
	return json_array_get(json_object_get(kernel, "launches"), 0);
}

bool
fairness_same_text(const struct place *a, const struct place *b)
{
	return facts_same_place(a, b) && a->end_line == b->end_line && a->end_column == b->end_column;
}

const char *
fairness_failure(const json_t *kernel, struct arena *arena)
{
	const json_t *failed = result_is_ok(kernel) ? launch_of(kernel) : kernel;
	if (failed && result_is_ok(failed))
		return NULL;
	return result_reason(failed, arena);
}

const char *
fairness_uncounted(const json_t *kernel, struct arena *arena)
{
	const json_t *launch = launch_of(kernel);
	switch (result_status(launch, "metrics_status")) {
	case RESULT_OK: return NULL;
	case RESULT_SILENT: return result_no_answer;
	default: return arena_strdup(arena, result_text(launch, "metrics_status"));
	}
}

/* ---- resources of a multiprocessor ------------------------------------------------------------------------------- */

static int64_t
spilled(const json_t *kernel)
{
	const json_t *resources = json_object_get(kernel, "resources");
	return result_count(resources, "spill_store_bytes") + result_count(resources, "spill_load_bytes");
}

static int64_t
blocks(const json_t *kernel)
{
	return result_count(json_object_get(launch_of(kernel), "occupancy"), "blocks_per_sm");
}

static const char *
spill_objection(const struct pairing *pairing)
{
	return spilled(pairing->original) == spilled(pairing->version) ? NULL : "it spills different registers";
}

static const char *
resources_objection(const struct pairing *pairing, struct arena *arena)
{
	const int64_t before = blocks(pairing->original), after = blocks(pairing->version);
	if (before != after)
		return arena_printf(arena, "%lld of its blocks fit on a multiprocessor instead of %lld",
		                    (long long)after, (long long)before);
	return spill_objection(pairing);
}

static double
occupancy(const json_t *kernel)
{
	return result_number(json_object_get(launch_of(kernel), "occupancy"), "occupancy");
}

static const char *
occupancy_objection(const struct pairing *pairing)
{
	return occupancy(pairing->version) > occupancy(pairing->original) ? NULL
	                                                                  : "no more warps fit on a multiprocessor";
}

/* ---- figures that were counted ----------------------------------------------------------------------------------- */

static bool
is_branch(const json_t *line)
{
	return strcmp(result_text(line, "kind"), "branch") == 0;
}

static bool
is_same(const json_t *a, const json_t *b)
{
	return result_count(a, "line") == result_count(b, "line") &&
	       strcmp(result_text(a, "file"), result_text(b, "file")) == 0 &&
	       strcmp(result_text(a, "space"), result_text(b, "space")) == 0 &&
	       strcmp(result_text(a, "kind"), result_text(b, "kind")) == 0;
}

static const json_t *
find_line(const json_t *lines, const json_t *wanted)
{
	json_t *line;
	size_t i;
	json_array_foreach ((json_t *)(uintptr_t)lines, i, line)
		if (is_same(line, wanted))
			return line;
	return NULL;
}

static double
cost_of(const json_t *line)
{
	const struct figures figures = compare_line_figures(line);
	return strcmp(result_text(line, "space"), "shared") == 0 ? figures.wavefronts : figures.sectors;
}

static bool
is_changed(const struct counterfactual *own, const struct site *site)
{
	if (own->of_array)
		return site->object.allocation && site->object.allocation == own->sites[0]->object.allocation;
	for (size_t i = 0; i < own->site_count; i++)
		if (fairness_same_text(&site->place, &own->sites[i]->place))
			return true;
	return false;
}

static bool
is_at_line(const struct counterfactual *own, const struct site *site, const json_t *line)
{
	const struct bundle_file *file = bundle_find(own->kernel->bundle, site->place.file);
	return file && strcmp(file->name, result_text(line, "file")) == 0 &&
	       result_count(line, "line") == site->place.line &&
	       strcmp(result_text(line, "kind"), site_kind_text(site->kind)) == 0 &&
	       strcmp(result_text(line, "space"), site_space_text(site->space)) == 0;
}

/* The ideal cost of a request of the changed access. */
static double
cost_once_changed(const struct counterfactual *own, const struct site *site)
{
	const double ideal = compare_ideal(site, &site->predicted) / site->predicted.requests;
	struct packing packing;
	const bool is_packed = site->space == SPACE_GLOBAL &&
	                       (site->pattern == PATTERN_STRIDED || site->pattern == PATTERN_MIXED) &&
	                       !packing_find(own->launch->launch, site, &packing);
	return is_packed ? fmin(ideal, packing.sectors) : ideal; /* fmin ignores a NAN */
}

/* The access's cost above that ideal. NAN: it shares a line with others, and their sum is not as predicted. */
static double
excess_of(const struct counterfactual *own, const struct site *site)
{
	if (!site->measured.is_known && site->measured.agreement != AGREEMENT_FULL)
		return NAN;
	const struct figures *figures = site->measured.is_known ? &site->measured.figures : &site->predicted;
	return compare_cost(site, figures) - cost_once_changed(own, site) * figures->requests;
}

/* The total excess of the changed accesses on the line. */
static double
excess_at(const struct counterfactual *own, const json_t *line)
{
	const struct launch *launch = own->launch->launch;
	double excess = 0;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (is_changed(own, site) && is_at_line(own, site, line))
			excess += excess_of(own, site);
	}
	return excess;
}

/* A branch with other counts shows that loaded values decide control flow. A branch that one version has and the other
 * predicates must not diverge. */
static const char *
branch_objection(const json_t *before, const json_t *after, struct arena *arena)
{
	const double divergent = after ? result_number(after, "divergent") : 0;
	const bool is_same_code = result_count(before, "instructions") == result_count(after, "instructions");
	if (!compare_agrees(result_number(before, "divergent"), divergent) ||
	    (is_same_code && !compare_agrees(result_number(before, "requests"), result_number(after, "requests"))))
		return arena_printf(arena, "the branch in line %lld takes different paths",
		                    (long long)result_count(before, "line"));
	return NULL;
}

static const char *
access_objection(const struct counterfactual *own, const json_t *before, const json_t *after, struct arena *arena)
{
	const double requests = result_number(before, "requests"), lanes = result_number(before, "lanes");
	const double cost = cost_of(before) - excess_at(own, before);
	const long long number = (long long)result_count(before, "line");
	if (!after || !compare_agrees(requests, result_number(after, "requests")))
		return arena_printf(arena, "line %lld makes %s requests instead of %s", number,
		                    digits_of(after ? result_number(after, "requests") : 0, 9).text,
		                    digits_of(requests, 9).text);
	if (!compare_agrees(lanes, result_number(after, "lanes")))
		return arena_printf(arena, "line %lld has different active lanes", number);
	if (!isfinite(cost))
		return arena_printf(arena, "the expected cost of line %lld is unknown", number);
	if (!compare_agrees(cost, cost_of(after)))
		return arena_printf(arena, "a request in line %lld costs %s instead of %s", number,
		                    digits_of(cost_of(after) / requests, 3).text, digits_of(cost / requests, 3).text);
	return NULL;
}

static const char *
same_line_objection(const struct counterfactual *own, const json_t *before, const json_t *after, struct arena *arena)
{
	return is_branch(before) ? branch_objection(before, after, arena) : access_objection(own, before, after, arena);
}

/* Judges the counts of a line in both versions. `after` is NULL if the variant does not have the line. */
typedef const char *line_judge(const struct counterfactual *own, const json_t *before, const json_t *after,
                               struct arena *arena);

static const char *
lines_objection(const struct counterfactual *own, const struct pairing *pairing, line_judge *judge, struct arena *arena)
{
	const json_t *before = json_object_get(launch_of(pairing->original), "lines");
	const json_t *after = json_object_get(launch_of(pairing->version), "lines");
	json_t *line;
	size_t i;
	json_array_foreach ((json_t *)(uintptr_t)before, i, line) {
		const char *objection = judge(own, line, find_line(after, line), arena);
		if (objection)
			return objection;
	}
	json_array_foreach ((json_t *)(uintptr_t)after, i, line) {
		if (find_line(before, line))
			continue;
		if (!is_branch(line) || result_number(line, "divergent") > 0)
			return arena_printf(arena, "line %lld executes instructions that the original does not",
			                    (long long)result_count(line, "line"));
	}
	return NULL;
}

/* ---- a branch ---------------------------------------------------------------------------------------------------- */

/* The share of the line's divergence that the changed conditions cause. */
static double
divergence_at(const struct counterfactual *own, const json_t *line)
{
	double divergent = 0;
	for (size_t i = 0; i < own->site_count; i++) {
		const struct site *site = own->sites[i];
		if (is_at_line(own, site, line))
			divergent +=
				site->measured.is_known ? site->measured.figures.divergent : site->predicted.divergent;
	}
	return divergent;
}

static const char *
split_objection(const struct counterfactual *own, const json_t *before, const json_t *after, struct arena *arena)
{
	const double was = result_number(before, "divergent"), is = after ? result_number(after, "divergent") : 0;
	const double expected = fmax(was - divergence_at(own, before), 0);
	if (!(is <= expected + COMPARE_TOLERANCE * result_number(before, "requests")))
		return arena_printf(arena, "the branch in line %lld diverges in %s warps instead of %s",
		                    (long long)result_count(before, "line"), digits_of(is, 9).text,
		                    digits_of(expected, 9).text);
	return NULL;
}

/* The line must be executed by as many threads, in no more warps. */
static const char *
gathered_line_objection(const struct counterfactual *own, const json_t *before, const json_t *after,
                        struct arena *arena)
{
	if (is_branch(before))
		return split_objection(own, before, after, arena);
	const double requests = result_number(before, "requests"), fewer = after ? result_number(after, "requests") : 0;
	const long long number = (long long)result_count(before, "line");
	if (!after || !compare_agrees(result_number(before, "lanes"), result_number(after, "lanes")))
		return arena_printf(arena, "line %lld is executed by %s threads instead of %s", number,
		                    digits_of(after ? result_number(after, "lanes") : 0, 9).text,
		                    digits_of(result_number(before, "lanes"), 9).text);
	if (!(fewer <= (1 + COMPARE_TOLERANCE) * requests))
		return arena_printf(arena, "line %lld makes %s requests instead of %s", number,
		                    digits_of(fewer, 9).text, digits_of(requests, 9).text);
	const double was = cost_of(before), is = cost_of(after);
	if (!(is <= (1 + COMPARE_TOLERANCE) * was) || (compare_agrees(requests, fewer) && !compare_agrees(was, is)))
		return arena_printf(arena, "line %lld costs %s instead of %s", number, digits_of(is, 9).text,
		                    digits_of(was, 9).text);
	return NULL;
}

/* Thread instructions: instructions times active lanes. */
static double
work_of(const json_t *kernel)
{
	return result_number(json_object_get(launch_of(kernel), "executed"), "lanes");
}

/* Tolerated difference from the original's, because compilers generate somewhat different code for equal sources. */
static const double same_work = 0.05;

static const char *
work_objection(const struct pairing *pairing, struct arena *arena)
{
	const double was = work_of(pairing->original), is = work_of(pairing->version);
	const double added = pairing->twice ? fmax(work_of(pairing->twice) - is, 0) : 0, share = (is - added) / was;
	if (!isfinite(share))
		return "the instructions of its threads were not counted";
	if (fabs(share - 1) > same_work)
		return arena_printf(arena, "its threads execute %.2f times as many instructions", share);
	return NULL;
}

/* ---- the launch -------------------------------------------------------------------------------------------------- */

static const char *
same_threads_objection(const struct counterfactual *own, const json_t *before, const json_t *after, struct arena *arena)
{
	(void)own;
	const double was = result_number(before, "lanes"), is = after ? result_number(after, "lanes") : 0;
	if (is_branch(before) || was == is)
		return NULL;
	return arena_printf(arena, "line %lld is executed by %s threads instead of %s",
	                    (long long)result_count(before, "line"), digits_of(is, 9).text, digits_of(was, 9).text);
}

static const char *
results_objection(const struct pairing *pairing)
{
	const char *was = result_text(launch_of(pairing->original), "contents"),
		   *is = result_text(launch_of(pairing->version), "contents");
	if (!*was || !*is)
		return "its results could not be compared";
	return strcmp(was, is) == 0 ? NULL : "its results differ";
}

/* ---- entry points ------------------------------------------------------------------------------------------------ */

static const char *
blocks_objection(const struct counterfactual *own, const struct pairing *pairing, struct arena *arena)
{
	const bool is_of_warps = launch_threads(own->launch->launch) % WARP_LANES != 0;
	const char *objection = is_of_warps ? NULL : occupancy_objection(pairing);
	objection = objection ? objection : lines_objection(own, pairing, same_threads_objection, arena);
	return objection ? objection : results_objection(pairing);
}

const char *
fairness_objection(const struct counterfactual *own, const struct pairing *pairing, struct arena *arena)
{
	const char *objection = NULL;
	switch (own->changed) {
	case CHANGED_ACCESSES:
		objection = resources_objection(pairing, arena);
		return objection ? objection : lines_objection(own, pairing, same_line_objection, arena);
	case CHANGED_BRANCH:
		objection = resources_objection(pairing, arena);
		objection = objection ? objection : lines_objection(own, pairing, gathered_line_objection, arena);
		return objection ? objection : work_objection(pairing, arena);
	case CHANGED_BLOCKS:
		objection = spill_objection(pairing);
		return objection ? objection : blocks_objection(own, pairing, arena);
	}
	return objection;
}
