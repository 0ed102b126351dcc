/* Stores of which the compiler may make one, behind a branch: those at the end of its only side, or behind what leaves by it, and
 * before the branch. */
#ifndef GPULINT_CODE_TAILS_H
#define GPULINT_CODE_TAILS_H

#include <stdbool.h>
#include <stddef.h>

#include "ir/ir.h"

struct tails {
	const struct ir_func *func;
	const struct ir_expr **sites;  /* stores that have their like on another way to the same place */
	size_t count, capacity;
};

/* Of that function from now on; zeroed: of none. */
void tails_find(struct tails *tails, const struct ir_func *func);
void tails_free(struct tails *tails);
bool tails_has(const struct tails *tails, const struct ir_expr *site);

#endif
