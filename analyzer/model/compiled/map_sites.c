#include "model/compiled/map_sites.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/compiled/inlined.h"
#include "model/compiled/map_trace.h"
#include "model/compiled/moved.h"
#include "model/compiled/run_caveats.h"
#include "model/memory_model.h"
#include "model/site_trace.h"
#include "support/allocate.h"

/* Accesses of one line, kind and space. Lines with more of them are not processed. */
enum { MOST_OF_LINE = 64 };

struct group {
	struct site *sites[MOST_OF_LINE];
	size_t count;
};

static bool
is_counted(const struct site *site)
{
	return (site->space == SPACE_GLOBAL || site->space == SPACE_SHARED) &&
	       (site->kind == SITE_LOAD || site->kind == SITE_STORE || site->kind == SITE_ATOMIC);
}

/* The machine code decides what the confidence rests on. */
static void
set_basis(struct site *site, const char *why)
{
	site->why = why;
	site->basis.awaits_code = false;
}

static void
set_confidence(struct site *site, const char *assumption)
{
	site->confidence = assumption ? CONFIDENCE_ASSUMED : CONFIDENCE_EXACT;
	set_basis(site, assumption ? assumption : "");
}

/* ---- accesses ---------------------------------------------------------------------------------------------------- */

struct totals {
	double requests, lanes, bytes, cost, ideal;
};

static struct totals
totals_of(const struct group *group)
{
	struct totals totals = {0};
	for (size_t i = 0; i < group->count; i++) {
		const struct figures *figures = &group->sites[i]->predicted;
		const bool shared = group->sites[i]->space == SPACE_SHARED;
		totals.requests += figures->requests;
		totals.lanes += figures->lanes;
		totals.bytes += figures->lanes * group->sites[i]->width;
		totals.cost += shared ? figures->wavefronts : figures->sectors;
		totals.ideal += shared ? figures->ideal_wavefronts : figures->ideal_sectors;
	}
	return totals;
}

static bool
is_near(double a, double b)
{
	return fabs(a - b) <= 1e-6 * fmax(fabs(a), fabs(b));
}

static bool
agrees(const struct totals *totals, const struct instruction_traffic *sum)
{
	return is_near(totals->requests, sum->requests) && is_near(totals->lanes, sum->lanes) &&
	       is_near(totals->cost, sum->cost) && is_near(totals->ideal, sum->ideal);
}

void
sites_set_figures(struct site *site, const struct instruction_traffic *sum)
{
	const bool shared = site->space == SPACE_SHARED;
	site->predicted.requests = sum->requests;
	site->predicted.lanes = sum->lanes;
	*(shared ? &site->predicted.wavefronts : &site->predicted.sectors) = sum->cost;
	*(shared ? &site->predicted.ideal_wavefronts : &site->predicted.ideal_sectors) = sum->ideal;
	site->predicted.low = site->predicted.high = NAN;
}

/* Scales the site's figures to its share of the line's instructions, in proportion to the source's figures. */
static void
take_share(struct site *site, const struct totals *of_source, const struct instruction_traffic *sum)
{
	struct figures *figures = &site->predicted;
	const bool shared = site->space == SPACE_SHARED;
	double *cost = shared ? &figures->wavefronts : &figures->sectors,
	       *ideal = shared ? &figures->ideal_wavefronts : &figures->ideal_sectors;
	figures->requests *= sum->requests / of_source->requests;
	figures->lanes = fmin(figures->lanes * sum->lanes / of_source->lanes, WARP_LANES * figures->requests);
	*cost *= sum->cost / of_source->cost;
	*ideal *= sum->ideal / of_source->ideal;
	figures->low = figures->high = NAN;
}

/* Whether each site's scaled cost is at least its ideal. */
static bool
are_shares_possible(const struct group *group, const struct totals *of_source, const struct instruction_traffic *sum)
{
	static const double slack = 1e-9;
	for (size_t i = 0; i < group->count; i++) {
		struct site site = *group->sites[i];
		take_share(&site, of_source, sum);
		const struct group alone = {{&site}, 1};
		const struct totals share = totals_of(&alone);
		if (share.cost < share.ideal * (1 - slack))
			return false;
	}
	return true;
}

