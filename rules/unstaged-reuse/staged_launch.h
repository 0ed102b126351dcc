/* A launch as it would be if its blocks first copied arrays to shared memory, for the time model. */
#ifndef GPULINT_RULES_UNSTAGED_REUSE_STAGED_LAUNCH_H
#define GPULINT_RULES_UNSTAGED_REUSE_STAGED_LAUNCH_H

#include "rules/unstaged-reuse/staging.h"

/* Both launches are in the arena of the context's facts, with the sites of its launch in order. */

/* The base of the comparison: the launch with no load delayed by a store that may alias. That delay belongs to another
 * rule. */
const struct launch *unheld_launch(const struct rule_context *context);

/* The base with the arrays staged. */
const struct launch *staged_launch(const struct rule_context *context, const struct launch *base,
                                   const struct staging *staging);

#endif
