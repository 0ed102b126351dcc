/* Braces that initialise a class: either they initialise its members, or a conversion makes the object. */
#include "frontend/classes/lower_aggregate.h"

#include "frontend/classes/lower_chosen.h"
#include "frontend/classes/lower_copy.h"
#include "frontend/unit/children.h"
#include "frontend/unit/types.h"

CXCursor
aggregate_peel(struct lower *l, CXCursor cursor, CXType type)
{
	for (;;) {
		const CXType made = clang_getCursorType(cursor);
		if (types_get(l, made)->kind == IR_TYPE_RECORD && !types_same(made, type))
			return cursor;
		const CXCursor object = copy_left_out(cursor);
		if (!clang_Cursor_isNull(object)) {
			cursor = object;
			continue;
		}
		const enum CXCursorKind kind = clang_getCursorKind(cursor);
		if (kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr &&
		    kind != CXCursor_CXXFunctionalCastExpr && kind != CXCursor_CStyleCastExpr &&
		    kind != CXCursor_CXXStaticCastExpr && kind != CXCursor_CompoundLiteralExpr)
			return cursor;
		const CXCursor operand = lower_operand(l, cursor);
		if (clang_Cursor_isNull(operand) ||
		    !types_same(clang_getCursorType(operand), clang_getCursorType(cursor)))
			return cursor;
		cursor = operand;
	}
}

static enum CXVisitorResult
keep_constructor(CXCursor method, CXClientData found)
{
	if (clang_getCursorKind(method) != CXCursor_Constructor || clang_CXXMethod_isDefaulted(method) ||
	    clang_CXXMethod_isDeleted(method))
		return CXVisit_Continue;
	*(bool *)found = true;
	return CXVisit_Break;
}

/* A visit of the methods does not include templates. */
static bool
is_constructor_template(CXCursor member)
{
	return clang_getCursorKind(member) == CXCursor_FunctionTemplate &&
	       clang_getTemplateCursorKind(member) == CXCursor_Constructor;
}

bool
aggregate_has_constructor_template(CXType record)
{
	return !clang_Cursor_isNull(
		lower_first_child(clang_getTypeDeclaration(types_bare(record)), is_constructor_template));
}

bool
aggregate_is(CXType record)
{
	bool has_constructor = false;
	clang_visitCXXMethods(types_bare(record), keep_constructor, &has_constructor);
	return !has_constructor && !aggregate_has_constructor_template(record);
}

static enum CXVisitorResult
keep_base(CXCursor base, CXClientData found)
{
	(void)base;
	*(bool *)found = true;
	return CXVisit_Break;
}

/* Whether no constructor can make an object of the class from a value that is not an object: the class has no
 * constructors and no base to inherit them from. This test avoids an expensive query of the compiler for most
 * elements. */
static bool
has_no_constructors(CXType record)
{
	bool has_base = false;
	clang_visitCXXBaseClasses(types_bare(record), keep_base, &has_base);
	return !has_base && aggregate_is(record);
}

static bool
may_be_object(struct lower *l, CXCursor element)
{
	const enum ir_type_kind kind = types_of(l, element)->kind;
	return kind == IR_TYPE_RECORD || kind == IR_TYPE_OPAQUE ||
	       clang_getCursorKind(element) == CXCursor_InitListExpr;
}

bool
aggregate_makes_members(struct lower *l, CXType record, struct children elements)
{
	const bool is_copy =
		elements.count == 1 && may_be_object(l, aggregate_peel(l, nth_child(l, elements, 0), record));
	return (elements.count ? !is_copy : clang_isPODType(record)) && has_no_constructors(record);
}

bool
aggregate_is_converted(struct lower *l, CXCursor element, CXType record)
{
	return (may_be_object(l, element) || !has_no_constructors(record)) &&
	       !clang_Cursor_isNull(chosen_constructor(l, element, record));
}
