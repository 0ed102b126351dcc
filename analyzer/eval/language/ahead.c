/* Loads that the compiler makes before it is known whether they are needed: of `c && flag`, where `flag` stands in static
 * memory and can be loaded whatever c says, it makes two conditions without a branch between them. */
#include "eval/machine.h"

enum { DEEPEST = 16 };

static const char AHEAD[] = "the compiler loads it ahead of the condition, for all lanes that come to the condition";

/* At a known place within a variable that is always there. */
static bool
is_always_there(const struct ir_expr *address, uint64_t size)
{
	int64_t offset = 0, bytes;
	for (; address->kind == IR_FIELD || address->kind == IR_OFFSET; address = address->a) {
		if (address->kind == IR_FIELD)
			bytes = (int64_t)address->field->offset;
		else if (address->b->kind != IR_INT || __builtin_mul_overflow(address->b->integer, address->scale, &bytes))
			return false;
		if (__builtin_add_overflow(offset, bytes, &offset))
			return false;
	}
	if (address->kind != IR_VAR || address->var->is_extern || address->var->type->is_volatile)
		return false;
	const enum ir_storage storage = address->var->storage;
	return (storage == IR_STORAGE_SHARED || storage == IR_STORAGE_DEVICE) && offset >= 0 &&
	       (uint64_t)offset + size <= address->var->type->size;
}

static const struct ir_expr *
ready_load(const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	return e->kind == IR_LOAD && !e->type->is_volatile && is_always_there(e->a, e->type->size) ? e : NULL;
}

/* What is in a register or in the instruction. */
static bool
is_at_hand(const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	return e->kind == IR_INT || e->kind == IR_FLOAT || e->kind == IR_SPECIAL ||
	       (e->kind == IR_LOAD && e->a->kind == IR_VAR && is_register(e->a->var));
}

/* The only load of a condition that nothing but a comparison is made of: more than that is not computed ahead. */
static const struct ir_expr *
load_of_condition(const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	if (e->kind == IR_UNARY && e->op == IR_NOT)
		return load_of_condition(e->a);
	if (e->kind != IR_BINARY || e->op < IR_LT || e->op > IR_NE)
		return ready_load(e);
	return is_at_hand(e->b) ? ready_load(e->a) : is_at_hand(e->a) ? ready_load(e->b) : NULL;
}

/* The compiler knows already how a condition without variables comes out. */
static bool
is_settled(const struct ir_expr *e, unsigned depth)
{
	switch (e->kind) {
	case IR_INT: case IR_FLOAT:
		return true;
	case IR_CONVERT: case IR_UNARY:
		return is_settled(e->a, depth);
	case IR_BINARY: case IR_AND: case IR_OR:
		return depth < DEEPEST && is_settled(e->a, depth + 1) && is_settled(e->b, depth + 1);
	default:
		return false;
	}
}

static void
load_ahead(struct machine *m, const struct ir_expr *condition, const struct ir_expr *load)
{
	if (!m->fold || !load || is_settled(condition, 0))
		return;
	const char *outer = m->assumption;
	m->assumption = AHEAD;
	m->reuse.ahead_of_condition = true;
	eval_expr(m, load);
	m->reuse.ahead_of_condition = false;
	m->assumption = outer;
}

void
ahead_of_operand(struct machine *m, const struct ir_expr *condition, const struct ir_expr *operand)
{
	load_ahead(m, condition, load_of_condition(operand));
}

void
ahead_of_value(struct machine *m, const struct ir_expr *condition, const struct ir_expr *value)
{
	load_ahead(m, condition, ready_load(value));
}

void
ahead_of_branch(struct machine *m, const struct ir_stmt *branch)
{
	const struct ir_stmt *side = branch->then;
	while (side->kind == IR_STMT_BLOCK && side->stmt_count == 1)
		side = side->stmts[0];
	const struct ir_expr *e = side->kind == IR_STMT_EXPR ? side->expr : NULL;
	if (!branch->otherwise && e && e->kind == IR_STORE && e->a->kind == IR_VAR && is_register(e->a->var))
		load_ahead(m, branch->expr, ready_load(e->b));
}
