/* Code that names the lanes of its warp that take part: exchanges and barriers with a partial mask, or with that of
 * the active lanes. It is written for particular lanes, and is undefined if others arrive too. */
#ifndef GPULINT_ANALYSIS_NAMED_LANES_H
#define GPULINT_ANALYSIS_NAMED_LANES_H

#include "analysis/definitions.h"

/* Whether the function or a callee has such code. Full masks and tiles of cooperative groups do not count: a whole
 * warp has all of their lanes. */
bool func_names_lanes(struct definitions_known *known, const struct ir_func *func);
/* The same for the arms of a branch in the function. */
bool arms_name_lanes(struct definitions_known *known, const struct ir_func *func, const struct ir_stmt *branch);
/* Whether lanes of one arm do not reach the code after the branch, so that this code is an arm too. */
bool arm_leaves(const struct ir_stmt *branch);

#endif
