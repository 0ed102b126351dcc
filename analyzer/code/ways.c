#include "code/ways.h"

#include "ir/walk.h"

/* ---- sides ---- */

static bool
is_empty(const struct ir_stmt *s)
{
	if (!s || s->kind == IR_STMT_BREAK || s->kind == IR_STMT_CONTINUE || s->kind == IR_STMT_DECLARE)
		return true;
	if (s->kind == IR_STMT_RETURN) {
		const struct ir_expr *value = ir_without_conversions(s->expr);
		return !value || value->kind == IR_INT || value->kind == IR_FLOAT;
	}
	if (s->kind != IR_STMT_BLOCK)
		return false;
	for (uint32_t i = 0; i < s->stmt_count; i++)
		if (!is_empty(s->stmts[i]))
			return false;
	return true;
}

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

static struct way
way_of(struct definitions *definitions, const struct ir_stmt *side)
{
	return (struct way){
		.extent = side ? extent_under_predicates(definitions, side) : (struct extent){0, false},
		.is_empty = is_empty(side),
		.end = end_of(side),
	};
}

struct way
way_of_case(struct definitions *definitions, const struct ir_stmt *choice, uint32_t label)
{
	const uint32_t end = label + 1 < choice->case_count ? choice->cases[label + 1].first : choice->stmt_count;
	struct way way = {.is_empty = true};
	for (uint32_t i = choice->cases[label].first; i < end; i++) {
		way.extent = extent_both(way.extent, extent_under_predicates(definitions, choice->stmts[i]));
		way.is_empty &= is_empty(choice->stmts[i]);
	}
	return way;
}

/* ---- what is behind the if ---- */

/* From the if outwards, to where the jump leads that the other side ends with. */
struct rest {
	struct definitions *definitions;
	const struct ir_stmt *inner;
	enum way_end end;
	struct way *way;         /* that goes on there */
	bool is_there;
	bool is_last;            /* nothing has been behind so far, up to the function's end */
	bool jump_is_last;       /* nor behind what the jump leaves */
};

static void
add_behind(struct rest *rest, const struct ir_stmt *block)
{
	uint32_t behind = block->stmt_count;
	while (behind && block->stmts[behind - 1] != rest->inner)
		behind--;
	for (; behind < block->stmt_count; behind++) {
		const struct ir_stmt *s = block->stmts[behind];
		const bool ends_function = s->kind == IR_STMT_RETURN && !s->expr;
		rest->is_last &= ends_function;
		rest->jump_is_last &= !rest->is_there || s->kind == IR_STMT_RETURN;
		if (!rest->way || rest->is_there)
			continue;
		rest->way->extent = extent_both(rest->way->extent, extent_under_predicates(rest->definitions, s));
		rest->way->is_empty &= is_empty(s);
	}
}

static void
look_behind(void *context, const struct ir_stmt *around)
{
	struct rest *rest = context;
	if (around->kind == IR_STMT_BLOCK || around->kind == IR_STMT_SWITCH) {
		add_behind(rest, around);
		/* A break of a switch, and so a goto, leads to behind that, where the others come as well. */
		if (around->kind == IR_STMT_SWITCH && rest->end == WAY_LEAVES_LOOP && !rest->is_there) {
			rest->end = WAY_JOINS;
			rest->is_there = true;
		}
	} else if (around->kind == IR_STMT_LOOP) {
		rest->is_last = false;
		rest->jump_is_last &= !rest->is_there && rest->end == WAY_LEAVES_LOOP;
		/* Who does not return goes round. */
		if (rest->way && rest->end == WAY_RETURNS)
			rest->way->extent.breaks = true;
		rest->is_there |= rest->end != WAY_RETURNS;
	}
	rest->inner = around;
}

static bool
look_outwards(const struct ir_func *func, const struct ir_stmt *branch, struct rest *rest)
{
	return func->body && ir_visit_around((struct ir_node){.stmt = func->body}, branch, look_behind, rest) && rest->is_last;
}

struct ways
ways_of(struct definitions *definitions, const struct ir_func *func, const struct ir_stmt *branch)
{
	struct ways ways = {.yes = way_of(definitions, branch->then), .no = way_of(definitions, branch->otherwise)};
	const bool one_leaves = (ways.yes.end == WAY_JOINS) != (ways.no.end == WAY_JOINS);
	struct way *leaves = ways.yes.end != WAY_JOINS ? &ways.yes : &ways.no;
	struct rest rest = {
		.definitions = definitions, .inner = branch, .end = leaves->end, .is_last = true, .jump_is_last = true,
		.way = !one_leaves ? NULL : leaves == &ways.yes ? &ways.no : &ways.yes,
	};
	ways.is_last = look_outwards(func, branch, &rest);
	leaves->end = rest.is_there && rest.jump_is_last ? WAY_RETURNS : rest.end;
	return ways;
}

bool
is_last_of_function(const struct ir_func *func, const struct ir_stmt *s)
{
	struct rest rest = {.inner = s, .is_last = true};
	return look_outwards(func, s, &rest);
}
