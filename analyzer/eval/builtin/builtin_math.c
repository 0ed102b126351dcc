/* Integer and floating-point functions, lane by lane. */
#include "eval/builtin/builtin.h"

#include "data/symbol_bounds.h"
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

/* In each lane for itself. */
static struct value
unknown_result(struct machine *m, const struct builtin_call *call, uint32_t reason)
{
	struct symbol bounds = {.op = SYMBOL_BUILTIN + call->id};
	symbol_derive(m->symbols, &bounds);
	if (bounds.high == INT64_MAX)
		return value_unknown(m, call->expr->type, reason);
	return value_symbol(m, call->expr->type, symbols_varying_within(m->symbols, reason, (struct symbol_limits){bounds.low, bounds.high, 0}), 0);
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
		/* The operand's bounds are none of the result's. */
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
		symbol[i] = both.symbol
		                ? symbols_operation(m->symbols, SYMBOL_BUILTIN + call->id, both, (struct term){0, 0})
		                : symbols_fresh(m->symbols, builtin_reason(m, call, REASON_CALL));
	}
	return uniform ? (struct value){lane, symbol, .uniform = true, .real = real} : value_of_lanes(m, lane, symbol, real);
}

static uint64_t
reverse_bits(uint64_t x, unsigned bits)
{
	uint64_t r = 0;
	for (unsigned i = 0; i < bits; i++)
		r |= (x >> i & 1) << (bits - 1 - i);
	return r;
}

static bool
bits_lane(enum ir_builtin id, const union lane *x, const struct builtin_call *call, union lane *r)
{
	const int64_t a = x[0].integer;
	const uint32_t low = (uint32_t)a;
	switch (id) {
	case IR_BUILTIN___popc: r->integer = __builtin_popcount(low); return true;
	case IR_BUILTIN___popcll: r->integer = __builtin_popcountll((uint64_t)a); return true;
	case IR_BUILTIN___clz: r->integer = low ? __builtin_clz(low) : 32; return true;
	case IR_BUILTIN___clzll: r->integer = a ? __builtin_clzll((uint64_t)a) : 64; return true;
	case IR_BUILTIN___ffs: r->integer = __builtin_ffs((int)low); return true;
	case IR_BUILTIN___ffsll: r->integer = __builtin_ffsll(a); return true;
	case IR_BUILTIN___brev: r->integer = (int64_t)reverse_bits(low, 32); return true;
	case IR_BUILTIN___brevll: r->integer = (int64_t)reverse_bits((uint64_t)a, 64); return true;
	case IR_BUILTIN___gl_bits: {
		/* Between a float and an integer of its width. */
		const struct ir_type *from = builtin_type(call, 0), *to = call->expr->type;
		if (from->kind == to->kind) {
			*r = x[0];
		} else if (from->kind == IR_TYPE_FLOAT && from->size == 4) {
			const float f = (float)x[0].real;
			uint32_t u;
			memcpy(&u, &f, sizeof u);
			r->integer = u;
		} else if (to->kind == IR_TYPE_FLOAT && to->size == 4) {
			float f;
			memcpy(&f, &low, sizeof f);
			r->real = f;
		} else if (from->size == 8) {
			*r = x[0];
		} else {
			return false;
		}
		return true;
	}
	default:
		if (call->expr->type->kind == IR_TYPE_FLOAT)
			r->real = fabs(x[0].real);
		else
			r->integer = a < 0 ? (int64_t)(0 - (uint64_t)a) : a;
		return true;
	}
}

struct value
builtin_bits(struct machine *m, const struct builtin_call *call)
{
	return each_lane(m, call, bits_lane);
}

static uint32_t
permute_bytes(uint32_t x, uint32_t y, uint32_t selector)
{
	const uint64_t both = (uint64_t)y << 32 | x;
	uint32_t r = 0;
	for (unsigned i = 0; i < 4; i++) {
		const unsigned s = selector >> (4 * i) & 15;
		uint32_t byte = (uint32_t)(both >> (8 * (s & 7))) & 0xff;
		if (s & 8)
			byte = byte & 0x80 ? 0xff : 0;
		r |= byte << (8 * i);
	}
	return r;
}

static bool
integer_lane(enum ir_builtin id, const union lane *x, const struct builtin_call *call, union lane *r)
{
	const int64_t a = x[0].integer, b = x[1].integer, c = x[2].integer;
	const uint64_t wide = (uint64_t)(uint32_t)b << 32 | (uint32_t)a;
	(void)call;
	switch (id) {
	case IR_BUILTIN___byte_perm: r->integer = permute_bytes((uint32_t)a, (uint32_t)b, (uint32_t)c); return true;
	case IR_BUILTIN___funnelshift_l: r->integer = (int64_t)(uint32_t)(wide << (c & 31) >> 32); return true;
	case IR_BUILTIN___funnelshift_r: r->integer = (int64_t)(uint32_t)(wide >> (c & 31)); return true;
	case IR_BUILTIN___mulhi: r->integer = ((int64_t)(int32_t)a * (int32_t)b) >> 32; return true;
	case IR_BUILTIN___umulhi: r->integer = (int64_t)(((uint64_t)(uint32_t)a * (uint32_t)b) >> 32); return true;
	case IR_BUILTIN___mul64hi: r->integer = (int64_t)((__extension__ (__int128)a * b) >> 64); return true;
	case IR_BUILTIN___umul64hi:
		r->integer = (int64_t)((__extension__ (unsigned __int128)(uint64_t)a * (uint64_t)b) >> 64);
		return true;
	case IR_BUILTIN___sad:
	case IR_BUILTIN___usad: r->integer = (a > b ? a - b : b - a) + c; return true;
	case IR_BUILTIN___hadd: r->integer = (a + b) >> 1; return true;
	case IR_BUILTIN___rhadd: r->integer = (a + b + 1) >> 1; return true;
	default: return false;
	}
}

