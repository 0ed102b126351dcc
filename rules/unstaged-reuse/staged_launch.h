/* A launch as it would be if its blocks copied arrays to shared memory first, for the time model. */
#ifndef GPULINT_RULES_UNSTAGED_REUSE_STAGED_LAUNCH_H
#define GPULINT_RULES_UNSTAGED_REUSE_STAGED_LAUNCH_H

#include "rules/unstaged-reuse/staging.h"

/* Both are in the arena of the context's facts, with the sites of its launch in their order. */

/* What the launch is compared with: itself, were no load held back by a store that may alias. What that costs is another rule's to
 * say, and no matter of reuse. */
const struct launch *unheld_launch(const struct rule_context *context);

/* The same with the arrays staged; base: that launch. */
const struct launch *staged_launch(const struct rule_context *context, const struct launch *base,
                                   const struct staging *staging);

#endif
