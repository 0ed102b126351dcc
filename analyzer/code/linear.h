/* Addresses as the compiler sees them: a variable's place, plus terms that it does not know times factors that it does,
 * plus a constant. Two accesses whose addresses differ in the constant alone are surely neighbours, whatever the terms
 * are. */
#ifndef GPULINT_CODE_LINEAR_H
#define GPULINT_CODE_LINEAR_H

#include "code/definitions.h"

enum { MOST_TERMS = 8 };

struct linear_term {
	const struct ir_expr *what;
	int64_t factor;
};

struct linear {
	const struct ir_var *base;     /* whose address is part of it; NULL: none */
	struct linear_term terms[MOST_TERMS];
	unsigned count;
	int64_t constant;
};

/* False when it is no sum of few terms. */
bool linear_of(struct definitions *definitions, const struct ir_expr *address, struct linear *linear);
/* Whether the two differ in the constant alone. */
bool linear_same(const struct linear *a, const struct linear *b);

/* The same computation, written twice. */
bool same_expr(const struct ir_expr *x, const struct ir_expr *y);

#endif
