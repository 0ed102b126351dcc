#include "model/compiled/moved.h"

#include <stdlib.h>

#include "support/path.h"

static bool
is_alike(const struct line_traffic *line, const struct site *site)
{
	return line->kind == site->kind && line->space == site->space && !line->sum.is_open &&
	       path_same_name(line->file, site->place.file);
}

static uint32_t
distance(const struct line_traffic *line, const struct site *site)
{
	return line->line > site->place.line ? line->line - site->place.line : site->place.line - line->line;
}

/* The nearest matching line; the first of equally near ones. NULL: none. */
static const struct line_traffic *
nearest(const struct lines_traffic *lines, const bool *is_reported, const struct site *site)
{
	const struct line_traffic *best = NULL;
	for (size_t i = 0; i < lines->count; i++) {
		const struct line_traffic *line = &lines->items[i];
		if (!is_reported[i] && is_alike(line, site) && lines_go_to(&line->sum, site) &&
		    (!best || distance(line, site) < distance(best, site)))
			best = line;
	}
	return best;
}

/* Whether the instruction belongs to a site without a line of its own. */
static bool
is_of_some(const struct launch *launch, const struct line_traffic *line, const struct line_part *part,
           const struct line_traffic *const *line_of)
{
	bool is = !part->traffic->requests;
	for (size_t i = 0; i < launch->site_count && !is; i++)
		is = (!line_of[i] || launch->sites[i].code.is_moved) && is_alike(line, &launch->sites[i]) &&
		     lines_go_to(part->traffic, &launch->sites[i]);
	return is;
}

/* The only line that such sites, including this one, share; NULL: none or several. */
static const struct line_traffic *
shared_line(const struct launch *launch, const struct lines_traffic *lines, const bool *is_reported,
            const struct line_traffic *const *line_of, const struct site *site)
{
	const struct line_traffic *found = NULL;
	for (size_t i = 0; i < lines->count; i++) {
		const struct line_traffic *line = &lines->items[i];
		bool has_own = false, is_shared_out = true;
		for (size_t k = 0; k < line->part_count && !is_reported[i] && is_alike(line, site); k++) {
			has_own |= lines_go_to(line->parts[k].traffic, site);
			is_shared_out &= is_of_some(launch, line, &line->parts[k], line_of);
		}
		if (has_own && (found || !is_shared_out))
			return NULL;
		found = has_own ? line : found;
	}
	return found;
}

void
moved_find(struct launch *launch, const struct lines_traffic *lines, const struct line_traffic **line_of)
{
	bool *is_reported = lines_reported(lines, line_of, launch->site_count);
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		const struct line_traffic *line = line_of[i] ? NULL : nearest(lines, is_reported, site);
		if (!line && !line_of[i])
			line = shared_line(launch, lines, is_reported, line_of, site);
		if (!line)
			continue;
		line_of[i] = line;
		site->code.is_moved = true;
		site->code.line_info = lines_begin(line);
	}
	free(is_reported);
}
