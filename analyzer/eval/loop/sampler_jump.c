/* Skipped iterations: variables that advance, and everything that becomes unknown. */
#include "analysis/effects.h"
#include "eval/bytecode/bytecode.h"
#include "eval/language/access.h"
#include "eval/loop/divergent_exits.h"
#include "eval/loop/sampler.h"
#include "eval/order/block_order.h"
#include "eval/state/object.h"
#include "eval/state/program.h"
#include "eval/state/undo_log.h"

static void
forget_common(struct machine *m, uint32_t clock, uint32_t reason)
{
	undo_log_forget_stored(m, clock, reason, m->on_device || bytecode_has_examples(m));
}

struct forgetting {
	uint32_t reason;
};

static void
forget_variable(struct machine *m, struct variable *v, void *context)
{
	const struct forgetting *f = context;
	variable_forget(m, v, f->reason);
}

void
forget_since(struct machine *m, uint32_t clock, const struct mask *lanes, uint32_t reason)
{
	struct forgetting f = {reason};
	const struct active saved = m->active;
	m->active.may = *lanes;
	const struct arena_mark mark = arena_mark(&m->scratch);
	sampler_each_changed(m, clock, forget_variable, &f);
	arena_release(&m->scratch, mark);
	m->active = saved;
	forget_common(m, clock, reason);
}

void
loop_forget_draws(struct machine *m, const struct ir_stmt *loop)
{
	if (!m->on_device && stmt_draws(loop))
		generators_forget(&m->program->generators);
}

static bool
is_conditional(const struct sampler *sampler, const struct machine *m, const struct variable *v)
{
	const struct assigned *a = sampler->assigned;
	for (size_t i = 0; i < a->count; i++)
		if (a->conditional[i] && is_register(a->vars[i]) && &m->frame->slots[a->vars[i]->slot].variable == v)
			return true;
	return a->anything;
}

struct jump {
	struct sampler *sampler;
	uint32_t reason;
};

static void
forget_wild(struct machine *m, struct variable *v, void *context)
{
	const struct jump *jump = context;
	const struct watched *w = sampler_watched(jump->sampler, v);
	if (w && w->affine && !is_conditional(jump->sampler, m, v))
		return;
	variable_forget(m, v, jump->reason);
}

static void
forget_object(struct machine *m, struct object *object, uint32_t reason)
{
	access_forget(m, value_address(m, object, 0), UINT32_MAX, reason);
}

/* Null: it has no value yet. */
static struct value
value_of_pointer(struct machine *m, const struct assigned_pointer *pointer)
{
	if (!is_register(pointer->var))
		return access_read_object(m, object_of_variable(m, pointer->var), pointer->type,
		                          (int64_t)pointer->offset);
	struct variable *v = &m->frame->slots[pointer->var->slot].variable;
	return v->defined && v->lane ? variable_read(m, v, pointer->type, pointer->var->loc, pointer->var->name)
	                             : value_integer(m, 0);
}

/* A skipped iteration may assign what a condition has prevented so far. */
static void
forget_conditional(struct machine *m, const struct sampler *sampler, uint32_t reason)
{
	const struct assigned *a = sampler->assigned;
	for (size_t i = 0; i < a->count; i++) {
		const struct ir_var *var = a->vars[i];
		if (!a->conditional[i] || a->declared[i] || var->storage == IR_STORAGE_SHARED_DYNAMIC)
			continue;
		if (!is_register(var)) {
			forget_object(m, object_of_variable(m, var), reason);
			continue;
		}
		struct variable *v = &m->frame->slots[var->slot].variable;
		if (v->defined && v->lane)
			variable_forget(m, v, reason);
	}
	for (size_t i = 0; i < a->pointer_count; i++)
		access_forget(m, value_of_pointer(m, &a->pointers[i]), UINT32_MAX, reason);
	if (!a->anything)
		return;
	for (uint32_t i = 0; i < m->frame->func->slot_count; i++)
		if (m->frame->slots[i].object)
			forget_object(m, m->frame->slots[i].object, reason);
}

void
sampler_jump(struct machine *m, struct sampler *sampler, uint64_t iterations)
{
	struct jump jump = {sampler, loop_reason(m, sampler->stmt, sampler->inputs_before)};
	const struct arena_mark mark = arena_mark(&m->scratch);
	sampler_each_changed(m, sampler->begun, forget_wild, &jump);
	if (!m->by_example) {
		forget_conditional(m, sampler, jump.reason);
		forget_common(m, sampler->begun, jump.reason);
	}
	arena_release(&m->scratch, mark);
	loop_forget_draws(m, sampler->stmt);
	order_skip_iterations(m, sampler->stmt);
	/* Variables that have just become unknown have no step. */
	for (size_t i = 0; i < sampler->watched_count; i++)
		if (is_conditional(sampler, m, sampler->watched[i].variable))
			sampler->watched[i].affine = false;
	sampler->left_out += iterations;
	if (sampler->falling)
		divergent_exits_shift(m, sampler, iterations);
	else
		sampler_shift(m, sampler, (int64_t)(iterations / sampler->period));
}
