/* Calls of methods, and the objects on which they are called. */
#include "frontend/lower/lower_method.h"

#include "frontend/classes/lower_copy.h"
#include "frontend/classes/lower_destroy.h"
#include "frontend/classes/lower_lambda.h"
#include "frontend/classes/lower_member.h"
#include "frontend/classes/lower_virtual.h"
#include "frontend/lower/lower_call.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/function.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"

static CXCursor
member_of_call(CXCursor call)
{
	CXCursor member = lower_first_part(call);
	while (clang_getCursorKind(member) == CXCursor_ParenExpr)
		member = lower_first_part(member);
	return member;
}

static unsigned
spelled_at(CXSourceLocation location, CXFile *file)
{
	unsigned offset = 0;
	clang_getSpellingLocation(location, file, NULL, NULL, &offset);
	return offset;
}

/* Whether the inner cursor comes after the member's name: then it is a template argument, not the object. */
static bool
is_behind_name(CXCursor inner, CXCursor member)
{
	CXFile name_file, inner_file;
	const unsigned name = spelled_at(clang_getCursorLocation(member), &name_file);
	const unsigned start = spelled_at(clang_getRangeStart(clang_getCursorExtent(inner)), &inner_file);
	return start > name && clang_File_isEqual(name_file, inner_file);
}

/* The object on which a method is called; null cursor: `this`. */
static CXCursor
object_of_call(CXCursor call, bool is_operator)
{
	if (is_operator)
		return clang_Cursor_getArgument(call, 0);
	const CXCursor member = member_of_call(call);
	if (clang_getCursorKind(member) != CXCursor_MemberRefExpr)
		return clang_getNullCursor();
	const CXCursor object = lower_first_part(member);
	return !clang_Cursor_isNull(object) && is_behind_name(object, member) ? clang_getNullCursor() : object;
}

/* Whether the object's dynamic class is its static one: it names a variable or a member that is no reference. */
static bool
is_of_its_class(CXCursor object)
{
	while (clang_getCursorKind(object) == CXCursor_UnexposedExpr ||
	       clang_getCursorKind(object) == CXCursor_ParenExpr)
		object = lower_first_part(object);
	const enum CXCursorKind kind = clang_getCursorKind(object);
	const CXType type = clang_getCursorType(clang_getCursorReferenced(object));
	return (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr) && !types_is_reference(type) &&
	       clang_getCanonicalType(type).kind == CXType_Record;
}

/* The address of the object on which a method is called, converted to the class that declares the method. */
static const struct ir_expr *
method_object(struct lower *l, CXCursor call, CXCursor base, CXCursor method, bool is_operator)
{
	const struct ir_loc loc = source_loc(l, call);
	const struct ir_type *owner = types_of(l, clang_getCursorSemanticParent(method)), *record;
	const struct ir_expr *object;
	if (clang_Cursor_isNull(base)) {
		record = l->scope ? types_get(l, l->scope->this_record) : l->type_opaque;
		object = lower_this(l, loc);
	} else {
		const CXType type = clang_getCanonicalType(clang_getCursorType(base));
		const bool is_pointer = type.kind == CXType_Pointer && !is_operator;
		record = types_get(l, is_pointer ? clang_getPointeeType(type) : type);
		object = is_pointer ? lower_value(l, base) : lower_address(l, base);
	}
	if (record->kind != IR_TYPE_RECORD || owner->kind != IR_TYPE_RECORD)
		return object;
	const struct ir_expr *part = member_upcast(l, object, record, owner, loc);
	return part ? part : object;
}

static bool
is_final_attribute(CXCursor child)
{
	return clang_getCursorKind(child) == CXCursor_CXXFinalAttr;
}

static bool
is_final(CXCursor method)
{
	return !clang_Cursor_isNull(lower_first_child(method, is_final_attribute)) ||
	       !clang_Cursor_isNull(lower_first_child(clang_getCursorSemanticParent(method), is_final_attribute));
}