/* Assigns the given part of the instructions' figures. */
static void
take_part(struct site *site, const struct instruction_traffic *sum, double part)
{
	const struct instruction_traffic some = {.requests = part * sum->requests,
	                                         .lanes = part * sum->lanes,
	                                         .cost = part * sum->cost,
	                                         .ideal = part * sum->ideal};
	sites_set_figures(site, &some);
}

/* The source's figures are the key for the division, so they must be known. */
static bool
can_be_shared_out(const struct group *group, const struct totals *totals)
{
	return group->count == 1 ||
	       (totals->requests > 0 && totals->lanes > 0 && totals->cost > 0 && totals->ideal > 0);
}

/* The figures of instructions that belong to one access or to several accesses together. */
struct share {
	struct instruction_traffic sum;
	unsigned width; /* bytes per lane of each; 0: they differ */
	size_t count;
};

static void
scale_demand(struct demand *demand, double before, double after)
{
	const double times = before > 0 && isfinite(after) ? after / before : 1;
	demand->lookups *= times;
	demand->wavefronts *= times;
	demand->l2_lines *= times;
	demand->resumed_lines *= times;
	demand->merged_lines *= times;
}

/* Scales the demand after L1. The sample has seen only a part of it. */
static void
scale_beyond(struct demand *demand, double times)
{
	demand->l2_sectors *= times;
	demand->late *= times;
	demand->passes *= times;
	demand->met_passes *= times;
	demand->combined_passes *= times;
	for (unsigned i = 0; i < NEARNESSES; i++) {
		demand->loaded[i] *= times;
		demand->part_stored[i] *= times;
		demand->stored[i] *= times;
	}
}

/* Whether the figures are extrapolated from sampled blocks or iterations, or from a loop that the evaluator left
 * early. */
static bool
is_of_sample(const struct launch *launch, const struct site *site)
{
	return site->basis.is_extrapolated || launch->caveats.cut_loop.line ||
	       (double)launch->sampled.count < launch_blocks(launch);
}

/* `times`: ratio of the real traffic to that of the sample. */
static void
see_all(struct site *site, double times)
{
	scale_beyond(&site->demand, times);
	scale_beyond(&site->ideal_demand, times);
	site->uneven.of_launch = fmax(1, site->uneven.of_launch / times);
}

/* `times`: ratio of the machine code's bytes to those that the source implies. */
static void
correct_sample(const struct launch *launch, struct site *site, double times)
{
	if (is_of_sample(launch, site) && times > 1)
		see_all(site, times);
}

/* Accesses that the compiler eliminates or adds change the demand on L1 and shared memory. The traffic after L1
 * stays the same. `before`: the previous figures. */
static void
take_demand(struct site *site, const struct figures *before)
{
	const struct figures *after = &site->predicted;
	const bool shared = site->space == SPACE_SHARED;
	scale_demand(&site->demand, shared ? before->wavefronts : before->sectors,
	             shared ? after->wavefronts : after->sectors);
	scale_demand(&site->ideal_demand, shared ? before->ideal_wavefronts : before->ideal_sectors,
	             shared ? after->ideal_wavefronts : after->ideal_sectors);
}

/* Whether the instructions have several widths although all accesses have one. */
static bool
differs_in_widths(const struct group *group, const struct share *share)
{
	bool alike = true;
	for (size_t i = 1; i < group->count; i++)
		alike &= group->sites[i]->width == group->sites[0]->width;
	return alike && !share->width && share->count > 1;
}

/* What is uncertain in the mapping of instructions to sites, if all else is exact; NULL: nothing. */
static const char *
assumption_of_map(const struct site *site, const struct group *group, const struct share *share, bool agree)
{
	if (share->sum.skips_lanes)
		return "some lanes of the copy move nothing, which counters count differently";
	if (!agree && group->count > 1)
		return "the compiler changed the line's accesses: their cost is divided among them";
	if (!agree && site->code.is_moved)
		return "the compiler moved it to another line, where other accesses may be counted with it";
	return differs_in_widths(group, share) ? "the compiler splits it into instructions of different widths" : NULL;
}

