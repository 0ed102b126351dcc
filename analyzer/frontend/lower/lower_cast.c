/* Conversions. Implicit ones have no kind in libclang: their effect follows from the two types. */
#include "frontend/lower/lower_cast.h"

#include <string.h>

#include "frontend/classes/lower_init.h"
#include "frontend/classes/lower_member.h"
#include "frontend/classes/lower_member_pointer.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/constant.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/problems.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"

static bool
is_function(CXCursor cursor)
{
	if (clang_getCursorKind(cursor) != CXCursor_DeclRefExpr)
		return false;
	const enum CXCursorKind kind = clang_getCursorKind(clang_getCursorReferenced(cursor));
	return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod;
}

/* Converts a pointer to a record to a pointer to its base class, or the reverse. */
static const struct ir_expr *
convert_pointer(struct lower *l, const struct ir_expr *value, const struct ir_type *to)
{
	const struct ir_type *from = value->type;
	if (from->kind == IR_TYPE_POINTER && from->element && to->element && from->element != to->element &&
	    from->element->kind == IR_TYPE_RECORD && to->element->kind == IR_TYPE_RECORD) {
		const struct ir_expr *base = member_upcast(l, value, from->element, to->element, value->loc);
		if (base)
			return base;
		const int64_t offset = member_base_offset(to->element, from->element);
		if (offset > 0)
			return build_offset(l, value, build_int(l, l->type_ptrdiff, 1, value->loc), -offset, to,
			                    value->loc);
	}
	return build_convert(l, value, to);
}

/* Whether the type has the layout of std::initializer_list. */
static bool
is_list(const struct ir_type *type)
{
	return type->field_count == 2 && type->fields[0].type->kind == IR_TYPE_POINTER &&
	       type->fields[1].type->kind == IR_TYPE_INT;
}

/* The std::initializer_list that refers to an array. */
static const struct ir_expr *
initializer_list(struct lower *l, CXCursor cursor, CXCursor array, const struct ir_type *type)
{
	const struct ir_loc loc = source_loc(l, cursor);
	if (!is_list(type))
		return build_unknown(l, type, loc, "record from an array");
	const struct ir_var *list = var_temporary(l, type, loc);
	const struct ir_field *pointer = &type->fields[0], *length = &type->fields[1];
	const struct ir_expr *elements = build_retyped(l, lower_address(l, array), pointer->type);
	const struct ir_expr *count = build_int(l, l->type_size, (int64_t)types_of(l, array)->count, loc);
	struct lower_effects effects = {0};
	effects_add(
		l, &effects,
		build_store(l, build_field(l, build_var(l, list, loc), pointer, loc), elements, pointer->type, loc));
	effects_add(l, &effects,
	            build_store(l, build_field(l, build_var(l, list, loc), length, loc), count, length->type, loc));
	return build_comma(l, build_sequence(l, &effects), build_var(l, list, loc));
}

/* Converts the operand, a scalar or a record, to the cursor's type. */
static const struct ir_expr *
convert(struct lower *l, CXCursor cursor, CXCursor operand)
{
	const CXType target = clang_getCanonicalType(clang_getCursorType(cursor)),
		     source = clang_getCursorType(operand);
	const struct ir_type *type = types_get(l, target), *from = types_get(l, source);
	const bool is_array = from->kind == IR_TYPE_ARRAY && types_of(l, operand)->kind == IR_TYPE_ARRAY;
	if (is_array && type->kind == IR_TYPE_POINTER)
		return build_retyped(l, lower_address(l, operand), type);
	if (is_function(operand))
		return lower_address(l, operand);
	if (type->kind == IR_TYPE_RECORD) {
		if (is_array)
			return initializer_list(l, cursor, operand, type);
		const struct ir_expr *address = lower_value(l, operand);
		if (from == type || from->kind != IR_TYPE_RECORD)
			return address;
		const struct ir_expr *base = member_upcast(l, address, from, type, source_loc(l, cursor));
		return base ? base : address;
	}
	const struct ir_expr *value = lower_value(l, operand);
	if (member_pointer_is(target))
		return member_pointer_converted(l, value, source, target);
	if (type->kind == IR_TYPE_VOID) {
		struct ir_expr *discarded = build_expr(l, IR_CONVERT, type, value->loc);
		discarded->a = value;
		return value->type->kind == IR_TYPE_VOID ? value : discarded;
	}
	if (from->kind == IR_TYPE_RECORD && types_is_scalar(type))
		return build_unknown(l, type, source_loc(l, cursor), "conversion of a record");
	if (type->kind == IR_TYPE_OPAQUE)
		return value->type->kind == IR_TYPE_OPAQUE
		               ? value
		               : build_unknown(l, type, source_loc(l, cursor), "expression of an unknown type");
	return type->kind == IR_TYPE_POINTER ? convert_pointer(l, value, type) : build_convert(l, value, type);
}

