/* Instructions, labels, registers and variables; see bytecode_code.h. */
#include "eval/bytecode/bytecode_compile.h"
#include "eval/state/object.h"

#include "analysis/effects.h"
#include "eval/state/program.h"
#include "support/allocate.h"

void
bytecode_refuse(struct bytecode_compiler *c, const char *why)
{
	if (!c->refused)
		c->refused = why;
}

void
bytecode_unsupported(struct bytecode_compiler *c, const char *what)
{
	if (c->conditional)
		bytecode_emit(c, BYTECODE_BAIL, 0, 0, 0);
	else
		bytecode_refuse(c, what);
}

/* ---- instructions and labels ---- */

struct bytecode_instruction *
bytecode_emit(struct bytecode_compiler *c, enum bytecode_op op, bytecode_register d, bytecode_register a,
              bytecode_register b)
{
	struct bytecode_code *code = c->code;
	if (code->instruction_count >= MOST_INSTRUCTIONS) {
		bytecode_refuse(c, "too much code");
		code->instruction_count = 0;
	}
	const struct bytecode_instruction i = {.op = (uint16_t)op, .d = d, .a = a, .b = b};
	memory_push(code->instructions, code->instruction_count, c->instruction_capacity, i);
	return &code->instructions[code->instruction_count - 1];
}

uint32_t
bytecode_label(struct bytecode_compiler *c)
{
	memory_push(c->labels, c->label_count, c->label_capacity, NO_LABEL);
	return (uint32_t)c->label_count - 1;
}

void
bytecode_bind_label(struct bytecode_compiler *c, uint32_t label)
{
	c->labels[label] = c->code->instruction_count;
}

void
bytecode_jump(struct bytecode_compiler *c, enum bytecode_op op, bytecode_register a, bytecode_register b,
              uint32_t label)
{
	bytecode_emit(c, op, 0, a, b)->target = label;
}

static bool
is_jump(const struct bytecode_instruction *i)
{
	switch ((enum bytecode_op)i->op) {
#define JUMP(name, ...) case BYTECODE_##name:
		BYTECODE_COMPARE_JUMP_OPS(JUMP)
#undef JUMP
	case BYTECODE_JUMP:
	case BYTECODE_JUMP_ZERO:
	case BYTECODE_JUMP_NONZERO: return true;
	default: return false;
	}
}

void
bytecode_resolve_labels(struct bytecode_compiler *c)
{
	for (uint32_t at = 0; at < c->code->instruction_count; at++) {
		struct bytecode_instruction *i = &c->code->instructions[at];
		if (!is_jump(i))
			continue;
		i->target = c->labels[i->target];
		i->cost = i->target <= at ? at - i->target + 1 : 0;
	}
}

/* ---- registers ---- */

bytecode_register
bytecode_temporary(struct bytecode_compiler *c)
{
	if (c->next_register >= MOST_REGISTERS) {
		bytecode_refuse(c, "too many registers");
		c->next_register = 0;
	}
	const unsigned reg = c->next_register++;
	c->is_variable[reg] = false;
	if (c->next_register > c->most_registers)
		c->most_registers = c->next_register;
	return (bytecode_register)reg;
}

static bytecode_register
add_input(struct bytecode_compiler *c, struct bytecode_input input)
{
	struct bytecode_code *code = c->code;
	if (code->input_count >= MOST_INPUTS) {
		bytecode_refuse(c, "too many inputs");
		return FIRST_INPUT;
	}
	memory_push(code->inputs, code->input_count, c->input_capacity, input);
	return (bytecode_register)(FIRST_INPUT + code->input_count - 1);
}

bytecode_register
bytecode_constant(struct bytecode_compiler *c, union lane value)
{
	for (uint32_t i = 0; i < c->code->input_count; i++)
		if (c->code->inputs[i].kind == INPUT_CONSTANT && c->code->inputs[i].value.integer == value.integer)
			return (bytecode_register)(FIRST_INPUT + i);
	return add_input(c, (struct bytecode_input){.kind = INPUT_CONSTANT, .value = value});
}

bytecode_register
bytecode_integer(struct bytecode_compiler *c, int64_t number)
{
	return bytecode_constant(c, (union lane){.integer = number});
}

