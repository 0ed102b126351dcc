#include "runtime_check/compare_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/worker/result.h"
#include "model/memory_model.h"
#include "runtime_check/compare.h"
#include "support/allocate.h"
#include "support/digits.h"
#include "support/path.h"

/* A result may contain any number. One above the possible maximum is discarded. */
static double
at_most(double most, double number)
{
	return number <= most ? number : NAN;
}

struct figures
compare_line_figures(const json_t *line)
{
	struct figures figures = no_figures;
	figures.requests = result_number(line, "requests");
	figures.lanes = at_most(WARP_LANES * figures.requests, result_number(line, "lanes"));
	figures.sectors = result_number(line, "sectors");
	figures.ideal_sectors = result_number(line, "ideal_sectors");
	figures.wavefronts = result_number(line, "wavefronts");
	figures.ideal_wavefronts = result_number(line, "ideal_wavefronts");
	figures.divergent = at_most(figures.requests, result_number(line, "divergent"));
	return figures;
}

/* ---- sites ------------------------------------------------------------------------------------------------------- */

/* Sites of a launch on one line and of one kind. The hardware's counters give their sum only. */
struct group {
	struct site **sites;
	size_t count, capacity;
	struct figures predicted, measured; /* totals */
};

static void
add_figures(struct figures *sum, const struct figures *figures)
{
	sum->requests += figures->requests;
	sum->lanes += figures->lanes;
	sum->sectors += figures->sectors;
	sum->ideal_sectors += figures->ideal_sectors;
	sum->wavefronts += figures->wavefronts;
	sum->ideal_wavefronts += figures->ideal_wavefronts;
	sum->divergent += figures->divergent;
}

/* The line to which the compiler attributes the site. NVRTC itself defines atomics and hinted loads, so their
 * instructions are on the line of the call. Those of other library functions are on lines of their headers. */
static const struct place *
compiled_place(const struct site *site, const json_t *lines)
{
	const json_t *line;
	size_t i;
	if (site->code.line_info.file)
		json_array_foreach ((json_t *)(uintptr_t)lines, i, line)
			if (path_same_name(result_text(line, "file"), site->code.line_info.file))
				return &site->code.line_info;
	return &site->place;
}

static bool
belong_together(const struct site *a, const struct site *b, const json_t *lines)
{
	if (a->kind != b->kind || a->space != b->space)
		return false;
	const struct place *at = compiled_place(a, lines), *other = compiled_place(b, lines);
	return at->line == other->line && strcmp(at->file, other->file) == 0;
}

static bool
collect_group(struct group *group, struct launch *launch, size_t first, const json_t *lines)
{
	struct site *site = &launch->sites[first];
	*group = (struct group){0};
	for (size_t i = 0; i < first; i++) {
		if (belong_together(&launch->sites[i], site, lines))
			return false; /* handled with an earlier site */
	}
	group->predicted = site->predicted;
	memory_push(group->sites, group->count, group->capacity, site);
	for (size_t i = first + 1; i < launch->site_count; i++) {
		if (!belong_together(&launch->sites[i], site, lines))
			continue;
		memory_push(group->sites, group->count, group->capacity, &launch->sites[i]);
		add_figures(&group->predicted, &launch->sites[i].predicted);
	}
	return true;
}

/* Whether the result's file name denotes the file of the place. The toolkit's headers have another path on the worker's
 * machine. */
static bool
is_file_of(const char *name, const struct place *place, const struct site *site, const struct line_names *names)
{
	if (place == &site->code.line_info)
		return path_same_name(name, place->file);
	return names->is_file(names->context, name, place->file);
}

/* Finds the result's line for the sites. The compiler may attribute an access that spans several lines to any of them.
 * It attributes a branch to the line on which the condition begins. */
static bool
find_line(struct group *group, const json_t *lines, const struct line_names *names)
{
	const struct site *site = group->sites[0];
	const struct place *place = compiled_place(site, lines);
	const uint32_t last =
		site->kind == SITE_BRANCH || place->end_line < place->line ? place->line : place->end_line;
	for (uint32_t number = place->line; number <= last; number++) {
		const json_t *line;
		size_t i;
		json_array_foreach ((json_t *)(uintptr_t)lines, i, line) {
			if (result_count(line, "line") == number &&
			    is_file_of(result_text(line, "file"), place, site, names) &&
			    strcmp(result_text(line, "kind"), site_kind_text(site->kind)) == 0 &&
			    strcmp(result_text(line, "space"),
			           site->kind == SITE_BRANCH ? "none" : site_space_text(site->space)) == 0) {
				group->measured = compare_line_figures(line);
				return true;
			}
		}
	}
	return false;
}