/* Kinds and spaces of instructions on lines without a source access. The compiler moved them there, so they may
 * belong to any access of that kind and space. */
struct misattributed {
	bool of[SITE_BRANCH + 1][SPACE_GENERIC + 1];
};

struct site_mapping {
	struct launch *launch;
	const struct lines_traffic *lines;
	const struct launch_traffic *of;
	struct misattributed misattributed;
	const struct line_traffic **line_of; /* by site: the instructions of its line; NULL: none */
	bool *none;                          /* by site: the machine code has no such access */
	bool *taken;                         /* by site: its figures come from instructions */
};

static void
decide(const struct group *group, const char *decision)
{
	map_trace_decision(group->sites, group->count, decision);
}

static void
trace_taken(const struct site_mapping *mapping, const struct group *group, const struct site *site,
            const struct share *share, bool agree, bool is_by_source)
{
	const char *of_map = assumption_of_map(site, group, share, agree);
	run_caveats_trace(&(struct run_figures){mapping->launch, site, &share->sum, mapping->of, agree});
	if (of_map)
		trace_site_note(site->trace, TRACE_MAP, "caveat", "map: %s", of_map);
	site_trace_step(site, TRACE_MAP, "%zu instruction%s of %zu site%s: %s", share->count,
	                share->count == 1 ? "" : "s", group->count, group->count == 1 ? "" : "s",
	                agree               ? "their figures are the source's"
	                : group->count == 1 ? "the site takes their figures"
	                : is_by_source      ? "the site takes its share of them, in proportion to the source's figures"
	                                    : "the site takes its share of them, in proportion to its requests");
}

static void
take_access(struct site_mapping *mapping, const struct group *group, const struct share *share)
{
	struct launch *launch = mapping->launch;
	const struct totals totals = totals_of(group);
	const bool agree = agrees(&totals, &share->sum);
	/* The compiler may load only where the loaded value is used. */
	const bool loads_less = share->width && share->sum.lanes * share->width < totals.bytes;
	if (!can_be_shared_out(group, &totals)) {
		decide(group, "the source has no figures by which the instructions' sum could be shared out");
		return;
	}
	const bool is_by_source = agree || are_shares_possible(group, &totals, &share->sum);
	for (size_t i = 0; i < group->count; i++) {
		struct site *site = group->sites[i];
		mapping->taken[site - launch->sites] = true;
		const struct figures before = site->predicted;
		if (!agree && group->count > 1 && is_by_source)
			take_share(site, &totals, &share->sum);
		else if (!agree && group->count > 1)
			take_part(site, &share->sum, site->predicted.requests / totals.requests);
		else if (!agree)
			sites_set_figures(site, &share->sum);
		if (!agree)
			take_demand(site, &before);
		if (!agree && share->width) {
			correct_sample(launch, site, share->sum.lanes * share->width / totals.bytes);
			site->width = share->width;
		}
		if (site->kind == SITE_LOAD && loads_less)
			site->fault.kind = FAULT_NONE;
		const char *assumption =
			run_caveats_first(&(struct run_figures){launch, site, &share->sum, mapping->of, agree});
		set_confidence(site, assumption ? assumption : assumption_of_map(site, group, share, agree));
		if (site->trace)
			trace_taken(mapping, group, site, share, agree, is_by_source);
	}
}

/* ---- eliminated accesses ----------------------------------------------------------------------------------------- */

static struct misattributed
misattributed_of(const struct site_mapping *mapping)
{
	const struct lines_traffic *lines = mapping->lines;
	struct misattributed misattributed = {0};
	bool *is_reported = lines_reported(lines, mapping->line_of, mapping->launch->site_count);
	for (size_t i = 0; i < lines->count; i++)
		misattributed.of[lines->items[i].kind][lines->items[i].space] |= !is_reported[i];
	free(is_reported);
	return misattributed;
}

