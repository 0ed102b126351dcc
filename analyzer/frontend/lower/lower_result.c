/* Results that are made where the caller wants them: a function that returns nothing but one variable of its own, of the class
 * that it returns, neither copies nor destroys it. Compilers need not do so, but all do. */
#include "frontend/lower/lower_result.h"

#include "frontend/classes/lower_construct.h"
#include "frontend/classes/lower_destroy.h"
#include "frontend/lower/kids.h"
#include "frontend/lower/lower_func.h"
#include "frontend/lower/source.h"
#include "frontend/lower/types.h"

/* The variable that the operand of a return names, through the copy that the compiler may leave out; null cursor: none. */
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
	bool others;       /* some return yields something else */
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

/* ---- objects that are known by their place ---- */

struct escape {
	struct lower *l;
	bool found;
};

/* Whether an expression means the object's address only to come to its members or to compare it. */
static bool
is_harmless(struct lower *l, CXCursor cursor)
{
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	if (kind == CXCursor_BinaryOperator) {
		const enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(cursor);
		return op == CXBinaryOperator_EQ || op == CXBinaryOperator_NE;
	}
	if (kind != CXCursor_MemberRefExpr && kind != CXCursor_UnaryOperator)
		return false;
	const CXCursor operand = lower_operand(l, cursor);
	return !clang_Cursor_isNull(operand) && clang_getCursorKind(lower_unwrapped(l, operand)) == CXCursor_CXXThisExpr;
}

static enum CXChildVisitResult
find_escape(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct escape *escape = data;
	if (is_harmless(escape->l, cursor))
		return CXChildVisit_Continue;
	escape->found |= clang_getCursorKind(cursor) == CXCursor_CXXThisExpr;
	return escape->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static enum CXVisitorResult
search_constructor(CXCursor method, CXClientData data)
{
	struct escape *escape = data;
	CXCursor definition;
	if (clang_getCursorKind(method) == CXCursor_Constructor && !source_is_system(method) && func_has_body(method, &definition))
		clang_visitChildren(definition, find_escape, escape);
	return escape->found ? CXVisit_Break : CXVisit_Continue;
}

bool
result_is_known_by_place(struct lower *l, CXType record)
{
	struct escape escape = {.l = l};
	if (!destroy_does_something(l, record))
		return false;
	clang_visitCXXMethods(types_bare(record), search_constructor, &escape);
	return escape.found;
}
