/* Calls: functions become part of their callers; see replay_code.h. */
#include "eval/replay/replay_compile.h"

#include <string.h>

#include "code/effects.h"
#include "eval/state/program.h"

/* How many calls of a function the code is within. */
static unsigned
calls_around(const struct replay_scope *scope, const struct ir_func *func)
{
	unsigned count = 0;
	for (; scope; scope = scope->outer)
		count += scope->func == func;
	return count;
}

/* A parameter that the callee surely does not write may share the argument's register. */
static bool
is_never_written(const struct ir_func *func, uint32_t i)
{
	return func->params[i]->is_const || (func->is_method && i == 0);
}

static bool
effects_follow(const struct ir_expr *call, uint32_t i)
{
	for (uint32_t k = i + 1; k < call->arg_count; k++)
		if (expr_has_effects(call->args[k]))
			return true;
	return false;
}

/* Arguments in the caller's terms: values of scalars, addresses of records. */
static void
evaluate_arguments(struct replay_compiler *c, const struct ir_expr *call, const struct ir_func *func,
                   replay_register *args)
{
	for (uint32_t i = 0; i < call->arg_count; i++) {
		if (i >= func->param_count) {
			replay_effects(c, call->args[i]);
			continue;
		}
		const unsigned before = c->next_register;
		args[i] = replay_expr(c, call->args[i], NO_REGISTER);
		const bool own = args[i] < FIRST_INPUT && args[i] >= before && !c->is_variable[args[i]];
		const bool may_be_shared = own || is_never_written(func, i) || !is_register(func->params[i]);
		if (may_be_shared && !(replay_is_variable(c, args[i]) && effects_follow(call, i)))
			continue;
		const replay_register copy = replay_temporary(c);
		replay_emit(c, REPLAY_MOVE, copy, args[i], 0);
		args[i] = copy;
	}
}

static void
bind_parameters(struct replay_compiler *c, const struct ir_func *func, const replay_register *args, uint32_t count)
{
	for (uint32_t i = 0; i < func->param_count; i++) {
		const struct ir_var *param = func->params[i];
		if (i >= count || !is_register(param)) {
			replay_declare(c, param, false);
			if (i >= count)
				continue;
			const replay_register at = replay_variable(c, param);
			if (param->type->kind == IR_TYPE_RECORD || param->type->kind == IR_TYPE_ARRAY) {
				replay_copy(c, param->type, at, args[i]);
			} else {
				const struct replay_address address = {.base = at};
				replay_store_to(c, param->type, &address, args[i]);
			}
			continue;
		}
		if (replay_scalar_of(param->type) == SCALAR_NONE)
			replay_refuse(c, "a parameter of another kind");
		c->scope->slots[param->slot] = (struct replay_binding){true, args[i]};
		if (args[i] < FIRST_INPUT)
			c->is_variable[args[i]] = true;
	}
}

/* Whether control reaches a function's end only by returning at it. */
static bool
returns_at_end(const struct ir_stmt *body)
{
	while (body->kind == IR_STMT_BLOCK && body->stmt_count)
		body = body->stmts[body->stmt_count - 1];
	return body->kind == IR_STMT_RETURN;
}

static replay_register
place_for_result(struct replay_compiler *c, const struct ir_func *func, replay_register want)
{
	if (func->result->kind == IR_TYPE_VOID)
		return replay_integer(c, 0);
	if (func->result->kind == IR_TYPE_RECORD) {
		const replay_register at = replay_stack(c, func->result->size);
		replay_emit(c, REPLAY_UNKNOW, 0, at, 0)->bytes = func->result->size;
		return at;
	}
	if (returns_at_end(func->body))
		return replay_destination(c, want);
	return replay_unknown(c, NO_REGISTER);
}

/* Compiles the function's body in place of a call of it, by arguments that have been evaluated. */
static replay_register
inline_body(struct replay_compiler *c, const struct ir_func *func, const replay_register *args, uint32_t arg_count,
            replay_register want)
{
	struct replay_scope scope = {.outer = c->scope, .func = func, .depth = c->scope->depth + 1};
	scope.slots = arena_array(c->arena, func->slot_count + 1, sizeof *scope.slots);
	scope.result = place_for_result(c, func, want);
	scope.end = replay_label(c);
	const uint32_t break_label = c->break_label, continue_label = c->continue_label;
	const unsigned registers = c->next_register;
	c->scope = &scope;
	c->break_label = c->continue_label = NO_LABEL;
	bind_parameters(c, func, args, arg_count);
	replay_stmt(c, func->body);
	replay_place_label(c, scope.end);
	c->scope = scope.outer;
	c->break_label = break_label;
	c->continue_label = continue_label;
	c->next_register = registers;
	return scope.result;
}

