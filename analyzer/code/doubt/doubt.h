/* Doubts: what of a kernel may be otherwise if values that it loads or computes are others.
 *
 * The code is read, not run: for each value, whether it depends on those. Accesses whose addresses do are in doubt, and whatever
 * stands under a condition that does. */
#ifndef GPULINT_CODE_DOUBT_DOUBT_H
#define GPULINT_CODE_DOUBT_DOUBT_H

#include <stdbool.h>

#include "ir/ir.h"
#include "support/pointer_set.h"

/* A set of accesses (ir_expr) and branches (ir_stmt). */
struct doubts;

struct doubts *doubts_new(void);
void doubts_free(struct doubts *doubts);
bool doubts_has(const struct doubts *doubts, const void *node);

/* Values: adds what the kernel may do otherwise if these of its loads, and of its calls of mathematical functions, yield
 * something else. */
void doubt_values(struct doubts *doubts, const struct ir_func *kernel, const struct pointer_set *values);

#endif
