#include "eval/language/left_call.h"

#include "code/effects.h"
#include "eval/journal.h"
#include "eval/loop/loop.h"
#include "eval/program.h"
#include "ir/walk.h"
#include "support/pointer_set.h"

enum {
	LENT_SHARE = 8,                 /* of the steps left to host code at the first call, that are lent to what it does */
	UNKNOWN_SHARE = 16,             /* of the same, that it may take where nobody knows whether it calls itself */
	BEHIND_SHARE = 2,               /* of the same, that is there for what comes behind it where it was left */
	LEAST = 1000,                   /* steps of a function that was left before */
};

static struct frame *
first_call_of(const struct machine *m, const struct ir_func *func)
{
	struct frame *first = NULL;
	for (struct frame *frame = m->frame; frame; frame = frame->caller)
		if (frame->func == func)
			first = frame;
	return first;
}

/* Of calls that data decide each makes its own, and all of them are followed, without an end that one could wait for. */
static bool
is_endless(const struct machine *m, const struct frame *first)
{
	return m->journal && m->journal->begun > first->clock && m->steps - first->begun > first->steps_left / UNKNOWN_SHARE;
}

bool
call_is_left(struct machine *m, const struct ir_func *func)
{
	if (m->on_device || m->stopped)
		return false;
	struct frame *first = first_call_of(m, func);
	if (!first || !first->caller)
		return false;
	const bool is_dear = pointer_set_has(&m->dear, func);
	const uint64_t left = machine_steps_left(m), lent = first->steps_left / LENT_SHARE;
	const bool ends_here = is_endless(m, first);
	const bool goes_on = ends_here ? false : is_dear ? left + LEAST >= first->steps_left : left >= lent;
	if (goes_on || m->program->launches_made != first->launches_made || stmt_reaches_device_in_sight(func->body))
		return false;
	if (!is_dear && !ends_here && !first->steps_lent) {
		first->steps_lent = lent;
		m->step_limit += lent;
		return false;
	}
	pointer_set_add(&m->dear, func);
	m->left_call = first;
	m->stopped = true;
	return true;
}

void
left_call_pay_back(struct machine *m, const struct frame *frame)
{
	const uint64_t left = machine_steps_left(m);
	m->step_limit -= frame->steps_lent < left ? frame->steps_lent : left;
}

static void
make_up_steps(struct machine *m, const struct frame *left)
{
	const uint64_t least = left->steps_left / BEHIND_SHARE, now = machine_steps_left(m);
	m->step_limit += now < least ? least - now : 0;
}

/* Whoever calls whom. */
struct reach {
	struct machine *m;
	struct pointer_set funcs;       /* met */
	unsigned depth;                 /* of statements and expressions */
};

static void look_at(struct reach *r, struct ir_node node);

static void
look_at_function(struct reach *r, const struct ir_func *func)
{
	const struct ir_func *definition = program_definition(r->m->program, func);
	if (definition && pointer_set_add(&r->funcs, definition))
		look_at(r, (struct ir_node){.stmt = definition->body});
}

/* Variables that nobody has spoken of so far come to be, to be forgotten as well. */
static void
look_at(struct reach *r, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	if (r->depth > IR_DEEPEST)
		return;
	r->depth++;
	if (e && e->kind == IR_VAR && (e->var->storage == IR_STORAGE_STATIC || e->var->storage == IR_STORAGE_MANAGED))
		object_of_variable(r->m, e->var);
	if (e && (e->kind == IR_CALL || e->kind == IR_FUNC))
		look_at_function(r, e->func);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		look_at(r, part);
	r->depth--;
}

static bool
may_be_stored_to(const struct machine *m, const struct object *object)
{
	switch (object->kind) {
	case OBJECT_HOST: case OBJECT_MANAGED: case OBJECT_PINNED: case OBJECT_GLOBAL:
		return !object->is_private && !(object->var && object->var->is_const);
	default:
		return object->kind == OBJECT_LOCAL && object->is_private && object->lanes == m->lanes;
	}
}

/* Where pointers lead that the function has is not asked: what it stores may lie anywhere. */
static void
forget_all(struct machine *m, uint32_t reason)
{
	for (size_t i = 1; i < m->memory->count; i++) {
		struct object *object = m->memory->objects[i];
		if (object && may_be_stored_to(m, object))
			access_forget(m, value_address(m, object, 0), UINT32_MAX, reason);
	}
}

void
left_call_end(struct machine *m, const struct frame *left, uint32_t reason)
{
	struct reach r = {.m = m};
	make_up_steps(m, left);
	if (!func_is_pure(left->func)) {
		look_at_function(&r, left->func);
		forget_all(m, reason);
	}
	forget_since(m, left->clock, &m->active.may, reason);
	if (stmt_draws(left->func->body))
		generators_lose(&m->program->generators);
	pointer_set_free(&r.funcs);
}
