/* Copies of a loop's body, of which each knows its counter where the loop is unrolled whole: what is made of counters and
 * literals alone is no question there. */
#ifndef GPULINT_CODE_COPIES_H
#define GPULINT_CODE_COPIES_H

#include "code/unroll.h"
#include "ir/ir.h"
#include "support/pointer_set.h"

/* The loops that are unrolled whole, and those of them that only may be. */
struct unrolled_loops { struct pointer_set loops, unsure; };

/* Whether the number of iterations of a loop of the function is: surely where all such loops around it are unrolled whole for
 * sure. */
enum wholeness copies_count(const struct ir_func *func, const struct ir_stmt *loop, const struct unrolled_loops *unrolled,
                            struct definitions_known *known);

#endif