static void
note_group(struct group *group, const char *note)
{
	for (size_t i = 0; i < group->count; i++)
		group->sites[i]->measured.note = note;
}

/* Whether all sites of the group have the same cost per request. Then it does not matter which request belongs to which
 * site. */
static bool
is_uniform(const struct group *group)
{
	const struct site *first = group->sites[0];
	const double cost = compare_cost(first, &first->predicted) / first->predicted.requests;
	for (size_t i = 0; i < group->count; i++) {
		const struct site *site = group->sites[i];
		if (!compare_agrees(compare_cost(site, &site->predicted) / site->predicted.requests, cost))
			return false;
	}
	return true;
}

static struct figures
share_of(const struct figures *total, double share)
{
	return (struct figures){
		.requests = total->requests * share,
		.lanes = total->lanes * share,
		.sectors = total->sectors * share,
		.ideal_sectors = total->ideal_sectors * share,
		.wavefronts = total->wavefronts * share,
		.ideal_wavefronts = total->ideal_wavefronts * share,
		.divergent = total->divergent * share,
		.low = NAN,
		.high = NAN,
	};
}

/* The optimization that changes how often a branch is executed. */
static const char *
compilers_way(const struct group *group)
{
	const struct site *site = group->sites[0];
	for (size_t i = 1; i < group->count && site->branch.form != BRANCH_LOOP; i++)
		site = group->sites[i];
	return site->branch.form == BRANCH_LOOP
	               ? "the compiler unrolls loops, and tests their conditions after their bodies"
	       : site->branch.form == BRANCH_SWITCH
	               ? "the compiler turns a switch into several branches, or a jump table"
	               : "the compiler may split a condition into several branches, hoist it out of a loop, or put "
	                 "tests of unrolled loops on any of their lines";
}

/* The note on requests that the compiler merged, repeated or removed. NULL: the counts agree. */
static const char *
request_note(const struct group *group, struct arena *arena)
{
	const double predicted = group->predicted.requests, measured = group->measured.requests;
	if (!isfinite(predicted) || !isfinite(measured) || predicted == 0 || compare_agrees(predicted, measured))
		return NULL;
	if (group->sites[0]->kind == SITE_BRANCH)
		return arena_printf(arena, "the compiled code executes it %s times as often as the source: %s",
		                    digits_of(measured / predicted, 3).text, compilers_way(group));
	return arena_printf(arena, "the compiled code makes %s times as many requests as the source",
	                    digits_of(measured / predicted, 3).text);
}

/* Whether the site has predicted bounds that include this cost per request. */
static bool
is_within_bounds(const struct site *site, const struct figures *predicted, double cost)
{
	return site->confidence == CONFIDENCE_BOUNDED &&
	       cost >= (1 - COMPARE_TOLERANCE) * predicted->low / predicted->requests &&
	       cost <= (1 + COMPARE_TOLERANCE) * predicted->high / predicted->requests;
}

/* For sites with predicted and measured figures of their own. The number of executions of a branch is compared only if
 * the branch is exact. Otherwise it is not predicted for the compiled code. */
static enum agreement
agreement_of(const struct site *site, bool exact, const struct figures *predicted, const struct figures *measured)
{
	const double cost = compare_cost(site, predicted), found = compare_cost(site, measured);
	const bool branch = site->kind == SITE_BRANCH;
	if (!isfinite(cost / predicted->requests) || !isfinite(found / measured->requests))
		return AGREEMENT_OPEN;
	if (!(branch && compare_agrees(cost, found)) &&
	    !compare_agrees(cost / predicted->requests, found / measured->requests))
		return is_within_bounds(site, predicted, found / measured->requests) ? AGREEMENT_BOUNDS
		                                                                     : AGREEMENT_NONE;
	return (branch && !exact) || compare_agrees(predicted->requests, measured->requests) ? AGREEMENT_FULL
	                                                                                     : AGREEMENT_COST;
}

