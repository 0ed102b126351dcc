/* Integer and floating-point functions, evaluated lane by lane. */
#include "eval/builtin/builtin.h"

#include "domain/symbol_bounds.h"
#include "domain/value.h"
#include "ir/integer.h"

#include <math.h>

bool
builtin_apply(builtin_function function, const struct builtin_call *call, const union lane *x, union lane *r)
{
	const struct ir_type *type = call->expr->type;
	if (!function(call->id, x, call, r))
		return false;
	if (type->kind == IR_TYPE_FLOAT)
		r->real = real_round(r->real, type);
	else
		r->integer = integer_wrap(r->integer, type);
	return true;
}

/* A result that is unknown in each lane separately. */
static struct value
unknown_result(struct machine *m, const struct builtin_call *call, uint32_t reason)
{
	struct symbol bounds = {.op = SYMBOL_BUILTIN + call->id};
	symbol_derive(m->symbols, &bounds);
	if (bounds.range.high == INT64_MAX)
		return value_unknown(m, call->expr->type, reason);
	return value_symbol(m, call->expr->type,
	                    symbols_varying_within(m->symbols, reason, (struct symbol_limits){bounds.range, 0}), 0);
}

static struct value
each_lane(struct machine *m, const struct builtin_call *call, builtin_function function)
{
	const struct ir_type *type = call->expr->type;
	const bool real = type->kind == IR_TYPE_FLOAT;
	const uint32_t count = call->count < 4 ? call->count : 4;
	bool uniform = true;
	for (uint32_t a = 0; a < count; a++) {
		uniform = uniform && call->args[a].uniform;
		/* Bounds of the operand are not bounds of the result. */
		if (value_is_anonymous(m->symbols, &call->args[a]))
			return unknown_result(m, call, m->symbols->items[call->args[a].symbol[0]].reason);
	}
	const unsigned lanes = uniform ? 1 : m->lanes;
	union lane *lane = arena_alloc_raw(&m->scratch, lanes * sizeof *lane);
	symbol_id *symbol = NULL;
	for (unsigned i = 0; i < lanes; i++) {
		union lane x[4] = {{0}, {0}, {0}, {0}}, r = {0};
		struct term terms[4] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
		bool known = true;
		for (uint32_t a = 0; a < count; a++) {
			x[a] = call->args[a].lane[value_at(&call->args[a], i)];
			terms[a] = value_term(&call->args[a], i);
			known = known && !terms[a].symbol;
		}
		if (known && builtin_apply(function, call, x, &r)) {
			lane[i] = r;
			continue;
		}
		if (!symbol)
			symbol = arena_alloc(&m->scratch, lanes * sizeof *symbol);
		lane[i].integer = 0;
		struct term both = terms[0];
		for (uint32_t a = 1; a < count; a++)
			if (both.symbol || terms[a].symbol)
				both = (struct term){symbols_operation(m->symbols, SYMBOL_PAIR, both, terms[a]), 0};
		symbol[i] = both.symbol ? symbols_operation(m->symbols, SYMBOL_BUILTIN + call->id, both,
		                                            (struct term){0, 0})
		                        : symbols_fresh(m->symbols, builtin_reason(m, call, REASON_CALL));
	}
	return uniform ? (struct value){lane, symbol, .uniform = true, .real = real}
	               : value_of_lanes(m, lane, symbol, real);
}

static uint64_t
reverse_bits(uint64_t x, unsigned bits)
{
	uint64_t r = 0;
	for (unsigned i = 0; i < bits; i++)
		r |= (x >> i & 1) << (bits - 1 - i);
	return r;
}

