/* Calls: functions are compiled into their callers; see bytecode_code.h. */
#include "eval/bytecode/bytecode_compile.h"
#include "eval/state/object.h"

#include <string.h>

#include "analysis/effects.h"
#include "eval/state/program.h"

/* The number of calls of the function around the code. */
static unsigned
calls_around(const struct bytecode_scope *scope, const struct ir_func *func)
{
	unsigned count = 0;
	for (; scope; scope = scope->outer)
		count += scope->func == func;
	return count;
}

/* A parameter that the callee never writes can share the argument's register. */
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

/* Evaluates the arguments in the caller: values of scalars, addresses of records. */
static void
evaluate_arguments(struct bytecode_compiler *c, const struct ir_expr *call, const struct ir_func *func,
                   bytecode_register *args)
{
	for (uint32_t i = 0; i < call->arg_count; i++) {
		if (i >= func->param_count) {
			bytecode_effects(c, call->args[i]);
			continue;
		}
		const unsigned before = c->next_register;
		args[i] = bytecode_expr(c, call->args[i], NO_REGISTER);
		const bool own = args[i] < FIRST_INPUT && args[i] >= before && !c->is_variable[args[i]];
		const bool may_be_shared = own || is_never_written(func, i) || !is_register(func->params[i]);
		if (may_be_shared && !(bytecode_is_variable(c, args[i]) && effects_follow(call, i)))
			continue;
		const bytecode_register copy = bytecode_temporary(c);
		bytecode_emit(c, BYTECODE_MOVE, copy, args[i], 0);
		args[i] = copy;
	}
}

static void
bind_parameters(struct bytecode_compiler *c, const struct ir_func *func, const bytecode_register *args, uint32_t count)
{
	for (uint32_t i = 0; i < func->param_count; i++) {
		const struct ir_var *param = func->params[i];
		if (i >= count || !is_register(param)) {
			bytecode_declare(c, param, false);
			if (i >= count)
				continue;
			const bytecode_register at = bytecode_variable(c, param);
			if (param->type->kind == IR_TYPE_RECORD || param->type->kind == IR_TYPE_ARRAY) {
				bytecode_copy(c, param->type, at, args[i]);
			} else {
				const struct bytecode_address address = {.base = at};
				bytecode_store_to(c, param->type, &address, args[i]);
			}
			continue;
		}
		if (bytecode_scalar_of(param->type) == SCALAR_NONE)
			bytecode_refuse(c, "a parameter of another kind");
		c->scope->slots[param->slot] = (struct bytecode_binding){true, args[i]};
		if (args[i] < FIRST_INPUT)
			c->is_variable[args[i]] = true;
	}
}

/* Whether the function ends with a return statement. */
static bool
returns_at_end(const struct ir_stmt *body)
{
	while (body->kind == IR_STMT_BLOCK && body->stmt_count)
		body = body->stmts[body->stmt_count - 1];
	return body->kind == IR_STMT_RETURN;
}

static bytecode_register
register_for_result(struct bytecode_compiler *c, const struct ir_func *func, bytecode_register want)
{
	if (func->result->kind == IR_TYPE_VOID)
		return bytecode_integer(c, 0);
	if (func->result->kind == IR_TYPE_RECORD) {
		const bytecode_register at = bytecode_stack(c, func->result->size);
		bytecode_emit(c, BYTECODE_UNKNOW, 0, at, 0)->bytes = func->result->size;
		return at;
	}
	if (returns_at_end(func->body))
		return bytecode_destination(c, want);
	return bytecode_unknown(c, NO_REGISTER);
}

/* Compiles the function's body in place of a call. args: the evaluated arguments. */
static bytecode_register
inline_body(struct bytecode_compiler *c, const struct ir_func *func, const bytecode_register *args, uint32_t arg_count,
            bytecode_register want)
{
	struct bytecode_scope scope = {.outer = c->scope, .func = func, .depth = c->scope->depth + 1};
	scope.slots = arena_array(c->arena, func->slot_count + 1, sizeof *scope.slots);
	scope.result = register_for_result(c, func, want);
	scope.end = bytecode_label(c);
	const uint32_t break_label = c->break_label, continue_label = c->continue_label;
	const unsigned registers = c->next_register;
	c->scope = &scope;
	c->break_label = c->continue_label = NO_LABEL;
	bind_parameters(c, func, args, arg_count);
	bytecode_stmt(c, func->body);
	bytecode_bind_label(c, scope.end);
	c->scope = scope.outer;
	c->break_label = break_label;
	c->continue_label = continue_label;
	c->next_register = registers;
	return scope.result;
}

