#include "model/compiled/moved.h"

#include <stdlib.h>

#include "support/memory.h"
#include "support/path.h"

static bool
is_alike(const struct line_traffic *line, const struct site *site)
{
	return line->kind == site->kind && line->space == site->space && !line->sum.is_open && path_same_name(line->file, site->place.file);
}

static bool
goes_there(const struct line_traffic *line, const struct site *site)
{
	return is_alike(line, site) && lines_go_to(&line->sum, site);
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

/* Of sites that have no line, whether each of the line's instructions goes to the memory of one. */
static bool
is_shared_out(const struct launch *launch, const struct line_traffic *line, const bool *has_none)
{
	for (size_t i = 0; i < line->part_count; i++) {
		bool is_there = !line->parts[i].traffic->requests;
		for (size_t k = 0; k < launch->site_count && !is_there; k++)
			is_there = has_none[k] && is_alike(line, &launch->sites[k]) && lines_go_to(line->parts[i].traffic, &launch->sites[k]);
		if (!is_there)
			return false;
	}
	return true;
}

static bool
has_part_there(const struct line_traffic *line, const struct site *site)
{
	bool has = false;
	for (size_t i = 0; i < line->part_count; i++)
		has |= lines_go_to(line->parts[i].traffic, site);
	return has && is_alike(line, site);
}

/* The only line that such sites share, and the site is one of; NULL: there is none, or there are several. */
static const struct line_traffic *
shared_line(const struct launch *launch, const struct lines_traffic *lines, const bool *is_told, const bool *has_none,
            const struct site *site)
{
	const struct line_traffic *found = NULL;
	for (size_t i = 0; i < lines->count; i++) {
		const struct line_traffic *line = &lines->items[i];
		if (is_told[i] || !has_part_there(line, site))
			continue;
		if (found || !is_shared_out(launch, line, has_none))
			return NULL;
		found = line;
	}
	return found;
}

static bool *
those_without_line(const struct launch *launch, const struct line_traffic *const *line_of)
{
	bool *has_none = memory_zeroed(launch->site_count + 1, sizeof *has_none);
	for (size_t i = 0; i < launch->site_count; i++)
		has_none[i] = !line_of[i];
	return has_none;
}

void
moved_find(struct launch *launch, const struct lines_traffic *lines, const struct line_traffic **line_of)
{
	bool *is_told = lines_told(lines, line_of, launch->site_count), *has_none = those_without_line(launch, line_of);
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		const struct line_traffic *line = line_of[i] ? NULL : nearest(lines, is_told, site);
		if (!line && !line_of[i])
			line = shared_line(launch, lines, is_told, has_none, site);
		if (!line)
			continue;
		line_of[i] = line;
		site->is_moved = true;
		site->line_info = lines_begin(line);
	}
	free(is_told);
	free(has_none);
}
