#include "code/possible_state.h"

#include "ir/assigns.h"

const struct ir_var *
possible_own_integer(const struct possible_reader *r, const struct ir_expr *address)
{
	const struct ir_var *var = address->kind == IR_VAR ? address->var : NULL;
	return var && possible_is_own(r->func, var) && is_integer(var->type) && !var->type->is_volatile && !var->address_taken ? var : NULL;
}

struct possible_state
possible_new_state(struct possible_reader *r)
{
	return (struct possible_state){.vars = arena_new_array(&r->arena, struct possible, r->func->slot_count + 1)};
}

struct possible
possible_in_state(const struct possible_state *state, const struct ir_var *var)
{
	return possible_meet(state->vars[var->slot], possible_of_type(var->type));
}

void
possible_set_state(struct possible_reader *r, struct possible_state *to, const struct possible_state *from)
{
	for (uint32_t i = 0; i < r->func->slot_count; i++)
		to->vars[i] = from->vars[i];
	to->is_reached = from->is_reached;
	r->work += r->func->slot_count;
	r->lost |= r->work > MOST_WORK;
}

struct possible_state
possible_copy_state(struct possible_reader *r, const struct possible_state *state)
{
	struct possible_state copy = possible_new_state(r);
	possible_set_state(r, &copy, state);
	return copy;
}

void
possible_join_state(struct possible_reader *r, struct possible_state *to, const struct possible_state *other)
{
	if (!other->is_reached)
		return;
	if (!to->is_reached) {
		possible_set_state(r, to, other);
		return;
	}
	for (uint32_t i = 0; i < r->func->slot_count; i++)
		to->vars[i] = possible_join(to->vars[i], other->vars[i]);
}

bool
possible_widen_state(struct possible_reader *r, struct possible_state *head, const struct possible_state *end)
{
	bool wider = false;
	for (uint32_t i = 0; end->is_reached && i < r->func->slot_count; i++) {
		const struct possible next = possible_join(head->vars[i], end->vars[i]);
		if (!possible_same(next, head->vars[i])) {
			wider = true;
			head->vars[i] = possible_widen(head->vars[i], next);
		}
	}
	return wider;
}

/* A comparison that holds where this one does not, and one with the sides changed. */
static const enum ir_op OPPOSITE[] = {
	[IR_LT] = IR_GE, [IR_GT] = IR_LE, [IR_LE] = IR_GT, [IR_GE] = IR_LT, [IR_EQ] = IR_NE, [IR_NE] = IR_EQ,
}, MIRRORED[] = {
	[IR_LT] = IR_GT, [IR_GT] = IR_LT, [IR_LE] = IR_GE, [IR_GE] = IR_LE, [IR_EQ] = IR_EQ, [IR_NE] = IR_NE,
};

static bool
holds_all(const struct ir_type *type, const struct ir_type *of)
{
	const struct possible all = possible_of_type(of);
	return possible_same(possible_join(possible_of_type(type), all), possible_of_type(type)) && type->is_signed >= of->is_signed;
}

/* The variable whose number this is, through conversions that keep it, or NULL. */
static const struct ir_var *
variable_read(const struct possible_reader *r, const struct ir_expr *e)
{
	while (e->kind == IR_CONVERT && is_integer(e->type) && is_integer(e->a->type) && holds_all(e->type, e->a->type))
		e = e->a;
	return e->kind == IR_LOAD ? possible_own_integer(r, e->a) : NULL;
}

/* `e op than` holds, of two numbers of e's type; if the condition that it is a part of has assigned what it reads since, that
 * says nothing. */
static void
assume_comparison(struct possible_reader *r, const struct ir_expr *condition, enum ir_op op, const struct ir_expr *e,
                  struct possible than)
{
	const struct ir_var *var = variable_read(r, e);
	if (!var || ir_assigns((struct ir_node){.expr = condition}, var))
		return;
	r->state.vars[var->slot] = possible_where(op, e->type, possible_in_state(&r->state, var), than);
	r->state.is_reached &= !possible_is_none(r->state.vars[var->slot]);
}

/* A part of the condition has come out that way. */
static void
assume_part(struct possible_reader *r, const struct ir_expr *condition, const struct ir_expr *e, bool holds)
{
	while (e->kind == IR_UNARY && e->op == IR_NOT) {
		e = e->a;
		holds = !holds;
	}
	if (e->kind == IR_BINARY && e->op >= IR_LT && e->op <= IR_NE && is_integer(e->a->type)) {
		const enum ir_op op = holds ? e->op : OPPOSITE[e->op];
		assume_comparison(r, condition, op, e->a, possible_value(r->found, e->b));
		assume_comparison(r, condition, MIRRORED[op], e->b, possible_value(r->found, e->a));
	} else if (e->kind == (holds ? IR_AND : IR_OR)) {
		assume_part(r, condition, e->a, holds);
		assume_part(r, condition, e->b, holds);
	} else if (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_BOOL) {
		assume_comparison(r, condition, holds ? IR_NE : IR_EQ, e->a, possible_exactly(0));
	} else {
		assume_comparison(r, condition, holds ? IR_NE : IR_EQ, e, possible_exactly(0));
	}
}

void
possible_assume(struct possible_reader *r, const struct ir_expr *condition, bool holds)
{
	assume_part(r, condition, condition, holds);
}
