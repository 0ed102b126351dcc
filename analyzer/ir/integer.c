#include "ir/integer.h"

bool
integer_range(const struct ir_type *type, int64_t *low, int64_t *high)
{
	if (!type->size || type->size >= 8)
		return false;
	const int64_t span = (int64_t)1 << (8 * type->size);
	*low = type->is_signed ? -span / 2 : 0;
	*high = type->is_signed ? span / 2 - 1 : span - 1;
	return true;
}

int64_t
integer_wrap(int64_t number, const struct ir_type *type)
{
	if (type->kind == IR_TYPE_BOOL)
		return number != 0;
	switch (type->size) {
	case 1: return type->is_signed ? (int64_t)(int8_t)number : (int64_t)(uint8_t)number;
	case 2: return type->is_signed ? (int64_t)(int16_t)number : (int64_t)(uint16_t)number;
	case 4: return type->is_signed ? (int64_t)(int32_t)number : (int64_t)(uint32_t)number;
	default: return number;
	}
}

bool
integer_relation(enum ir_op op, struct order order, int64_t *result)
{
	switch (op) {
	case IR_LT: *result = order.less; return true;
	case IR_GT: *result = order.greater; return true;
	case IR_LE: *result = order.less || order.equal; return true;
	case IR_GE: *result = order.greater || order.equal; return true;
	case IR_EQ: *result = order.equal; return true;
	case IR_NE: *result = !order.equal; return true;
	default: return false;
	}
}

bool
integer_binary(enum ir_op op, const struct ir_type *type, int64_t a, int64_t b, int64_t *result)
{
	const uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
	const bool is_signed = type->kind == IR_TYPE_INT && type->is_signed;
	const unsigned bits = type->size ? (unsigned)type->size * 8 : 64;
	int64_t r;
	if (bits > 64)
		return false;
	switch (op) {
	case IR_ADD: r = (int64_t)(ua + ub); break;
	case IR_SUB: r = (int64_t)(ua - ub); break;
	case IR_MUL: r = (int64_t)(ua * ub); break;
	case IR_DIV:
	case IR_REM:
		if (b == 0 || (is_signed && b == -1 && a == INT64_MIN))
			return false;
		if (is_signed)
			r = op == IR_DIV ? a / b : a % b;
		else
			r = (int64_t)(op == IR_DIV ? ua / ub : ua % ub);
		break;
	case IR_SHL: r = ub < bits ? (int64_t)(ua << ub) : 0; break;
	case IR_SHR: r = ub < bits ? (is_signed ? a >> ub : (int64_t)(ua >> ub)) : (is_signed && a < 0 ? -1 : 0); break;
	case IR_BIT_AND: r = a & b; break;
	case IR_BIT_OR: r = a | b; break;
	case IR_BIT_XOR: r = a ^ b; break;
	case IR_LT:
	case IR_GT:
	case IR_LE:
	case IR_GE:
	case IR_EQ:
	case IR_NE:
		return integer_relation(
			op, (struct order){is_signed ? a < b : ua < ub, a == b, is_signed ? a > b : ua > ub}, result);
	case IR_NEG: r = (int64_t)(0 - ua); break;
	case IR_BIT_NOT: r = ~a; break;
	case IR_NOT: *result = a == 0; return true;
	default: return false;
	}
	*result = integer_wrap(r, type);
	return true;
}

bool
integer_of(const struct ir_expr *e, int64_t a, int64_t b, int64_t *result)
{
	const bool compares = ir_is_ordering(e->op);
	return integer_binary(e->op, compares ? e->a->type : e->type, a, b, result);
}

enum ir_op
integer_opposite(enum ir_op op)
{
	switch (op) {
	case IR_LT: return IR_GE;
	case IR_GE: return IR_LT;
	case IR_GT: return IR_LE;
	case IR_LE: return IR_GT;
	case IR_EQ: return IR_NE;
	default: return IR_EQ;
	}
}
