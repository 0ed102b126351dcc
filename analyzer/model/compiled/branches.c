#include "model/compiled/branches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/compiled/map_sites.h"
#include "model/compiled/map_trace.h"
#include "model/compiled/run_caveats.h"
#include "model/memory_model.h"
#include "model/site_trace.h"
#include "support/allocate.h"
#include "support/path.h"

/* ---- lines with branches ----------------------------------------------------------------------------------------- */

struct branch_line {
	const char *file;
	uint32_t line;
	unsigned jumps, exits, predicates; /* instructions: jumps, exits, and writes of predicates */
	unsigned warp_syncs;               /* which hardware counts as branches */
};

static bool
sets_predicate(const struct sass_instruction *instruction)
{
	for (unsigned i = 0; i < instruction->write_count; i++)
		if (instruction->writes[i].bank == SASS_PREDICATE ||
		    instruction->writes[i].bank == SASS_UNIFORM_PREDICATE)
			return true;
	return false;
}

static bool
jumps(const struct sass_instruction *instruction)
{
	enum site_kind kind;
	return lines_kind_of(instruction, LINE_END_FIRST, &kind) && kind == SITE_BRANCH;
}

static bool
may_exit(const struct sass_instruction *instruction)
{
	return instruction->kind == SASS_EXIT && instruction->control.conditional;
}

static struct branch_line *
line_at(struct branch_lines *lines, const struct line_origin *origin)
{
	for (size_t i = 0; i < lines->count; i++)
		if (lines->items[i].line == origin->line && strcmp(lines->items[i].file, origin->file) == 0)
			return &lines->items[i];
	const struct branch_line line = {.file = origin->file, .line = origin->line};
	memory_push(lines->items, lines->count, lines->capacity, line);
	return &lines->items[lines->count - 1];
}

struct branch_lines
branches_of_code(const struct machine_code *machine)
{
	struct branch_lines lines = {0};
	for (size_t i = 0; i < machine->code->count; i++) {
		const struct sass_instruction *instruction = &machine->code->instructions[i];
		const struct line_origin *origin = &machine->instructions[i].inner;
		const bool is_jump = jumps(instruction), is_exit = may_exit(instruction),
			   is_sync = instruction->control.exclusive;
		if (!origin->file || (!is_jump && !is_exit && !is_sync && !sets_predicate(instruction)))
			continue;
		struct branch_line *line = line_at(&lines, origin);
		line->jumps += is_jump;
		line->exits += is_exit;
		line->warp_syncs += is_sync;
		line->predicates += !is_jump && !is_exit && !is_sync;
	}
	return lines;
}

void
branches_free(struct branch_lines *lines)
{
	free(lines->items);
}

static bool
is_within(const struct branch_line *line, const struct place *place, uint32_t last)
{
	return line->line >= place->line && line->line <= last && path_same_name(line->file, place->file);
}

/* The sum over the lines of the site's condition. */
static struct branch_line
lines_of_condition(const struct branch_lines *lines, const struct site *site)
{
	const struct place *place = lines_place(site);
	const uint32_t last = place->end_line > place->line ? place->end_line : place->line;
	struct branch_line sum = {0};
	for (size_t i = 0; i < lines->count; i++) {
		const struct branch_line *line = &lines->items[i];
		if (!is_within(line, place, last))
			continue;
		sum.jumps += line->jumps;
		sum.exits += line->exits;
		sum.predicates += line->predicates;
		sum.warp_syncs += line->warp_syncs;
	}
	return sum;
}

static enum branch_code
code_of(const struct branch_line *line)
{
	return line->jumps        ? BRANCH_CODE_JUMPS
	       : line->exits      ? BRANCH_CODE_EXIT
	       : line->predicates ? BRANCH_CODE_PREDICATED
	                          : BRANCH_CODE_NONE;
}

/* ---- sites ------------------------------------------------------------------------------------------------------- */

static void
set_assumed(struct site *site, const char *why)
{
	if (site->confidence != CONFIDENCE_EXACT)
		return;
	site->confidence = CONFIDENCE_ASSUMED;
	site->why = why;
}

/* The number of divergent executions stays as the source has it. */
static void
take_no_jump(struct site *site)
{
	static const char *const reasons[] = {
		[BRANCH_CODE_EXIT] = "compiled to a predicated exit, which branch counters leave out",
		[BRANCH_CODE_PREDICATED] = "predicated: it compiles to no branch",
		[BRANCH_CODE_NONE] =
			("the compiled code has no branch on this line: it decides the condition earlier, or together "
	                 "with another one"),
	};
	set_assumed(site, reasons[site->branch.code]);
}

