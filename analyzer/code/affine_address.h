/* Addresses as the compiler sees them: a variable's place, plus terms that it does not know times factors that it does,
 * plus a constant. Two accesses whose addresses differ in the constant alone are surely neighbours, whatever the terms
 * are. */
#ifndef GPULINT_CODE_AFFINE_ADDRESS_H
#define GPULINT_CODE_AFFINE_ADDRESS_H

#include "code/definitions.h"

enum { MOST_TERMS = 8 };

struct affine_term {
	const struct ir_expr *what;
	int64_t factor;
};

struct affine {
	const struct ir_var *base;     /* whose address is part of it; NULL: none */
	struct affine_term terms[MOST_TERMS];
	unsigned count;
	int64_t constant;
};

/* False when it is no sum of few terms. */
bool affine_of(struct definitions *definitions, const struct ir_expr *address, struct affine *affine);
/* Whether the two differ in the constant alone. */
bool affine_same(const struct affine *a, const struct affine *b);

/* The same computation, written twice. */
bool same_expr(const struct ir_expr *x, const struct ir_expr *y);

#endif
