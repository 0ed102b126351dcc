/* Expressions without a type, which the compiler keeps for code that it rejects, and their parts that have a type. */
#include "frontend/lower/rejected.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/types.h"

/* The use of a part by the rejected code. */
enum use {
	USE_READ, /* its value is read */
	USE_ANY,  /* it may also be written, as an argument of a function */
};

static void read_part(struct rejected *r, CXCursor cursor, enum use use);

static bool
is_named(CXCursor cursor, enum CXCursorKind kind)
{
	return clang_getCursorKind(clang_getCursorReferenced(cursor)) == kind;
}

/* Whether the cursor names a function, or something undeclared. To name these reads and writes nothing. */
static bool
is_of_function(CXCursor cursor)
{
	return clang_getCursorKind(cursor) == CXCursor_DeclRefExpr &&
	       (is_named(cursor, CXCursor_FunctionDecl) || is_named(cursor, CXCursor_OverloadedDeclRef) ||
	        clang_Cursor_isNull(clang_getCursorReferenced(cursor)) ||
	        clang_getCursorType(cursor).kind == CXType_Overload);
}

static void
touch_object(struct rejected *r, CXCursor cursor)
{
	while (clang_getCursorKind(cursor) == CXCursor_ParenExpr)
		cursor = lower_operand(r->l, cursor);
	const struct lower_var *local = NULL;
	if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr && r->l->scope)
		local = table_find(&r->l->scope->locals, clang_getCursorReferenced(cursor));
	if (local)
		rejected_touch_var(r, local, false);
	else
		rejected_touch(r, lower_address(r->l, cursor), types_of(r->l, cursor));
}

static void
read_understood(struct rejected *r, CXCursor cursor, enum use use)
{
	rejected_understand(r, cursor);
	const bool is_const = clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(cursor)));
	if (use == USE_ANY && !is_const && lower_is_glvalue(r->l, cursor))
		touch_object(r, cursor);
	else
		effects_add(r->l, &r->args, lower_value(r->l, cursor));
}

/* Most built-in operators only read their operands. */
static enum use
use_of_operands(CXCursor cursor)
{
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	if (kind == CXCursor_ConditionalOperator || kind == CXCursor_ArraySubscriptExpr)
		return USE_READ;
	if (kind != CXCursor_BinaryOperator)
		return USE_ANY;
	const enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(cursor);
	return op >= CXBinaryOperator_Mul && op <= CXBinaryOperator_LOr && op != CXBinaryOperator_Shr ? USE_READ
	                                                                                              : USE_ANY;
}

static void
read_operands(struct rejected *r, CXCursor cursor)
{
	struct lower *l = r->l;
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	const bool assigns = (kind == CXCursor_BinaryOperator &&
	                      clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign) ||
	                     kind == CXCursor_CompoundAssignOperator;
	const enum use use = use_of_operands(cursor);
	const struct children children = lower_children(l, cursor);
	for (unsigned i = 0; i < children.count; i++)
		if (clang_isExpression(clang_getCursorKind(nth_child(l, children, i))))
			read_part(r, nth_child(l, children, i), assigns && i ? USE_READ : use);
	if (kind == CXCursor_MemberRefExpr && clang_Cursor_isNull(lower_operand(l, cursor)))
		rejected_touch_this(r);
	lower_done(l, children);
}

static void
read_part(struct rejected *r, CXCursor cursor, enum use use)
{
	const struct ir_type *type = types_of(r->l, cursor);
	if (lower_is_too_deep(r->l, cursor) || clang_getCursorKind(cursor) == CXCursor_LambdaExpr)
		return; /* the words of its text are read instead */
	r->l->depth++;
	if (is_of_function(cursor))
		rejected_understand(r, cursor);
	else if (type->kind == IR_TYPE_OPAQUE || type->kind == IR_TYPE_FUNCTION)
		read_operands(r, cursor);
	else
		read_understood(r, cursor, use);
	r->l->depth--;
}

void
rejected_read_parts(struct rejected *r, CXCursor expression)
{
	read_operands(r, expression);
}
