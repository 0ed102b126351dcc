#include "analysis/affine_address.h"

enum { DEEPEST = 64, MOST_VISITS = 200 };

bool
same_expr(const struct ir_expr *x, const struct ir_expr *y)
{
	if (!x || !y)
		return x == y;
	if (x->kind != y->kind || x->op != y->op || x->type != y->type || x->arg_count || y->arg_count)
		return false;
	switch (x->kind) {
	case IR_INT: return x->integer == y->integer;
	case IR_VAR: return x->var == y->var;
	case IR_SPECIAL: return x->special == y->special;
	case IR_FIELD:
		if (x->field != y->field)
			return false;
		break;
	case IR_OFFSET:
	case IR_POINTER_DIFF:
		if (x->scale != y->scale)
			return false;
		break;
	case IR_LOAD:
	case IR_UNARY:
	case IR_BINARY:
	case IR_CONVERT: break;
	default: return false;
	}
	return same_expr(x->a, y->a) && same_expr(x->b, y->b) && same_expr(x->c, y->c);
}

static bool
add_term(struct affine *affine, const struct ir_expr *what, int64_t factor)
{
	for (unsigned i = 0; i < affine->count; i++)
		if (same_expr(affine->terms[i].what, what))
			return !__builtin_add_overflow(affine->terms[i].factor, factor, &affine->terms[i].factor);
	if (affine->count == MOST_TERMS)
		return false;
	affine->terms[affine->count++] = (struct affine_term){what, factor};
	return true;
}

static bool
add_constant(struct affine *affine, int64_t factor, int64_t number)
{
	return !__builtin_mul_overflow(factor, number, &number) &&
	       !__builtin_add_overflow(affine->constant, number, &affine->constant);
}

struct summing {
	struct definitions *definitions;
	struct affine *affine;
	unsigned depth, visits;
};

static bool add(struct summing *s, const struct ir_expr *e, int64_t factor);

static bool
add_scaled(struct summing *s, const struct ir_expr *e, int64_t factor, int64_t scale)
{
	return !__builtin_mul_overflow(factor, scale, &factor) && add(s, e, factor);
}

static bool
add_binary(struct summing *s, const struct ir_expr *e, int64_t factor)
{
	int64_t number;
	if (e->op == IR_ADD)
		return add(s, e->a, factor) && add(s, e->b, factor);
	if (e->op == IR_SUB)
		return add(s, e->a, factor) && add_scaled(s, e->b, factor, -1);
	if (e->op == IR_MUL && constant_value(s->definitions, e->b, &number))
		return add_scaled(s, e->a, factor, number);
	if (e->op == IR_MUL && constant_value(s->definitions, e->a, &number))
		return add_scaled(s, e->b, factor, number);
	if (e->op == IR_SHL && constant_value(s->definitions, e->b, &number) && number >= 0 && number < 32)
		return add_scaled(s, e->a, factor, INT64_C(1) << number);
	return add_term(s->affine, e, factor);
}

static bool
add_kind(struct summing *s, const struct ir_expr *e, int64_t factor)
{
	switch (e->kind) {
	case IR_CONVERT:
		if (e->type->kind == IR_TYPE_FLOAT || e->a->type->kind == IR_TYPE_FLOAT ||
		    e->type->size < e->a->type->size)
			return add_term(s->affine, e, factor);
		return add(s, e->a, factor);
	case IR_OFFSET: return add(s, e->a, factor) && add_scaled(s, e->b, factor, e->scale);
	case IR_FIELD: return add_constant(s->affine, factor, (int64_t)e->field->offset) && add(s, e->a, factor);
	case IR_VAR:
		if (s->affine->base || factor != 1)
			return false;
		s->affine->base = e->var;
		return true;
	case IR_BINARY: return add_binary(s, e, factor);
	default: return add_term(s->affine, e, factor);
	}
}

static bool
add(struct summing *s, const struct ir_expr *e, int64_t factor)
{
	int64_t number;
	if (constant_value(s->definitions, e, &number))
		return add_constant(s->affine, factor, number);
	/* Definitions can be cyclic, so the number of visits is limited. */
	if (s->depth >= DEEPEST || ++s->visits > MOST_VISITS)
		return false;
	s->depth++;
	const struct ir_expr *value = definition_of(s->definitions, e);
	const bool done = value ? add(s, value, factor) : add_kind(s, e, factor);
	s->depth--;
	return done;
}

bool
affine_of(struct definitions *definitions, const struct ir_expr *address, struct affine *affine)
{
	struct summing s = {.definitions = definitions, .affine = affine};
	*affine = (struct affine){0};
	return add(&s, address, 1);
}

bool
affine_same(const struct affine *a, const struct affine *b)
{
	if (a->base != b->base || a->count != b->count)
		return false;
	for (unsigned i = 0; i < a->count; i++) {
		bool found = false;
		for (unsigned j = 0; j < b->count && !found; j++)
			found = a->terms[i].factor == b->terms[j].factor &&
			        same_expr(a->terms[i].what, b->terms[j].what);
		if (!found)
			return false;
	}
	return true;
}
