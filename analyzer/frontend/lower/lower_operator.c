/* Built-in operators. Overloaded operators are calls (lower_call.c). */
#include "frontend/lower/lower_operator.h"

#include "frontend/classes/lower_full.h"
#include "frontend/classes/lower_member_pointer.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"

static enum ir_op
binary_op(enum CXBinaryOperatorKind kind)
{
	switch (kind) {
	case CXBinaryOperator_Mul:
	case CXBinaryOperator_MulAssign: return IR_MUL;
	case CXBinaryOperator_Div:
	case CXBinaryOperator_DivAssign: return IR_DIV;
	case CXBinaryOperator_Rem:
	case CXBinaryOperator_RemAssign: return IR_REM;
	case CXBinaryOperator_Sub:
	case CXBinaryOperator_SubAssign: return IR_SUB;
	case CXBinaryOperator_Shl:
	case CXBinaryOperator_ShlAssign: return IR_SHL;
	case CXBinaryOperator_Shr:
	case CXBinaryOperator_ShrAssign: return IR_SHR;
	case CXBinaryOperator_And:
	case CXBinaryOperator_AndAssign: return IR_BIT_AND;
	case CXBinaryOperator_Or:
	case CXBinaryOperator_OrAssign: return IR_BIT_OR;
	case CXBinaryOperator_Xor:
	case CXBinaryOperator_XorAssign: return IR_BIT_XOR;
	case CXBinaryOperator_LT: return IR_LT;
	case CXBinaryOperator_GT: return IR_GT;
	case CXBinaryOperator_LE: return IR_LE;
	case CXBinaryOperator_GE: return IR_GE;
	case CXBinaryOperator_EQ: return IR_EQ;
	case CXBinaryOperator_NE: return IR_NE;
	default: return IR_ADD;
	}
}

/* The type in which arithmetic on a value of this type is computed. */
static const struct ir_type *
promoted(struct lower *l, const struct ir_type *type)
{
	return type->kind == IR_TYPE_BOOL || (type->kind == IR_TYPE_INT && type->size < 4) ? l->type_int : type;
}

static const struct ir_expr *
update(struct lower *l, const struct ir_expr *address, const struct ir_type *type, enum ir_op op,
       const struct ir_expr *operand, const struct ir_type *compute_type, bool post, struct ir_loc loc)
{
	if (address->kind == IR_FIELD && address->field->bit_width) {
		/* A bit-field has no address for an update: load, compute, store. */
		const struct ir_expr *old = build_convert(l, build_load(l, address, type, loc), compute_type);
		const struct ir_expr *value = build_binary(l, op, old, operand, compute_type, loc);
		const struct ir_expr *stored = build_store(l, address, value, type, loc);
		if (!post)
			return stored;
		const enum ir_op back = op == IR_ADD ? IR_SUB : IR_ADD;
		return build_convert(
			l, build_binary(l, back, build_convert(l, stored, compute_type), operand, compute_type, loc),
			type);
	}
	struct ir_expr *expr = build_update(l, address, operand, type, loc);
	expr->op = op;
	expr->post = post;
	expr->compute_type = compute_type;
	return expr;
}

/* A pointer's step in bytes. */
static const struct ir_expr *
scaled(struct lower *l, const struct ir_expr *steps, const struct ir_type *pointer, struct ir_loc loc)
{
	const int64_t size = pointer->element && pointer->element->size ? (int64_t)pointer->element->size : 1;
	steps = build_convert(l, steps, l->type_ptrdiff);
	if (steps->kind == IR_INT)
		return build_int(l, l->type_ptrdiff, steps->integer * size, steps->loc);
	return size == 1
	               ? steps
	               : build_binary(l, IR_MUL, steps, build_int(l, l->type_ptrdiff, size, loc), l->type_ptrdiff, loc);
}

static const struct ir_expr *
compound_assignment(struct lower *l, CXCursor cursor, struct children children)
{
	const struct ir_loc loc = source_loc(l, nth_child(l, children, 0));
	const enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(cursor);
	const struct ir_type *type = types_of(l, nth_child(l, children, 0));
	const struct ir_expr *address = lower_address(l, nth_child(l, children, 0));
	const struct ir_expr *operand = lower_value(l, nth_child(l, children, 1));
	const struct ir_type *compute_type;
	if (type->kind == IR_TYPE_POINTER) {
		operand = scaled(l, operand, type, loc);
		compute_type = type;
	} else if (kind == CXBinaryOperator_ShlAssign || kind == CXBinaryOperator_ShrAssign) {
		compute_type = promoted(l, type);
	} else {
		/* The compiler has converted the right operand to the type of the computation. */
		compute_type = promoted(l, operand->type);
		operand = build_convert(l, operand, compute_type);
	}
	return update(l, address, type, binary_op(kind), operand, compute_type, false, loc);
}

