#include "ir/last_operand.h"

static bool
is_of_numbers(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_INT: return true;
	case IR_CONVERT:
	case IR_UNARY: return is_of_numbers(e->a);
	case IR_BINARY: return is_of_numbers(e->a) && is_of_numbers(e->b);
	default: return false;
	}
}

/* Whether the compiler folds the expression to a constant, which has no line. A literal has its own line. */
static bool
is_folded(const struct ir_expr *e)
{
	while (e->kind == IR_CONVERT)
		e = e->a;
	return e->kind == IR_BINARY && is_of_numbers(e);
}

/* The implicit 0 of `*p` has the location of the whole expression. */
static bool
is_written(const struct ir_expr *offset)
{
	const struct ir_loc *whole = &offset->loc, *index = &offset->b->loc;
	return offset->b->kind != IR_INT || index->line != whole->line || index->column != whole->column;
}

/* The operand of an address or index that is evaluated last. A member's name is no operand. */
static const struct ir_expr *
last_operand(const struct ir_expr *e)
{
	for (;;) {
		switch (e->kind) {
		case IR_OFFSET:
		case IR_BINARY: e = is_folded(e->b) || !is_written(e) ? e->a : e->b; break;
		case IR_LOAD:
		case IR_FIELD:
		case IR_CONVERT:
		case IR_UNARY: e = e->a; break;
		default: return e;
		}
	}
}

const struct ir_loc *
ir_place_of_macro(const struct ir_loc *loc)
{
	return loc->macro ? loc->macro : loc;
}

const struct ir_loc *
ir_place_of_access(const struct ir_expr *access)
{
	const struct ir_loc *whole = ir_place_of_macro(&access->loc);
	const uint32_t end_line = access->loc.end_line;
	const bool accesses = access->kind == IR_LOAD || access->kind == IR_STORE || access->kind == IR_UPDATE;
	if (whole->line == end_line)
		return whole;
	const struct ir_expr *last = last_operand(accesses ? access->a : access);
	const struct ir_loc *place = ir_place_of_macro(&last->loc);
	const bool is_reported = last->kind == IR_INT || last->kind == IR_VAR || last->kind == IR_SPECIAL;
	const bool within = place->file == whole->file && place->line > whole->line && place->line <= end_line;
	return is_reported && within ? place : whole;
}
