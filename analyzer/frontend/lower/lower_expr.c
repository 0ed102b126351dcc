/* Expressions: their values, and the addresses of the objects that they designate. */
#include "frontend/unit/lowering.h"

#include "frontend/classes/lower_full.h"
#include "frontend/classes/lower_init.h"
#include "frontend/classes/lower_lambda.h"
#include "frontend/classes/lower_leave.h"
#include "frontend/classes/lower_member.h"
#include "frontend/classes/lower_new.h"
#include "frontend/lower/lower_call.h"
#include "frontend/lower/lower_cast.h"
#include "frontend/lower/lower_name.h"
#include "frontend/lower/lower_operator.h"
#include "frontend/lower/lower_rejected.h"
#include "frontend/lower/lower_stmt.h"
#include "frontend/lower/lower_throw.h"
#include "frontend/lower/lower_unmodelled.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/constant.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"

static const struct ir_expr *value_of(struct lower *l, CXCursor cursor);
static const struct ir_expr *address_of(struct lower *l, CXCursor cursor);

const struct ir_expr *
lower_value(struct lower *l, CXCursor cursor)
{
	if (lower_is_too_deep(l, cursor))
		return build_unknown(l, types_of(l, cursor), source_loc(l, cursor), "nested too deeply");
	l->depth++;
	const struct ir_expr *result = value_of(l, cursor);
	l->depth--;
	return result;
}

const struct ir_expr *
lower_address(struct lower *l, CXCursor cursor)
{
	if (lower_is_too_deep(l, cursor))
		return build_unknown(l, types_pointer(l, types_of(l, cursor)), source_loc(l, cursor),
		                     "nested too deeply");
	l->depth++;
	const struct ir_expr *result = address_of(l, cursor);
	l->depth--;
	return result;
}

const struct ir_expr *
lower_value_as(struct lower *l, CXCursor cursor, const struct ir_type *type)
{
	if (types_is_scalar(type) && types_of(l, cursor)->kind == IR_TYPE_RECORD) {
		const struct ir_expr *function = lambda_converted(l, lower_unwrapped(l, cursor), type);
		return function ? function : build_unknown(l, type, source_loc(l, cursor), "conversion of a record");
	}
	return build_convert(l, lower_value(l, cursor), type);
}

/* ---- objects ---- */

const struct ir_expr *
lower_materialise(struct lower *l, const struct ir_expr *value)
{
	const struct ir_var *temporary = var_temporary(l, value->type, value->loc);
	return build_comma(l, build_store(l, build_var(l, temporary, value->loc), value, value->type, value->loc),
	                   build_var(l, temporary, value->loc));
}

static bool
has_effects(const struct ir_expr *expr)
{
	if (!expr)
		return false;
	switch (expr->kind) {
	case IR_INT:
	case IR_FLOAT:
	case IR_STRING:
	case IR_VAR:
	case IR_FUNC:
	case IR_SPECIAL: return false;
	case IR_LOAD:
	case IR_OFFSET:
	case IR_FIELD:
	case IR_POINTER_DIFF:
	case IR_UNARY:
	case IR_BINARY:
	case IR_CONVERT: return has_effects(expr->a) || has_effects(expr->b);
	default: return true;
	}
}

const struct ir_expr *
lower_address_once(struct lower *l, const struct ir_expr *address, const struct ir_expr **first)
{
	*first = NULL;
	if (!has_effects(address))
		return address;
	const struct ir_var *kept = var_temporary(l, address->type, address->loc);
	*first = build_store(l, build_var(l, kept, address->loc), address, address->type, address->loc);
	return build_load(l, build_var(l, kept, address->loc), address->type, address->loc);
}

