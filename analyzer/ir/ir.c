#include "ir/ir.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	enum ir_builtin_kind kind;
} builtins[] = {
#define BUILTIN(name, kind, handler) {#name, IR_BUILTIN_IS_##kind},
#include "ir/builtins.def"
};

static const char *const op_texts[] = {
	[IR_ADD] = "+",  [IR_SUB] = "-",  [IR_MUL] = "*",     [IR_DIV] = "/",    [IR_REM] = "%",
	[IR_SHL] = "<<", [IR_SHR] = ">>", [IR_BIT_AND] = "&", [IR_BIT_OR] = "|", [IR_BIT_XOR] = "^",
	[IR_LT] = "<",   [IR_GT] = ">",   [IR_LE] = "<=",     [IR_GE] = ">=",    [IR_EQ] = "==",
	[IR_NE] = "!=",  [IR_NEG] = "-",  [IR_BIT_NOT] = "~", [IR_NOT] = "!",
};

static const char *const special_texts[] = {
	[IR_THREAD_X] = "threadIdx.x",   [IR_THREAD_Y] = "threadIdx.y",   [IR_THREAD_Z] = "threadIdx.z",
	[IR_BLOCK_X] = "blockIdx.x",     [IR_BLOCK_Y] = "blockIdx.y",     [IR_BLOCK_Z] = "blockIdx.z",
	[IR_BLOCK_DIM_X] = "blockDim.x", [IR_BLOCK_DIM_Y] = "blockDim.y", [IR_BLOCK_DIM_Z] = "blockDim.z",
	[IR_GRID_DIM_X] = "gridDim.x",   [IR_GRID_DIM_Y] = "gridDim.y",   [IR_GRID_DIM_Z] = "gridDim.z",
	[IR_WARP_SIZE] = "warpSize",
};

enum ir_builtin
ir_builtin_find(const char *name)
{
	for (int i = 0; i < IR_BUILTIN_COUNT; i++)
		if (!strcmp(builtins[i].name, name))
			return (enum ir_builtin)i;
	return IR_BUILTIN_COUNT;
}

const char *
ir_builtin_name(enum ir_builtin builtin)
{
	return builtins[builtin].name;
}

enum ir_builtin_kind
ir_builtin_kind(enum ir_builtin builtin)
{
	return builtins[builtin].kind;
}

const char *
ir_scope_suffix(enum ir_scope scope)
{
	static const char *const suffixes[] = {
		[IR_SCOPE_DEVICE] = "", [IR_SCOPE_BLOCK] = "_block", [IR_SCOPE_SYSTEM] = "_system"};
	return suffixes[scope];
}

const char *
ir_op_text(enum ir_op op)
{
	return op_texts[op];
}

const char *
ir_special_text(enum ir_special special)
{
	return special_texts[special];
}

void
ir_unit_free(struct ir_unit *unit)
{
	free(unit->files);
	free(unit->funcs);
	free(unit->declared);
	free(unit->globals);
	free(unit->templates);
	free(unit->instances);
	free(unit->closures);
	free(unit->problems);
	arena_free(&unit->arena);
	*unit = (struct ir_unit){0};
}

const char *
ir_missing_header(struct arena *arena, const struct ir_problem *problem)
{
	const char *name = problem->message + 1;
	return arena_strndup(arena, name, strcspn(name, "'"));
}
