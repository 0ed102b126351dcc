/* Assigns a launch's measured lines (docs/result.schema.json) to its predicted sites. */
#ifndef GPULINT_RUNTIME_CHECK_COMPARE_LINES_H
#define GPULINT_RUNTIME_CHECK_COMPARE_LINES_H

#include <jansson.h>

#include "model/facts.h"

/* Resolves the compiler's file names. */
struct line_names {
	bool (*is_file)(const void *context, const char *name, const char *path);
	/* The path of the file of this name; the name itself if no file is known. */
	const char *(*path_of)(const void *context, const char *name);
	const void *context;
};

/* Sets the sites' measured figures, or why there are none, and the launch's local traffic. launch->index_data says
 * which data the launch was measured with. Notes are taken from the arena. */
void compare_lines(struct launch *launch, const json_t *lines, const struct line_names *names, struct arena *arena);

/* Sets only the launch's local traffic. */
void compare_local_traffic(struct launch *launch, const json_t *lines, const struct line_names *names,
                           struct arena *arena);

/* Sets the reason why there is no figure for all sites of a launch. */
void compare_note_sites(struct launch *launch, const char *note);

/* The totals of a line; NAN for each that it lacks. */
struct figures compare_line_figures(const json_t *line);

#endif
