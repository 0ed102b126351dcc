#include "code/builtin_extent.h"

struct length {
	enum ir_builtin builtin;
	unsigned instructions;
};

/* Builtins that are no subroutines and no barriers. */
static const struct length plain[] = {
	{IR_BUILTIN_abs, 1}, {IR_BUILTIN_labs, 1}, {IR_BUILTIN_llabs, 2}, {IR_BUILTIN_min, 1}, {IR_BUILTIN_max, 1},
	{IR_BUILTIN_umin, 1}, {IR_BUILTIN_umax, 1}, {IR_BUILTIN___popc, 1}, {IR_BUILTIN___popcll, 2}, {IR_BUILTIN___clz, 1},
	{IR_BUILTIN___ffs, 3}, {IR_BUILTIN___brev, 1}, {IR_BUILTIN___byte_perm, 1}, {IR_BUILTIN___funnelshift_l, 1},
	{IR_BUILTIN___funnelshift_r, 1}, {IR_BUILTIN___mul24, 1}, {IR_BUILTIN___umul24, 1}, {IR_BUILTIN___mulhi, 1},
	{IR_BUILTIN___umulhi, 1}, {IR_BUILTIN___gl_bits, 0}, {IR_BUILTIN_fabs, 1}, {IR_BUILTIN_floor, 1},
	{IR_BUILTIN_ceil, 1}, {IR_BUILTIN_trunc, 1}, {IR_BUILTIN_rint, 1}, {IR_BUILTIN_fma, 1}, {IR_BUILTIN_fmin, 1},
	{IR_BUILTIN_fmax, 1}, {IR_BUILTIN_copysign, 2}, {IR_BUILTIN_isnan, 1}, {IR_BUILTIN_isinf, 1},
	{IR_BUILTIN_isfinite, 1}, {IR_BUILTIN___gl_round_to_int, 1}, {IR_BUILTIN___gl_saturate, 1},
	{IR_BUILTIN___gl_approximate, 0}, {IR_BUILTIN_rsqrt, 4},
	{IR_BUILTIN_exp2, 8}, {IR_BUILTIN_exp, 10}, {IR_BUILTIN_log2, 20}, {IR_BUILTIN_log, 33}, {IR_BUILTIN_tanh, 25},
	{IR_BUILTIN___ldg, 1}, {IR_BUILTIN___lane_id, 1}, {IR_BUILTIN___shfl_sync, 2}, {IR_BUILTIN___shfl_up_sync, 2},
	{IR_BUILTIN___shfl_down_sync, 2}, {IR_BUILTIN___shfl_xor_sync, 2}, {IR_BUILTIN_atomicAdd, 2},
	{IR_BUILTIN_atomicMin, 2}, {IR_BUILTIN_atomicMax, 2}, {IR_BUILTIN_atomicOr, 2}, {IR_BUILTIN_atomicAnd, 2},
};

/* What predicates never take the place of a branch around: it has branches of its own, for unusual numbers or in a loop, or is
 * a call. Waiting for the lanes of a warp is where these come together. All else is an instruction under a predicate, or some:
 * reads of clocks and other special registers, fetches of textures, votes, atomics. */
static const enum ir_builtin with_branches[] = {
	IR_BUILTIN___syncwarp, IR_BUILTIN_sqrt, IR_BUILTIN_fmod, IR_BUILTIN_remainder, IR_BUILTIN_pow, IR_BUILTIN_log1p,
	IR_BUILTIN_sin, IR_BUILTIN_cos, IR_BUILTIN_tan, IR_BUILTIN___gl_sin, IR_BUILTIN___gl_cos, IR_BUILTIN_atan2,
	IR_BUILTIN_tgamma, IR_BUILTIN_lgamma, IR_BUILTIN_hypot, IR_BUILTIN_printf, IR_BUILTIN___assert_fail, IR_BUILTIN_malloc,
	IR_BUILTIN_free, IR_BUILTIN___gl_new, IR_BUILTIN___gl_delete,
};

/* What has none of its own, but is not little. Less is told of what nvcc predicates although it is more than it usually does. */
static const struct length straight[] = {
	{IR_BUILTIN_exp10, 10}, {IR_BUILTIN_expm1, 28}, {IR_BUILTIN_log10, 26}, {IR_BUILTIN_cbrt, 10}, {IR_BUILTIN_asin, 24},
	{IR_BUILTIN_acos, 25}, {IR_BUILTIN_atan, 12}, {IR_BUILTIN_sinh, 24}, {IR_BUILTIN_cosh, 10}, {IR_BUILTIN_erf, 27},
	{IR_BUILTIN_erfc, 47},
};

static const struct extent subroutine = {600, true};

#define COUNT(table) (sizeof (table) / sizeof *(table))

static bool
find_length(const struct length *lengths, size_t count, const struct ir_expr *call, struct extent *extent)
{
	/* In double precision what takes a few instructions in single takes some more. */
	const bool is_double = call->type->kind == IR_TYPE_FLOAT && call->type->size == 8;
	for (size_t i = 0; i < count; i++) {
		if (lengths[i].builtin != call->builtin)
			continue;
		const unsigned instructions = lengths[i].instructions;
		*extent = (struct extent){instructions * (instructions > 2 && is_double ? 3 : 1), false};
		return true;
	}
	return false;
}

struct extent
extent_of_builtin(const struct ir_expr *call)
{
	struct extent extent = subroutine;
	find_length(plain, COUNT(plain), call, &extent);
	return extent;
}

bool
may_be_simpler(const struct ir_expr *call)
{
	for (uint32_t i = 0; call->type->kind == IR_TYPE_FLOAT && i < call->arg_count; i++) {
		const struct ir_expr *arg = ir_without_conversions(call->args[i]);
		if (arg->kind == IR_INT || arg->kind == IR_FLOAT)
			return true;
	}
	return false;
}

struct extent
extent_of_builtin_under_predicates(const struct ir_expr *call)
{
	struct extent extent = {1, false};
	for (size_t i = 0; i < COUNT(with_branches); i++)
		if (with_branches[i] == call->builtin)
			return may_be_simpler(call) ? extent : subroutine;
	if (!find_length(plain, COUNT(plain), call, &extent))
		find_length(straight, COUNT(straight), call, &extent);
	return extent;
}
