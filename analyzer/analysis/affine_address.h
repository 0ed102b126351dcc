/* Affine addresses as the compiler sees them: a variable's address, plus unknown terms times known factors, plus a
 * constant. Two accesses whose addresses differ only in the constant are at a known distance. */
#ifndef GPULINT_ANALYSIS_AFFINE_ADDRESS_H
#define GPULINT_ANALYSIS_AFFINE_ADDRESS_H

#include "analysis/definitions.h"

enum { MOST_TERMS = 8 };

struct affine_term {
	const struct ir_expr *what;
	int64_t factor;
};

struct affine {
	const struct ir_var *base; /* the variable whose address is part of it; NULL: none */
	struct affine_term terms[MOST_TERMS];
	unsigned count;
	int64_t constant;
};

/* False if it is not a sum of at most MOST_TERMS terms. */
bool affine_of(struct definitions *definitions, const struct ir_expr *address, struct affine *affine);
/* Whether they differ at most in the constant. */
bool affine_same(const struct affine *a, const struct affine *b);

/* Whether both are the same computation. */
bool same_expr(const struct ir_expr *x, const struct ir_expr *y);

#endif
