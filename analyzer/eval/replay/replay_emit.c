/* Instructions, labels, registers and variables; see replay_code.h. */
#include "eval/replay/replay_compile.h"

#include "code/effects.h"
#include "eval/state/program.h"
#include "support/memory.h"

void
replay_refuse(struct replay_compiler *c, const char *why)
{
	if (!c->refused)
		c->refused = why;
}

void
replay_unsupported(struct replay_compiler *c, const char *what)
{
	if (c->conditional)
		replay_emit(c, REPLAY_BAIL, 0, 0, 0);
	else
		replay_refuse(c, what);
}

/* ---- instructions and labels ---- */

struct replay_instruction *
replay_emit(struct replay_compiler *c, enum replay_op op, replay_register d, replay_register a, replay_register b)
{
	struct replay_code *code = c->code;
	if (code->instruction_count >= MOST_INSTRUCTIONS) {
		replay_refuse(c, "too much code");
		code->instruction_count = 0;
	}
	const struct replay_instruction i = {.op = (uint16_t)op, .d = d, .a = a, .b = b};
	memory_push(code->instructions, code->instruction_count, c->instruction_capacity, i);
	return &code->instructions[code->instruction_count - 1];
}

uint32_t
replay_label(struct replay_compiler *c)
{
	memory_push(c->labels, c->label_count, c->label_capacity, NO_LABEL);
	return (uint32_t)c->label_count - 1;
}

void
replay_place_label(struct replay_compiler *c, uint32_t label)
{
	c->labels[label] = c->code->instruction_count;
}

void
replay_jump(struct replay_compiler *c, enum replay_op op, replay_register a, replay_register b, uint32_t label)
{
	replay_emit(c, op, 0, a, b)->target = label;
}

static bool
is_jump(const struct replay_instruction *i)
{
	switch ((enum replay_op)i->op) {
#define JUMP(name, ...) case REPLAY_##name:
		REPLAY_COMPARE_JUMP_OPS(JUMP)
#undef JUMP
	case REPLAY_JUMP:
	case REPLAY_JUMP_ZERO:
	case REPLAY_JUMP_NONZERO: return true;
	default: return false;
	}
}

void
replay_resolve_labels(struct replay_compiler *c)
{
	for (uint32_t at = 0; at < c->code->instruction_count; at++) {
		struct replay_instruction *i = &c->code->instructions[at];
		if (!is_jump(i))
			continue;
		i->target = c->labels[i->target];
		i->cost = i->target <= at ? at - i->target + 1 : 0;
	}
}

/* ---- registers ---- */

replay_register
replay_temporary(struct replay_compiler *c)
{
	if (c->next_register >= MOST_REGISTERS) {
		replay_refuse(c, "too many registers");
		c->next_register = 0;
	}
	const unsigned reg = c->next_register++;
	c->is_variable[reg] = false;
	if (c->next_register > c->most_registers)
		c->most_registers = c->next_register;
	return (replay_register)reg;
}

static replay_register
add_input(struct replay_compiler *c, struct replay_input input)
{
	struct replay_code *code = c->code;
	if (code->input_count >= MOST_INPUTS) {
		replay_refuse(c, "too many inputs");
		return FIRST_INPUT;
	}
	memory_push(code->inputs, code->input_count, c->input_capacity, input);
	return (replay_register)(FIRST_INPUT + code->input_count - 1);
}

replay_register
replay_constant(struct replay_compiler *c, union lane value)
{
	for (uint32_t i = 0; i < c->code->input_count; i++)
		if (c->code->inputs[i].kind == INPUT_CONSTANT && c->code->inputs[i].value.integer == value.integer)
			return (replay_register)(FIRST_INPUT + i);
	return add_input(c, (struct replay_input){.kind = INPUT_CONSTANT, .value = value});
}

replay_register
replay_integer(struct replay_compiler *c, int64_t number)
{
	return replay_constant(c, (union lane){.integer = number});
}

