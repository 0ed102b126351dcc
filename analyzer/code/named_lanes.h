/* Code that says which lanes of its warp take part: exchanges and barriers with a mask of some, or of those that are there. It is
 * written for lanes that come in some way, and is undefined for others that come too. */
#ifndef GPULINT_CODE_NAMED_LANES_H
#define GPULINT_CODE_NAMED_LANES_H

#include "code/definitions.h"

/* Whether the function or what it calls has such code. Masks of all lanes name none, nor do tiles of cooperative groups: a warp that
 * is there whole has all of each. */
bool func_names_lanes(struct definitions_known *known, const struct ir_func *func);
/* The same of the sides of a branch in the function. */
bool sides_name_lanes(struct definitions_known *known, const struct ir_func *func, const struct ir_stmt *branch);
/* Whether lanes of one side do not come to what stands behind the branch, so that this is a side, too. */
bool side_leaves(const struct ir_stmt *branch);

#endif
