#include "code/crossing.h"

#include <string.h>

#include "ir/walk.h"

enum { MOST_NODES = 4096 };

static const enum ir_builtin crossed[] = {
	IR_BUILTIN_abs, IR_BUILTIN_labs, IR_BUILTIN_llabs, IR_BUILTIN_min, IR_BUILTIN_max, IR_BUILTIN_umin, IR_BUILTIN_umax,
	IR_BUILTIN___popc, IR_BUILTIN___popcll, IR_BUILTIN___clz, IR_BUILTIN___clzll, IR_BUILTIN___ffs, IR_BUILTIN___ffsll,
	IR_BUILTIN___brev, IR_BUILTIN___byte_perm, IR_BUILTIN___funnelshift_l, IR_BUILTIN___funnelshift_r, IR_BUILTIN___mul24,
	IR_BUILTIN___umul24, IR_BUILTIN___mulhi, IR_BUILTIN___umulhi, IR_BUILTIN___gl_bits, IR_BUILTIN___lane_id,
	IR_BUILTIN___ldg, IR_BUILTIN_fabs, IR_BUILTIN_floor, IR_BUILTIN_ceil, IR_BUILTIN_trunc, IR_BUILTIN_rint, IR_BUILTIN_fma,
	IR_BUILTIN_fmin, IR_BUILTIN_fmax, IR_BUILTIN_copysign, IR_BUILTIN_isnan, IR_BUILTIN_isinf, IR_BUILTIN_isfinite,
	IR_BUILTIN___gl_round_to_int, IR_BUILTIN___gl_saturate, IR_BUILTIN___gl_approximate,
	IR_BUILTIN_sqrt, IR_BUILTIN_rsqrt, IR_BUILTIN_cbrt,
};

/* Of single precision alone. */
static const enum ir_builtin crossed_in_single[] = {
	IR_BUILTIN_exp, IR_BUILTIN_exp2, IR_BUILTIN_tanh, IR_BUILTIN_erfc,
};

static const enum ir_builtin not_crossed[] = {
	IR_BUILTIN___syncthreads, IR_BUILTIN___syncthreads_count, IR_BUILTIN___syncthreads_and, IR_BUILTIN___syncthreads_or,
	IR_BUILTIN___syncwarp, IR_BUILTIN___gl_grid_sync, IR_BUILTIN___threadfence, IR_BUILTIN___shfl_sync, IR_BUILTIN___shfl_up_sync, IR_BUILTIN___shfl_down_sync,
	IR_BUILTIN___shfl_xor_sync, IR_BUILTIN___all_sync, IR_BUILTIN___any_sync, IR_BUILTIN___ballot_sync,
	IR_BUILTIN___nanosleep, IR_BUILTIN_sin, IR_BUILTIN_cos, IR_BUILTIN_tan, IR_BUILTIN_pow, IR_BUILTIN_fmod,
	IR_BUILTIN_atan2, IR_BUILTIN_lgamma, IR_BUILTIN_tgamma,
};

/* Functions of the built-in headers that are instructions, though the functions they approximate are not. */
static const char *const instructions[] = {
	"__logf", "__log2f", "__log10f", "__expf", "__exp10f", "__sinf", "__cosf", "__tanf", "__sincosf", "__powf", "__fdividef",
};

static bool
is_among(enum ir_builtin builtin, const enum ir_builtin *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == builtin)
			return true;
	return false;
}

#define IS_AMONG(builtin, list) is_among(builtin, list, sizeof list / sizeof *list)

static enum crossing
crossing_of_builtin(const struct ir_expr *e)
{
	if (IS_AMONG(e->builtin, crossed) || (e->type->size == 4 && IS_AMONG(e->builtin, crossed_in_single)))
		return CROSSING_SURE;
	return IS_AMONG(e->builtin, not_crossed) ? CROSSING_RESTRICTED : CROSSING_UNSURE;
}

bool
is_memory_access(const struct ir_expr *e)
{
	const bool moves_one = e->kind == IR_LOAD || e->kind == IR_STORE || e->kind == IR_UPDATE;
	return moves_one ? !ir_local_of_address(e->a) : e->kind == IR_COPY;
}

/* ---- functions that are compiled into their callers ---- */

struct body {
	enum crossing crossing;
	unsigned branches;             /* around the node that is looked at */
	bool may_have_left;            /* some have returned from its function before it */
	unsigned depth, nodes;
};

static void look_at(struct body *body, struct ir_node node);

static void
worsen(struct body *body, enum crossing crossing)
{
	if (crossing > body->crossing)
		body->crossing = crossing;
}

static void
look_at_call(struct body *body, const struct ir_func *func)
{
	for (size_t i = 0; func->is_library && i < sizeof instructions / sizeof *instructions; i++)
		if (!strcmp(func->name, instructions[i]))
			return;
	const bool had_left = body->may_have_left;
	if (func->body)
		look_at(body, (struct ir_node){.stmt = func->body});
	else
		worsen(body, CROSSING_UNSURE);
	body->may_have_left = had_left;
}

static void
look_at_expr(struct body *body, const struct ir_expr *e)
{
	/* A branch with an access to memory in it remains one, and so does one that some return by before such an access. */
	if ((body->branches || body->may_have_left) && is_memory_access(e))
		worsen(body, CROSSING_UNSURE);
	if (e->kind == IR_BUILTIN)
		worsen(body, crossing_of_builtin(e));
	else if (e->kind == IR_CALL && e->func)
		look_at_call(body, e->func);
	else if (e->kind == IR_CALL || e->kind == IR_CALL_POINTER || e->kind == IR_UNKNOWN)
		worsen(body, CROSSING_UNSURE);
}

static void
look_at(struct body *body, struct ir_node node)
{
	if (body->depth >= IR_DEEPEST || ++body->nodes > MOST_NODES) {
		worsen(body, CROSSING_UNSURE);
		return;
	}
	body->depth++;
	if (node.expr)
		look_at_expr(body, node.expr);
	if (node.stmt && node.stmt->kind != IR_STMT_RETURN && crossing_of_stmt(node.stmt) != CROSSING_SURE)
		worsen(body, CROSSING_UNSURE);
	body->may_have_left |= node.stmt && node.stmt->kind == IR_STMT_RETURN && body->branches;
	bool is_side = false;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		body->branches += is_side;
		look_at(body, part);
		body->branches -= is_side;
		is_side |= ir_is_condition(node, part);
	}
	body->depth--;
}

/* ---- the result ---- */

enum crossing
crossing_of_expr(const struct ir_expr *e)
{
	struct body body = {0};
	if (e->kind == IR_BUILTIN || e->kind == IR_CALL || e->kind == IR_CALL_POINTER || e->kind == IR_UNKNOWN)
		look_at_expr(&body, e);
	return body.crossing;
}

enum crossing
crossing_of_stmt(const struct ir_stmt *s)
{
	switch (s->kind) {
	case IR_STMT_BREAK: case IR_STMT_CONTINUE: case IR_STMT_RETURN: return CROSSING_NONE;
	case IR_STMT_LOOP: case IR_STMT_SWITCH: case IR_STMT_TRY: case IR_STMT_UNKNOWN: return CROSSING_UNSURE;
	default: return CROSSING_SURE;
	}
}
