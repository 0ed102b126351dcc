/* What the figures of instructions rest on, besides the machine code and the launch. */
#ifndef GPULINT_MODEL_COMPILED_RUN_CAVEATS_H
#define GPULINT_MODEL_COMPILED_RUN_CAVEATS_H

#include "model/compiled/traffic.h"
#include "model/facts.h"

/* A site's figures: the sum of instructions in a launch with traffic `of`. agree: the source gives the same. */
struct run_figures {
	const struct launch *launch;
	const struct site *site;
	const struct instruction_traffic *sum;
	const struct launch_traffic *of;
	bool agree;
};

/* The assumption behind the figures: the first caveat that holds. NULL: none. */
const char *run_caveats_first(const struct run_figures *figures);
/* Notes all that hold in the site's trace. */
void run_caveats_trace(const struct run_figures *figures);

#endif
