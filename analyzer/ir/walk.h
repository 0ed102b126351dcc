/* Walking the IR: the parts of a statement or an expression, in the order in which the source has them and in which they
 * run (but for assignments: their right side runs first). For code that asks the same of most nodes, and of a few kinds
 * something of their own:
 *
 *	struct ir_parts parts = ir_parts_of(node);
 *	for (struct ir_node part; ir_next_part(&parts, &part);)
 *		read_node(r, part);
 *
 * The body of a function is no part of its calls, nor is what a variable is initialised with a part of what names the
 * variable. Generated code may be nested so deep that who descends by recursion has to count how deep he is: below
 * IR_DEEPEST he answers as if nothing were known. */
#ifndef GPULINT_IR_WALK_H
#define GPULINT_IR_WALK_H

#include "ir/ir.h"

enum { IR_DEEPEST = 256 };

/* One of both; the other is NULL. */
struct ir_node {
	const struct ir_stmt *stmt;
	const struct ir_expr *expr;
};

/* A node, and which of its parts are still to come: those that are members of their own, then those of a list. Small, for
 * there is one for every node of a walk. */
struct ir_parts {
	struct ir_node whole;
	uint32_t members;                  /* so many, some of which may be left out */
	uint32_t next, end;
};

/* Of a node without either there are none. */
struct ir_parts ir_parts_of(struct ir_node whole);

/* The next part, none of which is empty; false: there are no more. */
bool ir_next_part(struct ir_parts *parts, struct ir_node *part);

/* The same backwards: takes the last part of those that are left. */
bool ir_last_part(struct ir_parts *parts, struct ir_node *part);

/* Visits the statements around `inner`, from the inside out to the code itself; false: it does not stand there, or in an
 * expression. */
bool ir_visit_around(struct ir_node code, const struct ir_stmt *inner,
                     void (*visit)(void *context, const struct ir_stmt *around), void *context);

/* Whether it is the condition of a branch, which decides which of the parts behind it run. That of a loop is not meant. */
bool ir_is_condition(struct ir_node whole, struct ir_node part);

#endif