static void
measure_site(struct site *site, const struct figures *measured, const char *note)
{
	site->measured.is_known = true;
	site->measured.figures = *measured;
	site->measured.note = note;
	site->measured.agreement = agreement_of(site, site->confidence == CONFIDENCE_EXACT, &site->predicted, measured);
}

/* Judges the sites of a line by their sum. If the sum differs, a single site may still be correct unless all are
 * exact. */
static void
judge_line(struct group *group)
{
	bool all_exact = true;
	for (size_t i = 0; i < group->count; i++)
		all_exact &= group->sites[i]->confidence == CONFIDENCE_EXACT;
	const enum agreement agreement = agreement_of(group->sites[0], all_exact, &group->predicted, &group->measured);
	for (size_t i = 0; i < group->count; i++) {
		struct site *site = group->sites[i];
		site->measured.agreement = agreement == AGREEMENT_FULL || all_exact ? agreement : AGREEMENT_OPEN;
		site->measured.line_excess = compare_excess(site, &group->measured) -
		                             compare_excess(site, &group->predicted) +
		                             compare_excess(site, &site->predicted);
	}
}

/* Whether the addresses follow from source and launch, whatever code the compiler generates. */
static bool
is_certain(const struct site *site)
{
	return site->confidence == CONFIDENCE_EXACT ||
	       (site->confidence == CONFIDENCE_ASSUMED && !site->basis.assumption && !site->basis.is_open_ended);
}

/* The only uncertain site of the group. NULL: there is none, or several. */
static struct site *
only_uncertain(const struct group *group)
{
	struct site *found = NULL;
	for (size_t i = 0; i < group->count; i++) {
		if (is_certain(group->sites[i]))
			continue;
		if (found)
			return NULL;
		found = group->sites[i];
	}
	return found;
}

/* A gather on a line with certain accesses gets the remainder of the line's figures, if the remaining requests are as
 * many as its own. */
static void
resolve_by_rest(struct group *group)
{
	struct site *site = only_uncertain(group);
	struct figures rest = group->measured;
	for (size_t i = 0; site && i < group->count; i++) {
		const struct figures taken = share_of(&group->sites[i]->predicted, -1);
		if (group->sites[i] != site)
			add_figures(&rest, &taken);
	}
	if (site && site->kind != SITE_BRANCH && compare_agrees(site->predicted.requests, rest.requests) &&
	    compare_cost(site, &rest) >= rest.requests)
		measure_site(site, &rest, "the line's sum minus the predicted cost of its other accesses");
}

static void
fill_group(struct group *group, struct arena *arena)
{
	const struct site *first = group->sites[0];
	const char *note = request_note(group, arena);
	if (group->count == 1) {
		measure_site(group->sites[0], &group->measured, note);
		return;
	}
	const double predicted = compare_cost(first, &group->predicted),
		     measured = compare_cost(first, &group->measured);
	if (!note && isfinite(predicted) && is_uniform(group)) {
		for (size_t i = 0; i < group->count; i++) {
			struct site *site = group->sites[i];
			const struct figures share =
				share_of(&group->measured, site->predicted.requests / group->predicted.requests);
			measure_site(site, &share,
			             arena_printf(arena, "its share of the %zu accesses on the line", group->count));
		}
		return;
	}
	judge_line(group);
	const char *expected = isfinite(predicted)
	                               ? arena_printf(arena, "predicted for all: %s, ", digits_of(predicted, 9).text)
	                               : "not all predicted, ";
	const char *together = arena_printf(arena, "one of %zu on its line; %smeasured for all: %s %s%s%s",
	                                    group->count, expected, digits_of(measured, 9).text,
	                                    first->kind == SITE_BRANCH     ? "divergent executions"
	                                    : first->space == SPACE_SHARED ? "wavefronts"
	                                                                   : "sectors",
	                                    note ? "; " : "", note ? note : "");
	note_group(group, together);
	resolve_by_rest(group);
}

static bool
rests_on_data(const struct site *site)
{
	return site->pattern == PATTERN_GATHER || site->basis.is_data_dependent;
}

