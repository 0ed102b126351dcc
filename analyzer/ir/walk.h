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

/* Of statements, and of expressions that hold more than operands and arguments. */
struct ir_parts ir_parts_of_other(struct ir_node whole);
struct ir_node ir_part_of_other(const struct ir_parts *parts, uint32_t at);

/* Nearly all nodes are expressions of operands and arguments, so these are looked at on the spot. */
static inline bool
ir_is_operation(struct ir_node node)
{
	return node.expr && node.expr->kind != IR_STATEMENTS && node.expr->kind != IR_LAUNCH;
}

/* Of a node without either there are none. */
static inline struct ir_parts
ir_parts_of(struct ir_node whole)
{
	const struct ir_expr *e = whole.expr;
	if (!ir_is_operation(whole))
		return ir_parts_of_other(whole);
	/* Those behind the last that is there are not counted: most expressions have no operand at all, or one. */
	const uint32_t members = e->c ? 3 : e->b ? 2 : e->a ? 1 : 0;
	return (struct ir_parts){whole, members, 0, members + e->arg_count};
}

/* Empty where a member is left out. */
static inline struct ir_node
ir_part_at(const struct ir_parts *parts, uint32_t at)
{
	const struct ir_expr *e = parts->whole.expr;
	if (!ir_is_operation(parts->whole))
		return ir_part_of_other(parts, at);
	if (at >= parts->members)
		return (struct ir_node){.expr = e->args[at - parts->members]};
	return (struct ir_node){.expr = at == 0 ? e->a : at == 1 ? e->b : e->c};
}

/* The next part, none of which is empty; false: there are no more, and it is. */
static inline bool
ir_next_part(struct ir_parts *parts, struct ir_node *part)
{
	*part = (struct ir_node){.stmt = NULL};
	while (!part->stmt && !part->expr && parts->next < parts->end)
		*part = ir_part_at(parts, parts->next++);
	return part->stmt || part->expr;
}

/* Whether the test holds of the node or of some part of it, of these parts' own and so on. Below IR_DEEPEST it is taken to. */
typedef bool ir_test(const void *context, struct ir_node node);
bool ir_any(struct ir_node node, ir_test *test, const void *context);
/* Whether a return stands in it. */
bool ir_returns(struct ir_node node);

/* Whether it is the condition of a branch, which decides which of the parts behind it run. That of a loop is not meant. */
bool ir_is_condition(struct ir_node whole, struct ir_node part);

#endif