void
sites_point(struct site *sites, size_t count, const struct site *before, const struct site *const *to)
{
	for (size_t i = 0; i < count; i++)
		if (sites[i].inactive_lanes.branch)
			sites[i].inactive_lanes.branch = to[sites[i].inactive_lanes.branch - before];
}

/* Compacts the array of sites; `to` receives each site's new address. */
static void
move_up(struct launch *launch, const bool *none, const struct site **to)
{
	struct site *sites = launch->sites;
	size_t count = 0;
	for (size_t i = 0; i < launch->site_count; i++) {
		to[i] = none[i] ? NULL : &sites[count++];
		if (!none[i])
			sites[count - 1] = sites[i];
	}
	sites_point(sites, count, sites, to);
	launch->site_count = count;
}

static void
drop(struct launch *launch, const bool *none)
{
	bool any = false;
	for (size_t i = 0; i < launch->site_count; i++)
		any |= none[i];
	if (!any)
		return;
	const struct site **to = memory_zeroed(launch->site_count, sizeof *to);
	move_up(launch, none, to);
	free(to);
}

/* ---- lines of several accesses ----------------------------------------------------------------------------------- */

/* Whether an access without an instruction on its line is certainly eliminated: its value is available or unused, or
 * another access's instruction includes it. */
static bool
is_eliminated_if_absent(const struct site_mapping *mapping, const struct site *site)
{
	return is_counted(site) && !mapping->lines->has_unreported &&
	       !mapping->misattributed.of[site->kind][site->space];
}

static void
set_none(struct site_mapping *mapping, const struct site *site, const char *why)
{
	site_trace_remove(site, TRACE_MAP, why);
	mapping->none[site - mapping->launch->sites] = true;
}

static bool
is_on_same_memory(const struct site *a, const struct site *b)
{
	return a->object.first == b->object.first && a->object.end == b->object.end;
}

static struct share
share_of_memory(const struct line_traffic *line, const struct site *site)
{
	struct share share = {0};
	for (size_t i = 0; i < line->part_count; i++) {
		const struct line_part *part = &line->parts[i];
		if (!lines_go_to(part->traffic, site))
			continue;
		share.width = !share.count || share.width == part->width ? part->width : 0;
		share.count++;
		traffic_add(&share.sum, part->traffic, 1);
	}
	return share;
}

/* The sites of the group for which the predicate holds, in order. */
static struct group
those_like(const struct group *group, const struct site *site,
           bool (*is_like)(const struct site *, const struct site *))
{
	struct group those = {.count = 0};
	for (size_t i = 0; i < group->count; i++)
		if (is_like(group->sites[i], site))
			those.sites[those.count++] = group->sites[i];
	return those;
}

/* Whether each instruction with an access goes to the memory of some site, and each site's memory is known. */
static bool
is_mapped_by_memory(const struct site_mapping *mapping, const struct group *group, const struct line_traffic *line)
{
	size_t reported = 0;
	for (size_t i = 0; i < group->count; i++) {
		const struct site *site = group->sites[i];
		if (!site->object.end)
			return false;
		const struct share share = share_of_memory(line, site);
		if (!share.count && !is_eliminated_if_absent(mapping, site))
			return false;
		reported += those_like(group, site, is_on_same_memory).sites[0] == site ? share.count : 0;
	}
	for (size_t i = 0; i < line->part_count; i++)
		reported += !line->parts[i].traffic->requests;
	return reported == line->part_count;
}

static bool
are_written_alike(const struct site *a, const struct site *b)
{
	return strcmp(a->expression, b->expression) == 0;
}

/* Whether the compiler merged several loads of one address into one. The load is then attributed to the first site. */
static bool
are_one(const struct site_mapping *mapping, const struct group *group, const struct share *share)
{
	const struct site *first = group->sites[0];
	for (size_t i = 0; i < group->count; i++) {
		const struct group alone = {{group->sites[i]}, 1};
		const struct totals totals = totals_of(&alone);
		if (!agrees(&totals, &share->sum) || !are_written_alike(first, group->sites[i]) ||
		    !is_eliminated_if_absent(mapping, first))
			return false;
	}
	return first->kind == SITE_LOAD;
}