struct value
builtin_integer(struct machine *m, const struct builtin_call *call)
{
	return each_lane(m, call, integer_lane);
}

/* The lowest 24 bits of a number, where it is known; one that is not is taken to fit. */
static struct value
lowest_24(struct machine *m, struct value v, const struct ir_type *type)
{
	const struct value away = value_integer(m, 8);
	const struct ir_type word = {.kind = IR_TYPE_INT, .size = 4, .is_signed = type->is_signed};
	return v.symbol ? v : value_binary(m, IR_SHR, &word, value_binary(m, IR_SHL, &word, v, away), away);
}

/* Products of what fits are products, and linear ones stay linear. */
struct value
builtin_multiply_24(struct machine *m, const struct builtin_call *call)
{
	const struct ir_type *type = call->expr->type;
	return value_binary(m, IR_MUL, type, lowest_24(m, call->args[0], type), lowest_24(m, call->args[1], type));
}

static bool
min_max_lane(enum ir_builtin id, const union lane *x, const struct builtin_call *call, union lane *r)
{
	const bool smaller = id == IR_BUILTIN_min || id == IR_BUILTIN_umin || id == IR_BUILTIN_fmin;
	if (call->expr->type->kind == IR_TYPE_FLOAT) {
		r->real = smaller ? fmin(x[0].real, x[1].real) : fmax(x[0].real, x[1].real);
	} else if (call->expr->type->is_signed) {
		r->integer = (x[0].integer < x[1].integer) == smaller ? x[0].integer : x[1].integer;
	} else {
		r->integer = ((uint64_t)x[0].integer < (uint64_t)x[1].integer) == smaller ? x[0].integer : x[1].integer;
	}
	return true;
}

struct value
builtin_min_max(struct machine *m, const struct builtin_call *call)
{
	return each_lane(m, call, min_max_lane);
}

/* False: it is none of these. */
static bool
real_result(enum ir_builtin id, const union lane *v, double *result)
{
	const double x = v[0].real, y = v[1].real;
	switch (id) {
	case IR_BUILTIN_sqrt: *result = sqrt(x); break;
	case IR_BUILTIN_rsqrt: *result = 1 / sqrt(x); break;
	case IR_BUILTIN_cbrt: *result = cbrt(x); break;
	case IR_BUILTIN_fabs: *result = fabs(x); break;
	case IR_BUILTIN_floor: *result = floor(x); break;
	case IR_BUILTIN_ceil: *result = ceil(x); break;
	case IR_BUILTIN_lround:
	case IR_BUILTIN_round: *result = round(x); break;
	case IR_BUILTIN_lrint:
	case IR_BUILTIN___gl_round_to_int:
	case IR_BUILTIN_rint: *result = rint(x); break;
	case IR_BUILTIN_trunc: *result = trunc(x); break;
	case IR_BUILTIN_fmod: *result = fmod(x, y); break;
	case IR_BUILTIN_remainder: *result = remainder(x, y); break;
	case IR_BUILTIN_pow: *result = pow(x, y); break;
	case IR_BUILTIN_exp: *result = exp(x); break;
	case IR_BUILTIN_exp2: *result = exp2(x); break;
	case IR_BUILTIN_exp10: *result = pow(10, x); break;
	case IR_BUILTIN_expm1: *result = expm1(x); break;
	case IR_BUILTIN_log: *result = log(x); break;
	case IR_BUILTIN_log2: *result = log2(x); break;
	case IR_BUILTIN_log10: *result = log10(x); break;
	case IR_BUILTIN_log1p: *result = log1p(x); break;
	case IR_BUILTIN___gl_sin:
	case IR_BUILTIN_sin: *result = sin(x); break;
	case IR_BUILTIN___gl_cos:
	case IR_BUILTIN_cos: *result = cos(x); break;
	case IR_BUILTIN_tan: *result = tan(x); break;
	case IR_BUILTIN_asin: *result = asin(x); break;
	case IR_BUILTIN_acos: *result = acos(x); break;
	case IR_BUILTIN_atan: *result = atan(x); break;
	case IR_BUILTIN_atan2: *result = atan2(x, y); break;
	case IR_BUILTIN_sinh: *result = sinh(x); break;
	case IR_BUILTIN_cosh: *result = cosh(x); break;
	case IR_BUILTIN_tanh: *result = tanh(x); break;
	case IR_BUILTIN_erf: *result = erf(x); break;
	case IR_BUILTIN_erfc: *result = erfc(x); break;
	case IR_BUILTIN_tgamma: *result = tgamma(x); break;
	case IR_BUILTIN_lgamma: *result = lgamma(x); break;
	case IR_BUILTIN_hypot: *result = hypot(x, y); break;
	case IR_BUILTIN_fma: *result = fma(x, y, v[2].real); break;
	case IR_BUILTIN_copysign: *result = copysign(x, y); break;
	case IR_BUILTIN_ldexp: *result = ldexp(x, (int)v[1].integer); break;
	case IR_BUILTIN___gl_approximate: *result = x; break;
	case IR_BUILTIN___gl_saturate: *result = x > 0 ? x < 1 ? x : 1 : 0; break;
	default: return false;
	}
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

struct value
builtin_real(struct machine *m, const struct builtin_call *call)
{
	return each_lane(m, call, real_lane);
}

builtin_function
builtin_function_of(builtin_handler handler)
{
	if (handler == builtin_bits)
		return bits_lane;
	if (handler == builtin_integer)
		return integer_lane;
	if (handler == builtin_min_max)
		return min_max_lane;
	return handler == builtin_real || handler == builtin_sine ? real_lane : NULL;
}
