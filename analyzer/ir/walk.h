/* Iteration over the parts of a statement or expression, in the order of source and execution; in assignments the
 * right side comes first. It serves code that treats most nodes alike:
 *
 *	struct ir_parts parts = ir_parts_of(node);
 *	for (struct ir_node part; ir_next_part(&parts, &part);)
 *		read_node(r, part);
 *
 * A function's body is no part of its calls; a variable's initialiser is no part of expressions that name the
 * variable. Generated code may be nested deeply, so recursive walks must limit their depth: below IR_DEEPEST they
 * answer as if nothing were known. */
#ifndef GPULINT_IR_WALK_H
#define GPULINT_IR_WALK_H

#include "ir/ir.h"

enum { IR_DEEPEST = 256 };

/* Either a statement or an expression; the other is NULL. */
struct ir_node {
	const struct ir_stmt *stmt;
	const struct ir_expr *expr;
};

/* Iterator over a node's parts: first its operands, then its list. It is small because each visited node has one. */
struct ir_parts {
	struct ir_node whole;
	uint32_t members; /* number of operands, some of which may be missing */
	uint32_t next, end;
};

/* For statements, and expressions with more than operands and arguments. */
struct ir_parts ir_parts_of_other(struct ir_node whole);
struct ir_node ir_part_of_other(const struct ir_parts *parts, uint32_t at);

/* Fast path: nearly all nodes are expressions with only operands and arguments. */
static inline bool
ir_is_operation(const struct ir_expr *e)
{
	return e->kind != IR_STATEMENTS && e->kind != IR_LAUNCH;
}

/* An empty node has no parts. */
static inline struct ir_parts
ir_parts_of(struct ir_node whole)
{
	const struct ir_expr *e = whole.expr;
	if (!e || !ir_is_operation(e))
		return ir_parts_of_other(whole);
	/* Trailing missing operands are not counted: most expressions have at most one operand. */
	const uint32_t members = e->c ? 3 : e->b ? 2 : e->a ? 1 : 0;
	return (struct ir_parts){whole, members, 0, members + e->arg_count};
}

/* Empty for a missing operand. */
static inline struct ir_node
ir_part_at(const struct ir_parts *parts, uint32_t at)
{
	const struct ir_expr *e = parts->whole.expr;
	if (!e || !ir_is_operation(e))
		return ir_part_of_other(parts, at);
	if (at >= parts->members)
		return (struct ir_node){.expr = e->args[at - parts->members]};
	return (struct ir_node){.expr = at == 0 ? e->a : at == 1 ? e->b : e->c};
}

/* The next part, never an empty one. False: no more parts; *part is empty. */
static inline bool
ir_next_part(struct ir_parts *parts, struct ir_node *part)
{
	*part = (struct ir_node){.stmt = NULL};
	while (!part->stmt && !part->expr && parts->next < parts->end)
		*part = ir_part_at(parts, parts->next++);
	return part->stmt || part->expr;
}

/* Whether the test holds for the node or for any part at any depth. Below IR_DEEPEST it is assumed to hold. */
typedef bool ir_test(const void *context, struct ir_node node);
bool ir_any(struct ir_node node, ir_test *test, const void *context);
/* Whether it contains a return. */
bool ir_returns(struct ir_node node);

/* Whether `part` is the condition of a branch, which decides which of the other parts run. Loop conditions do not
 * count. */
bool ir_is_condition(struct ir_node whole, struct ir_node part);

#endif
