#include "domain/value.h"

#include <string.h>

#include "ir/integer.h"

bool
value_is_constant(const struct value *v, int64_t *number)
{
	if (!v->uniform || v->symbol || v->real)
		return false;
	*number = v->lane[0].integer;
	return true;
}

double
real_round(double number, const struct ir_type *type)
{
	/* Half precision is stored as single precision: no figure depends on its last bits. */
	return type->size <= 4 ? (double)(float)number : number;
}

static bool
is_integer(const struct ir_type *type)
{
	return type->kind != IR_TYPE_FLOAT;
}

/* Rounded once, directly from the integer. */
static double
real_of_integer(int64_t number, const struct ir_type *to, const struct ir_type *from)
{
	const bool huge = number < 0 && !from->is_signed;
	if (to->size <= 4)
		return huge ? (float)(uint64_t)number : (float)number;
	return huge ? (double)(uint64_t)number : (double)number;
}

union lane
lane_convert(union lane from, const struct ir_type *to, const struct ir_type *from_type, bool from_real)
{
	union lane r = {0};
	if (from_real && !is_integer(to)) {
		r.real = real_round(from.real, to);
	} else if (from_real) {
		if (to->kind == IR_TYPE_BOOL)
			r.integer = from.real != 0;
		else if (from.real >= 9223372036854775808.0)
			r.integer = to->is_signed ? INT64_MAX : (int64_t)(uint64_t)from.real;
		else if (from.real > -9223372036854775808.0)
			r.integer = integer_wrap((int64_t)from.real, to);
	} else if (!is_integer(to)) {
		r.real = real_of_integer(from.integer, to, from_type);
	} else {
		r.integer = integer_wrap(from.integer, to);
	}
	return r;
}

union lane
lane_of_bits(uint64_t bits, const struct ir_type *type)
{
	union lane lane = {0};
	if (type->kind != IR_TYPE_FLOAT) {
		lane.integer = integer_wrap((int64_t)bits, type);
	} else if (type->size == 4) {
		float f;
		memcpy(&f, &bits, sizeof f);
		lane.real = f;
	} else if (type->size == 8) {
		memcpy(&lane.real, &bits, sizeof lane.real);
	}
	return lane;
}

uint64_t
bits_of_lane(union lane lane, const struct ir_type *type, bool real)
{
	uint64_t bits = 0;
	if (real && type->size == 4) {
		const float f = (float)lane.real;
		memcpy(&bits, &f, sizeof f);
	} else if (real) {
		memcpy(&bits, &lane.real, sizeof bits);
	} else {
		bits = (uint64_t)lane.integer;
	}
	return bits;
}
