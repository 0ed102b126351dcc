/* Types, arithmetic and conversions; see bytecode_code.h. */
#include "eval/bytecode/bytecode_compile.h"

enum bytecode_scalar
bytecode_scalar_of(const struct ir_type *type)
{
	switch (type->kind) {
	case IR_TYPE_BOOL: return type->size == 1 ? SCALAR_BOOL : SCALAR_NONE;
	case IR_TYPE_POINTER: return SCALAR_64;
	case IR_TYPE_INT:
		switch (type->size) {
		case 1: return type->is_signed ? SCALAR_I8 : SCALAR_U8;
		case 2: return type->is_signed ? SCALAR_I16 : SCALAR_U16;
		case 4: return type->is_signed ? SCALAR_I32 : SCALAR_U32;
		case 8: return SCALAR_64;
		default: return SCALAR_NONE;
		}
	case IR_TYPE_FLOAT: return type->size == 4 ? SCALAR_F32 : type->size == 8 ? SCALAR_F64 : SCALAR_NONE;
	default: return SCALAR_NONE;
	}
}

void
bytecode_wrap(struct bytecode_compiler *c, const struct ir_type *type, bytecode_register d, bytecode_register a)
{
	if (type->kind == IR_TYPE_BOOL) {
		bytecode_emit(c, BYTECODE_NE, d, a, bytecode_integer(c, 0));
		return;
	}
	if (type->kind == IR_TYPE_INT && type->size < 8) {
		const bool sign = type->is_signed;
		const enum bytecode_op op = type->size == 1   ? (sign ? BYTECODE_WRAP_I8 : BYTECODE_WRAP_U8)
		                            : type->size == 2 ? (sign ? BYTECODE_WRAP_I16 : BYTECODE_WRAP_U16)
		                                              : (sign ? BYTECODE_WRAP_I32 : BYTECODE_WRAP_U32);
		bytecode_emit(c, op, d, a, 0);
	} else if (d != a) {
		bytecode_emit(c, BYTECODE_MOVE, d, a, 0);
	}
}

/* The instruction for a width and sign, from four in the order I32, U32, I64, U64. */
static enum bytecode_op
of_width(enum bytecode_op i32, const struct ir_type *type)
{
	const bool sign = bytecode_is_signed(type);
	if (type->size == 4 && type->kind == IR_TYPE_INT)
		return (enum bytecode_op)(sign ? i32 : i32 + 1);
	return (enum bytecode_op)(sign ? i32 + 2 : i32 + 3);
}

/* The same, from three in the order I32, U32, 64. */
static enum bytecode_op
of_modulus(enum bytecode_op i32, const struct ir_type *type)
{
	if (type->size == 4 && type->kind == IR_TYPE_INT)
		return (enum bytecode_op)(bytecode_is_signed(type) ? i32 : i32 + 1);
	return (enum bytecode_op)(i32 + 2);
}

void
bytecode_compare(struct bytecode_compiler *c, enum ir_op op, const struct ir_type *type, bytecode_register d,
                 bytecode_register a, bytecode_register b)
{
	const bool real = bytecode_is_real(type), sign = bytecode_is_signed(type);
	const enum bytecode_op less = real ? BYTECODE_LT_F : sign ? BYTECODE_LT_S : BYTECODE_LT_U;
	const enum bytecode_op less_equal = real ? BYTECODE_LE_F : sign ? BYTECODE_LE_S : BYTECODE_LE_U;
	switch (op) {
	case IR_LT: bytecode_emit(c, less, d, a, b); break;
	case IR_GT: bytecode_emit(c, less, d, b, a); break;
	case IR_LE: bytecode_emit(c, less_equal, d, a, b); break;
	case IR_GE: bytecode_emit(c, less_equal, d, b, a); break;
	case IR_EQ: bytecode_emit(c, real ? BYTECODE_EQ_F : BYTECODE_EQ, d, a, b); break;
	default: bytecode_emit(c, real ? BYTECODE_NE_F : BYTECODE_NE, d, a, b); break;
	}
}

