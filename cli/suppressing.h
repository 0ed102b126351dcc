/* Comments in the source that accept findings: rules/suppressions.h. */
#ifndef GPULINT_CLI_SUPPRESSING_H
#define GPULINT_CLI_SUPPRESSING_H

#include "cli/analysis.h"

/* Sets the findings apart that a comment in their file accepts. What is wrong with a comment becomes a problem of its file: it
 * cannot be read, gives no reason, or there is no such finding. */
void suppressing_apply(struct analysis *analysis, const struct options *options);

#endif