/* Whether the call is dispatched through the object's vtable. */
static bool
is_looked_up(CXCursor call, CXCursor method, CXCursor object, bool is_operator)
{
	return clang_CXXMethod_isVirtual(method) && (is_operator || clang_Cursor_isDynamicCall(call)) &&
	       !is_final(method) && (clang_Cursor_isNull(object) || !is_of_its_class(object));
}

/* A call of a destructor that the compiler generates, or that another unit defines. */
static const struct ir_expr *
destroy_as_called(struct lower *l, const struct ir_expr *object, CXCursor destructor, struct ir_loc loc)
{
	const CXType type = clang_getCursorType(clang_getCursorSemanticParent(destructor));
	const struct ir_expr *first;
	struct lower_effects effects = {0};
	if (!destroy_does_something(l, type))
		return build_nothing(l, object, loc);
	object = lower_address_once(l, object, &first);
	effects_add(l, &effects, first);
	destroy_object(l, object, type, loc, &effects);
	return build_nothing(l, build_sequence(l, &effects), loc);
}

/* Whether the closure is a lambda expression or the name of a variable. */
static bool
has_no_effects(CXCursor closure)
{
	while (clang_getCursorKind(closure) == CXCursor_UnexposedExpr ||
	       clang_getCursorKind(closure) == CXCursor_ParenExpr)
		closure = lower_first_part(closure);
	return clang_getCursorKind(closure) == CXCursor_LambdaExpr ||
	       clang_getCursorKind(closure) == CXCursor_DeclRefExpr;
}

const struct ir_expr *
call_method(struct lower *l, CXCursor cursor, CXCursor method)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const int count = clang_Cursor_getNumArguments(cursor);
	const bool is_operator =
		clang_getCursorKind(method) == CXCursor_CXXMethod && count == clang_Cursor_getNumArguments(method) + 1;
	struct lower_effects args = {0};
	if (clang_CXXMethod_isStatic(method)) {
		call_arguments(l, cursor, method, is_operator, &args);
		return call_known(l, method, &args, loc);
	}
	const CXCursor base = object_of_call(cursor, is_operator);
	const struct ir_expr *object = method_object(l, cursor, base, method, is_operator);
	const struct ir_expr *function =
		clang_getCursorKind(method) == CXCursor_ConversionFunction
			? lambda_as_function(l, clang_getCursorSemanticParent(method), types_of(l, cursor), loc)
			: NULL;
	if (function)
		return build_comma(l, has_no_effects(base) ? NULL : object, function);
	const bool is_virtual = is_looked_up(cursor, method, base, is_operator);
	const bool is_destructor = clang_getCursorKind(method) == CXCursor_Destructor;
	if (is_destructor && !func_has_body(method, NULL) && !is_virtual)
		return destroy_as_called(l, object, method, loc);
	if (is_operator && count == 2 && clang_CXXMethod_isDefaulted(method) &&
	    (clang_CXXMethod_isCopyAssignmentOperator(method) || clang_CXXMethod_isMoveAssignmentOperator(method))) {
		struct lower_effects effects = {0};
		const CXCursor from = clang_Cursor_getArgument(cursor, 1);
		copy_record(l, object,
		            destroy_does_something(l, clang_getCursorType(from)) ? lower_address(l, from)
		                                                                 : call_record_source(l, from),
		            clang_getCursorType(clang_getCursorSemanticParent(method)),
		            clang_CXXMethod_isMoveAssignmentOperator(method) ? MOVE_ASSIGN : COPY_ASSIGN, &effects);
		return effects.count == 1 ? effects.items[0]
		                          : build_comma(l, build_sequence(l, &effects), build_again(l, object));
	}
	if (is_virtual) {
		call_arguments(l, cursor, method, is_operator, &args);
		return virtual_call(l, method, false, object, clang_Cursor_isNull(base) ? loc : source_loc(l, base),
		                    &args, loc);
	}
	effects_add(l, &args, object);
	call_arguments(l, cursor, method, is_operator, &args);
	return call_known(l, method, &args, loc);
}