static const struct ir_expr *
subscript_address(struct lower *l, CXCursor cursor)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct children children = lower_children(l, cursor);
	const struct ir_type *element = types_of(l, cursor);
	const struct ir_expr *result;
	if (children.count != 2) {
		result = build_unknown(l, types_pointer(l, element), loc, "subscript");
	} else {
		const struct ir_expr *base = lower_value(l, nth_child(l, children, 0)),
				     *index = lower_value(l, nth_child(l, children, 1));
		if (base->type->kind != IR_TYPE_POINTER) { /* 3[array] */
			const struct ir_expr *swapped = base;
			base = index;
			index = swapped;
		}
		if (!element->size || base->type->kind != IR_TYPE_POINTER)
			result = build_unknown(l, types_pointer(l, element), loc, "subscript of a type without a size");
		else
			result = build_offset(l, base, index, (int64_t)element->size, types_pointer(l, element), loc);
	}
	lower_done(l, children);
	return result;
}

static const struct ir_expr *
list_object(struct lower *l, CXCursor cursor)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const CXType type = clang_getCursorType(cursor);
	const struct ir_type *ir = types_get(l, type);
	if (ir->kind == IR_TYPE_VOID || ir->kind == IR_TYPE_OPAQUE)
		return build_unknown(l, ir, loc, "initialiser list");
	const struct ir_var *temporary = var_temporary(l, ir, loc);
	struct lower_effects effects = {0};
	struct lower_full *extended = full_extend(l, NULL);
	if (clang_getCursorKind(cursor) == CXCursor_LambdaExpr)
		lambda_object(l, build_var(l, temporary, loc), cursor, &effects);
	else
		init_object(l, build_var(l, temporary, loc), type, cursor, &effects);
	full_extend(l, extended);
	effects_add(l, &effects, full_note(l, temporary, type));
	return build_comma(l, build_sequence(l, &effects), build_var(l, temporary, loc));
}

const struct ir_expr *
lower_this(struct lower *l, struct ir_loc loc)
{
	if (!l->scope || !l->scope->this_var)
		return build_unknown(l, l->type_void_pointer, loc, "this outside a method");
	const struct ir_expr *self =
		build_load(l, build_var(l, l->scope->this_var, loc), l->scope->this_var->type, loc);
	const struct lower_closure *closure = l->scope->closure;
	if (!closure)
		return self;
	if (!closure->this_field)
		return build_unknown(l, l->type_void_pointer, loc, "this that the lambda does not capture");
	const struct ir_expr *field = build_field(l, self, closure->this_field, loc);
	return closure->this_by_value ? field : build_load(l, field, closure->this_field->type, loc);
}

/* The value of a statement expression's last expression, evaluated before the variables of its statements are
 * destroyed. */
static const struct ir_expr *
result_of_statements(struct lower *l, CXCursor last, const struct lower_cleanup *cleanups)
{
	const struct ir_type *type = types_of(l, last);
	const struct ir_loc loc = source_loc(l, last);
	struct lower_full full;
	full_begin(l, &full);
	const struct ir_expr *result =
		type->kind == IR_TYPE_RECORD ? call_record_source(l, last) : lower_value(l, last);
	full_start(l, &full, loc);
	if (l->scope->cleanups != cleanups || full.count)
		result = leave_resolve(l, result, type, loc);
	full_emit(l, &full, &(struct lower_effects){0}, loc);
	return result;
}

static const struct ir_expr *
statement_expression(struct lower *l, CXCursor cursor)
{
	const struct ir_loc loc = source_loc(l, cursor);
	struct ir_expr *expr = build_expr(l, IR_STATEMENTS, types_of(l, cursor), loc);
	const CXCursor body = lower_operand_statement(l, cursor);
	if (!l->scope || clang_Cursor_isNull(body))
		return build_unknown(l, expr->type, loc, "statement expression");
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct lower_cleanup *cleanups = l->scope->cleanups;
	l->scope->block = &stmts;
	const struct children children = lower_children(l, body);
	for (unsigned i = 0; i < children.count; i++) {
		const CXCursor stmt = nth_child(l, children, i);
		rejected_emit_before(l, body, children, i);
		if (i + 1 == children.count && clang_isExpression(clang_getCursorKind(stmt)))
			expr->a = result_of_statements(l, stmt, cleanups);
		else
			stmt_lower(l, stmt);
	}
	rejected_emit_before(l, body, children, children.count);
	lower_done(l, children);
	leave_end(l, cleanups);
	l->scope->block = outer;
	expr->body = build_block(l, &stmts, loc);
	return full_hold(l, expr, clang_getCursorType(cursor));
}

