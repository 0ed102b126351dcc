/* Copies of a loop's body, of which each knows its counter where the loop is unrolled whole: what is made of counters and
 * literals alone is no question there. */
#ifndef GPULINT_CODE_COPIES_H
#define GPULINT_CODE_COPIES_H

#include <stdbool.h>

#include "ir/ir.h"
#include "support/arena.h"
#include "support/pointer_set.h"

/* Whether the branch of the function, an if or a switch, is decided so. unrolled: the loops that are unrolled whole. The arena
 * is for work on the way. */
bool copies_decide(const struct ir_func *func, const struct ir_stmt *branch, const struct pointer_set *unrolled,
                   struct arena *arena);

#endif
