/* Initialisation before main: initialisers that may do more than initialise their variable, in the order of the file.
 * All others run at the first access of their variable. The result is the same, and unused variables cost nothing. */
#include "frontend/classes/lower_start.h"

#include "frontend/classes/lower_destroy.h"
#include "frontend/classes/lower_var.h"
#include "frontend/unit/build.h"
#include "frontend/unit/source.h"

/* ---- selection of initialisers ---- */

/* Whether an initialiser calls code of the program or names a variable that is not constant. It may then change that
 * state, or depend on it. */
static enum CXChildVisitResult
find_effect(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	bool *found = data;
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	const CXCursor named = clang_getCursorReferenced(cursor);
	if (kind == CXCursor_LambdaExpr)
		return CXChildVisit_Continue;
	if (kind == CXCursor_CallExpr)
		*found = !source_is_system(named) && !clang_CXXMethod_isDefaulted(named);
	else if (kind == CXCursor_DeclRefExpr && clang_getCursorKind(named) == CXCursor_VarDecl)
		*found = !source_is_system(named) &&
		         !clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(named)));
	return *found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Numbers in braces have no effects. There may be very many of them. */
static bool
is_table(CXType type)
{
	type = clang_getCanonicalType(type);
	while (type.kind == CXType_ConstantArray)
		type = clang_getCanonicalType(clang_getArrayElementType(type));
	return type.kind != CXType_Record;
}

bool
start_does_more(struct lower *l, CXCursor variable)
{
	const CXCursor initialiser = clang_Cursor_getVarDeclInitializer(variable);
	const CXType type = clang_getCanonicalType(clang_getCursorType(variable));
	bool found = false;
	if (clang_Cursor_isNull(initialiser) || (type.kind == CXType_ConstantArray && is_table(type)))
		return false;
	if (destroy_does_something(l, type))
		return true;
	if (find_effect(initialiser, variable, &found) == CXChildVisit_Recurse)
		clang_visitChildren(initialiser, find_effect, &found);
	return found;
}

/* ---- the function that runs the initialisers ---- */

void
start_note(struct lower *l, CXCursor variable)
{
	if (!clang_isCursorDefinition(variable) || !start_does_more(l, variable))
		return;
	const struct lower_var *var = var_global(l, variable);
	if (var->ir.storage != IR_STORAGE_STATIC || !var->ir.init)
		return;
	struct ir_stmt *ask = build_stmt(l, IR_STMT_EXPR, var->ir.loc);
	ask->expr = build_var(l, &var->ir, var->ir.loc);
	stmts_add(l, &l->start, ask);
}

void
start_finish(struct lower *l)
{
	const struct ir_loc nowhere = {0};
	if (!l->start.count)
		return;
	struct ir_func *func = arena_new(l->arena, struct ir_func);
	*func = (struct ir_func){.name = "initialisation",
	                         .qualified_name = "initialisation",
	                         .link_name = arena_printf(l->arena, "initialisation@%s", l->unit->path),
	                         .result = l->type_void,
	                         .is_host = true,
	                         .unit = l->unit};
	func->body = build_block(l, &l->start, nowhere);
	l->unit->start = func;
}