static void
take_memory(struct site_mapping *mapping, struct group *group, const struct share *share)
{
	const bool are_none = !share->count, is_one = !are_none && group->count > 1 && are_one(mapping, group, share);
	for (size_t i = are_none ? 0 : 1; i < group->count && (are_none || is_one); i++)
		set_none(mapping, group->sites[i],
		         is_one ? "the compiler makes one load of this and the first access to that address"
		                : "no instruction of the line accesses its memory: the compiler has eliminated it");
	group->count = is_one ? 1 : group->count;
	if (!are_none)
		take_access(mapping, group, share);
}

/* ---- lines that have one instruction for each expression --------------------------------------------------------- */

static bool
are_alike(const struct line_part *a, const struct line_part *b)
{
	return a->width == b->width && is_near(a->traffic->requests, b->traffic->requests) &&
	       is_near(a->traffic->lanes, b->traffic->lanes) && is_near(a->traffic->cost, b->traffic->cost) &&
	       is_near(a->traffic->ideal, b->traffic->ideal);
}

/* Whether the line has as many instructions as expressions, and all instructions have equal figures that match every
 * expression. The mapping between them then does not matter. */
static bool
is_mapped_by_expression(const struct site_mapping *mapping, const struct group *group, const struct line_traffic *line)
{
	size_t expressions = 0;
	for (size_t i = 0; i < group->count; i++) {
		const struct group those = those_like(group, group->sites[i], are_written_alike);
		const struct totals totals = totals_of(&those);
		if (group->sites[i]->kind != SITE_LOAD || !is_eliminated_if_absent(mapping, group->sites[i]) ||
		    !is_near(totals.lanes, line->parts[0].traffic->lanes))
			return false;
		expressions += those.sites[0] == group->sites[i];
	}
	for (size_t i = 1; i < line->part_count; i++)
		if (!are_alike(&line->parts[i], &line->parts[0]))
			return false;
	return expressions == line->part_count && line->parts[0].width;
}

static void
take_expressions(struct site_mapping *mapping, const struct group *group, const struct line_traffic *line)
{
	size_t part = 0;
	for (size_t i = 0; i < group->count; i++) {
		const struct group those = those_like(group, group->sites[i], are_written_alike),
				   alone = {{group->sites[i]}, 1};
		if (those.sites[0] != group->sites[i]) {
			set_none(mapping, group->sites[i],
			         "the compiler makes one load of this and an equal expression of the line");
			continue;
		}
		const struct line_part *own = &line->parts[part++];
		take_access(mapping, &alone, &(struct share){*own->traffic, own->width, 1});
	}
}

/* The line's only access besides loads of parameters, which have no sites. */
static void
take_beside_parameter(struct site_mapping *mapping, const struct group *group, const struct line_traffic *line)
{
	const struct share share = share_of_memory(line, group->sites[0]);
	take_access(mapping, group, share.count ? &share : &(struct share){line->sum, line->width, line->part_count});
	set_confidence(group->sites[0], "its line also loads a parameter by its address, which is not listed");
	site_trace_step(group->sites[0], TRACE_MAP, "one of the line's instructions may load a parameter");
}

static void
take_line(struct site_mapping *mapping, const struct group *group, const struct line_traffic *line)
{
	if (group->count == 1 && lines_load_parameter(line)) {
		decide(group, "by memory: another instruction of the line loads a parameter");
		take_beside_parameter(mapping, group, line);
		return;
	}
	if (group->count > 1 && is_mapped_by_expression(mapping, group, line)) {
		decide(group, "by expression: as many like instructions as different expressions");
		take_expressions(mapping, group, line);
		return;
	}
	if (group->count == 1 || !is_mapped_by_memory(mapping, group, line)) {
		decide(group, group->count == 1 ? "one site: all instructions of the line are its own"
		                                : "merged: the instructions cannot be attributed to single sites");
		take_access(mapping, group, &(struct share){line->sum, line->width, line->part_count});
		return;
	}
	decide(group, "by memory: each instruction accesses the memory of one site");
	for (size_t i = 0; i < group->count; i++) {
		struct group those = those_like(group, group->sites[i], is_on_same_memory);
		const struct share share = share_of_memory(line, group->sites[i]);
		if (those.sites[0] == group->sites[i])
			take_memory(mapping, &those, &share);
	}
}

