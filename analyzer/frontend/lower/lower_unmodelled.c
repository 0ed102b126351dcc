/* Statements that IR has no form for: what they do is left out, what they may have written is forgotten, and both are told. */
#include "frontend/lower/lower_unmodelled.h"

#include "frontend/classes/lower_lambda.h"
#include "frontend/lower/build.h"
#include "frontend/lower/kids.h"
#include "frontend/lower/lower_expr.h"
#include "frontend/lower/lower_name.h"
#include "frontend/lower/source.h"
#include "frontend/lower/types.h"

struct mentions {
	struct lower *l;
	struct table seen; /* declarations */
	bool this_object;
};

/* Of a pointer also what it points to. */
static void
forget_variable(struct lower *l, CXCursor name)
{
	const struct ir_loc loc = source_loc(l, name);
	const struct ir_type *type = types_get(l, types_bare(clang_getCursorType(name)));
	const struct ir_expr *address = name_address(l, name);
	if (type->kind == IR_TYPE_POINTER)
		emit_forget(l, build_load(l, address, type, loc), UINT32_MAX, loc);
	emit_forget(l, build_again(l, address), (int64_t)type->size, loc);
}

/* Whether it lived before the statement, and can change. */
static bool
is_variable_from_outside(struct lower *l, CXCursor variable)
{
	enum ir_special special;
	if (clang_getCursorKind(variable) != CXCursor_VarDecl && clang_getCursorKind(variable) != CXCursor_ParmDecl &&
	    clang_getCursorKind(variable) != CXCursor_UnexposedDecl)
		return false;
	if (name_special(l, variable, &special) || clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(variable))))
		return false;
	return table_find(&l->scope->locals, variable) || clang_Cursor_hasVarDeclGlobalStorage(variable) == 1 ||
	       lambda_captured(l, variable, (struct ir_loc){0});
}

static enum CXChildVisitResult
forget_mentioned(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct mentions *mentions = data;
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	if (kind == CXCursor_CXXThisExpr ||
	    (kind == CXCursor_MemberRefExpr && clang_Cursor_isNull(lower_operand(mentions->l, cursor))))
		mentions->this_object = true;
	const CXCursor named = clang_getCursorReferenced(cursor);
	if (kind == CXCursor_DeclRefExpr && !table_find(&mentions->seen, named) && is_variable_from_outside(mentions->l, named)) {
		table_set(&mentions->seen, named, mentions);
		forget_variable(mentions->l, cursor);
	}
	return CXChildVisit_Recurse;
}

void
unmodelled_lower(struct lower *l, CXCursor cursor, const char *what)
{
	const struct ir_loc loc = source_loc(l, cursor);
	struct mentions mentions = {.l = l};
	emit_unknown(l, loc, what);
	clang_visitChildren(cursor, forget_mentioned, &mentions);
	if (mentions.this_object && l->scope->this_var)
		emit_forget(l, lower_this(l, loc), (int64_t)types_get(l, l->scope->this_record)->size, loc);
	table_free(&mentions.seen);
}

/* ---- in words ---- */

static const struct {
	enum CXCursorKind kind;
	const char *name;
} names[] = {
	{CXCursor_DeclRefExpr, "name of something else than a variable or function"},
	{CXCursor_MemberRefExpr, "member"},
	{CXCursor_CallExpr, "call, or construction, of what is not known here"},
	{CXCursor_BlockExpr, "block as a value"},
	{CXCursor_ImaginaryLiteral, "imaginary number"},
	{CXCursor_StringLiteral, "string"},
	{CXCursor_CompoundLiteralExpr, "compound literal"},
	{CXCursor_InitListExpr, "initialiser list"},
	{CXCursor_AddrLabelExpr, "address of a label"},
	{CXCursor_GenericSelectionExpr, "_Generic"},
	{CXCursor_CXXDynamicCastExpr, "dynamic_cast"},
	{CXCursor_CXXFunctionalCastExpr, "construction of a value"},
	{CXCursor_CXXTypeidExpr, "typeid"},
	{CXCursor_CXXThrowExpr, "throw"},
	{CXCursor_UnaryExpr, "sizeof, alignof or noexcept of what is not known here"},
	{CXCursor_PackExpansionExpr, "pack of arguments that is not expanded"},
	{CXCursor_SizeOfPackExpr, "size of a pack of arguments"},
	{CXCursor_LambdaExpr, "lambda"},
	{CXCursor_ConceptSpecializationExpr, "concept"},
	{CXCursor_RequiresExpr, "requires"},
	{CXCursor_CXXParenListInitExpr, "initialiser in parentheses"},
	{CXCursor_IndirectGotoStmt, "goto of a computed label"},
	{CXCursor_GCCAsmStmt, "asm"},
	{CXCursor_MSAsmStmt, "asm"},
	{CXCursor_SEHTryStmt, "__try"},
	{CXCursor_SEHLeaveStmt, "__leave"},
};

const char *
unmodelled_name(enum CXCursorKind kind)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].kind == kind)
			return names[i].name;
	if (kind >= CXCursor_OMPParallelDirective && kind <= CXCursor_LastStmt)
		return "OpenMP or OpenACC directive";
	return clang_isStatement(kind) ? "statement of a kind that is not known" : "expression of a kind that is not known";
}
