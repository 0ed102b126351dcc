#include "frontend/lower/lower_asm.h"

#include <stdio.h>
#include <string.h>

#include "frontend/unit/build.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"

struct assembly {
	struct lower *l;
	CXCursor cursor;
	struct ir_loc loc;
	const char *text; /* operands are spelled $0, $1 … */
	unsigned outputs, inputs;
	bool accesses_memory; /* if the compiler has to assume so */
};

/* ---- single instructions ---- */

/* The value of a special register; NULL: unknown. */
static const struct ir_expr *
special_register(const struct assembly *a, const char *name)
{
	static const struct {
		const char *name;
		enum ir_special first;
	} vectors[] = {
		{"tid.", IR_THREAD_X}, {"ntid.", IR_BLOCK_DIM_X}, {"ctaid.", IR_BLOCK_X}, {"nctaid.", IR_GRID_DIM_X}};
	struct lower *l = a->l;
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
		const size_t length = strlen(vectors[i].name);
		if (strncmp(name, vectors[i].name, length) != 0 || !name[length] || !strchr("xyz", name[length]))
			continue;
		struct ir_expr *expr = build_expr(l, IR_SPECIAL, l->type_uint, a->loc);
		expr->special = vectors[i].first + (enum ir_special)(name[length] - 'x');
		return expr;
	}
	const struct ir_expr *lane = build_builtin(l, IR_BUILTIN___lane_id, NULL, 0, l->type_uint, a->loc);
	if (!strcmp(name, "laneid"))
		return lane;
	const struct ir_expr *one = build_int(l, l->type_uint, 1, a->loc),
			     *bit = build_binary(l, IR_SHL, one, lane, l->type_uint, a->loc);
	if (!strcmp(name, "lanemask_eq"))
		return bit;
	return strcmp(name, "lanemask_lt") ? NULL : build_binary(l, IR_SUB, bit, one, l->type_uint, a->loc);
}

/* The value that `mov.u32 $0, %laneid;` and similar instructions yield; NULL: another text. */
static const struct ir_expr *
moved_register(const struct assembly *a)
{
	char name[16];
	int end = 0;
	sscanf(a->text, " mov.%*1[ub]32 $0, %%%15[a-z_.] ; %n", name, &end);
	const bool is_move = end && !a->text[end] && a->outputs == 1 && !a->inputs;
	return is_move ? special_register(a, name) : NULL;
}

/* The builtin of an instruction that ends the thread; IR_BUILTIN_COUNT: another text. */
static enum ir_builtin
ending(const struct assembly *a)
{
	char name[8];
	int end = 0;
	sscanf(a->text, " %7[a-z] ; %n", name, &end);
	if (!end || a->text[end])
		return IR_BUILTIN_COUNT;
	return !strcmp(name, "exit") ? IR_BUILTIN__exit : !strcmp(name, "trap") ? IR_BUILTIN___trap : IR_BUILTIN_COUNT;
}

/* ---- operands ---- */

static CXCursor
operand_of(const struct assembly *a, unsigned i, bool *is_read)
{
	CXString constraint;
	CXCursor expression = clang_getNullCursor();
	const bool good =
		i < a->outputs ? clang_Cursor_getGCCAssemblyOutput(a->cursor, i, &constraint, &expression)
			       : clang_Cursor_getGCCAssemblyInput(a->cursor, i - a->outputs, &constraint, &expression);
	if (!good)
		return clang_getNullCursor();
	*is_read = i >= a->outputs || clang_getCString(constraint)[0] == '+';
	clang_disposeString(constraint);
	return expression;
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

static struct ir_expr *
yield(const struct assembly *a, const struct ir_type *type)
{
	struct ir_expr *expr = build_expr(a->l, IR_UNKNOWN, type, a->loc);
	expr->is_assembly = true;
	expr->accesses_memory = a->accesses_memory && type->kind == IR_TYPE_VOID;
	expr->text = a->text;
	return expr;
}

/* Emits the statement, which reads its operands. */
static void
emit_statement(const struct assembly *a)
{
	struct lower *l = a->l;
	struct ir_expr *statement = yield(a, l->type_void);
	statement->args = arena_new_array(l->arena, const struct ir_expr *, a->outputs + a->inputs + 1);
	for (unsigned i = 0; i < a->outputs + a->inputs; i++) {
		bool is_read = false;
		const CXCursor given = operand_of(a, i, &is_read);
		if (is_read)
			statement->args[statement->arg_count++] =
				types_is_scalar(types_of(l, given)) ? lower_value(l, given) : lower_address(l, given);
	}
	emit_expr(l, statement, a->loc);
}

static void
emit_output(const struct assembly *a, CXCursor output, const struct ir_expr *value)
{
	struct lower *l = a->l;
	const struct ir_type *type = types_of(l, output);
	const struct ir_loc loc = source_loc(l, output);
	if (!types_is_scalar(type))
		emit_forget(l, lower_address(l, output), (int64_t)type->size, loc);
	else
		emit_expr(l,
		          build_store(l, lower_address(l, output),
		                      value ? build_convert(l, value, type) : yield(a, type), type, loc),
		          a->loc);
}

void
asm_lower(struct lower *l, CXCursor cursor)
{
	struct assembly a = {
		.l = l,
		.cursor = cursor,
		.loc = source_loc(l, cursor),
		.text = source_string(l, clang_Cursor_getGCCAssemblyTemplate(cursor)),
		.outputs = clang_Cursor_getGCCAssemblyNumOutputs(cursor),
		.inputs = clang_Cursor_getGCCAssemblyNumInputs(cursor),
	};
	const enum ir_builtin end = ending(&a);
	const struct ir_expr *moved = moved_register(&a);
	const bool clobbers = clobbers_memory(cursor), is_empty = !a.text[strspn(a.text, " \t\n;")];
	a.accesses_memory = clobbers || !a.outputs || clang_Cursor_isGCCAssemblyVolatile(cursor);
	if (end != IR_BUILTIN_COUNT)
		emit_expr(l, build_builtin(l, end, NULL, 0, l->type_void, a.loc), a.loc);
	else if (!moved && !is_empty)
		emit_statement(&a);
	for (unsigned i = 0; i < a.outputs && !is_empty; i++) {
		bool is_read;
		const CXCursor output = operand_of(&a, i, &is_read);
		if (!clang_Cursor_isNull(output))
			emit_output(&a, output, moved);
	}
	/* After a memory clobber, the compiler reloads values that it had in registers. */
	if (clobbers)
		emit_expr(l, build_builtin(l, IR_BUILTIN___threadfence, NULL, 0, l->type_void, a.loc), a.loc);
}