/* What goes so deep, or calls itself so often, does so under some condition, be it that it has not returned before. */
static bool
goes_too_deep(const struct replay_compiler *c, const struct ir_func *func)
{
	return c->scope->depth + 1 > DEEPEST_INLINING || calls_around(c->scope, func) > DEEPEST_RECURSION;
}

static replay_register
inline_call(struct replay_compiler *c, const struct ir_expr *call, const struct ir_func *func, replay_register want)
{
	if (goes_too_deep(c, func)) {
		replay_emit(c, REPLAY_BAIL, 0, 0, 0);
		return replay_unknown(c, want);
	}
	replay_register *args = arena_array(c->arena, call->arg_count + 1, sizeof *args);
	evaluate_arguments(c, call, func, args);
	return inline_body(c, func, args, call->arg_count, want);
}

replay_register
replay_call(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	const struct ir_func *func = program_definition(c->m->program, e->func);
	if (func && func->launches)
		replay_refuse(c, "a launch");
	else if (func)
		return inline_call(c, e, func, want);
	replay_unsupported(c, "a function that cannot be seen");
	return replay_unknown(c, want);
}

/* ---- calls of functions by their addresses ---- */

static bool
fits(const struct ir_type *a, const struct ir_type *b)
{
	return a->kind == b->kind && a->size == b->size;
}

/* Whether the call may be one of the function: by its shape and, of a virtual function, its name, which those that override it
 * share. */
static bool
may_be_called(const struct ir_expr *call, const struct ir_func *func)
{
	if (!func || !func->body || func->launches || func->param_count != call->arg_count ||
	    !fits(func->result, call->type) || (call->func && strcmp(call->func->name, func->name) != 0))
		return false;
	for (uint32_t i = 0; i < func->param_count; i++)
		if (!fits(func->params[i]->type, call->args[i]->type))
			return false;
	return true;
}

/* The functions that may be meant whose address something has taken so far: objects that stand for them. */
static unsigned
find_callees(const struct replay_compiler *c, const struct ir_expr *call, const struct object **callees)
{
	const struct memory *memory = c->m->memory;
	unsigned count = 0;
	for (size_t i = 1; i < memory->count && count <= MOST_CALLEES; i++) {
		const struct object *object = memory->objects[i];
		if (!object || object->kind != OBJECT_FUNCTION ||
		    !may_be_called(call, program_definition(c->m->program, object->func)))
			continue;
		if (count < MOST_CALLEES)
			callees[count] = object;
		count++;
	}
	return count;
}

/* In registers that nothing else writes: each of the functions may be given them. */
static replay_register *
evaluate_once(struct replay_compiler *c, const struct ir_expr *call)
{
	replay_register *args = arena_array(c->arena, call->arg_count + 1, sizeof *args);
	for (uint32_t i = 0; i < call->arg_count; i++) {
		args[i] = replay_temporary(c);
		replay_into(c, call->args[i], args[i]);
	}
	return args;
}

/* One function after the other is asked for, and runs if it is that which is meant; another one ends the replay. */
replay_register
replay_call_pointer(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	const struct object *callees[MOST_CALLEES];
	const unsigned count = find_callees(c, e, callees);
	if (!count || count > MOST_CALLEES || c->calls_by_address >= MOST_CALLS_BY_ADDRESS) {
		replay_unsupported(c, "a call through a pointer");
		return replay_unknown(c, want);
	}
	const replay_register d = replay_destination(c, want), callee = replay_temporary(c);
	replay_into(c, e->a, callee);
	const replay_register *args = evaluate_once(c, e);
	const uint32_t end = replay_label(c);
	c->conditional++;
	c->calls_by_address++;
	for (unsigned i = 0; i < count && !c->refused; i++) {
		const struct ir_func *func = program_definition(c->m->program, callees[i]->func);
		const uint32_t called = replay_label(c), next = replay_label(c);
		if (goes_too_deep(c, func))
			continue;
		replay_jump(c, REPLAY_JUMP_EQ, callee, replay_integer(c, object_base(callees[i])), called);
		replay_jump(c, REPLAY_JUMP, 0, 0, next);
		replay_place_label(c, called);
		const replay_register result = inline_body(c, func, args, e->arg_count, NO_REGISTER);
		replay_emit(c, REPLAY_MOVE, d, result, 0);
		replay_jump(c, REPLAY_JUMP, 0, 0, end);
		replay_place_label(c, next);
	}
	replay_emit(c, REPLAY_BAIL, 0, 0, 0);
	c->calls_by_address--;
	c->conditional--;
	replay_place_label(c, end);
	return d;
}
