#include "code/ways.h"

#include <math.h>

enum { MOST_OPERATIONS = 1000 };

/* ---- sides ---- */

static const struct ir_stmt *
last_of(const struct ir_stmt *side)
{
	while (side && side->kind == IR_STMT_BLOCK && side->stmt_count)
		side = side->stmts[side->stmt_count - 1];
	return side;
}

/* Whether control does not come to the end of that side of a branch; NULL: there is none. */
static bool
side_jumps_off(const struct ir_stmt *side)
{
	side = last_of(side);
	return side && (side->kind == IR_STMT_BREAK || side->kind == IR_STMT_CONTINUE || side->kind == IR_STMT_RETURN);
}

static bool
is_there_already(const struct ir_expr *value)
{
	value = ir_without_conversions(value);
	return !value || value->kind == IR_INT || value->kind == IR_FLOAT || (value->kind == IR_LOAD && value->a->kind == IR_VAR);
}

bool
side_only_jumps(const struct ir_stmt *side)
{
	while (side && side->kind == IR_STMT_BLOCK && side->stmt_count == 1)
		side = side->stmts[0];
	return side_jumps_off(side) && side->kind != IR_STMT_BLOCK && (side->kind != IR_STMT_RETURN || is_there_already(side->expr));
}

enum way_end {
	WAY_JOINS,          /* behind the if */
	WAY_GOES_ROUND,     /* continue */
	WAY_LEAVES_LOOP,    /* break */
	WAY_RETURNS,
};

/* How all lanes that take the side leave it. */
static enum way_end
end_of(const struct ir_stmt *side)
{
	side = last_of(side);
	if (!side)
		return WAY_JOINS;
	switch (side->kind) {
	case IR_STMT_RETURN: return WAY_RETURNS;
	case IR_STMT_BREAK: return WAY_LEAVES_LOOP;
	case IR_STMT_CONTINUE: return WAY_GOES_ROUND;
	case IR_STMT_IF: {
		const enum way_end end = end_of(side->then);
		return end == end_of(side->otherwise) ? end : WAY_JOINS;
	}
	default: return WAY_JOINS;
	}
}

/* ---- how much they do ---- */

/* Loops, barriers and calls may take any number. */
double
operations_of(struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	if ((node.stmt && node.stmt->kind == IR_STMT_LOOP) || (e && (e->kind == IR_CALL || e->kind == IR_CALL_POINTER || e->kind == IR_LAUNCH)))
		return INFINITY;
	double operations = e && (e->kind == IR_BINARY || e->kind == IR_UNARY || e->kind == IR_UPDATE || e->kind == IR_BUILTIN || e->kind == IR_COPY ||
	                          e->kind == IR_CONDITIONAL || ((e->kind == IR_LOAD || e->kind == IR_STORE) && e->a->kind != IR_VAR));
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; operations < MOST_OPERATIONS && ir_next_part(&parts, &part);)
		operations += operations_of(part);
	return operations < MOST_OPERATIONS ? operations : INFINITY;
}

/* ---- what is behind the if ---- */

/* From the if outwards, to where the jump leads. */
struct rest {
	const struct ir_stmt *inner;
	enum way_end end;        /* of the jump */
	double *operations;      /* of who goes on there; NULL: nobody does */
	bool is_there;
};

static void
add_behind(struct rest *rest, const struct ir_stmt *block)
{
	uint32_t behind = block->stmt_count;
	while (behind && block->stmts[behind - 1] != rest->inner)
		behind--;
	for (; behind < block->stmt_count && rest->operations && *rest->operations < MOST_OPERATIONS && !rest->is_there; behind++)
		*rest->operations += operations_of((struct ir_node){.stmt = block->stmts[behind]});
}

static void
look_behind(void *context, const struct ir_stmt *around)
{
	struct rest *rest = context;
	if (around->kind == IR_STMT_BLOCK || around->kind == IR_STMT_SWITCH) {
		add_behind(rest, around);
		/* A break of a switch, and so a goto, leads to behind that, where the others come as well. */
		rest->is_there |= around->kind == IR_STMT_SWITCH && rest->end == WAY_LEAVES_LOOP;
	} else if (around->kind == IR_STMT_LOOP) {
		/* Who does not return goes round. */
		if (rest->operations && rest->end == WAY_RETURNS)
			*rest->operations = INFINITY;
		rest->is_there |= rest->end != WAY_RETURNS;
	}
	rest->inner = around;
}

double
operations_past_jump(const struct ir_func *func, const struct ir_stmt *branch)
{
	double operations = branch->otherwise ? operations_of((struct ir_node){.stmt = branch->otherwise}) : 0;
	struct rest rest = {.inner = branch, .end = end_of(branch->then)};
	if (end_of(branch->otherwise) == WAY_JOINS)
		rest.operations = &operations;
	if (func->body)
		ir_visit_around((struct ir_node){.stmt = func->body}, branch, look_behind, &rest);
	return operations;
}