/* ---- values and addresses ---- */

bool
lower_is_glvalue(struct lower *l, CXCursor cursor)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_DeclRefExpr: {
		const enum CXCursorKind named = clang_getCursorKind(clang_getCursorReferenced(cursor));
		return named == CXCursor_VarDecl || named == CXCursor_ParmDecl || named == CXCursor_FunctionDecl ||
		       named == CXCursor_CXXMethod || named == CXCursor_UnexposedDecl;
	}
	case CXCursor_MemberRefExpr: {
		const enum CXCursorKind named = clang_getCursorKind(clang_getCursorReferenced(cursor));
		return named == CXCursor_FieldDecl || named == CXCursor_VarDecl;
	}
	case CXCursor_ArraySubscriptExpr:
	case CXCursor_StringLiteral:
	case CXCursor_CompoundAssignOperator: return true;
	case CXCursor_UnaryOperator: {
		const enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(cursor);
		if (op == CXUnaryOperator_Extension)
			return lower_is_glvalue(l, lower_operand(l, cursor));
		return op == CXUnaryOperator_Deref || op == CXUnaryOperator_PreInc || op == CXUnaryOperator_PreDec;
	}
	case CXCursor_BinaryOperator: {
		const enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(cursor);
		if (op == CXBinaryOperator_Comma)
			return lower_is_glvalue(l, lower_operand(l, cursor));
		return op == CXBinaryOperator_Assign || op == CXBinaryOperator_PtrMemD ||
		       op == CXBinaryOperator_PtrMemI;
	}
	case CXCursor_ConditionalOperator: {
		const struct children children = lower_children(l, cursor);
		const bool both = children.count == 3 && lower_is_glvalue(l, nth_child(l, children, 1)) &&
		                  lower_is_glvalue(l, nth_child(l, children, 2));
		lower_done(l, children);
		return both;
	}
	case CXCursor_ParenExpr:
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXReinterpretCastExpr:
	case CXCursor_CXXConstCastExpr:
	case CXCursor_CXXFunctionalCastExpr: {
		/* A cast that reads its operand has a conversion node in between; a cast to a reference has none. */
		const CXCursor operand = lower_operand(l, cursor);
		return !clang_Cursor_isNull(operand) && clang_getCursorType(cursor).kind != CXType_Void &&
		       clang_getCursorKind(operand) != CXCursor_UnexposedExpr && lower_is_glvalue(l, operand);
	}
	case CXCursor_UnexposedExpr: {
		const CXCursor operand = lower_operand(l, cursor);
		return !clang_Cursor_isNull(operand) &&
		       types_same(clang_getCursorType(cursor), clang_getCursorType(operand)) &&
		       lower_is_glvalue(l, operand);
	}
	case CXCursor_CallExpr: return call_yields_reference(l, cursor);
	default: return false;
	}
}

static const struct ir_expr *
address_of(struct lower *l, CXCursor cursor)
{
	if (rejected_is(l, cursor))
		return rejected_value(l, cursor, types_pointer(l, types_of(l, cursor)));
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_DeclRefExpr:
		if (lower_is_glvalue(l, cursor))
			return name_address(l, cursor);
		break;
	case CXCursor_MemberRefExpr: return member_address(l, cursor);
	case CXCursor_ArraySubscriptExpr: return subscript_address(l, cursor);
	case CXCursor_ParenExpr: return lower_address(l, lower_operand(l, cursor));
	case CXCursor_UnaryOperator:
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
	case CXCursor_ConditionalOperator:
		if (lower_is_glvalue(l, cursor))
			return operator_address(l, cursor);
		break;
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXReinterpretCastExpr:
	case CXCursor_CXXConstCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
		if (lower_is_glvalue(l, cursor))
			return cast_explicit_address(l, cursor);
		break;
	case CXCursor_UnexposedExpr: return cast_implicit_address(l, cursor);
	case CXCursor_CallExpr:
		if (call_yields_reference(l, cursor))
			return call_lower(l, cursor);
		break;
	default: break;
	}
	const struct ir_expr *value = lower_value(l, cursor);
	return types_is_scalar(types_of(l, cursor)) ? lower_materialise(l, value) : value;
}

