#include "eval/language/expr_name.h"

#include "ir/possible.h"

static const struct ir_type byte_offset = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};

bool
expr_is_settled(struct machine *m, const struct ir_expr *e, int64_t *number)
{
	const bool cuts = e->op == IR_DIV || e->op == IR_REM || e->op == IR_SHL || e->op == IR_SHR || e->op == IR_BIT_AND;
	if (e->kind != IR_BINARY || !cuts || e->type->kind != IR_TYPE_INT)
		return false;
	const struct possible value = possible_value(possible_values_of(&m->code->unlimited, m->frame->func), e);
	*number = value.low;
	return possible_is_one(value);
}

static struct name
of_number(struct possible p)
{
	return possible_is_one(p) ? name_of_constant(p.low) : (struct name){.kind = NAME_NONE};
}

static struct possible
number_of(struct name name)
{
	return possible_exactly((int64_t)name.number);
}

static struct name
of_operation(struct machine *m, const struct ir_expr *e)
{
	const bool is_unary = e->kind == IR_UNARY, is_relation = e->op >= IR_LT && e->op <= IR_NE;
	const struct ir_type *type = is_relation || e->op == IR_NOT ? e->a->type : e->type;
	const struct name a = expr_name(m, e->a), b = is_unary ? a : expr_name(m, e->b);
	int64_t number;
	if (expr_is_settled(m, e, &number))
		return name_of_constant(number);
	if (a.kind == NAME_CONSTANT && b.kind == NAME_CONSTANT)
		return of_number(possible_operation(e->op, e->type, e->a->type, number_of(a), number_of(b)));
	return is_unary ? name_unary(e->op, type, a) : name_binary(e->op, type, a, b);
}

static struct name
of_conversion(struct machine *m, const struct ir_expr *e)
{
	const struct name a = expr_name(m, e->a);
	return a.kind == NAME_CONSTANT ? of_number(possible_converted(e->type, e->a->type, number_of(a)))
	                               : name_convert(e->type, e->a->type, a);
}

/* Of both. One that is known already has decided which of them is asked. */
static struct name
of_logical(struct machine *m, const struct ir_expr *e)
{
	const struct name a = expr_name(m, e->a), b = expr_name(m, e->b);
	if (a.kind != NAME_OPAQUE || b.kind != NAME_OPAQUE)
		return (struct name){.kind = NAME_NONE};
	return name_apply(name_apply(name_of_identity(e->kind), a), b);
}

static struct name
of_variable(struct machine *m, const struct ir_expr *address)
{
	if (address->kind != IR_VAR || !is_register(address->var))
		return (struct name){.kind = NAME_NONE};
	return m->frame->slots[address->var->slot].variable.name;
}

struct name
expr_name_of_choice(struct name condition, struct name a, struct name b)
{
	if (name_same(a, b))
		return a;
	if (condition.kind == NAME_CONSTANT)
		return condition.number ? a : b;
	return name_apply(name_apply(name_apply(name_of_identity(IR_CONDITIONAL), condition), a), b);
}

struct name
expr_name(struct machine *m, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_INT: return name_of_constant(e->integer);
	case IR_VAR: return name_of_identity((uintptr_t)e->var);
	case IR_SPECIAL: return name_of_identity(UINT64_MAX - e->special);
	case IR_LOAD: return of_variable(m, e->a);
	case IR_UNARY: case IR_BINARY: return of_operation(m, e);
	case IR_CONVERT: return of_conversion(m, e);
	case IR_OFFSET: return name_offset(expr_name(m, e->a), e->b->type, expr_name(m, e->b), e->scale);
	case IR_FIELD: return name_offset(expr_name(m, e->a), &byte_offset, name_of_constant((int64_t)e->field->offset), 1);
	case IR_AND: case IR_OR: return of_logical(m, e);
	case IR_CONDITIONAL: return expr_name_of_choice(expr_name(m, e->a), expr_name(m, e->b), expr_name(m, e->c));
	default: return (struct name){.kind = NAME_NONE};
	}
}
