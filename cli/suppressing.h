/* Comments in the source that accept findings: rules/suppressions.h. */
#ifndef GPULINT_CLI_SUPPRESSING_H
#define GPULINT_CLI_SUPPRESSING_H

#include "cli/analysis.h"

/* Reads those of all files that the facts name. */
void suppressing_read(struct analysis *analysis);
/* After the rules: what is wrong with a comment becomes a problem of its file. It cannot be read, gives no reason, or there
 * is no such finding. */
void suppressing_check(struct analysis *analysis, const struct options *options);

#endif
