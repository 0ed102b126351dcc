/* Visits the expressions of a kernel and of the program's functions that it calls, each function once. */
#ifndef GPULINT_MODEL_COMPILED_ARITHMETIC_H
#define GPULINT_MODEL_COMPILED_ARITHMETIC_H

#include "ir/ir.h"
#include "support/pointer_set.h"

/* The state of a walk. It describes the expression that is visited: */
struct arithmetic {
	void (*read)(void *context, const struct ir_expr *e);
	void *context;
	const struct ir_unit *unit; /* of the function that contains it */
	const struct ir_stmt *loop; /* the innermost enclosing loop; NULL: none */
	/* the loop is in a caller, so the variables of the expression's function are new in each call */
	bool is_called_there;
	struct pointer_set functions; /* visited functions */
};

/* Calls `read` for each expression, enclosing ones first. */
void arithmetic_read(struct arithmetic *walk, const struct ir_func *func);

#endif
