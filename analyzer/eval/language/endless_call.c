#include "eval/language/endless_call.h"

#include "code/effects.h"
#include "eval/journal.h"
#include "eval/program.h"
#include "ir/walk.h"
#include "support/pointer_set.h"

enum { SHARE = 16 };   /* of the steps left to host code when it was called first */

/* The first call of it that is not over; NULL: there is none. */
static const struct frame *
outermost_of(const struct machine *m, const struct ir_func *func)
{
	const struct frame *outermost = NULL;
	for (const struct frame *frame = m->frame; frame; frame = frame->caller)
		if (frame->func == func)
			outermost = frame;
	return outermost;
}

bool
call_is_endless(const struct machine *m, const struct ir_func *func)
{
	if (m->on_device || !m->journal)
		return false;
	const struct frame *outermost = outermost_of(m, func);
	return outermost && m->journal->serial > outermost->journal_serial &&
	       m->steps - outermost->begun > (m->step_limit - outermost->begun) / SHARE && !stmt_reaches_device(func->body);
}

struct search {
	struct machine *m;
	struct pointer_set funcs;       /* met */
	uint32_t reason;
	unsigned depth;
};

static void
forget_variable(struct search *search, const struct ir_var *var)
{
	if (var->storage == IR_STORAGE_STATIC || var->storage == IR_STORAGE_MANAGED)
		access_forget(search->m, value_address(search->m, object_of_variable(search->m, var), 0), UINT32_MAX, search->reason);
}

/* A variable that is named otherwise than to be loaded may be written. */
static void
search_node(struct search *search, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	if (search->depth >= IR_DEEPEST || (e && e->kind == IR_LOAD && e->a->kind == IR_VAR))
		return;
	search->depth++;
	if (e && e->kind == IR_VAR)
		forget_variable(search, e->var);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		search_node(search, part);
	const struct ir_func *callee = e && (e->kind == IR_CALL || e->kind == IR_FUNC) ? e->func : NULL;
	if (callee && callee->body && pointer_set_add(&search->funcs, callee))
		search_node(search, (struct ir_node){.stmt = callee->body});
	search->depth--;
}

void
endless_call_forget(struct machine *m, const struct ir_func *func, uint32_t reason)
{
	struct search search = {.m = m, .reason = reason};
	pointer_set_add(&search.funcs, func);
	search_node(&search, (struct ir_node){.stmt = func->body});
	pointer_set_free(&search.funcs);
	journal_forget_stored(m, outermost_of(m, func)->clock, reason, false);
	if (stmt_draws(func->body))
		generators_lose(&m->program->generators);
}