static void
real_arithmetic(struct bytecode_compiler *c, enum ir_op op, const struct ir_type *type, bytecode_register d,
                bytecode_register a, bytecode_register b)
{
	const bool single = type->size <= 4;
	switch (op) {
	case IR_ADD: bytecode_emit(c, single ? BYTECODE_ADD_F32 : BYTECODE_ADD_F64, d, a, b); break;
	case IR_SUB: bytecode_emit(c, single ? BYTECODE_SUB_F32 : BYTECODE_SUB_F64, d, a, b); break;
	case IR_MUL: bytecode_emit(c, single ? BYTECODE_MUL_F32 : BYTECODE_MUL_F64, d, a, b); break;
	case IR_DIV: bytecode_emit(c, single ? BYTECODE_DIV_F32 : BYTECODE_DIV_F64, d, a, b); break;
	default: bytecode_refuse(c, "an operator on floating point"); break;
	}
}

/* d = a op b in the type of the result. */
void
bytecode_arithmetic(struct bytecode_compiler *c, enum ir_op op, const struct ir_type *type, bytecode_register d,
                    bytecode_register a, bytecode_register b)
{
	const bool narrow = type->kind != IR_TYPE_POINTER && type->size < 4;
	if (bytecode_is_real(type)) {
		real_arithmetic(c, op, type, d, a, b);
		return;
	}
	if (type->size > 8 || (narrow && (op == IR_SHL || op == IR_SHR))) {
		bytecode_refuse(c, "arithmetic of another width");
		return;
	}
	switch (op) {
	case IR_ADD: bytecode_emit(c, of_modulus(BYTECODE_ADD_I32, type), d, a, b); break;
	case IR_SUB: bytecode_emit(c, of_modulus(BYTECODE_SUB_I32, type), d, a, b); break;
	case IR_MUL: bytecode_emit(c, of_modulus(BYTECODE_MUL_I32, type), d, a, b); break;
	case IR_SHL: bytecode_emit(c, of_modulus(BYTECODE_SHL_I32, type), d, a, b); break;
	case IR_DIV: bytecode_emit(c, of_width(BYTECODE_DIV_I32, type), d, a, b); break;
	case IR_REM: bytecode_emit(c, of_width(BYTECODE_REM_I32, type), d, a, b); break;
	case IR_SHR: bytecode_emit(c, of_width(BYTECODE_SHR_I32, type), d, a, b); break;
	case IR_BIT_AND: bytecode_emit(c, BYTECODE_AND, d, a, b); break;
	case IR_BIT_OR: bytecode_emit(c, BYTECODE_OR, d, a, b); break;
	case IR_BIT_XOR: bytecode_emit(c, BYTECODE_XOR, d, a, b); break;
	default: bytecode_refuse(c, "an operator"); break;
	}
	if (narrow)
		bytecode_wrap(c, type, d, d);
}

/* Whether one integer type holds every number of the other. */
static bool
widens(const struct ir_type *to, const struct ir_type *from)
{
	if (to->kind == IR_TYPE_BOOL || to->size >= 8 || to->kind == IR_TYPE_POINTER)
		return to->kind != IR_TYPE_BOOL || from->kind == IR_TYPE_BOOL;
	if (from->kind == IR_TYPE_POINTER)
		return false;
	const bool to_signed = bytecode_is_signed(to), from_signed = bytecode_is_signed(from);
	return to->size > from->size ? to_signed || !from_signed : to->size == from->size && to_signed == from_signed;
}

bytecode_register
bytecode_convert(struct bytecode_compiler *c, const struct ir_type *to, const struct ir_type *from, bytecode_register a,
                 bytecode_register want)
{
	if (to->kind == IR_TYPE_VOID || to->kind == IR_TYPE_RECORD || to->kind == IR_TYPE_OPAQUE)
		return a;
	if (to->size > 8 || from->size > 8) {
		bytecode_refuse(c, "a conversion of another width");
		return a;
	}
	if (!bytecode_is_real(to) && !bytecode_is_real(from)) {
		if (widens(to, from))
			return a;
		const bytecode_register d = bytecode_destination(c, want);
		bytecode_wrap(c, to, d, a);
		return d;
	}
	if (bytecode_is_real(to) && bytecode_is_real(from) && (to->size > 4 || from->size <= 4))
		return a;
	const bytecode_register d = bytecode_destination(c, want);
	if (bytecode_is_real(to) && bytecode_is_real(from)) {
		bytecode_emit(c, BYTECODE_ROUND_F32, d, a, 0);
		return d;
	}
	struct bytecode_conversion *conversion = arena_new(c->arena, struct bytecode_conversion);
	*conversion = (struct bytecode_conversion){from, to};
	bytecode_emit(c, BYTECODE_CONVERT, d, a, 0)->conversion = conversion;
	return d;
}
