#include "model/compiled/inlined.h"

#include <stdlib.h>

#include "support/path.h"

static bool
has_some(const struct line_traffic *own, const struct site *site)
{
	bool has = !site->object.end;
	for (size_t i = 0; i < own->part_count; i++)
		has |= own->parts[i].traffic->requests &&
		       (!own->parts[i].traffic->end || lines_go_to(own->parts[i].traffic, site));
	return has;
}

/* Whether the inlined part may belong to the site on the calling line. `own`: the calling line's own instructions,
 * or NULL. If none of them accesses the site's memory, they belong to other sites. */
static bool
is_called_at(const struct machine_instruction *instructions, const struct line_traffic *line,
             const struct line_part *part, const struct site *site, const struct line_traffic *own)
{
	const struct machine_instruction *instruction = &instructions[part->at];
	return line->kind == site->kind && line->space == site->space && instruction->line == site->place.line &&
	       path_same_name(instruction->file, site->place.file) &&
	       (!own || (lines_go_to(part->traffic, site) && !has_some(own, site)));
}

static bool
is_inlined(const struct machine_instruction *instruction, const struct line_traffic *line)
{
	return instruction->file && !path_same_name(instruction->file, line->file);
}

/* Whether each of the line's instructions is inlined into a line with a matching site. */
static bool
is_all_called(const struct launch *launch, const struct line_traffic *line,
              const struct machine_instruction *instructions, const struct line_traffic *const *line_of)
{
	for (size_t i = 0; i < line->part_count; i++) {
		const struct machine_instruction *instruction = &instructions[line->parts[i].at];
		bool is_called = false;
		for (size_t k = 0; k < launch->site_count && is_inlined(instruction, line) && !is_called; k++)
			is_called = is_called_at(instructions, line, &line->parts[i], &launch->sites[k], line_of[k]);
		if (!is_called)
			return false;
	}
	return true;
}

static void
take(struct launch *launch, const struct line_traffic *line, const struct machine_instruction *instructions,
     const struct line_traffic **line_of)
{
	for (size_t k = 0; k < launch->site_count; k++) {
		struct site *site = &launch->sites[k];
		bool is_called = false;
		for (size_t i = 0; i < line->part_count && !is_called; i++)
			is_called = is_called_at(instructions, line, &line->parts[i], site, line_of[k]);
		if (!is_called)
			continue;
		line_of[k] = line;
		site->code.line_info = lines_begin(line);
	}
}

void
inlined_find(struct launch *launch, const struct lines_traffic *lines, const struct machine_instruction *instructions,
             const struct line_traffic **line_of)
{
	bool *is_reported = lines_reported(lines, line_of, launch->site_count);
	for (size_t i = 0; i < lines->count; i++)
		if (!is_reported[i] && is_all_called(launch, &lines->items[i], instructions, line_of))
			take(launch, &lines->items[i], instructions, line_of);
	free(is_reported);
}
