/* Statements that IR cannot express. Their effects are left out, the variables that they name become unknown, and both
 * are reported. */
#include "frontend/lower/lower_unmodelled.h"

#include "frontend/lower/lower_rejected.h"
#include "frontend/unit/build.h"
#include "frontend/unit/source.h"

void
unmodelled_lower(struct lower *l, CXCursor cursor, const char *what)
{
	emit_unknown(l, source_loc(l, cursor), what);
	rejected_leave_out(l, cursor);
}

static const struct {
	enum CXCursorKind kind;
	const char *name;
} names[] = {
	{CXCursor_DeclRefExpr, "name of neither a variable nor a function"},
	{CXCursor_MemberRefExpr, "member"},
	{CXCursor_CallExpr, "call or construction of something unknown"},
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
	{CXCursor_UnaryExpr, "sizeof, alignof or noexcept of something unknown"},
	{CXCursor_PackExpansionExpr, "pack of arguments that is not expanded"},
	{CXCursor_SizeOfPackExpr, "size of a pack of arguments"},
	{CXCursor_LambdaExpr, "lambda"},
	{CXCursor_ConceptSpecializationExpr, "concept"},
	{CXCursor_RequiresExpr, "requires"},
	{CXCursor_CXXParenListInitExpr, "initialiser in parentheses"},
	{CXCursor_IndirectGotoStmt, "goto of a computed label"},
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
	return clang_isStatement(kind) ? "statement of an unknown kind" : "expression of an unknown kind";
}
