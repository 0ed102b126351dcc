#include "frontend/unit/variable.h"

#include "frontend/unit/build.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "support/allocate.h"

struct lower_var *
var_make(struct lower *l, CXCursor cursor, const struct ir_type *type, enum ir_storage storage)
{
	struct lower_var *var = arena_new(l->arena, struct lower_var);
	const CXType source = clang_getCursorType(cursor);
	var->ir.name = source_string(l, clang_getCursorSpelling(cursor));
	var->ir.type = type;
	var->ir.storage = storage;
	var->ir.loc = source_loc(l, cursor);
	var->ir.is_const = clang_isConstQualifiedType(clang_getCanonicalType(source));
	var->ir.is_restrict = clang_isRestrictQualifiedType(clang_getCanonicalType(source));
	return var;
}

struct lower_var *
var_local(struct lower *l, CXCursor cursor, const struct ir_type *type, enum ir_storage storage)
{
	struct lower_var *var = var_make(l, cursor, type, storage);
	var->ir.slot = l->scope->func->ir.slot_count++;
	table_set(&l->scope->locals, cursor, var);
	return var;
}

void
var_emit_declaration(struct lower *l, const struct ir_var *var)
{
	struct ir_stmt *stmt = build_stmt(l, IR_STMT_DECLARE, var->loc);
	stmt->var = var;
	stmts_add(l, l->scope->block, stmt);
}

const struct ir_var *
var_temporary(struct lower *l, const struct ir_type *type, struct ir_loc loc)
{
	struct lower_var *var = arena_new(l->arena, struct lower_var);
	var->ir = (struct ir_var){.name = "", .type = type, .loc = loc, .storage = IR_STORAGE_STATIC};
	if (l->scope) {
		var->ir.storage = IR_STORAGE_LOCAL;
		var->ir.slot = l->scope->func->ir.slot_count++;
		var->ir.address_taken = !types_is_scalar(type);
		memory_push(l->temporaries, l->temporary_count, l->temporary_capacity, var);
		var_emit_declaration(l, &var->ir);
	} else {
		struct ir_var *global = &var->ir;
		global->address_taken = true;
		memory_push(l->unit->globals, l->unit->global_count, l->unit->global_capacity, global);
	}
	return &var->ir;
}

bool
var_special(struct lower *l, CXCursor var, enum ir_special *first)
{
	static const enum ir_special firsts[] = {IR_THREAD_X, IR_BLOCK_X, IR_BLOCK_DIM_X, IR_GRID_DIM_X, IR_WARP_SIZE};
	const CXCursor key = clang_getCanonicalCursor(var);
	for (unsigned i = 0; i < LOWER_SPECIALS; i++)
		if (clang_equalCursors(l->specials[i], key)) {
			*first = firsts[i];
			return true;
		}
	return false;
}
