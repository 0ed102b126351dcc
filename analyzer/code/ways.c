#include "code/ways.h"

#include "ir/walk.h"

/* ---- sides ---- */

static const struct ir_stmt *
last_of(const struct ir_stmt *side)
{
	while (side && side->kind == IR_STMT_BLOCK && side->stmt_count)
		side = side->stmts[side->stmt_count - 1];
	return side;
}

bool
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

/* ---- what is behind the if ---- */

/* From the if outwards, to where the jump leads. */
struct rest {
	struct definitions *definitions;
	const struct ir_stmt *inner;
	enum way_end end;        /* of the jump */
	struct extent *extent;   /* of who goes on there; NULL: nobody does */
	bool is_there;
};

static void
add_behind(struct rest *rest, const struct ir_stmt *block)
{
	uint32_t behind = block->stmt_count;
	while (behind && block->stmts[behind - 1] != rest->inner)
		behind--;
	for (; behind < block->stmt_count && rest->extent && !rest->is_there; behind++)
		*rest->extent = extent_both(*rest->extent, extent_under_predicates(rest->definitions, block->stmts[behind]));
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
		if (rest->extent && rest->end == WAY_RETURNS)
			rest->extent->breaks = true;
		rest->is_there |= rest->end != WAY_RETURNS;
	}
	rest->inner = around;
}

struct extent
extent_past_jump(struct definitions *definitions, const struct ir_func *func, const struct ir_stmt *branch)
{
	struct extent extent = {0, false};
	struct rest rest = {.definitions = definitions, .inner = branch, .end = end_of(branch->then)};
	if (branch->otherwise)
		extent = extent_under_predicates(definitions, branch->otherwise);
	if (end_of(branch->otherwise) == WAY_JOINS)
		rest.extent = &extent;
	if (func->body)
		ir_visit_around((struct ir_node){.stmt = func->body}, branch, look_behind, &rest);
	return extent;
}
