/* Calls: functions become part of their callers; see replay_code.h. */
#include "eval/replay/replay_compile.h"

#include "code/effects.h"
#include "eval/program.h"

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

static replay_register
inline_call(struct replay_compiler *c, const struct ir_expr *call, const struct ir_func *func, replay_register want)
{
	struct replay_scope scope = {.outer = c->scope, .func = func, .depth = c->scope->depth + 1};
	if (scope.depth > DEEPEST_INLINING || calls_around(c->scope, func) > DEEPEST_RECURSION) {
		/* What goes so deep, or calls itself so often, does so under some condition, be it that it has not returned before. */
		replay_emit(c, REPLAY_BAIL, 0, 0, 0);
		return replay_unknown(c, want);
	}
	replay_register *args = arena_array(c->arena, call->arg_count + 1, sizeof *args);
	scope.slots = arena_array(c->arena, func->slot_count + 1, sizeof *scope.slots);
	scope.result = place_for_result(c, func, want);
	scope.end = replay_label(c);
	evaluate_arguments(c, call, func, args);
	const uint32_t break_label = c->break_label, continue_label = c->continue_label;
	const unsigned registers = c->next_register;
	c->scope = &scope;
	c->break_label = c->continue_label = NO_LABEL;
	bind_parameters(c, func, args, call->arg_count);
	replay_stmt(c, func->body);
	replay_place_label(c, scope.end);
	c->scope = scope.outer;
	c->break_label = break_label;
	c->continue_label = continue_label;
	c->next_register = registers;
	return scope.result;
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

/* ---- builtins ---- */

static replay_register
function(struct replay_compiler *c, const struct ir_expr *e, builtin_function function, replay_register want)
{
	struct replay_function *f = arena_new(c->arena, struct replay_function);
	struct value *args = arena_array(c->arena, e->arg_count + 1, sizeof *args);
	if (e->arg_count > 4 || replay_scalar_of(e->type) == SCALAR_NONE)
		replay_refuse(c, "a function of another kind");
	f->function = function;
	f->call = (struct builtin_call){e, e->builtin, args, e->arg_count};
	for (uint32_t i = 0; i < e->arg_count && !c->refused; i++) {
		replay_register arg = replay_expr(c, e->args[i], NO_REGISTER);
		for (uint32_t k = i + 1; k < e->arg_count; k++)
			arg = replay_steady(c, arg, e->args[k]);
		f->args[i] = arg;
		args[i].real = replay_is_real(e->args[i]->type);
	}
	for (uint32_t i = e->arg_count; i < 4; i++)
		f->args[i] = replay_integer(c, 0);
	const replay_register d = replay_destination(c, want);
	replay_emit(c, REPLAY_FUNCTION, d, 0, 0)->function = f;
	return d;
}

/* An allocation of args[first] bytes, args[count] times over. */
static replay_register
allocate(struct replay_compiler *c, const struct ir_expr *e, const replay_register *args, replay_register want)
{
	const bool counted = e->builtin == IR_BUILTIN_calloc;
	const replay_register d = replay_destination(c, want);
	replay_emit(c, REPLAY_ALLOCATE, d, args[0], counted ? args[1] : replay_integer(c, 1))->expr = e;
	return d;
}

static replay_register
bytes_builtin(struct replay_compiler *c, const struct ir_expr *e, const replay_register *args)
{
	c->code->stores = c->code->stores_integers = true;
	if (e->builtin == IR_BUILTIN_memset)
		replay_emit(c, REPLAY_FILL, args[2], args[0], args[1])->shape = SCALAR_U8;
	else
		replay_emit(c, REPLAY_MOVE_BYTES, args[2], args[0], args[1]);
	return args[0];
}

static bool
is_output(enum ir_builtin id)
{
	return id == IR_BUILTIN_printf || id == IR_BUILTIN_fprintf || id == IR_BUILTIN_puts || id == IR_BUILTIN_putchar ||
	       id == IR_BUILTIN_fwrite || id == IR_BUILTIN_fflush;
}

static bool
is_of_the_runtime(enum ir_builtin id)
{
	return id >= IR_BUILTIN_cudaMalloc;
}

replay_register
replay_builtin(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	const builtin_function known = builtin_function_of(builtin_handler_of(e->builtin));
	if (known)
		return function(c, e, known, want);
	if (is_of_the_runtime(e->builtin)) {
		replay_refuse(c, "a call of the CUDA runtime");
		return replay_integer(c, 0);
	}
	replay_register *args = arena_array(c->arena, e->arg_count + 3, sizeof *args);
	for (uint32_t i = 0; i < e->arg_count; i++) {
		args[i] = replay_expr(c, e->args[i], NO_REGISTER);
		for (uint32_t k = i + 1; k < e->arg_count; k++)
			args[i] = replay_steady(c, args[i], e->args[k]);
	}
	switch (e->builtin) {
	case IR_BUILTIN___mul24: case IR_BUILTIN___umul24: {
		const replay_register d = replay_destination(c, want);
		replay_arithmetic(c, IR_MUL, e->type, d, args[0], args[1]);
		return d;
	}
	case IR_BUILTIN_malloc: case IR_BUILTIN_calloc: case IR_BUILTIN___gl_new:
		return allocate(c, e, args, want);
	case IR_BUILTIN_free: case IR_BUILTIN___gl_delete:
		return replay_integer(c, 0);
	case IR_BUILTIN_memset: case IR_BUILTIN_memcpy: case IR_BUILTIN_memmove:
		return bytes_builtin(c, e, args);
	case IR_BUILTIN_rand: case IR_BUILTIN_random: case IR_BUILTIN_srand: case IR_BUILTIN_srandom: case IR_BUILTIN_rand_r:
	case IR_BUILTIN_drand48: case IR_BUILTIN_lrand48: case IR_BUILTIN_mrand48: case IR_BUILTIN_srand48: {
		const replay_register d = replay_destination(c, want);
		c->code->draws = true;
		replay_emit(c, REPLAY_RANDOM, d, e->arg_count ? args[0] : replay_integer(c, 0), 0)->builtin = e->builtin;
		return d;
	}
	case IR_BUILTIN___gl_is_known: {
		const replay_register d = replay_destination(c, want);
		replay_emit(c, REPLAY_IS_KNOWN, d, args[0], 0);
		return d;
	}
	case IR_BUILTIN___gl_reorder:
		replay_emit(c, REPLAY_REORDER, 0, args[0], 0);
		/* fall through */
	case IR_BUILTIN___gl_forget: case IR_BUILTIN___gl_doubt:
		c->code->stores = true;
		replay_emit(c, REPLAY_FILL, args[1], args[0], replay_unknown(c, NO_REGISTER))->shape = SCALAR_U8;
		return replay_integer(c, 0);
	case IR_BUILTIN___gl_unknown: case IR_BUILTIN_clock: case IR_BUILTIN_time:
		return replay_unknown(c, want);
	default:
		if (is_output(e->builtin))
			return replay_unknown(c, want);
		replay_unsupported(c, ir_builtin_name(e->builtin));
		return replay_unknown(c, want);
	}
}