replay_register
replay_stack(struct replay_compiler *c, uint64_t bytes)
{
	enum { ALIGNMENT = 16 };
	struct replay_code *code = c->code;
	if (bytes > MOST_STACK || code->stack_bytes + bytes > MOST_STACK) {
		replay_refuse(c, "too much on the stack");
		return FIRST_INPUT;
	}
	const union lane place = {.integer = code->stack_bytes};
	code->stack_bytes += (uint32_t)((bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
	return add_input(c, (struct replay_input){.kind = INPUT_STACK, .value = place});
}

static bool
has_calls(const struct ir_expr *e)
{
	if (!e)
		return false;
	switch (e->kind) {
	case IR_CALL:
	case IR_CALL_POINTER:
	case IR_BUILTIN:
	case IR_LAUNCH:
	case IR_STATEMENTS:
	case IR_UNKNOWN: return true;
	default: return has_calls(e->a) || has_calls(e->b) || has_calls(e->c);
	}
}

/* Whether a library's constructor makes it of constants: nobody sees when that is done. */
static bool
is_made_of_constants(const struct ir_var *var)
{
	const struct ir_expr *init = var->init;
	if (init->kind != IR_CALL || !init->func || !init->func->is_library)
		return false;
	for (uint32_t i = 0; i < init->arg_count; i++) {
		const struct ir_expr *arg = init->args[i];
		if (arg->kind != IR_INT && arg->kind != IR_FLOAT && !(arg->kind == IR_VAR && arg->var == var))
			return false;
	}
	return true;
}

/* A variable of static storage. One whose initialiser does something is initialised when it is first reached, and that
 * is for whoever walks the code. */
static replay_register
static_address(struct replay_compiler *c, const struct ir_var *var)
{
	if (has_calls(var->init) && !program_object_of(c->m->program, var) && !is_made_of_constants(var)) {
		replay_unsupported(c, "a static that has yet to be initialised");
		return replay_integer(c, 0);
	}
	return replay_integer(c, object_base(program_object(c->m->program, var)));
}

static bool
is_local(const struct ir_var *var)
{
	return var->storage == IR_STORAGE_LOCAL || var->storage == IR_STORAGE_PARAM;
}

replay_register
replay_variable(struct replay_compiler *c, const struct ir_var *var)
{
	if (!is_local(var))
		return static_address(c, var);
	struct replay_binding *binding = &c->scope->slots[var->slot];
	if (binding->bound)
		return binding->reg;
	if (c->scope->outer || (is_register(var) && replay_scalar_of(var->type) == SCALAR_NONE)) {
		replay_refuse(c, "a variable of another kind");
		return FIRST_INPUT;
	}
	const struct replay_input input = {.kind = is_register(var) ? INPUT_VARIABLE : INPUT_OBJECT, .var = var};
	*binding = (struct replay_binding){true, add_input(c, input)};
	return binding->reg;
}

replay_register
replay_assigned(struct replay_compiler *c, const struct ir_var *var)
{
	const replay_register reg = replay_variable(c, var);
	if (reg >= FIRST_INPUT && c->code->inputs[reg - FIRST_INPUT].kind == INPUT_VARIABLE)
		c->code->inputs[reg - FIRST_INPUT].assigned = true;
	return reg;
}

replay_register
replay_destination(struct replay_compiler *c, replay_register want)
{
	return want == NO_REGISTER ? replay_temporary(c) : want;
}

replay_register
replay_unknown(struct replay_compiler *c, replay_register want)
{
	const replay_register d = replay_destination(c, want);
	replay_emit(c, REPLAY_UNKNOWN, d, 0, 0);
	return d;
}

void
replay_declare(struct replay_compiler *c, const struct ir_var *var, bool initialised)
{
	if (!is_local(var))
		return;
	struct replay_binding *binding = &c->scope->slots[var->slot];
	binding->bound = true;
	if (is_register(var)) {
		if (replay_scalar_of(var->type) == SCALAR_NONE)
			replay_refuse(c, "a variable of another kind");
		binding->reg = replay_temporary(c);
		c->is_variable[binding->reg] = true;
		if (!initialised)
			replay_emit(c, REPLAY_UNKNOWN, binding->reg, 0, 0);
		return;
	}
	binding->reg = replay_stack(c, var->type->size);
	replay_emit(c, REPLAY_UNKNOW, 0, binding->reg, 0)->bytes = var->type->size;
}

bool
replay_is_variable(const struct replay_compiler *c, replay_register reg)
{
	return reg < FIRST_INPUT ? c->is_variable[reg] : c->code->inputs[reg - FIRST_INPUT].kind == INPUT_VARIABLE;
}

/* A value that stays as it is while `next` is evaluated. */
replay_register
replay_steady(struct replay_compiler *c, replay_register reg, const struct ir_expr *next)
{
	if (!replay_is_variable(c, reg) || !expr_has_effects(next))
		return reg;
	const replay_register copy = replay_temporary(c);
	replay_emit(c, REPLAY_MOVE, copy, reg, 0);
	return copy;
}
