/* gpulint dump trace: how the sites at one place of the source come to their figures and their confidence. */
#ifndef GPULINT_CLI_DUMP_TRACE_H
#define GPULINT_CLI_DUMP_TRACE_H

#include "cli/analysis.h"

/* False, after a message: no --site is given, or no kernel has a site there. The analysis is parsed. */
bool dump_trace(struct analysis *analysis, const struct options *options);

#endif