/* Why the hardware cannot measure the site; NULL: it can. */
static const char *
unmeasurable(const struct launch *launch, const struct site *site, struct arena *arena)
{
	if (site->kind == SITE_BARRIER || site->kind == SITE_CALL)
		return "the hardware has no counter for it";
	if (site->kind != SITE_BRANCH && (site->space == SPACE_CONSTANT || site->space == SPACE_TEXTURE))
		return "the hardware has no counter for this memory by instruction";
	if (site->kind != SITE_BRANCH && (site->space == SPACE_GENERIC || site->space == SPACE_NONE))
		return "its address space is unknown";
	if (launch->measured.index_data.generated && rests_on_data(site))
		return arena_printf(arena, "it depends on data, and the measured run had random data in %s",
		                    launch->measured.index_data.generated);
	return NULL;
}

static const char *
why_not_compiled(const struct site *site)
{
	return site->kind == SITE_BRANCH
	               ? "the compiled code has no branch on this line: it is predicated, or both sides are computed "
	                 "and one is selected"
	               : "the compiled code has no such instruction on this line: it was eliminated or merged into "
	                 "another line's";
}

static void
compare_sites(struct launch *launch, const json_t *lines, const struct line_names *names, struct arena *arena)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		struct group group;
		if (!collect_group(&group, launch, i, lines))
			continue;
		const char *reason = unmeasurable(launch, &launch->sites[i], arena);
		if (reason)
			note_group(&group, reason);
		else if (!find_line(&group, lines, names))
			note_group(&group, why_not_compiled(group.sites[0]));
		else if (isfinite(compare_cost(group.sites[0], &group.measured) / group.measured.requests))
			fill_group(&group, arena);
		else
			note_group(&group, "the hardware's counters gave no figure");
		free(group.sites);
	}
}

/* Figures measured with the user's data are the site's cost. They do not contradict a prediction that had no data, or
 * other data. */
static void
note_given_data(struct launch *launch, struct arena *arena)
{
	const struct index_data *data = &launch->measured.index_data;
	const char *text = data->given
	                           ? arena_printf(arena,
	                                          "measured with the given data for %s, which the prediction did not "
	                                          "have",
	                                          data->given)
	                           : NULL;
	for (size_t i = 0; text && i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		const bool is_off =
			site->measured.agreement == AGREEMENT_NONE || site->measured.agreement == AGREEMENT_COST;
		if (!site->measured.is_known || !(rests_on_data(site) || (data->replaces && is_off)))
			continue;
		site->measured.note =
			site->measured.note ? arena_printf(arena, "%s; %s", site->measured.note, text) : text;
		site->measured.agreement = is_off ? AGREEMENT_OPEN : site->measured.agreement;
	}
}

/* ---- local memory ------------------------------------------------------------------------------------------------ */

void
compare_local_traffic(struct launch *launch, const json_t *lines, const struct line_names *names, struct arena *arena)
{
	launch->measured.local = arena_new_array(arena, struct local_traffic, json_array_size(lines));
	const json_t *line;
	size_t i;
	json_array_foreach ((json_t *)(uintptr_t)lines, i, line) {
		const int64_t number = result_count(line, "line");
		const struct local_traffic traffic = {
			.file = arena_strdup(arena, names->path_of(names->context, result_text(line, "file"))),
			.line = number > 0 ? (uint32_t)number : 0,
			.kind = strcmp(result_text(line, "kind"), "store") == 0 ? SITE_STORE : SITE_LOAD,
			.requests = result_number(line, "requests"),
			.sectors = result_number(line, "sectors"),
		};
		if (strcmp(result_text(line, "space"), "local") == 0 && traffic.requests > 0 &&
		    isfinite(traffic.sectors))
			launch->measured.local[launch->measured.local_count++] = traffic;
	}
}

void
compare_lines(struct launch *launch, const json_t *lines, const struct line_names *names, struct arena *arena)
{
	compare_sites(launch, lines, names, arena);
	note_given_data(launch, arena);
	compare_local_traffic(launch, lines, names, arena);
}

void
compare_note_sites(struct launch *launch, const char *note)
{
	for (size_t i = 0; i < launch->site_count; i++)
		launch->sites[i].measured.note = note;
}
