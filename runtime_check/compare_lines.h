/* A launch's measured lines (docs/result.schema.json) put beside its predicted sites. */
#ifndef GPULINT_RUNTIME_CHECK_COMPARE_LINES_H
#define GPULINT_RUNTIME_CHECK_COMPARE_LINES_H

#include <jansson.h>

#include "model/facts.h"

/* What the compiler's names of files mean. */
struct line_names {
	bool (*is_file)(const void *context, const char *name, const char *path);
	/* The path of the file of that name; the name itself where none is known. */
	const char *(*path_of)(const void *context, const char *name);
	const void *context;
};

/* Sets the sites' measured figures, or why there are none, and the launch's local traffic; launch->index_data says with what
 * it was measured. Notes are taken from the arena. */
void compare_lines(struct launch *launch, const json_t *lines, const struct line_names *names, struct arena *arena);

/* The launch's local traffic alone. */
void compare_local_traffic(struct launch *launch, const json_t *lines, const struct line_names *names,
                           struct arena *arena);

/* Says of all sites of a launch why there is no figure. */
void compare_note_sites(struct launch *launch, const char *note);

/* A line's totals; NAN where it has none. */
struct figures compare_line_figures(const json_t *line);

#endif