/* False if an earlier site has the same line, or there are too many. */
static bool
group_from(struct group *group, const struct site_mapping *mapping, size_t first)
{
	group->count = 0;
	for (size_t i = 0; i < mapping->launch->site_count; i++) {
		if (mapping->line_of[i] != mapping->line_of[first])
			continue;
		if (i < first || group->count == MOST_OF_LINE)
			return false;
		group->sites[group->count++] = &mapping->launch->sites[i];
	}
	return true;
}

void
sites_leave(struct launch *launch, const char *why)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].basis.awaits_code)
			set_basis(&launch->sites[i], why);
}

static void
scale_figures(struct figures *figures, double times)
{
	figures->requests *= times;
	figures->lanes *= times;
	figures->sectors *= times;
	figures->wavefronts *= times;
	figures->ideal_sectors *= times;
	figures->ideal_wavefronts *= times;
	figures->low *= times;
	figures->high *= times;
}

/* For the line's only access, the addresses are unknown but the number of lanes is known. That gives the ratio of
 * all lanes to those of the sample. */
static void
count_lanes(const struct site_mapping *mapping, struct site *site, const struct line_traffic *line)
{
	const struct group alone = {{site}, 1};
	const double times = line->sum.certain_lanes * line->width / totals_of(&alone).bytes;
	if (!is_of_sample(mapping->launch, site) || !(times > 0) || !isfinite(times) || is_near(times, 1))
		return;
	scale_figures(&site->predicted, times);
	scale_demand(&site->demand, 1, times);
	scale_demand(&site->ideal_demand, 1, times);
	see_all(site, times);
	site_trace_step(site, TRACE_MAP, "the machine code knows how many lanes come, not where they go: scaled by %g",
	                times);
}

/* For a line with an instruction of unknown address. Takes only accesses with memory of their own whose instructions
 * match the source, such as the loads of gather indices. */
static void
take_known(struct site_mapping *mapping, const struct group *group, const struct line_traffic *line)
{
	for (size_t i = 0; i < group->count; i++) {
		struct site *site = group->sites[i];
		const struct group alone = {{site}, 1};
		if (!site->object.end || those_like(group, site, is_on_same_memory).count > 1)
			continue;
		const struct share share = share_of_memory(line, site);
		const struct totals totals = totals_of(&alone);
		if (share.count && !share.sum.is_open && agrees(&totals, &share.sum))
			take_access(mapping, &alone, &share);
	}
}

/* Sets the reason of sites that the line's instructions do not cover. */
static void
leave_others(const struct site_mapping *mapping, struct arena *arena)
{
	for (size_t i = 0; i < mapping->launch->site_count; i++) {
		struct site *site = &mapping->launch->sites[i];
		const struct line_traffic *line = is_counted(site) ? mapping->line_of[i] : NULL;
		if (!site->basis.awaits_code)
			continue;
		if (line && line->sum.is_open && line->sum.unknown_operation)
			set_basis(
				site,
				arena_printf(
					arena,
					"figures from the source: in the machine code, its address or execution depends on "
					"%s, and gpulint does not know what that instruction computes",
					line->sum.unknown_operation));
		else if (line && line->sum.is_open)
			set_basis(site, "figures from the source: in the machine code, unknown data decides its "
			                "address, or whether it executes");
		else if (site->space == SPACE_CONSTANT)
			set_basis(site, "figures from the source: loads of constant memory are not counted in the "
			                "machine code");
		else if (line)
			set_basis(site, "figures from the source: the instructions of its line cannot be divided "
			                "among its accesses");
	}
	sites_leave(mapping->launch, "figures from the source: the compiler has no instruction for it on its line");
	site_trace_changes(mapping->launch, TRACE_MAP,
	                   "its instructions do not decide its figures: the source's figures remain");
}

