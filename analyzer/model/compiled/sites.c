#include "model/compiled/sites.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/memory_model.h"
#include "support/memory.h"

/* Accesses of one line, kind and space; a line has no more that anybody would tell apart. */
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

bool
sites_are_of_one_line(const struct site *a, const struct site *b)
{
	const struct place *at = lines_place(a), *other = lines_place(b);
	return a->kind == b->kind && a->space == b->space && at->line == other->line && strcmp(at->file, other->file) == 0;
}

/* False: an earlier site has the same line, or there are too many. */
static bool
group_from(struct group *group, struct launch *launch, size_t first)
{
	group->count = 0;
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		if (!is_counted(site) || !sites_are_of_one_line(site, &launch->sites[first]))
			continue;
		if (i < first || group->count == MOST_OF_LINE)
			return false;
		group->sites[group->count++] = site;
	}
	return true;
}

/* ---- whether a figure is exact ------------------------------------------------------------------------------------- */

const char *
sites_launch_assumption(const struct launch *launch)
{
	if (launch->assumption_count)
		return launch->assumptions[0];
	if (launch->stand_ins)
		return launch->stand_ins;
	return launch->origin == LAUNCH_ASSUMED ? "the launch is assumed" : NULL;
}

/* NULL: nothing. */
static const char *
assumption_of(const struct launch *launch, const struct site *site, const struct line_traffic *line, const struct launch_traffic *of,
              bool agree)
{
	const char *of_launch = sites_launch_assumption(launch);
	if (of_launch)
		return of_launch;
	/* What the source settles of other figures says nothing of the data. */
	const bool is_settled = site->standing == STANDING_EXACT || site->why == not_compiled;
	if (is_settled && (agree || !line->sum.by_data))
		return NULL;
	if (site->run_assumption)
		return site->run_assumption;
	if (line->sum.by_data && of->is_shared)
		return "blocks may find in memory what others of the launch have stored";
	if (line->sum.by_data && agree && !site->is_open_ended && !site->is_sampled)
		return NULL;
	if (line->sum.by_data)
		return is_settled || !site->why || !*site->why ? "it depends on data, which warps take to come in one order of many" : site->why;
	if (of->is_whole || !site->is_sampled || (!launch->budget_reached && !line->sum.varies))
		return NULL;
	return "the blocks that were run stand for others";
}

static void
set_standing(struct site *site, const char *assumption)
{
	site->standing = assumption ? STANDING_ASSUMED : STANDING_EXACT;
	site->why = assumption ? assumption : "";
}

/* ---- accesses ------------------------------------------------------------------------------------------------------ */

struct totals { double requests, lanes, bytes, cost, ideal; };

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
	return is_near(totals->requests, sum->requests) && is_near(totals->lanes, sum->lanes) && is_near(totals->cost, sum->cost) &&
	       is_near(totals->ideal, sum->ideal);
}

/* The site's figures become their share of the line's, in proportion to what the source says of its accesses. */
static void
take_share(struct site *site, const struct totals *of_source, const struct instruction_traffic *sum)
{
	struct figures *figures = &site->predicted;
	const bool shared = site->space == SPACE_SHARED;
	double *cost = shared ? &figures->wavefronts : &figures->sectors, *ideal = shared ? &figures->ideal_wavefronts : &figures->ideal_sectors;
	figures->requests *= sum->requests / of_source->requests;
	figures->lanes = fmin(figures->lanes * sum->lanes / of_source->lanes, WARP_LANES * figures->requests);
	*cost *= sum->cost / of_source->cost;
	*ideal *= sum->ideal / of_source->ideal;
	figures->low = figures->high = NAN;
}

/* What the source does not tell of any of them cannot be shared out by it. */
static bool
can_be_shared_out(const struct group *group, const struct totals *totals)
{
	return group->count == 1 || (totals->requests > 0 && totals->lanes > 0 && totals->cost > 0 && totals->ideal > 0);
}

static void
set_figures(struct site *site, const struct instruction_traffic *sum)
{
	const bool shared = site->space == SPACE_SHARED;
	site->predicted.requests = sum->requests;
	site->predicted.lanes = sum->lanes;
	*(shared ? &site->predicted.wavefronts : &site->predicted.sectors) = sum->cost;
	*(shared ? &site->predicted.ideal_wavefronts : &site->predicted.ideal_sectors) = sum->ideal;
	site->predicted.low = site->predicted.high = NAN;
}

