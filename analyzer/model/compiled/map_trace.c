#include "model/compiled/map_trace.h"

#include <string.h>

#include "model/site_trace.h"
#include "support/path.h"

enum { MOST_PARTS = 48 }; /* of a line's instructions */

/* ---- instructions ---- */

/* What is known of the instruction's totals, besides the numbers. */
static const char *
flags_text(struct arena *arena, const struct instruction_traffic *traffic)
{
	const struct {
		bool holds;
		const char *text;
	} flags[] = {
		{traffic->is_open, "unknown data decides some of it"},
		{traffic->is_sampled, "blocks that were run stand for others"},
		{traffic->by_data, "depends on memory contents"},
		{traffic->by_race, "depends on a race"},
		{traffic->by_address, "depends on where buffers lie"},
		{traffic->by_rounding, "depends on rounding"},
		{traffic->skips_lanes, "some lanes of the copy move nothing"},
	};
	const char *text = "";
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (flags[i].holds)
			text = arena_printf(arena, "%s; %s", text, flags[i].text);
	return text;
}

static const char *
cost_text(struct arena *arena, const struct line_traffic *line, const struct instruction_traffic *traffic)
{
	const char *requests = site_number_text(arena, traffic->requests),
		   *lanes = site_number_text(arena, traffic->lanes);
	if (traffic->is_open)
		return arena_printf(arena, "%s lanes for certain", site_number_text(arena, traffic->certain_lanes));
	if (line->kind == SITE_BRANCH)
		return arena_printf(arena, "%s decided, %s divergent", requests,
		                    site_number_text(arena, traffic->divergent));
	return arena_printf(arena, "%s requests, %s lanes, %s %s (ideal %s)", requests, lanes,
	                    site_number_text(arena, traffic->cost),
	                    line->space == SPACE_SHARED ? "wavefronts" : "sectors",
	                    site_number_text(arena, traffic->ideal));
}

static const char *
seen_text(struct arena *arena, const struct instruction_traffic *traffic, const struct launch_traffic *of)
{
	const size_t item = of->seen ? (size_t)(traffic - of->items) : 0;
	return of->seen && of->seen[item] > 0
	               ? arena_printf(arena, "; %s of them executed", site_number_text(arena, of->seen[item]))
	               : "";
}

static void
note_part(const struct site *site, const struct line_traffic *line, const struct line_part *part,
          const struct machine_code *machine, const struct launch_traffic *of)
{
	struct arena *arena = &site->trace->launch->arena;
	const struct sass_instruction *instruction = &machine->code->instructions[part->at];
	const struct machine_instruction *known = &machine->instructions[part->at];
	const char *width = part->width ? arena_printf(arena, ", %s", site_width_text(arena, part->width)) : "";
	const char *inlined = "";
	if (known->outer.file &&
	    (known->outer.line != known->inner.line || strcmp(known->outer.file, known->inner.file) != 0))
		inlined = arena_printf(arena, ", inlined at %s:%u", known->outer.file, known->outer.line);
	trace_site_note(site->trace, TRACE_MAP, "instruction",
	                "0x%04x %s%s, at %s%s, loop depth %u: %s executions by warps, %s%s%s", instruction->pc,
	                sass_mnemonic(instruction->opcode), width,
	                site_place_text(arena, known->inner.file, known->inner.line, known->inner.column), inlined,
	                known->depth, site_number_text(arena, part->traffic->warps + part->traffic->doubtful),
	                cost_text(arena, line, part->traffic), seen_text(arena, part->traffic, of),
	                flags_text(arena, part->traffic));
}

static const char *
basis_of_line(const struct site *site, const struct line_traffic *line)
{
	const bool is_elsewhere = line->line != site->place.line || !path_same_name(line->file, site->place.file);
	return site->code.is_moved ? "moved there by the compiler"
	       : is_elsewhere      ? "the compiler's line of an inlined function"
	                           : "the site's own line";
}

void
map_trace_line(const struct site *site, const struct line_traffic *line, const struct machine_code *machine,
               const struct launch_traffic *of)
{
	if (!site->trace)
		return;
	struct arena *arena = &site->trace->launch->arena;
	if (!line) {
		trace_site_note(site->trace, TRACE_MAP, "line", "no instruction of its kind and space is on its line");
		return;
	}
	trace_site_note(site->trace, TRACE_MAP, "line", "%s, %s",
	                site_place_text(arena, line->file, line->line, line->column), basis_of_line(site, line));
	for (size_t i = 0; i < line->part_count && i < MOST_PARTS; i++)
		note_part(site, line, &line->parts[i], machine, of);
	if (line->part_count > MOST_PARTS)
		trace_site_note(site->trace, TRACE_MAP, "instruction", "and %zu more", line->part_count - MOST_PARTS);
}

/* ---- sites of a line ---- */

/* What the compiler may have made of an access that has no instruction of its own. */
static void
note_elsewhere(const struct site *site, const struct lines_traffic *lines, const struct machine_code *machine)
{
	enum { MOST = 8 };
	unsigned count = 0;
	for (size_t i = 0; i < lines->count; i++) {
		const struct line_traffic *line = &lines->items[i];
		for (size_t k = 0; k < line->part_count && line->kind == site->kind && line->space == site->space;
		     k++) {
			const struct sass_instruction *instruction = &machine->code->instructions[line->parts[k].at];
			if (lines_go_to(line->parts[k].traffic, site) && count++ < MOST)
				trace_site_note(site->trace, TRACE_MAP, "elsewhere",
				                "0x%04x %s at %s accesses its memory", instruction->pc,
				                sass_mnemonic(instruction->opcode),
				                site_place_text(&site->trace->launch->arena, line->file, line->line,
				                                line->column));
		}
	}
}

static void
note_others(const struct launch *launch, size_t at, const struct line_traffic *const *line_of)
{
	const struct site *site = &launch->sites[at];
	for (size_t k = 0; k < launch->site_count; k++) {
		const struct site *other = &launch->sites[k];
		if (k != at && line_of[k] == line_of[at])
			trace_site_note(site->trace, TRACE_MAP, "same line", "%s of '%s' at %s",
			                site_kind_text(other->kind), other->expression,
			                site_place_text(&site->trace->launch->arena, other->place.file,
			                                other->place.line, other->place.column));
	}
}

void
map_trace_lines(const struct launch *launch, const struct lines_traffic *lines,
                const struct line_traffic *const *line_of, const struct machine_code *machine,
                const struct launch_traffic *of)
{
	for (size_t i = 0; launch->trace && i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (!site->trace)
			continue;
		map_trace_line(site, line_of[i], machine, of);
		if (line_of[i])
			note_others(launch, i, line_of);
		else if (site->kind != SITE_BRANCH)
			note_elsewhere(site, lines, machine);
	}
}

void
map_trace_decision(struct site *const *sites, size_t count, const char *decision)
{
	for (size_t i = 0; i < count; i++)
		trace_site_note(sites[i]->trace, TRACE_MAP, "decision", "%s", decision);
}