/* If some warps and blocks were evaluated further than others, that does not mean that they do more work. */
static void
set_even(struct launch *launch)
{
	for (size_t i = 0; i < launch->site_count; i++)
		launch->sites[i].uneven.of_block = launch->sites[i].uneven.of_launch = 1;
	launch->execution.uneven = launch->execution.longest_block = 1;
}

/* An address that the source leaves unknown but the machine code determines does not depend on data. */
static void
take_pattern(struct site *site)
{
	if (site->pattern != PATTERN_GATHER || site->confidence != CONFIDENCE_EXACT)
		return;
	site->pattern = PATTERN_MIXED;
	site->basis.is_data_dependent = false;
	site->reason = "the addresses come from the machine code: the source was not evaluated that far";
}

/* The machine code was executed to the end of a loop that the evaluator left early. The counts are complete if every
 * access has them from its instructions. */
static void
complete_loop(const struct site_mapping *mapping)
{
	if (!mapping->launch->caveats.cut_loop.line)
		return;
	for (size_t i = 0; i < mapping->launch->site_count; i++) {
		const struct site *site = &mapping->launch->sites[i];
		const bool is_of_source = is_counted(site) ? !mapping->taken[i] : site->space == SPACE_TEXTURE;
		if (is_of_source && !mapping->none[i])
			return;
	}
	for (size_t i = 0; i < mapping->launch->site_count; i++)
		take_pattern(&mapping->launch->sites[i]);
	mapping->launch->caveats.cut_loop = (struct place){0};
	set_even(mapping->launch);
	site_trace_changes(mapping->launch, TRACE_MAP,
	                   "the machine code ran the loop to its end that the evaluator left");
}

void
sites_take_lines(struct launch *launch, const struct lines_traffic *lines, const struct machine_code *machine,
                 const struct launch_traffic *of, struct arena *arena)
{
	struct site_mapping mapping = {.launch = launch, .lines = lines, .of = of};
	mapping.none = memory_zeroed(launch->site_count + 1, sizeof *mapping.none);
	mapping.taken = memory_zeroed(launch->site_count + 1, sizeof *mapping.taken);
	mapping.line_of = memory_zeroed(launch->site_count + 1, sizeof *mapping.line_of);
	lines_resolve_spaces(lines, launch);
	for (size_t i = 0; i < launch->site_count; i++) {
		mapping.line_of[i] = lines_of_site(lines, &launch->sites[i]);
		if (of->is_raced && (!mapping.line_of[i] || mapping.line_of[i]->sum.by_race))
			launch->sites[i].fault.kind = FAULT_NONE;
	}
	inlined_find(launch, lines, machine->instructions, mapping.line_of);
	moved_find(launch, lines, mapping.line_of);
	mapping.misattributed = misattributed_of(&mapping);
	map_trace_lines(launch, lines, mapping.line_of, machine, of);
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct line_traffic *line = mapping.line_of[i];
		struct group group;
		if (!line && is_eliminated_if_absent(&mapping, &launch->sites[i]))
			set_none(
				&mapping, &launch->sites[i],
				"the compiler has no instruction for it: what it moves is known already, nobody needs it, or "
				"it is part of another access");
		if (line && !line->sum.is_open && is_counted(&launch->sites[i]) && group_from(&group, &mapping, i))
			take_line(&mapping, &group, line);
		else if (line && line->sum.is_open && is_counted(&launch->sites[i]) &&
		         group_from(&group, &mapping, i)) {
			decide(&group, "open: data that is not known decides some of the line's instructions");
			if (group.count == 1)
				count_lanes(&mapping, &launch->sites[i], line);
			else
				take_known(&mapping, &group, line);
		}
	}
	leave_others(&mapping, arena);
	complete_loop(&mapping);
	drop(launch, mapping.none);
	free(mapping.none);
	free(mapping.taken);
	free(mapping.line_of);
}