static const struct ir_expr *
increment(struct lower *l, CXCursor operand, enum CXUnaryOperatorKind kind)
{
	const struct ir_loc loc = source_loc(l, operand);
	const struct ir_type *type = types_of(l, operand), *compute_type = promoted(l, type);
	const struct ir_expr *address = lower_address(l, operand), *one;
	if (type->kind == IR_TYPE_POINTER)
		one = scaled(l, build_int(l, l->type_ptrdiff, 1, loc), type, loc);
	else if (type->kind == IR_TYPE_FLOAT)
		one = build_float(l, type, 1, loc);
	else
		one = build_int(l, compute_type, 1, loc);
	return update(l, address, type,
	              kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PreInc ? IR_ADD : IR_SUB, one,
	              compute_type, kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec, loc);
}

static const struct ir_expr *
assignment(struct lower *l, struct children children)
{
	const CXCursor left = nth_child(l, children, 0);
	const struct ir_type *type = types_of(l, left);
	const struct ir_loc loc = source_loc(l, left);
	/* Lowered in source order. The evaluator evaluates the right operand first, as C++17 requires: it may be a call
	 * that changes the left operand's index. */
	const struct ir_expr *address = lower_address(l, left);
	if (type->kind == IR_TYPE_RECORD)
		return build_copy(l, address, call_record_source(l, nth_child(l, children, 1)), type, loc);
	return build_store(l, address, lower_value(l, nth_child(l, children, 1)), type, loc);
}

static const struct ir_expr *
arithmetic(struct lower *l, CXCursor cursor, struct children children, struct ir_loc loc)
{
	const enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(cursor);
	const struct ir_type *type = types_of(l, cursor);
	const struct ir_expr *a = lower_value(l, nth_child(l, children, 0)),
			     *b = lower_value(l, nth_child(l, children, 1));
	const bool is_sum = kind == CXBinaryOperator_Add || kind == CXBinaryOperator_Sub;
	if (is_sum && type->kind == IR_TYPE_POINTER) {
		if (a->type->kind != IR_TYPE_POINTER) {
			const struct ir_expr *swapped = a;
			a = b;
			b = swapped;
		}
		const int64_t size = type->element->size ? (int64_t)type->element->size : 1;
		return build_offset(l, a, b, kind == CXBinaryOperator_Sub ? -size : size, type, loc);
	}
	if (kind == CXBinaryOperator_Sub && a->type->kind == IR_TYPE_POINTER && b->type->kind == IR_TYPE_POINTER) {
		const struct ir_type *pointer = types_of(l, nth_child(l, children, 0));
		struct ir_expr *expr = build_expr(l, IR_POINTER_DIFF, type, loc);
		expr->a = a;
		expr->b = b;
		expr->scale = pointer->element && pointer->element->size ? (int64_t)pointer->element->size : 1;
		return expr;
	}
	return build_binary(l, binary_op(kind), a, b, type, loc);
}

static const struct ir_expr *
binary_value(struct lower *l, CXCursor cursor, struct children children)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct ir_type *type = types_of(l, cursor);
	switch (clang_getCursorBinaryOperatorKind(cursor)) {
	case CXBinaryOperator_Assign: return assignment(l, children);
	case CXBinaryOperator_Comma: {
		const struct ir_expr *first = lower_value(l, nth_child(l, children, 0));
		return build_comma(l, first, lower_value(l, nth_child(l, children, 1)));
	}
	case CXBinaryOperator_LAnd:
	case CXBinaryOperator_LOr: {
		const bool is_and = clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_LAnd;
		struct ir_expr *expr = build_expr(l, is_and ? IR_AND : IR_OR, type, loc);
		expr->a = lower_value(l, nth_child(l, children, 0));
		full_enter_conditional(l);
		expr->b = lower_value(l, nth_child(l, children, 1));
		full_leave_conditional(l);
		return expr;
	}
	case CXBinaryOperator_Cmp: return build_unknown(l, type, loc, "three-way comparison");
	case CXBinaryOperator_PtrMemD:
	case CXBinaryOperator_PtrMemI: {
		const struct ir_expr *address = operator_address(l, cursor);
		return types_is_scalar(type) ? build_load(l, address, type, loc) : address;
	}
	case CXBinaryOperator_Invalid: return build_unknown(l, type, loc, "operator");
	default: return arithmetic(l, cursor, children, loc);
	}
}

/* The address in `*pointer`. Accesses to a record are reported at its address, which therefore gets the location of the
 * whole expression. */
static const struct ir_expr *
pointed_address(struct lower *l, CXCursor cursor, CXCursor pointer)
{
	const struct ir_expr *address = lower_value(l, pointer);
	if (types_of(l, cursor)->kind != IR_TYPE_RECORD || address->kind == IR_VAR)
		return address;
	const struct ir_loc loc = source_loc(l, cursor);
	return build_offset(l, address, build_int(l, l->type_int, 0, loc), 1, address->type, loc);
}