/* Such deep calls are conditional, if only because the recursion must end: the code bails out if it reaches them. */
static bool
goes_too_deep(const struct bytecode_compiler *c, const struct ir_func *func)
{
	return c->scope->depth + 1 > DEEPEST_INLINING || calls_around(c->scope, func) > DEEPEST_RECURSION;
}

static bytecode_register
inline_call(struct bytecode_compiler *c, const struct ir_expr *call, const struct ir_func *func, bytecode_register want)
{
	if (goes_too_deep(c, func)) {
		bytecode_emit(c, BYTECODE_BAIL, 0, 0, 0);
		return bytecode_unknown(c, want);
	}
	bytecode_register *args = arena_array(c->arena, call->arg_count + 1, sizeof *args);
	evaluate_arguments(c, call, func, args);
	return inline_body(c, func, args, call->arg_count, want);
}

bytecode_register
bytecode_call(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want)
{
	const struct ir_func *func = program_definition(c->m->program, e->func);
	if (func && func->launches)
		bytecode_refuse(c, "a launch");
	else if (func)
		return inline_call(c, e, func, want);
	bytecode_unsupported(c, "a function that cannot be seen");
	return bytecode_unknown(c, want);
}

/* ---- calls by address ---- */

static bool
fits(const struct ir_type *a, const struct ir_type *b)
{
	return a->kind == b->kind && a->size == b->size;
}

/* Whether the call may reach the function: by its types and, for a virtual call, its name, which overriding
 * functions share. */
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

/* The objects of functions that the call may reach, among those whose address has been taken so far. */
static unsigned
find_callees(const struct bytecode_compiler *c, const struct ir_expr *call, const struct object **callees)
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

/* Evaluates arguments into registers that nothing else writes, because several functions may get them. */
static bytecode_register *
evaluate_once(struct bytecode_compiler *c, const struct ir_expr *call)
{
	bytecode_register *args = arena_array(c->arena, call->arg_count + 1, sizeof *args);
	for (uint32_t i = 0; i < call->arg_count; i++) {
		args[i] = bytecode_temporary(c);
		bytecode_into(c, call->args[i], args[i]);
	}
	return args;
}

/* Compares the address with one function after the other and runs the one that matches. Another address ends the
 * run. */
bytecode_register
bytecode_call_pointer(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want)
{
	const struct object *callees[MOST_CALLEES];
	const unsigned count = find_callees(c, e, callees);
	if (!count || count > MOST_CALLEES || c->calls_by_address >= MOST_CALLS_BY_ADDRESS) {
		bytecode_unsupported(c, "a call through a pointer");
		return bytecode_unknown(c, want);
	}
	const bytecode_register d = bytecode_destination(c, want), callee = bytecode_temporary(c);
	bytecode_into(c, e->a, callee);
	const bytecode_register *args = evaluate_once(c, e);
	const uint32_t end = bytecode_label(c);
	c->conditional++;
	c->calls_by_address++;
	for (unsigned i = 0; i < count && !c->refused; i++) {
		const struct ir_func *func = program_definition(c->m->program, callees[i]->func);
		const uint32_t called = bytecode_label(c), next = bytecode_label(c);
		if (goes_too_deep(c, func))
			continue;
		bytecode_jump(c, BYTECODE_JUMP_EQ, callee, bytecode_integer(c, object_base(callees[i])), called);
		bytecode_jump(c, BYTECODE_JUMP, 0, 0, next);
		bytecode_bind_label(c, called);
		const bytecode_register result = inline_body(c, func, args, e->arg_count, NO_REGISTER);
		bytecode_emit(c, BYTECODE_MOVE, d, result, 0);
		bytecode_jump(c, BYTECODE_JUMP, 0, 0, end);
		bytecode_bind_label(c, next);
	}
	bytecode_emit(c, BYTECODE_BAIL, 0, 0, 0);
	c->calls_by_address--;
	c->conditional--;
	bytecode_bind_label(c, end);
	return d;
}
