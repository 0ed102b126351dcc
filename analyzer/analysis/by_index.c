#include "analysis/by_index.h"

#include "analysis/textures.h"
#include "ir/walk.h"
#include "support/pointer_set.h"

enum { DEEPEST_CALL = 32, MOST_ADDENDS = 16 };

struct search {
	struct pointer_set seen; /* functions that were visited */
	unsigned calls, depth;
};

static const char *why_not(struct search *search, struct ir_node node);

static const char *
why_not_expr(struct search *search, const struct ir_expr *e)
{
	return why_not(search, (struct ir_node){.expr = e});
}

static bool
is_special(const struct ir_expr *e, enum ir_special special)
{
	e = ir_without_conversions(e);
	return e && e->kind == IR_SPECIAL && e->special == special;
}

static bool
is_product(const struct ir_expr *e, enum ir_special a, enum ir_special b)
{
	e = ir_without_conversions(e);
	return e->kind == IR_BINARY && e->op == IR_MUL &&
	       ((is_special(e->a, a) && is_special(e->b, b)) || (is_special(e->a, b) && is_special(e->b, a)));
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

struct addends {
	const struct ir_expr *items[MOST_ADDENDS];
	unsigned count;
	/* addends: the index of the block's first thread, and the index in the block */
	const struct ir_expr *block, *thread;
};

static bool
is_sum(const struct ir_expr *e)
{
	return e->kind == IR_BINARY && e->op == IR_ADD;
}

/* False: too many addends. */
static bool
collect_addends(const struct ir_expr *e, unsigned depth, struct addends *addends)
{
	const struct ir_expr *plain = ir_without_conversions(e);
	if (addends->count == MOST_ADDENDS || depth == MOST_ADDENDS)
		return false;
	if (is_sum(plain))
		return collect_addends(plain->a, depth + 1, addends) && collect_addends(plain->b, depth + 1, addends);
	addends->items[addends->count++] = plain;
	if (is_product(plain, IR_BLOCK_X, IR_BLOCK_DIM_X))
		addends->block = plain;
	else if (is_special(plain, IR_THREAD_X))
		addends->thread = plain;
	return true;
}

/* The two parts of the grid-wide index belong together, in any order within the sum. */
static const char *
why_not_sum(struct search *search, const struct ir_expr *sum)
{
	struct addends addends = {0};
	const char *why = NULL;
	const bool has_index = collect_addends(sum, 0, &addends) && addends.block && addends.thread;
	if (!has_index) {
		why = why_not_expr(search, sum->a);
		return why ? why : why_not_expr(search, sum->b);
	}
	for (unsigned i = 0; i < addends.count && !why; i++)
		if (addends.items[i] != addends.block && addends.items[i] != addends.thread)
			why = why_not_expr(search, addends.items[i]);
	return why;
}

/* ---- dependences on the block ------------------------------------------------------------------------------------ */

static const char *
why_not_special(enum ir_special special)
{
	switch (special) {
	case IR_THREAD_X: return "it uses threadIdx.x for more than the global thread index";
	case IR_BLOCK_X: return "it uses blockIdx.x for more than the global thread index";
	case IR_BLOCK_DIM_X: return "it uses blockDim.x for more than the global thread index";
	case IR_GRID_DIM_X: return "it reads gridDim.x";
	default: return NULL; /* a one-dimensional grid has a single value of the others */
	}
}

static const char *
why_not_builtin(enum ir_builtin builtin)
{
	switch (builtin) {
	case IR_BUILTIN___syncthreads:
	case IR_BUILTIN___syncthreads_count:
	case IR_BUILTIN___syncthreads_and:
	case IR_BUILTIN___syncthreads_or:
	case IR_BUILTIN___gl_grid_sync: return "its threads synchronize";
	case IR_BUILTIN___threadfence: return NULL;
	case IR_BUILTIN___nanosleep: return "it reads a clock";
	case IR_BUILTIN___gl_matrix_load:
	case IR_BUILTIN___gl_matrix_store:
	case IR_BUILTIN___syncwarp: return "it uses warp-level operations";
	case IR_BUILTIN___gl_unknown:
	case IR_BUILTIN___gl_input: return "part of its code is unknown";
	default: break;
	}
	switch (ir_builtin_kind(builtin)) {
	case IR_BUILTIN_IS_CLOCK: return "it reads a clock";
	case IR_BUILTIN_IS_EXCHANGE:
	case IR_BUILTIN_IS_LANE: return "it uses warp-level operations";
	default: return NULL;
	}
}

static const char *
why_not_func(struct search *search, const struct ir_func *func)
{
	if (!func || !func->body || func->is_partial)
		return "it calls a function whose code is unknown";
	if (!pointer_set_add(&search->seen, func))
		return NULL;
	if (search->calls == DEEPEST_CALL)
		return "its calls are nested too deeply to follow";
	search->calls++;
	const char *why = why_not(search, (struct ir_node){.stmt = func->body});
	search->calls--;
	return why;
}

/* Judges the expression without its operands. */
static const char *
why_not_itself(struct search *search, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_SPECIAL: return why_not_special(e->special);
	case IR_BUILTIN: return why_not_builtin(e->builtin);
	case IR_CALL:
	case IR_CALL_POINTER:
		/* The value of a texture access is unknown, but depends only on its coordinates. */
		if (e->func && is_texture_access(e->func))
			return NULL;
		return why_not_func(search, e->func);
	case IR_VAR:
		return e->var->storage == IR_STORAGE_SHARED || e->var->storage == IR_STORAGE_SHARED_DYNAMIC
		               ? "it uses shared memory"
		               : NULL;
	case IR_LAUNCH: return "it launches kernels";
	case IR_UNKNOWN: return "part of its code is unknown";
	default: return NULL;
	}
}

static const char *
why_not(struct search *search, struct ir_node node)
{
	if (search->depth == IR_DEEPEST)
		return "its code is nested too deeply to follow";
	if (node.stmt && node.stmt->kind == IR_STMT_UNKNOWN)
		return "part of its code is unknown";
	if (node.expr && is_product(node.expr, IR_GRID_DIM_X, IR_BLOCK_DIM_X))
		return NULL;
	search->depth++;
	const bool is_a_sum = node.expr && is_sum(node.expr);
	const char *why = is_a_sum    ? why_not_sum(search, node.expr)
	                  : node.expr ? why_not_itself(search, node.expr)
	                              : NULL;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; !is_a_sum && !why && ir_next_part(&parts, &part);)
		why = why_not(search, part);
	search->depth--;
	return why;
}

const char *
why_not_by_index(const struct ir_func *kernel)
{
	struct search search = {0};
	const char *why = why_not_func(&search, kernel);
	pointer_set_free(&search.seen);
	return why;
}
