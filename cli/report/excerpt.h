/* A source line with carets under the part that a message is about. */
#ifndef GPULINT_CLI_REPORT_EXCERPT_H
#define GPULINT_CLI_REPORT_EXCERPT_H

#include <stdio.h>

#include "cli/report/source.h"
#include "model/facts.h"

/* Writes the line of `place`, cropped around it, and the carets between the two styles (escape sequences or ""). Writes
 * nothing if the text has no such line. A place of several lines is marked to the end of its first line. */
void excerpt_write(FILE *out, struct source *source, const struct place *place, const char *style, const char *plain);

#endif