static bool
is_alone(const struct launch *launch, const struct site *site)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (other != site && other->kind == SITE_BRANCH && lines_are_one(site, other))
			return false;
	}
	return true;
}

static void
set_figures(struct figures *figures, const struct instruction_traffic *sum)
{
	figures->requests = round(sum->warps);
	figures->divergent = fmin(round(sum->divergent), figures->requests);
	figures->lanes = fmin(round(sum->lanes), WARP_LANES * figures->requests);
}

/* Whether the source's figures cover all blocks and iterations. */
static bool
is_run_whole(const struct launch *launch, const struct site *site)
{
	return (double)launch->sampled.count == launch_blocks(launch) && !site->basis.is_extrapolated;
}

static void
take_jumps(struct launch *launch, struct site *site, const struct line_traffic *line, const struct launch_traffic *of)
{
	const bool agree = site->confidence == CONFIDENCE_EXACT && is_run_whole(launch, site);
	const struct run_figures figures = {launch, site, &line->sum, of, agree};
	const char *why = run_caveats_first(&figures);
	set_figures(&site->predicted, &line->sum);
	site->confidence = why ? CONFIDENCE_ASSUMED : CONFIDENCE_EXACT;
	site->why = why ? why : "";
	run_caveats_trace(&figures);
	site_trace_step(site, TRACE_MAP, "the only branch of its line: it takes the figures of its jumps");
}

static void
take_line(struct launch *launch, struct site *site, const struct line_traffic *line, const struct launch_traffic *of)
{
	if (!line) {
		set_assumed(site, "no compiled branch on its line is executed");
	} else if (line->sum.is_open) {
		set_assumed(site, "data decides whether the compiled branch is executed");
	} else if (is_alone(launch, site)) {
		take_jumps(launch, site, line, of);
	} else {
		set_assumed(site,
		            "another branch is on its line: compiled branches cannot be attributed to one of them");
	}
}

/* For the site's trace. */
static const char *
decision_of(const struct launch *launch, const struct site *site, const struct branch_line *condition,
            const struct lines_traffic *lines)
{
	static const char *const forms[] = {
		[BRANCH_CODE_UNKNOWN] = "",
		[BRANCH_CODE_JUMPS] = "jumps, and no other branch is on the line: they are the site's",
		[BRANCH_CODE_EXIT] = "no jump but a predicated exit: how lanes part is the source's",
		[BRANCH_CODE_PREDICATED] = "no jump but predicates: how lanes part is the source's",
		[BRANCH_CODE_NONE] = "no instruction: how lanes part is the source's",
	};
	if (site->branch.code != BRANCH_CODE_JUMPS)
		return forms[site->branch.code];
	return condition->warp_syncs     ? "jumps, but counters include the warp's synchronization"
	       : !lines                  ? "jumps, but the run of the machine code was not complete"
	       : !is_alone(launch, site) ? "merged: jumps of several branches are on the line"
	                                 : forms[site->branch.code];
}

void
branches_take(struct launch *launch, const struct branch_lines *code, const struct lines_traffic *lines,
              const struct launch_traffic *of, const char *why)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		if (site->kind != SITE_BRANCH)
			continue;
		const struct branch_line condition = lines_of_condition(code, site);
		site->branch.code = code_of(&condition);
		trace_site_note(
			site->trace, TRACE_MAP, "condition",
			"on its lines %u jumps, calls and returns, %u predicated exits, %u other instructions that set "
			"predicates, %u warp synchronizations",
			condition.jumps, condition.exits, condition.predicates, condition.warp_syncs);
		if (site->branch.code != BRANCH_CODE_JUMPS)
			take_no_jump(site);
		else if (condition.warp_syncs)
			set_assumed(site,
			            "the compiled code synchronizes the warp on this line, which hardware counts as a "
			            "branch too");
		else if (lines)
			take_line(launch, site, lines_of_site(lines, site), of);
		else
			set_assumed(site, why);
		map_trace_decision(&site, 1, decision_of(launch, site, &condition, lines));
	}
}

static void
leave(struct site *site, const char *why)
{
	site->basis.awaits_code = !why && site->confidence == CONFIDENCE_EXACT;
	set_assumed(site, why ? why : not_compiled);
}

void
branches_without_code(struct launch *launch, const char *why)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].kind == SITE_BRANCH)
			leave(&launch->sites[i], why);
}
