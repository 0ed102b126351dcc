/* Inline assembly: the statement and its operands. */
#include "frontend/ptx/lower_asm.h"

#include <string.h>

#include "frontend/classes/lower_var.h"
#include "frontend/lower/build.h"
#include "frontend/lower/lower_constant.h"
#include "frontend/lower/lower_expr.h"
#include "frontend/lower/source.h"
#include "frontend/lower/types.h"
#include "frontend/ptx/lower_asm_stmt.h"
#include "ir/last_operand.h"

/* A place of which only copies are used; see build_again. */
static const struct ir_expr *
pattern(const struct ir_expr *place)
{
	if (place->kind == IR_VAR)
		((struct lower_var *)place->var)->mentions--;
	return place;
}

static void
read_output(struct assembly *a, struct asm_operand *operand, CXCursor place)
{
	struct lower *l = a->l;
	const struct ir_expr *first;
	*operand = (struct asm_operand){.type = types_of(l, place), .loc = source_loc(l, place)};
	operand->place = pattern(lower_address_once(l, lower_address(l, place), &first));
	operand->line_of = ir_place_of_access(operand->place);
	emit_expr(l, first, a->loc);
}

/* An input is evaluated once, before any instruction writes. */
static void
read_input(struct assembly *a, struct asm_operand *operand, CXCursor given)
{
	struct lower *l = a->l;
	const struct ir_type *type = types_of(l, given);
	*operand = (struct asm_operand){.type = type, .loc = source_loc(l, given)};
	if (!types_is_scalar(type)) {
		operand->type = NULL;
		emit_expr(l, lower_address(l, given), a->loc);
		return;
	}
	operand->value = lower_value(l, given);
	operand->line_of = ir_place_of_access(operand->value);
	const struct ir_expr *constant;
	if (operand->value->kind == IR_INT || (a->ptx.instruction_count == 1 && !ptx_repeats(a->ptx.instructions[0].opcode)))
		return;
	if (type->kind == IR_TYPE_INT && lower_constant(l, given, type, &constant)) {
		operand->value = constant;
		return;
	}
	const struct ir_var *held = var_temporary(l, type, operand->loc);
	emit_expr(l, build_store(l, build_var(l, held, operand->loc), operand->value, type, operand->loc), a->loc);
	operand->value = build_load(l, build_var(l, held, operand->loc), type, operand->loc);
}

/* Not an output that is only written, nor a number that becomes a part of the instruction. */
static bool
is_register_read(const char *constraint, bool is_output)
{
	return is_output ? *constraint == '+' : *constraint != 'n' && *constraint != 'i';
}

static void
read_operands(struct assembly *a, CXCursor cursor)
{
	struct lower *l = a->l;
	const unsigned outputs = clang_Cursor_getGCCAssemblyNumOutputs(cursor),
		       inputs = clang_Cursor_getGCCAssemblyNumInputs(cursor);
	a->numbered = outputs + inputs;
	a->operands = arena_new_array(l->arena, struct asm_operand, a->numbered + a->ptx.register_count + 1);
	for (unsigned i = 0; i < a->numbered; i++) {
		CXString constraint;
		CXCursor expression;
		struct asm_operand *operand = &a->operands[a->operand_count++];
		const bool good = i < outputs
					  ? clang_Cursor_getGCCAssemblyOutput(cursor, i, &constraint, &expression)
					  : clang_Cursor_getGCCAssemblyInput(cursor, i - outputs, &constraint, &expression);
		if (!good)
			continue;
		if (i < outputs)
			read_output(a, operand, expression);
		else
			read_input(a, operand, expression);
		if (is_register_read(clang_getCString(constraint), i < outputs))
			a->line_of = operand->line_of;
		clang_disposeString(constraint);
	}
}

static void
declare_registers(struct assembly *a)
{
	struct lower *l = a->l;
	for (size_t i = 0; i < a->ptx.register_count; i++) {
		const struct ptx_register *given = &a->ptx.registers[i];
		struct asm_operand *operand = &a->operands[a->operand_count++];
		*operand = (struct asm_operand){.name = given->name, .type = ptx_ir_type(l, given->type), .loc = a->loc};
		if (operand->type)
			operand->place = pattern(build_var(l, var_temporary(l, operand->type, a->loc), a->loc));
	}
}

/* What the text does is not understood: all that it may write is forgotten. */
static void
give_up(struct assembly *a, const char *text)
{
	struct lower *l = a->l;
	emit_expr(l, build_unknown(l, l->type_void, a->loc, arena_printf(l->arena, "asm %s", text)), a->loc);
	for (unsigned i = 0; i < a->numbered; i++) {
		const struct asm_operand *operand = &a->operands[i];
		if (operand->place)
			emit_forget(l, build_again(l, operand->place), (int64_t)operand->type->size, a->loc);
		else if (operand->type && operand->type->kind == IR_TYPE_POINTER)
			emit_forget(l, operand->value, UINT32_MAX, a->loc);
	}
}

static bool
clobbers_memory(CXCursor cursor)
{
	bool found = false;
	const unsigned count = clang_Cursor_getGCCAssemblyNumClobbers(cursor);
	for (unsigned i = 0; i < count; i++) {
		CXString clobber = clang_Cursor_getGCCAssemblyClobber(cursor, i);
		found |= !strcmp(clang_getCString(clobber), "memory");
		clang_disposeString(clobber);
	}
	return found;
}

void
asm_lower(struct lower *l, CXCursor cursor)
{
	struct assembly a = {.l = l, .loc = source_loc(l, cursor)};
	const char *text = source_string(l, clang_Cursor_getGCCAssemblyTemplate(cursor));
	const bool understood = ptx_parse(l->arena, text, &a.ptx);
	read_operands(&a, cursor);
	if (!understood) {
		give_up(&a, text);
		return;
	}
	declare_registers(&a);
	for (size_t i = 0; i < a.ptx.instruction_count; i++)
		if (!ptx_lower(&a, &a.ptx.instructions[i]))
			give_up(&a, a.ptx.instructions[i].opcode);
	/* Behind it the compiler loads again what it had in registers. */
	if (clobbers_memory(cursor))
		emit_expr(l, build_builtin(l, IR_BUILTIN___threadfence, NULL, 0, l->type_void, a.loc), a.loc);
}
