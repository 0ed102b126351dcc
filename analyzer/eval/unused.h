/* Loads whose value nobody uses: the compiler makes no instruction of them. A value is used when it may come to a store
 * that others see, to a branch, a call, an address of such, or out of the function; whatever is not surely unused counts as
 * used. Variables are taken for all of their values: one that is read anywhere for something is used everywhere. */
#ifndef GPULINT_EVAL_UNUSED_H
#define GPULINT_EVAL_UNUSED_H

#include <stdbool.h>
#include <stddef.h>

#include "ir/ir.h"

struct unused_loads {
	const struct ir_func *func;
	const struct ir_expr **loads;    /* loads, and calls of __ldg */
	size_t count, capacity;
};

/* What is known of functions so far; zeroed: nothing. */
struct unused_known {
	struct unused_loads **funcs;
	size_t count, capacity;
};

/* Lives as long as `known`. */
const struct unused_loads *unused_loads_of(struct unused_known *known, const struct ir_func *func);
bool unused_loads_has(const struct unused_loads *unused, const struct ir_expr *load);
void unused_known_free(struct unused_known *known);

#endif