/* Four of the eight bytes of two words; a nibble of the selector chooses each, by its lower three bits. */
static uint32_t
permuted_bytes(uint64_t bytes, uint32_t selector)
{
	uint32_t r = 0;
	for (unsigned i = 0; i < 4; i++)
		r |= (uint32_t)(bytes >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
	return r;
}

/* Reinterprets the bits of a float as an integer of its width, or back; false: other widths. */
static bool
cast_bits(const struct ir_type *to, const struct ir_type *from, const union lane *x, union lane *r)
{
	if (from->kind == to->kind || from->size == 8) {
		*r = *x;
	} else if (from->kind == IR_TYPE_FLOAT && from->size == 4) {
		r->integer = (uint32_t)bits_of_lane(*x, from, true);
	} else if (to->kind == IR_TYPE_FLOAT && to->size == 4) {
		*r = lane_of_bits((uint32_t)x->integer, to);
	} else {
		return false;
	}
	return true;
}

static bool
is_less(const struct ir_type *type, union lane a, union lane b)
{
	return type->is_signed ? a.integer < b.integer : (uint64_t)a.integer < (uint64_t)b.integer;
}

static bool real_lane(enum ir_builtin id, const union lane *v, const struct builtin_call *call, union lane *r);

static bool
number_lane(enum ir_builtin id, const union lane *x, const struct builtin_call *call, union lane *r)
{
	const struct ir_type *type = call->expr->type;
	const int64_t a = x[0].integer, b = x[1].integer, c = x[2].integer;
	const uint32_t low = (uint32_t)a;
	const uint64_t wide = (uint64_t)(uint32_t)b << 32 | low;
	if (type->kind == IR_TYPE_FLOAT && id != IR_BUILTIN___gl_bits)
		return real_lane(id, x, call, r);
	switch (id) {
	case IR_BUILTIN___popc: r->integer = __builtin_popcount(low); break;
	case IR_BUILTIN___popcll: r->integer = __builtin_popcountll((uint64_t)a); break;
	case IR_BUILTIN___clz: r->integer = low ? __builtin_clz(low) : 32; break;
	case IR_BUILTIN___clzll: r->integer = a ? __builtin_clzll((uint64_t)a) : 64; break;
	case IR_BUILTIN___ffs: r->integer = __builtin_ffs((int)low); break;
	case IR_BUILTIN___ffsll: r->integer = __builtin_ffsll(a); break;
	case IR_BUILTIN___brev: r->integer = (int64_t)reverse_bits(low, 32); break;
	case IR_BUILTIN___brevll: r->integer = (int64_t)reverse_bits((uint64_t)a, 64); break;
	case IR_BUILTIN___byte_perm: r->integer = permuted_bytes(wide, (uint32_t)c); break;
	case IR_BUILTIN___gl_bits: return cast_bits(type, builtin_type(call, 0), x, r);
	case IR_BUILTIN_abs:
	case IR_BUILTIN_labs:
	case IR_BUILTIN_llabs: r->integer = a < 0 ? (int64_t)(0 - (uint64_t)a) : a; break;
	case IR_BUILTIN_min:
	case IR_BUILTIN_umin: *r = x[!is_less(type, x[0], x[1])]; break;
	case IR_BUILTIN_max:
	case IR_BUILTIN_umax: *r = x[is_less(type, x[0], x[1])]; break;
	case IR_BUILTIN___funnelshift_l: r->integer = (int64_t)(uint32_t)(wide << (c & 31) >> 32); break;
	case IR_BUILTIN___funnelshift_r: r->integer = (int64_t)(uint32_t)(wide >> (c & 31)); break;
	case IR_BUILTIN___mulhi: r->integer = ((int64_t)(int32_t)a * (int32_t)b) >> 32; break;
	case IR_BUILTIN___umulhi: r->integer = (int64_t)(((uint64_t)low * (uint32_t)b) >> 32); break;
	case IR_BUILTIN___mul64hi: r->integer = (int64_t)((__extension__(__int128) a * b) >> 64); break;
	case IR_BUILTIN___umul64hi:
		r->integer = (int64_t)((__extension__(unsigned __int128)(uint64_t) a * (uint64_t)b) >> 64);
		break;
	case IR_BUILTIN___sad:
	case IR_BUILTIN___usad: r->integer = (a > b ? a - b : b - a) + c; break;
	case IR_BUILTIN___hadd: r->integer = (a + b) >> 1; break;
	case IR_BUILTIN___rhadd: r->integer = (a + b + 1) >> 1; break;
	default: return real_lane(id, x, call, r);
	}
	return true;
}

struct value
builtin_number(struct machine *m, const struct builtin_call *call)
{
	return each_lane(m, call, number_lane);
}

/* The lowest 24 bits of a number. An unknown number is assumed to fit. */
static struct value
lowest_24(struct machine *m, struct value v, const struct ir_type *type)
{
	const struct value away = value_integer(m, 8);
	const struct ir_type word = {.kind = IR_TYPE_INT, .size = 4, .is_signed = type->is_signed};
	return v.symbol ? v : value_binary(m, IR_SHR, &word, value_binary(m, IR_SHL, &word, v, away), away);
}

/* If the operands fit, the product is an ordinary one, and affine operands stay affine. */
struct value
builtin_multiply_24(struct machine *m, const struct builtin_call *call)
{
	const struct ir_type *type = call->expr->type;
	return value_binary(m, IR_MUL, type, lowest_24(m, call->args[0], type), lowest_24(m, call->args[1], type));
}

static double
reciprocal_root(double x)
{
	return 1 / sqrt(x);
}

static double
exp_of_ten(double x)
{
	return pow(10, x);
}

static double
as_it_is(double x)
{
	return x;
}

static double
saturated(double x)
{
	return x > 0 ? x < 1 ? x : 1 : 0;
}

/* Functions of one number and of two. */
/* clang-format off */
static double (*const functions[IR_BUILTIN_COUNT])(double) = {
#define F(name) [IR_BUILTIN_##name] = name,
#define G(name, function) [IR_BUILTIN_##name] = function,
	F(sqrt) G(rsqrt, reciprocal_root) F(cbrt) F(fabs) G(abs, fabs) G(labs, fabs) G(llabs, fabs) F(floor) F(ceil) F(round)
	G(lround, round) F(rint) G(lrint, rint) G(__gl_round_to_int, rint) F(trunc) F(exp) F(exp2) G(exp10, exp_of_ten) F(expm1)
	F(log) F(log2) F(log10) F(log1p) F(sin) G(__gl_sin, sin) F(cos) G(__gl_cos, cos) F(tan) F(asin) F(acos) F(atan) F(sinh)
	F(cosh) F(tanh) F(erf) F(erfc) F(tgamma) F(lgamma) G(__gl_approximate, as_it_is) G(__gl_saturate, saturated)
};
/* clang-format on */
static double (*const functions_of_two[IR_BUILTIN_COUNT])(double, double) = {
	F(fmod) F(remainder) F(pow) F(atan2) F(hypot) F(copysign) F(fmin) F(fmax) G(min, fmin) G(max, fmax)
#undef F
#undef G
};

/* False: another function. */
static bool
real_result(enum ir_builtin id, const union lane *v, double *result)
{
	if (functions[id])
		*result = functions[id](v[0].real);
	else if (functions_of_two[id])
		*result = functions_of_two[id](v[0].real, v[1].real);
	else if (id == IR_BUILTIN_fma)
		*result = fma(v[0].real, v[1].real, v[2].real);
	else if (id == IR_BUILTIN_ldexp)
		*result = ldexp(v[0].real, (int)v[1].integer);
	else
		return false;
	return true;
}

static bool
real_lane(enum ir_builtin id, const union lane *v, const struct builtin_call *call, union lane *r)
{
	double result;
	for (uint32_t i = 0; i < call->count && i < 3; i++)
		if (!call->args[i].real && !(id == IR_BUILTIN_ldexp && i == 1))
			return false;
	switch (id) {
	case IR_BUILTIN_isnan: r->integer = isnan(v[0].real); return true;
	case IR_BUILTIN_isinf: r->integer = isinf(v[0].real); return true;
	case IR_BUILTIN_isfinite: r->integer = isfinite(v[0].real); return true;
	case IR_BUILTIN_signbit: r->integer = signbit(v[0].real) != 0; return true;
	default: break;
	}
	if (!real_result(id, v, &result))
		return false;
	if (call->expr->type->kind == IR_TYPE_FLOAT) {
		r->real = result;
		return true;
	}
	result = value_within(result, call->expr->type);
	if (!(result > -9.2e18 && result < 9.2e18))
		return false;
	r->integer = (int64_t)result;
	return true;
}

builtin_function
builtin_function_of(builtin_handler handler)
{
	return handler == builtin_number || handler == builtin_sine ? number_lane : NULL;
}
