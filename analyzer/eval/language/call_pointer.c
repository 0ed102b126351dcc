/* Calls by address: virtual calls, and calls through pointers. Each lane may call another function. */
#include "eval/language/call.h"
#include "eval/state/evaluate.h"
#include "eval/state/machine.h"
#include "eval/state/program.h"

static const char ONLY_ONE[] = "a virtual call reaches the only class in these files that fits";

const struct ir_func *
function_at(const struct machine *m, struct term at)
{
	const struct object *object = at.symbol ? NULL : memory_object_at(m->memory, at.offset);
	return object && object->kind == OBJECT_FUNCTION ? object->func : NULL;
}

/* The lanes of `of` that call the same function as its first lane. */
static struct mask
lanes_alike(const struct machine *m, const struct value *callee, const struct mask *of)
{
	const struct ir_func *func = function_at(m, value_term(callee, mask_first(of)));
	struct mask alike = mask_none();
	if (callee->uniform)
		return *of;
	for (unsigned w = 0; w < m->warps; w++)
		for (uint32_t bits = of->warp[w]; bits; bits &= bits - 1) {
			const unsigned lane = w * 32 + (unsigned)__builtin_ctz(bits);
			if (function_at(m, value_term(callee, lane)) == func)
				mask_set(&alike, lane);
		}
	return alike;
}

/* func NULL: the callee is unknown. */
static struct value
call_of(struct machine *m, const struct ir_expr *call, const struct ir_func *func, const struct value *args)
{
	return func ? eval_call(m, call, func, args, call->arg_count) : eval_call_unknown(m, call, args);
}

static struct value
call_each(struct machine *m, const struct ir_expr *call, const struct value *callee, const struct value *args)
{
	const struct active saved = m->active;
	struct mask left = saved.may;
	struct value result = value_integer(m, 0);
	while (!mask_empty(&left)) {
		const struct mask alike = lanes_alike(m, callee, &left);
		const struct ir_func *func = function_at(m, value_term(callee, mask_first(&left)));
		if (!func && call->func && m->sink)
			m->assumption = ONLY_ONE;
		if (!m->on_device && !func && call->func && !m->program->assumption)
			m->program->assumption = ONLY_ONE;
		m->active = active_among(&saved, &alike);
		const struct value of_these = call_of(m, call, func ? func : call->func, args);
		result = mask_equal(&left, &saved.may) ? of_these : value_blend(m, result, of_these, &alike);
		left = mask_without(&left, &alike);
	}
	machine_resume(m, &saved);
	return result;
}

struct value
eval_call_pointer(struct machine *m, const struct ir_expr *call)
{
	const struct value callee = value_keep(m, eval_expr(m, call->a));
	struct value *args = arena_alloc(&m->scratch, (call->arg_count + 1) * sizeof *args);
	for (uint32_t i = 0; i < call->arg_count; i++)
		args[i] = value_keep(m, eval_expr(m, call->args[i]));
	if (mask_empty(&m->active.may))
		return value_integer(m, 0);
	return call_each(m, call, &callee, args);
}
