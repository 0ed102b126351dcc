/* Invariant values, by the source of a function. */
#ifndef GPULINT_ANALYSIS_INVARIANT_H
#define GPULINT_ANALYSIS_INVARIANT_H

#include "analysis/definitions.h"

/* Whether a value or address is loop-invariant as far as variables show. Memory and calls count as changing. */
bool loop_invariant(const struct definitions *definitions, const struct ir_stmt *loop, const struct ir_expr *e);
/* Whether it is computed only from values that are uniform in the block: literals, parameters, constant memory, and
 * the launch's numbers. Parameters of called functions are assumed uniform. */
bool uniform_in_block(const struct definitions *definitions, const struct ir_expr *e);
bool uniform_address(const struct definitions *definitions, const struct ir_expr *e);
/* The same with thread indices also allowed, for a value or an address. */
bool invariant_of_threads(const struct definitions *definitions, const struct ir_expr *e);

#endif