static const struct ir_expr *
unary_value(struct lower *l, CXCursor cursor, CXCursor operand)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct ir_type *type = types_of(l, cursor);
	const enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(cursor);
	switch (kind) {
	case CXUnaryOperator_PostInc:
	case CXUnaryOperator_PostDec:
	case CXUnaryOperator_PreInc:
	case CXUnaryOperator_PreDec: return increment(l, operand, kind);
	case CXUnaryOperator_AddrOf:
		if (member_pointer_is(clang_getCursorType(cursor)))
			return member_pointer_value(l, cursor, operand);
		return lower_address(l, operand);
	case CXUnaryOperator_Deref: {
		const struct ir_expr *address = pointed_address(l, cursor, operand);
		return types_is_scalar(type) ? build_load(l, address, type, loc) : address;
	}
	case CXUnaryOperator_Plus:
	case CXUnaryOperator_Extension: return lower_value(l, operand);
	case CXUnaryOperator_Minus:
	case CXUnaryOperator_Not:
	case CXUnaryOperator_LNot: {
		const struct ir_expr *value = lower_value(l, operand);
		if (kind == CXUnaryOperator_Minus && value->kind == IR_INT)
			return build_int(l, type, (int64_t)(0 - (uint64_t)value->integer), loc);
		if (kind == CXUnaryOperator_Minus && value->kind == IR_FLOAT)
			return build_float(l, type, -value->real, loc);
		struct ir_expr *expr = build_expr(l, IR_UNARY, type, loc);
		expr->op = kind == CXUnaryOperator_Minus ? IR_NEG : kind == CXUnaryOperator_Not ? IR_BIT_NOT : IR_NOT;
		expr->a = value;
		return expr;
	}
	default: return build_unknown(l, type, loc, "operator");
	}
}

static const struct ir_expr *
conditional(struct lower *l, CXCursor cursor, struct children children, bool of_addresses)
{
	const struct ir_type *type = types_of(l, cursor);
	struct ir_expr *expr =
		build_expr(l, IR_CONDITIONAL, of_addresses ? types_pointer(l, type) : type, source_loc(l, cursor));
	expr->a = lower_value(l, nth_child(l, children, 0));
	full_enter_conditional(l);
	expr->b =
		of_addresses ? lower_address(l, nth_child(l, children, 1)) : lower_value(l, nth_child(l, children, 1));
	expr->c =
		of_addresses ? lower_address(l, nth_child(l, children, 2)) : lower_value(l, nth_child(l, children, 2));
	full_leave_conditional(l);
	return expr;
}

const struct ir_expr *
operator_value(struct lower *l, CXCursor cursor)
{
	const struct children children = lower_children(l, cursor);
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	const struct ir_expr *result;
	if (kind == CXCursor_UnaryOperator && children.count == 1)
		result = unary_value(l, cursor, nth_child(l, children, 0));
	else if (kind == CXCursor_BinaryOperator && children.count == 2)
		result = binary_value(l, cursor, children);
	else if (kind == CXCursor_CompoundAssignOperator && children.count == 2)
		result = compound_assignment(l, cursor, children);
	else if (kind == CXCursor_ConditionalOperator && children.count == 3)
		result = conditional(l, cursor, children, false);
	else
		result = build_unknown(l, types_of(l, cursor), source_loc(l, cursor), "operator");
	lower_done(l, children);
	return result;
}

/* The address of the object that an assignment, update or increment wrote. */
static const struct ir_expr *
written_address(struct lower *l, const struct ir_expr *write)
{
	const struct ir_expr *first, *address = lower_address_once(l, write->a, &first);
	if (first) {
		struct ir_expr *copy = build_expr(l, write->kind, write->type, write->loc);
		*copy = *write;
		copy->a = address;
		write = copy;
	}
	return build_comma(l, build_comma(l, first, write), build_again(l, address));
}

const struct ir_expr *
operator_address(struct lower *l, CXCursor cursor)
{
	const struct children children = lower_children(l, cursor);
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	const struct ir_expr *result = NULL;
	if (kind == CXCursor_UnaryOperator && children.count == 1) {
		const enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(cursor);
		if (op == CXUnaryOperator_Deref)
			result = pointed_address(l, cursor, nth_child(l, children, 0));
		else if (op == CXUnaryOperator_Extension)
			result = lower_address(l, nth_child(l, children, 0));
		else
			result = written_address(l, increment(l, nth_child(l, children, 0), op));
	} else if (kind == CXCursor_CompoundAssignOperator && children.count == 2) {
		result = written_address(l, compound_assignment(l, cursor, children));
	} else if (kind == CXCursor_ConditionalOperator && children.count == 3) {
		result = conditional(l, cursor, children, true);
	} else if (kind == CXCursor_BinaryOperator && children.count == 2) {
		const enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(cursor);
		if (op == CXBinaryOperator_Assign) {
			result = written_address(l, assignment(l, children));
		} else if (op == CXBinaryOperator_Comma) {
			const struct ir_expr *first = lower_value(l, nth_child(l, children, 0));
			result = build_comma(l, first, lower_address(l, nth_child(l, children, 1)));
		} else if (op == CXBinaryOperator_PtrMemD || op == CXBinaryOperator_PtrMemI) {
			result = member_pointer_address(l, cursor, children);
		}
	}
	lower_done(l, children);
	return result ? result
	              : build_unknown(l, types_pointer(l, types_of(l, cursor)), source_loc(l, cursor), "operator");
}
