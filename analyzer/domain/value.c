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

struct value
value_join(const struct value *a, const struct value *b, const struct value_paths *paths, struct value_room room)
{
	symbol_id any = 0;
	for (unsigned i = 0; i < room.lanes; i++) {
		const struct term of_b = value_term(b, i);
		const struct term t = mask_has(paths->only_a, i) ? value_term(a, i)
		                      : mask_has(paths->both, i) ? term_join(value_term(a, i), of_b, paths->unknown)
		                                                 : of_b;
		room.lane[i].integer = t.offset;
		room.symbol[i] = t.symbol;
		any |= t.symbol;
	}
	return (struct value){room.lane, any ? room.symbol : NULL, .uniform = room.lanes == 1, .real = b->real};
}

struct mask
value_differing(const struct value *a, const struct value *b, const struct mask *of, unsigned lanes)
{
	struct mask differing = mask_none();
	for (unsigned i = 0; i < lanes; i++)
		if (mask_has(of, i) && !term_equal(value_term(a, i), value_term(b, i)))
			mask_set(&differing, i);
	return differing;
}

bool
value_includes(const struct symbols *symbols, const struct value *a, const struct value *b, unsigned lanes)
{
	for (unsigned i = 0; i < lanes; i++)
		if (!term_includes(symbols, value_term(a, i), value_term(b, i)))
			return false;
	return true;
}

void
value_print(FILE *out, const struct value *v, unsigned lanes)
{
	const unsigned count = v->uniform ? 1 : lanes;
	for (unsigned i = 0; i < count; i++) {
		fputs(i ? ", " : "[", out);
		if (v->real && value_known(v, i))
			fprintf(out, "%g", v->lane[i].real);
		else
			term_print(out, value_term(v, i));
	}
	fputs(v->uniform && lanes > 1 ? " ...]" : "]", out);
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
