/* Pointers to members. A pointer to data is a number: the member's offset in its class in bytes, plus one, so that null
 * is zero as in any other pointer. A pointer to a function is the function's address. For a virtual function, it is the
 * address of a function that dispatches through the object's vtable. */
#include "frontend/classes/lower_member_pointer.h"

#include "frontend/classes/lower_member.h"
#include "frontend/classes/lower_virtual.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"

static CXType
class_of(CXType type)
{
	return clang_Type_getClassType(clang_getCanonicalType(type));
}

bool
member_pointer_is(CXType type)
{
	return clang_getCanonicalType(type).kind == CXType_MemberPointer;
}

/* ---- &C::member ---- */

/* A function that calls the virtual method through the object's vtable. */
static struct ir_func *
looked_up(struct lower *l, CXCursor method)
{
	const CXCursor key = clang_getCanonicalCursor(method);
	struct ir_func *made = table_find(&l->method_thunks, key);
	if (made)
		return made;
	const struct ir_func *func = func_get(l, method);
	const struct ir_loc loc = func->loc;
	struct lower_effects args = {0};
	made = func_make(l, func, arena_printf(l->arena, "%s looked up", func->link_name), &args);
	table_set(&l->method_thunks, key, made);
	struct lower_effects rest = {.items = args.items + 1, .count = args.count - 1, .capacity = args.count - 1};
	struct ir_stmt *body = build_stmt(l, IR_STMT_RETURN, loc);
	body->expr = virtual_call(l, method, false, args.items[0], loc, &rest, loc);
	made->body = body;
	return made;
}

const struct ir_expr *
member_pointer_value(struct lower *l, CXCursor cursor, CXCursor name)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct ir_type *type = types_of(l, cursor);
	const CXCursor member = clang_getCursorReferenced(name);
	if (clang_getCursorKind(member) == CXCursor_FieldDecl) {
		const struct ir_field *field = types_field(l, member);
		if (field && types_get(l, class_of(clang_getCursorType(cursor))) ==
		                     types_of(l, clang_getCursorSemanticParent(member)))
			return build_int(l, type, (int64_t)field->offset + 1, loc);
	} else if (clang_getCursorKind(member) == CXCursor_CXXMethod) {
		struct ir_expr *expr = build_expr(l, IR_FUNC, type, loc);
		expr->func = clang_CXXMethod_isVirtual(member) ? looked_up(l, member) : func_get(l, member);
		return expr;
	}
	return build_unknown(l, type, loc, "pointer to a member");
}

/* ---- conversions ---- */

const struct ir_expr *
member_pointer_converted(struct lower *l, const struct ir_expr *value, CXType from, CXType to)
{
	const struct ir_type *type = types_get(l, to);
	if (!member_pointer_is(from)) /* a null pointer constant */
		return build_convert(l, value, type);
	const struct ir_type *owner = types_get(l, class_of(from)), *wanted = types_get(l, class_of(to));
	const int64_t down = member_base_offset(wanted, owner), up = member_base_offset(owner, wanted);
	const int64_t bytes = down >= 0 ? down : -up;
	const bool is_related = down >= 0 || up >= 0;
	if (is_related && !bytes)
		return build_convert(l, value, type);
	if (is_related && type->kind == IR_TYPE_INT && value->kind == IR_INT)
		return build_int(l, type, value->integer ? value->integer + bytes : 0, value->loc);
	return build_unknown(l, type, value->loc, "pointer to a member as one of another class");
}

/* ---- object.*pointer, object->*pointer ---- */

/* The address of the operator's left operand. */
static const struct ir_expr *
object_of(struct lower *l, CXCursor operation, struct children operands)
{
	const CXCursor object = nth_child(l, operands, 0);
	return clang_getCursorBinaryOperatorKind(operation) == CXBinaryOperator_PtrMemI ? lower_value(l, object)
	                                                                                : lower_address(l, object);
}

const struct ir_expr *
member_pointer_address(struct lower *l, CXCursor operation, struct children operands)
{
	const struct ir_loc loc = source_loc(l, operation);
	const struct ir_expr *object = object_of(l, operation, operands);
	const struct ir_expr *pointer = build_convert(l, lower_value(l, nth_child(l, operands, 1)), l->type_ptrdiff);
	const struct ir_expr *bytes =
		pointer->kind == IR_INT
			? build_int(l, l->type_ptrdiff, pointer->integer - 1, loc)
			: build_binary(l, IR_SUB, pointer, build_int(l, l->type_ptrdiff, 1, loc), l->type_ptrdiff, loc);
	return build_offset(l, object, bytes, 1, types_pointer(l, types_of(l, operation)), loc);
}

CXCursor
member_pointer_of_call(struct lower *l, CXCursor callee)
{
	while (clang_getCursorKind(callee) == CXCursor_ParenExpr ||
	       clang_getCursorKind(callee) == CXCursor_UnexposedExpr)
		callee = lower_operand(l, callee);
	const enum CXBinaryOperatorKind op = clang_getCursorKind(callee) == CXCursor_BinaryOperator
	                                             ? clang_getCursorBinaryOperatorKind(callee)
	                                             : CXBinaryOperator_Invalid;
	return op == CXBinaryOperator_PtrMemD || op == CXBinaryOperator_PtrMemI ? callee : clang_getNullCursor();
}

CXType
member_pointer_function(struct lower *l, CXCursor operation)
{
	return clang_getCanonicalType(
		clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(lower_operand(l, operation)))));
}

const struct ir_expr *
member_pointer_callee(struct lower *l, CXCursor operation, const struct ir_expr **object)
{
	const struct children operands = lower_children(l, operation);
	*object = object_of(l, operation, operands);
	const struct ir_expr *callee = lower_value(l, nth_child(l, operands, 1));
	lower_done(l, operands);
	return callee;
}
