/* A source line with carets under the part that a message is about. */
#ifndef GPULINT_CLI_REPORT_EXCERPT_H
#define GPULINT_CLI_REPORT_EXCERPT_H

#include <stdio.h>

#include "cli/report/source.h"
#include "model/facts.h"

struct excerpt_style {
	const char *carets, *plain; /* escape sequences before and after the carets, or "" */
	size_t width;               /* columns of a line of the report */
};

/* Writes the line of `place` and the carets. A line that is wider than the report is cropped, with the place in its
 * centre. Writes nothing if the text has no such line. A place of several lines is marked to the end of its first
 * line. */
void excerpt_write(FILE *out, struct source *source, const struct place *place, const struct excerpt_style *style);

#endif