static const struct ir_expr *
loaded(struct lower *l, CXCursor cursor, const struct ir_expr *address)
{
	const struct ir_type *type = types_of(l, cursor);
	if (!types_is_scalar(type) || address->kind == IR_FUNC)
		return address;
	return build_load(l, address, type, source_loc(l, cursor));
}

static const struct ir_expr *
member_value(struct lower *l, CXCursor cursor)
{
	const struct ir_expr *special = member_special(l, cursor), *constant;
	if (special)
		return special;
	const CXCursor member = clang_getCursorReferenced(cursor);
	if (clang_getCursorKind(member) == CXCursor_EnumConstantDecl)
		return build_int(l, types_of(l, cursor), clang_getEnumConstantDeclValue(member), source_loc(l, cursor));
	if (clang_getCursorKind(member) == CXCursor_VarDecl && name_constant(l, cursor, member, &constant))
		return constant;
	return loaded(l, cursor, address_of(l, cursor));
}

static const struct ir_expr *
call_value(struct lower *l, CXCursor cursor)
{
	const struct ir_expr *result = call_lower(l, cursor);
	return call_yields_reference(l, cursor) ? loaded(l, cursor, result) : result;
}

/* A constant in parentheses gets the location of the parentheses, as compilers report accesses through it. */
static const struct ir_expr *
in_parentheses(struct lower *l, CXCursor cursor)
{
	const struct ir_expr *value = lower_value(l, lower_operand(l, cursor));
	return value->kind == IR_INT ? build_int(l, value->type, value->integer, source_loc(l, cursor)) : value;
}

static const struct ir_expr *
value_of(struct lower *l, CXCursor cursor)
{
	if (rejected_is(l, cursor))
		return rejected_value(l, cursor, types_of(l, cursor));
	const struct ir_expr *constant = constant_of(l, cursor);
	if (constant)
		return constant;
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	switch (kind) {
	case CXCursor_DeclRefExpr: return name_value(l, cursor);
	case CXCursor_MemberRefExpr: return member_value(l, cursor);
	case CXCursor_ArraySubscriptExpr: return loaded(l, cursor, address_of(l, cursor));
	case CXCursor_ParenExpr: return in_parentheses(l, cursor);
	case CXCursor_UnexposedExpr: return cast_implicit(l, cursor);
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXReinterpretCastExpr:
	case CXCursor_CXXConstCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
		return lower_is_glvalue(l, cursor) ? loaded(l, cursor, cast_explicit_address(l, cursor))
		                                   : cast_explicit(l, cursor);
	case CXCursor_BuiltinBitCastExpr: /* libclang does not report its type */
		return build_unknown(l, l->type_ptrdiff, source_loc(l, cursor), "bit cast");
	case CXCursor_UnaryOperator:
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
	case CXCursor_ConditionalOperator: return operator_value(l, cursor);
	case CXCursor_CallExpr: return call_value(l, cursor);
	case CXCursor_InitListExpr:
	case CXCursor_CompoundLiteralExpr:
	case CXCursor_CXXParenListInitExpr:
		if (types_is_scalar(types_of(l, cursor)))
			return init_scalar(l, cursor, types_of(l, cursor));
		return list_object(l, cursor);
	case CXCursor_LambdaExpr: return list_object(l, cursor);
	case CXCursor_CXXThisExpr: return lower_this(l, source_loc(l, cursor));
	case CXCursor_CXXNewExpr: return new_lower(l, cursor);
	case CXCursor_CXXDeleteExpr: return new_lower_delete(l, cursor);
	case CXCursor_StmtExpr: return statement_expression(l, cursor);
	case CXCursor_CXXThrowExpr: return throw_value(l, cursor);
	default: break;
	}
	return build_unknown(l, types_of(l, cursor), source_loc(l, cursor), unmodelled_name(kind));
}
