#include "eval/text_number.h"

bool
text_compare(const struct ir_expr *e, int64_t a, int64_t b)
{
	const bool less = e->a->type->is_signed ? a < b : (uint64_t)a < (uint64_t)b;
	switch (e->op) {
	case IR_LT:
		return less;
	case IR_GE:
		return !less;
	case IR_GT:
		return !less && a != b;
	default:
		return less || a == b;
	}
}

bool
text_compute(const struct ir_expr *e, int64_t a, int64_t b, int64_t *number)
{
	switch (e->op) {
	case IR_ADD:
		return !__builtin_add_overflow(a, b, number);
	case IR_SUB:
		return !__builtin_sub_overflow(a, b, number);
	case IR_MUL:
		return !__builtin_mul_overflow(a, b, number);
	case IR_DIV:
		*number = b > 0 ? a / b : 0;
		return b > 0;
	case IR_REM:
		*number = b > 0 ? a % b : 0;
		return b > 0;
	case IR_SHL:
		return b >= 0 && b < 32 && !__builtin_mul_overflow(a, (int64_t)1 << b, number);
	case IR_SHR:
		*number = b >= 0 && b < 64 ? a >> b : 0;
		return b >= 0 && b < 64;
	case IR_LT: case IR_GT: case IR_LE: case IR_GE:
		*number = text_compare(e, a, b);
		return true;
	case IR_EQ: case IR_NE:
		*number = (a == b) == (e->op == IR_EQ);
		return true;
	default:
		return false;
	}
}
