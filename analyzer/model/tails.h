/* Stores at the ends of the two sides of a branch: the compiler may make one of them, behind the branch. */
#ifndef GPULINT_MODEL_TAILS_H
#define GPULINT_MODEL_TAILS_H

#include <stdbool.h>
#include <stddef.h>

#include "ir/ir.h"

struct tails {
	const struct ir_func *func;
	const struct ir_expr **sites;  /* stores that end a side and have their like at the end of the other */
	size_t count, capacity;
};

/* Of that function from now on; zeroed: of none. */
void tails_find(struct tails *tails, const struct ir_func *func);
void tails_free(struct tails *tails);
bool tails_has(const struct tails *tails, const struct ir_expr *site);

#endif