static void
take_access(struct launch *launch, struct group *group, const struct line_traffic *line, const struct launch_traffic *of)
{
	static const char shared_out[] = "the compiler makes other instructions of the line's accesses: what these cost is shared out "
	                                 "among them";
	const struct totals totals = totals_of(group);
	const bool agree = agrees(&totals, &line->sum);
	/* The compiler may load only where somebody uses what is loaded. */
	const bool loads_less = line->kind == SITE_LOAD && line->width && line->sum.lanes * line->width < totals.bytes;
	if (!can_be_shared_out(group, &totals))
		return;
	for (size_t i = 0; i < group->count; i++) {
		struct site *site = group->sites[i];
		if (!agree && group->count > 1)
			take_share(site, &totals, &line->sum);
		else if (!agree)
			set_figures(site, &line->sum);
		if (!agree && line->width)
			site->width = line->width;
		if (loads_less)
			site->fault.kind = FAULT_NONE;
		const char *assumption = assumption_of(launch, site, line, of, agree);
		set_standing(site, assumption ? assumption : !agree && group->count > 1 ? shared_out : NULL);
	}
}

/* ---- accesses that are none ---------------------------------------------------------------------------------------- */

/* The kinds and spaces of instructions on lines that no access of the source stands on: what the compiler has moved there may be any
 * access of these. */
struct strays { bool of[SITE_BRANCH + 1][SPACE_GENERIC + 1]; };

static struct strays
strays_of(const struct launch *launch, const struct lines_traffic *lines)
{
	struct strays strays = {0};
	bool *is_told = memory_zeroed(lines->count + 1, sizeof *is_told);
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct line_traffic *line = lines_of_site(lines, &launch->sites[i]);
		if (line)
			is_told[line - lines->items] = true;
	}
	for (size_t i = 0; i < lines->count; i++)
		strays.of[lines->items[i].kind][lines->items[i].space] |= !is_told[i];
	free(is_told);
	return strays;
}

/* The compiler makes nothing of the access: what it loads is at hand, or nobody needs it, or it is part of another's instruction. */
static bool
is_none(const struct strays *strays, const struct lines_traffic *lines, const struct site *site)
{
	return is_counted(site) && !strays->of[site->kind][site->space] && !lines_of_site(lines, site);
}

/* Sites that are left move up; `to` is where each is then. */
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
	for (size_t i = 0; i < count; i++) {
		if (sites[i].divider)
			sites[i].divider = to[sites[i].divider - sites];
		for (size_t k = 0; k < sites[i].on_side_count; k++)
			if (sites[i].on_sides[k].branch)
				sites[i].on_sides[k].branch = to[sites[i].on_sides[k].branch - sites];
	}
	launch->site_count = count;
}

static void
drop_those_that_are_none(struct launch *launch, const struct lines_traffic *lines)
{
	bool *none = memory_zeroed(launch->site_count + 1, sizeof *none), any = false;
	const struct strays strays = strays_of(launch, lines);
	for (size_t i = 0; i < launch->site_count && !lines->has_untold; i++)
		any |= none[i] = is_none(&strays, lines, &launch->sites[i]);
	if (any) {
		const struct site **to = memory_zeroed(launch->site_count, sizeof *to);
		move_up(launch, none, to);
		free(to);
	}
	free(none);
}

void
sites_leave(struct launch *launch, const char *why)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].why == not_compiled)
			launch->sites[i].why = why;
}

/* Of those that the line's instructions say nothing of. */
static void
leave_others(struct launch *launch, const struct lines_traffic *lines)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		const struct line_traffic *line = is_counted(site) ? lines_of_site(lines, site) : NULL;
		if (site->why == not_compiled && line && line->sum.is_open)
			site->why = "as written: in the machine code data that is not known decides where it goes, or whether it is made";
	}
	sites_leave(launch, "as written: the compiler has no instruction for it on its line");
}

void
sites_take_lines(struct launch *launch, const struct lines_traffic *lines, const struct launch_traffic *of)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		struct group group;
		if (!is_counted(site) || !group_from(&group, launch, i))
			continue;
		const struct line_traffic *line = lines_of_site(lines, site);
		if (line && !line->sum.is_open)
			take_access(launch, &group, line, of);
	}
	drop_those_that_are_none(launch, lines);
	leave_others(launch, lines);
}
