#include "runtime_check/fairness.h"

#include <math.h>
#include <string.h>

#include "runtime_check/compare.h"
#include "runtime_check/compare_lines.h"
#include "runtime_check/result.h"

static const json_t *
launch_of(const json_t *kernel)
{
	return json_array_get(json_object_get(kernel, "launches"), 0);
}

const char *
fairness_failure(const json_t *kernel, struct arena *arena)
{
	const json_t *failed = strcmp(result_text(kernel, "status"), "ok") == 0 ? launch_of(kernel) : kernel;
	if (failed && strcmp(result_text(failed, "status"), "ok") == 0)
		return NULL;
	return arena_printf(arena, "%s: %s", result_text(failed, "status"), result_text(failed, "reason"));
}

/* ---- what it takes of a multiprocessor ----------------------------------------------------------------------------- */

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
resources_objection(const json_t *original, const json_t *version, struct arena *arena)
{
	if (blocks(original) != blocks(version))
		return arena_printf(arena, "%lld of its blocks fit on a multiprocessor instead of %lld", (long long)blocks(version),
		                    (long long)blocks(original));
	if (spilled(original) != spilled(version))
		return "its registers are spilled otherwise";
	return NULL;
}

/* ---- what was counted ---------------------------------------------------------------------------------------------- */

static bool
is_branch(const json_t *line)
{
	return strcmp(result_text(line, "kind"), "branch") == 0;
}

static bool
is_same(const json_t *a, const json_t *b)
{
	return result_count(a, "line") == result_count(b, "line") && strcmp(result_text(a, "file"), result_text(b, "file")) == 0 &&
	       strcmp(result_text(a, "space"), result_text(b, "space")) == 0 &&
	       strcmp(result_text(a, "kind"), result_text(b, "kind")) == 0;
}

static const json_t *
find_line(const json_t *lines, const json_t *wanted)
{
	json_t *line;
	size_t i;
	json_array_foreach((json_t *)(uintptr_t)lines, i, line)
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
		return site->memory && site->memory == own->sites[0]->memory;
	for (size_t i = 0; i < own->site_count; i++)
		if (counterfactual_same_text(&site->place, &own->sites[i]->place))
			return true;
	return false;
}

static bool
is_at_line(const struct counterfactual *own, const struct site *site, const json_t *line)
{
	const struct bundle_file *file = bundle_find(own->kernel->bundle, site->place.file);
	return file && strcmp(file->name, result_text(line, "file")) == 0 && result_count(line, "line") == site->place.line &&
	       strcmp(result_text(line, "kind"), site_kind_text(site->kind)) == 0 &&
	       strcmp(result_text(line, "space"), site_space_text(site->space)) == 0;
}

/* What the access costs over the ideal; NAN: it is one of several on its line, whose sum is not as predicted. */
static double
excess_of(const struct site *site)
{
	const double ideal = compare_ideal(site, &site->predicted) / site->predicted.requests;
	if (site->has_measured)
		return compare_cost(site, &site->measured) - ideal * site->measured.requests;
	return site->agreement == AGREEMENT_FULL ? compare_excess(site, &site->predicted) : NAN;
}

/* What the accesses that changed cost over the ideal at the line. */
static double
excess_at(const struct counterfactual *own, const json_t *line)
{
	const struct launch *launch = own->launch->launch;
	double excess = 0;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (!is_changed(own, site) || !is_at_line(own, site, line))
			continue;
		excess += excess_of(site);
	}
	return excess;
}

/* Whether what the lanes read decides where they go. A branch that one of the versions has as predicated instructions was not
 * divergent if it is none in the other. */
static const char *
branch_objection(const json_t *before, const json_t *after, struct arena *arena)
{
	const double divergent = after ? result_number(after, "divergent") : 0;
	const bool is_same_code = result_count(before, "instructions") == result_count(after, "instructions");
	if (!compare_agrees(result_number(before, "divergent"), divergent) ||
	    (is_same_code && !compare_agrees(result_number(before, "requests"), result_number(after, "requests"))))
		return arena_printf(arena, "the branch in line %lld goes other ways", (long long)result_count(before, "line"));
	return NULL;
}

static const char *
access_objection(const struct counterfactual *own, const json_t *before, const json_t *after, struct arena *arena)
{
	const double requests = result_number(before, "requests"), lanes = result_number(before, "lanes");
	const double cost = cost_of(before) - excess_at(own, before);
	const long long number = (long long)result_count(before, "line");
	if (!after || !compare_agrees(requests, result_number(after, "requests")))
		return arena_printf(arena, "line %lld makes %.6g requests instead of %.6g", number,
		                    after ? result_number(after, "requests") : 0, requests);
	if (!compare_agrees(lanes, result_number(after, "lanes")))
		return arena_printf(arena, "line %lld has other lanes active", number);
	if (!isfinite(cost))
		return arena_printf(arena, "what line %lld should cost is not known", number);
	if (!compare_agrees(cost, cost_of(after)))
		return arena_printf(arena, "a request in line %lld costs %.3g instead of %.3g", number, cost_of(after) / requests,
		                    cost / requests);
	return NULL;
}

/* A line's counts in both versions; after NULL: the second has none. */
static const char *
line_objection(const struct counterfactual *own, const json_t *before, const json_t *after, struct arena *arena)
{
	return is_branch(before) ? branch_objection(before, after, arena) : access_objection(own, before, after, arena);
}

static const char *
lines_objection(const struct counterfactual *own, const json_t *before, const json_t *after, struct arena *arena)
{
	json_t *line;
	size_t i;
	json_array_foreach((json_t *)(uintptr_t)before, i, line) {
		const char *objection = line_objection(own, line, find_line(after, line), arena);
		if (objection)
			return objection;
	}
	json_array_foreach((json_t *)(uintptr_t)after, i, line) {
		if (find_line(before, line))
			continue;
		if (!is_branch(line) || result_number(line, "divergent") > 0)
			return arena_printf(arena, "line %lld does what it did not", (long long)result_count(line, "line"));
	}
	return NULL;
}

const char *
fairness_objection(const struct counterfactual *own, const json_t *original, const json_t *version, struct arena *arena)
{
	const json_t *kernels[] = {original, version};
	for (size_t i = 0; i < 2; i++) {
		const char *failure = fairness_failure(kernels[i], arena);
		if (failure)
			return failure;
		const char *counted = result_text(launch_of(kernels[i]), "metrics_status");
		if (strcmp(counted, "ok") != 0)
			return arena_strdup(arena, counted);
	}
	const char *objection = resources_objection(original, version, arena);
	if (objection)
		return objection;
	return lines_objection(own, json_object_get(launch_of(original), "lines"), json_object_get(launch_of(version), "lines"),
	                       arena);
}