bytecode_register
bytecode_stack(struct bytecode_compiler *c, uint64_t bytes)
{
	enum { ALIGNMENT = 16 };
	struct bytecode_code *code = c->code;
	if (bytes > MOST_STACK || code->stack_bytes + bytes > MOST_STACK) {
		bytecode_refuse(c, "too much on the stack");
		return FIRST_INPUT;
	}
	const union lane offset = {.integer = code->stack_bytes};
	code->stack_bytes += (uint32_t)((bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
	return add_input(c, (struct bytecode_input){.kind = INPUT_STACK, .value = offset});
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

/* Whether a library's constructor makes it from constants only: then the time of its initialisation does not matter. */
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

/* The address of a static variable. If its initialiser makes calls, the tree evaluator initialises it at its first
 * use. */
static bytecode_register
static_address(struct bytecode_compiler *c, const struct ir_var *var)
{
	if (has_calls(var->init) && !program_object_of(c->m->program, var) && !is_made_of_constants(var)) {
		bytecode_unsupported(c, "a static that has yet to be initialised");
		return bytecode_integer(c, 0);
	}
	return bytecode_integer(c, object_base(program_object(c->m->program, var)));
}

static bool
is_local(const struct ir_var *var)
{
	return var->storage == IR_STORAGE_LOCAL || var->storage == IR_STORAGE_PARAM;
}

bytecode_register
bytecode_variable(struct bytecode_compiler *c, const struct ir_var *var)
{
	if (!is_local(var))
		return static_address(c, var);
	struct bytecode_binding *binding = &c->scope->slots[var->slot];
	if (binding->bound)
		return binding->reg;
	if (c->scope->outer || (is_register(var) && bytecode_scalar_of(var->type) == SCALAR_NONE)) {
		bytecode_refuse(c, "a variable of another kind");
		return FIRST_INPUT;
	}
	const struct bytecode_input input = {.kind = is_register(var) ? INPUT_VARIABLE : INPUT_OBJECT, .var = var};
	*binding = (struct bytecode_binding){true, add_input(c, input)};
	return binding->reg;
}

bytecode_register
bytecode_assigned(struct bytecode_compiler *c, const struct ir_var *var)
{
	const bytecode_register reg = bytecode_variable(c, var);
	if (reg >= FIRST_INPUT && c->code->inputs[reg - FIRST_INPUT].kind == INPUT_VARIABLE)
		c->code->inputs[reg - FIRST_INPUT].assigned = true;
	return reg;
}

bytecode_register
bytecode_destination(struct bytecode_compiler *c, bytecode_register want)
{
	return want == NO_REGISTER ? bytecode_temporary(c) : want;
}

bytecode_register
bytecode_unknown(struct bytecode_compiler *c, bytecode_register want)
{
	const bytecode_register d = bytecode_destination(c, want);
	bytecode_emit(c, BYTECODE_UNKNOWN, d, 0, 0);
	return d;
}

void
bytecode_declare(struct bytecode_compiler *c, const struct ir_var *var, bool initialised)
{
	if (!is_local(var))
		return;
	struct bytecode_binding *binding = &c->scope->slots[var->slot];
	binding->bound = true;
	if (is_register(var)) {
		if (bytecode_scalar_of(var->type) == SCALAR_NONE)
			bytecode_refuse(c, "a variable of another kind");
		binding->reg = bytecode_temporary(c);
		c->is_variable[binding->reg] = true;
		if (!initialised)
			bytecode_emit(c, BYTECODE_UNKNOWN, binding->reg, 0, 0);
		return;
	}
	binding->reg = bytecode_stack(c, var->type->size);
	bytecode_emit(c, BYTECODE_UNKNOW, 0, binding->reg, 0)->bytes = var->type->size;
}

bool
bytecode_is_variable(const struct bytecode_compiler *c, bytecode_register reg)
{
	return reg < FIRST_INPUT ? c->is_variable[reg] : c->code->inputs[reg - FIRST_INPUT].kind == INPUT_VARIABLE;
}

/* A register whose value does not change while `next` is evaluated. */
bytecode_register
bytecode_stable(struct bytecode_compiler *c, bytecode_register reg, const struct ir_expr *next)
{
	if (!bytecode_is_variable(c, reg) || !expr_has_effects(next))
		return reg;
	const bytecode_register copy = bytecode_temporary(c);
	bytecode_emit(c, BYTECODE_MOVE, copy, reg, 0);
	return copy;
}