/* Whether the cursor is a query about an expression or its type, such as __is_void(decltype(p)) or noexcept(f()).
 * libclang shows it like a conversion, but it begins before its operand. */
static bool
is_question(struct lower *l, CXCursor cursor, CXCursor operand)
{
	return types_get(l, clang_getCursorType(cursor))->kind == IR_TYPE_BOOL &&
	       !clang_equalLocations(clang_getRangeStart(clang_getCursorExtent(cursor)),
	                             clang_getRangeStart(clang_getCursorExtent(operand)));
}

const struct ir_expr *
cast_implicit(struct lower *l, CXCursor cursor)
{
	const CXCursor operand = lower_operand(l, cursor);
	if (!clang_Cursor_isNull(operand) && !is_question(l, cursor, operand))
		return convert(l, cursor, operand);
	const struct ir_type *type = types_of(l, cursor);
	const struct ir_expr *constant;
	if (types_is_scalar(type) && !frontend_errors_in(l, cursor) && lower_constant(l, cursor, type, &constant))
		return constant;
	return build_unknown(l, type, source_loc(l, cursor), "expression that is not shown");
}

const struct ir_expr *
cast_implicit_address(struct lower *l, CXCursor cursor)
{
	const CXCursor operand = lower_operand(l, cursor);
	if (clang_Cursor_isNull(operand)) {
		const struct ir_expr *value = cast_implicit(l, cursor);
		return types_is_scalar(value->type) ? lower_materialise(l, value) : value;
	}
	if (types_same(clang_getCursorType(cursor), clang_getCursorType(operand)))
		return lower_address(l, operand);
	const struct ir_expr *value = convert(l, cursor, operand);
	return types_is_scalar(types_of(l, cursor)) ? lower_materialise(l, value) : value;
}

static const struct ir_expr *
written(struct lower *l, const struct ir_expr *value)
{
	struct ir_expr *conversion = build_expr(l, IR_CONVERT, value->type, value->loc);
	conversion->a = value->a;
	conversion->is_written = true;
	return conversion;
}

const struct ir_expr *
cast_explicit(struct lower *l, CXCursor cursor)
{
	const CXCursor operand = lower_operand(l, cursor);
	if (clang_Cursor_isNull(operand))
		return cast_implicit(l, cursor);
	/* int{3} */
	const struct ir_type *type = types_of(l, cursor);
	if (clang_getCursorKind(operand) == CXCursor_InitListExpr && types_is_scalar(type))
		return init_scalar(l, operand, type);
	const struct ir_expr *value = convert(l, cursor, operand);
	return value->kind == IR_CONVERT && type->kind == IR_TYPE_FLOAT ? written(l, value) : value;
}

const struct ir_expr *
cast_explicit_address(struct lower *l, CXCursor cursor)
{
	const CXCursor operand = lower_operand(l, cursor);
	const struct ir_type *type = types_of(l, cursor);
	return convert_pointer(l, lower_address(l, operand), types_pointer(l, type));
}
