/* Types, arithmetic and conversions; see replay_code.h. */
#include "eval/replay/replay_compile.h"

enum replay_scalar
replay_scalar_of(const struct ir_type *type)
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
replay_wrap(struct replay_compiler *c, const struct ir_type *type, replay_register d, replay_register a)
{
	if (type->kind == IR_TYPE_BOOL) {
		replay_emit(c, REPLAY_NE, d, a, replay_integer(c, 0));
		return;
	}
	if (type->kind == IR_TYPE_INT && type->size < 8) {
		const bool sign = type->is_signed;
		const enum replay_op op = type->size == 1   ? (sign ? REPLAY_WRAP_I8 : REPLAY_WRAP_U8)
		                          : type->size == 2 ? (sign ? REPLAY_WRAP_I16 : REPLAY_WRAP_U16)
		                                            : (sign ? REPLAY_WRAP_I32 : REPLAY_WRAP_U32);
		replay_emit(c, op, d, a, 0);
	} else if (d != a) {
		replay_emit(c, REPLAY_MOVE, d, a, 0);
	}
}

/* The instruction for a width and sign, of four that follow each other as I32, U32, I64, U64. */
static enum replay_op
of_width(enum replay_op i32, const struct ir_type *type)
{
	const bool sign = replay_is_signed(type);
	if (type->size == 4 && type->kind == IR_TYPE_INT)
		return (enum replay_op)(sign ? i32 : i32 + 1);
	return (enum replay_op)(sign ? i32 + 2 : i32 + 3);
}

/* The same of three that follow each other as I32, U32, 64. */
static enum replay_op
of_modulus(enum replay_op i32, const struct ir_type *type)
{
	if (type->size == 4 && type->kind == IR_TYPE_INT)
		return (enum replay_op)(replay_is_signed(type) ? i32 : i32 + 1);
	return (enum replay_op)(i32 + 2);
}

void
replay_compare(struct replay_compiler *c, enum ir_op op, const struct ir_type *type, replay_register d,
               replay_register a, replay_register b)
{
	const bool real = replay_is_real(type), sign = replay_is_signed(type);
	const enum replay_op less = real ? REPLAY_LT_F : sign ? REPLAY_LT_S : REPLAY_LT_U;
	const enum replay_op less_equal = real ? REPLAY_LE_F : sign ? REPLAY_LE_S : REPLAY_LE_U;
	switch (op) {
	case IR_LT: replay_emit(c, less, d, a, b); break;
	case IR_GT: replay_emit(c, less, d, b, a); break;
	case IR_LE: replay_emit(c, less_equal, d, a, b); break;
	case IR_GE: replay_emit(c, less_equal, d, b, a); break;
	case IR_EQ: replay_emit(c, real ? REPLAY_EQ_F : REPLAY_EQ, d, a, b); break;
	default: replay_emit(c, real ? REPLAY_NE_F : REPLAY_NE, d, a, b); break;
	}
}

static void
real_arithmetic(struct replay_compiler *c, enum ir_op op, const struct ir_type *type, replay_register d,
                replay_register a, replay_register b)
{
	const bool single = type->size <= 4;
	switch (op) {
	case IR_ADD: replay_emit(c, single ? REPLAY_ADD_F32 : REPLAY_ADD_F64, d, a, b); break;
	case IR_SUB: replay_emit(c, single ? REPLAY_SUB_F32 : REPLAY_SUB_F64, d, a, b); break;
	case IR_MUL: replay_emit(c, single ? REPLAY_MUL_F32 : REPLAY_MUL_F64, d, a, b); break;
	case IR_DIV: replay_emit(c, single ? REPLAY_DIV_F32 : REPLAY_DIV_F64, d, a, b); break;
	default: replay_refuse(c, "an operator on floating point"); break;
	}
}

/* d = a op b in the type of the result. */
void
replay_arithmetic(struct replay_compiler *c, enum ir_op op, const struct ir_type *type, replay_register d,
                  replay_register a, replay_register b)
{
	const bool narrow = type->kind != IR_TYPE_POINTER && type->size < 4;
	if (replay_is_real(type)) {
		real_arithmetic(c, op, type, d, a, b);
		return;
	}
	if (type->size > 8 || (narrow && (op == IR_SHL || op == IR_SHR))) {
		replay_refuse(c, "arithmetic of another width");
		return;
	}
	switch (op) {
	case IR_ADD: replay_emit(c, of_modulus(REPLAY_ADD_I32, type), d, a, b); break;
	case IR_SUB: replay_emit(c, of_modulus(REPLAY_SUB_I32, type), d, a, b); break;
	case IR_MUL: replay_emit(c, of_modulus(REPLAY_MUL_I32, type), d, a, b); break;
	case IR_SHL: replay_emit(c, of_modulus(REPLAY_SHL_I32, type), d, a, b); break;
	case IR_DIV: replay_emit(c, of_width(REPLAY_DIV_I32, type), d, a, b); break;
	case IR_REM: replay_emit(c, of_width(REPLAY_REM_I32, type), d, a, b); break;
	case IR_SHR: replay_emit(c, of_width(REPLAY_SHR_I32, type), d, a, b); break;
	case IR_BIT_AND: replay_emit(c, REPLAY_AND, d, a, b); break;
	case IR_BIT_OR: replay_emit(c, REPLAY_OR, d, a, b); break;
	case IR_BIT_XOR: replay_emit(c, REPLAY_XOR, d, a, b); break;
	default: replay_refuse(c, "an operator"); break;
	}
	if (narrow)
		replay_wrap(c, type, d, d);
}

/* Whether every number of one integer type is one of the other. */
static bool
widens(const struct ir_type *to, const struct ir_type *from)
{
	if (to->kind == IR_TYPE_BOOL || to->size >= 8 || to->kind == IR_TYPE_POINTER)
		return to->kind != IR_TYPE_BOOL || from->kind == IR_TYPE_BOOL;
	if (from->kind == IR_TYPE_POINTER)
		return false;
	const bool to_signed = replay_is_signed(to), from_signed = replay_is_signed(from);
	return to->size > from->size ? to_signed || !from_signed : to->size == from->size && to_signed == from_signed;
}

replay_register
replay_convert(struct replay_compiler *c, const struct ir_type *to, const struct ir_type *from, replay_register a,
               replay_register want)
{
	if (to->kind == IR_TYPE_VOID || to->kind == IR_TYPE_RECORD || to->kind == IR_TYPE_OPAQUE)
		return a;
	if (to->size > 8 || from->size > 8) {
		replay_refuse(c, "a conversion of another width");
		return a;
	}
	if (!replay_is_real(to) && !replay_is_real(from)) {
		if (widens(to, from))
			return a;
		const replay_register d = replay_destination(c, want);
		replay_wrap(c, to, d, a);
		return d;
	}
	if (replay_is_real(to) && replay_is_real(from) && (to->size > 4 || from->size <= 4))
		return a;
	const replay_register d = replay_destination(c, want);
	if (replay_is_real(to) && replay_is_real(from)) {
		replay_emit(c, REPLAY_ROUND_F32, d, a, 0);
		return d;
	}
	struct replay_conversion *conversion = arena_new(c->arena, struct replay_conversion);
	*conversion = (struct replay_conversion){from, to};
	replay_emit(c, REPLAY_CONVERT, d, a, 0)->conversion = conversion;
	return d;
}
