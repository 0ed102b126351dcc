/* Copy elision of results. If all returns of a function name the same local variable of the returned class, the
 * function neither copies nor destroys it. The language permits this; all compilers do it. */
#include "frontend/lower/lower_result.h"

#include "frontend/classes/lower_construct.h"
#include "frontend/unit/children.h"
#include "frontend/unit/types.h"

/* The variable that a return's operand names, possibly through a copy that the compiler may elide; null cursor:
 * none. */
static CXCursor
returned_variable(struct lower *l, CXCursor operand)
{
	for (;;) {
		const enum CXCursorKind kind = clang_getCursorKind(operand);
		const CXCursor named = clang_getCursorReferenced(operand);
		if (kind == CXCursor_DeclRefExpr)
			return clang_getCursorKind(named) == CXCursor_VarDecl ? named : clang_getNullCursor();
		const bool is_copy = kind == CXCursor_CallExpr && clang_getCursorKind(named) == CXCursor_Constructor &&
		                     construct_is_copy(named) && clang_Cursor_getNumArguments(operand) == 1;
		if (!is_copy && kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr)
			return clang_getNullCursor();
		const CXCursor inner = lower_operand(l, operand);
		if (clang_Cursor_isNull(inner) || !types_same(clang_getCursorType(inner), clang_getCursorType(operand)))
			return clang_getNullCursor();
		operand = inner;
	}
}

struct returns {
	struct lower *l;
	CXCursor variable;
	bool others; /* a return has another operand */
};

static enum CXChildVisitResult
compare_return(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct returns *returns = data;
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	if (kind == CXCursor_LambdaExpr || kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl)
		return CXChildVisit_Continue;
	if (kind != CXCursor_ReturnStmt)
		return CXChildVisit_Recurse;
	const CXCursor variable = returned_variable(returns->l, lower_operand(returns->l, cursor));
	returns->others = !clang_equalCursors(variable, returns->variable);
	return returns->others ? CXChildVisit_Break : CXChildVisit_Continue;
}

const struct ir_var *
result_variable(struct lower *l, CXCursor operand)
{
	const struct ir_type *result = l->scope->func->ir.result;
	const CXCursor variable =
		result->kind == IR_TYPE_RECORD ? returned_variable(l, operand) : clang_getNullCursor();
	const struct lower_var *local = clang_Cursor_isNull(variable) ? NULL : table_find(&l->scope->locals, variable);
	if (!local || local->ir.type != result)
		return NULL;
	struct returns returns = {.l = l, .variable = variable};
	clang_visitChildren(l->scope->body, compare_return, &returns);
	return returns.others ? NULL : &local->ir;
}
