/* The table of predicted and measured figures that follows a text report. */
#ifndef GPULINT_CLI_MEASURED_H
#define GPULINT_CLI_MEASURED_H

#include "cli/analysis.h"

/* Behind the report, to --output or the standard stream, where the format is text; the others carry the measured figures
 * themselves. False, after a message, when that fails. */
bool measured_append(struct analysis *analysis, const struct options *options, FILE *standard);

#endif
