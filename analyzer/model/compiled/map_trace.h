/* Which instructions a traced site was given, and how that was decided (support/trace.h). */
#ifndef GPULINT_MODEL_COMPILED_MAP_TRACE_H
#define GPULINT_MODEL_COMPILED_MAP_TRACE_H

#include "model/compiled/lines.h"
#include "model/compiled/machine_code.h"

/* Notes the line's instructions in the site's trace. line NULL: there is none. */
void map_trace_line(const struct site *site, const struct line_traffic *line, const struct machine_code *machine,
                    const struct launch_traffic *of);
/* The same for each traced site of the launch, with the others of its line. line_of: by site, the instructions of its line;
 * of a site without one, the instructions of other lines that access its memory. */
void map_trace_lines(const struct launch *launch, const struct lines_traffic *lines,
                     const struct line_traffic *const *line_of, const struct machine_code *machine,
                     const struct launch_traffic *of);
/* Notes how the sites of a line were distinguished. */
void map_trace_decision(struct site *const *sites, size_t count, const char *decision);

#endif
