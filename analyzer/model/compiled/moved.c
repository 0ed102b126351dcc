#include "model/compiled/moved.h"

#include <stdlib.h>

#include "support/memory.h"
#include "support/path.h"

static bool
goes_there(const struct line_traffic *line, const struct site *site)
{
	return line->kind == site->kind && line->space == site->space && !line->sum.is_open && line->sum.end && site->memory_end &&
	       line->sum.first >= site->memory_first && line->sum.end <= site->memory_end &&
	       path_same_name(line->file, site->place.file);
}

static uint32_t
distance(const struct line_traffic *line, const struct site *site)
{
	return line->line > site->place.line ? line->line - site->place.line : site->place.line - line->line;
}

/* Of lines that are equally far the first. NULL: there is none. */
static const struct line_traffic *
nearest(const struct lines_traffic *lines, const bool *is_told, const struct site *site)
{
	const struct line_traffic *best = NULL;
	for (size_t i = 0; i < lines->count; i++) {
		const struct line_traffic *line = &lines->items[i];
		if (!is_told[i] && goes_there(line, site) && (!best || distance(line, site) < distance(best, site)))
			best = line;
	}
	return best;
}

void
moved_find(struct launch *launch, const struct lines_traffic *lines, const struct line_traffic **line_of)
{
	bool *is_told = lines_told(lines, line_of, launch->site_count);
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		const struct line_traffic *line = line_of[i] ? NULL : nearest(lines, is_told, site);
		if (!line)
			continue;
		line_of[i] = line;
		site->is_moved = true;
		site->line_info = (struct place){.file = line->file, .line = line->line, .column = line->column};
	}
	free(is_told);
}
