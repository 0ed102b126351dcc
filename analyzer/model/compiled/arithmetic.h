/* The expressions of a kernel, and of the functions of the program that it calls, each function once. */
#ifndef GPULINT_MODEL_COMPILED_ARITHMETIC_H
#define GPULINT_MODEL_COMPILED_ARITHMETIC_H

#include "ir/ir.h"
#include "support/pointer_set.h"

/* A walk through them; of what is read last: */
struct arithmetic {
	void (*read)(void *context, const struct ir_expr *e);
	void *context;
	const struct ir_unit *unit;    /* of the function that it is in */
	const struct ir_stmt *loop;    /* the innermost around it; NULL: none */
	bool is_called_there;          /* the loop is of a function that calls the one that it is in, whose variables change with each call */
	struct pointer_set functions;  /* that have been read */
};

/* Calls `read` for each, those around others first. */
void arithmetic_read(struct arithmetic *walk, const struct ir_func *func);

#endif
