/* Conditions that are asked twice. Of
 *
 *	if (t & 1)
 *		...
 *	if (t & 1)
 *		...
 *
 * the compiler makes one branch when little is between the two, and of the inner of two that stand in one another, or of one
 * that comes behind a way out on the same condition, none. */
#ifndef GPULINT_CODE_ASKED_AGAIN_H
#define GPULINT_CODE_ASKED_AGAIN_H

#include "code/definitions.h"
#include "ir/ir.h"

/* Whether another if of the function asks the same as this one, or the opposite, so that the compiler may make one of both. */
bool is_asked_again(struct definitions *definitions, const struct ir_func *func, const struct ir_stmt *branch);

#endif
