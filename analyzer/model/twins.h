/* Loads that have their like on the other side of a branch: the compiler may make one of both, for all lanes, of the same
 * address before the branch, or behind it of the address that each lane has chosen. */
#ifndef GPULINT_MODEL_TWINS_H
#define GPULINT_MODEL_TWINS_H

#include "ir/ir.h"
#include "support/pointer_set.h"

struct twins {
	const struct ir_func *func;
	struct pointer_set loads;
};

/* Of that function from now on; zeroed: of none. */
void twins_find(struct twins *twins, const struct ir_func *func);
void twins_free(struct twins *twins);
bool twins_has(const struct twins *twins, const struct ir_expr *load);

#endif
