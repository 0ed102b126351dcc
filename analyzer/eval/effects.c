/* What a piece of code may do, whether or not any lane ran it just now: to memory, as the compiler has to reckon with it,
 * to the random generators of the process, or to the device. */
#include <string.h>

#include "eval/machine.h"

enum { DEEPEST = 64, CALL_DEPTH = 8 };

/* Whether an expression has the effect by itself, its operands and the body of what it calls apart. */
typedef bool (*effect)(const struct ir_expr *e);

static bool stmt_has(effect has, const struct ir_stmt *s, unsigned depth);

static bool
expr_has(effect has, const struct ir_expr *e, unsigned depth)
{
	if (!e)
		return false;
	if (depth > DEEPEST || has(e))
		return true;
	if (e->kind == IR_CALL && stmt_has(has, e->func->body, depth + CALL_DEPTH))
		return true;
	if (e->kind == IR_STATEMENTS && stmt_has(has, e->body, depth + 1))
		return true;
	if (expr_has(has, e->a, depth + 1) || expr_has(has, e->b, depth + 1) || expr_has(has, e->c, depth + 1))
		return true;
	for (uint32_t i = 0; i < e->arg_count; i++)
		if (expr_has(has, e->args[i], depth + 1))
			return true;
	return false;
}

static bool
stmt_has(effect has, const struct ir_stmt *s, unsigned depth)
{
	if (!s)
		return false;
	if (depth > DEEPEST)
		return true;
	switch (s->kind) {
	case IR_STMT_BLOCK:
	case IR_STMT_SWITCH:
		for (uint32_t i = 0; i < s->stmt_count; i++)
			if (stmt_has(has, s->stmts[i], depth + 1))
				return true;
		break;
	case IR_STMT_IF:
		if (stmt_has(has, s->then, depth + 1) || stmt_has(has, s->otherwise, depth + 1))
			return true;
		break;
	case IR_STMT_LOOP:
		if (stmt_has(has, s->body, depth + 1) || expr_has(has, s->step, depth))
			return true;
		break;
	case IR_STMT_UNKNOWN:
		return true;
	case IR_STMT_DECLARE:
	case IR_STMT_BREAK:
	case IR_STMT_CONTINUE:
		return false;
	default:
		break;
	}
	return expr_has(has, s->expr, depth);
}

/* ---- memory ---- */

static bool
builtin_clobbers(enum ir_builtin id)
{
	switch (id) {
	case IR_BUILTIN___syncthreads: case IR_BUILTIN___syncwarp: case IR_BUILTIN___gl_grid_sync:
	case IR_BUILTIN___syncthreads_count: case IR_BUILTIN___syncthreads_and: case IR_BUILTIN___syncthreads_or:
	case IR_BUILTIN___threadfence: case IR_BUILTIN___threadfence_block: case IR_BUILTIN___threadfence_system:
	case IR_BUILTIN___stwb: case IR_BUILTIN___stcg: case IR_BUILTIN___stcs: case IR_BUILTIN___stwt:
	case IR_BUILTIN___gl_async_copy: case IR_BUILTIN___gl_async_wait: case IR_BUILTIN___gl_matrix_store:
	case IR_BUILTIN_memset: case IR_BUILTIN_memcpy: case IR_BUILTIN_memmove:
		return true;
	default:
		return id >= IR_BUILTIN_atomicAdd && id <= IR_BUILTIN_atomicXor;
	}
}

/* Whether an address is a local variable's, which nobody else can name. */
static bool
is_local(const struct ir_expr *address)
{
	while (address->kind == IR_FIELD || address->kind == IR_OFFSET)
		address = address->a;
	return address->kind == IR_VAR &&
	       (address->var->storage == IR_STORAGE_LOCAL || address->var->storage == IR_STORAGE_PARAM);
}

static bool
clobbers(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_STORE: case IR_UPDATE: case IR_COPY: case IR_ZERO: return !is_local(e->a);
	case IR_BUILTIN: return builtin_clobbers(e->builtin);
	case IR_CALL: return !e->func->body;
	case IR_CALL_POINTER: return true;
	default: return false;
	}
}

bool
stmt_clobbers(struct machine *m, const struct ir_stmt *s)
{
	struct effect_entry *entry = &m->effects[((uintptr_t)s >> 4) % EFFECT_ENTRIES];
	if (entry->stmt != s)
		*entry = (struct effect_entry){s, stmt_has(clobbers, s, 0)};
	return entry->clobbers;
}

static bool
is_impure(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_LAUNCH: case IR_UNKNOWN: return true;
	case IR_BUILTIN: return e->builtin < IR_BUILTIN_abs || e->builtin > IR_BUILTIN___gl_saturate;
	default: return clobbers(e);
	}
}

bool
func_is_pure(const struct ir_func *func)
{
	return func->body && !stmt_has(is_impure, func->body, 0);
}

/* ---- random generators ---- */

static bool
draws(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_BUILTIN:
		switch (e->builtin) {
		case IR_BUILTIN_rand: case IR_BUILTIN_srand: case IR_BUILTIN_random: case IR_BUILTIN_srandom:
		case IR_BUILTIN_drand48: case IR_BUILTIN_lrand48: case IR_BUILTIN_mrand48: case IR_BUILTIN_srand48:
			return true;
		default:
			return false;
		}
	case IR_CALL: return call_may_draw(e->func);
	case IR_CALL_POINTER: return true;
	default: return false;
	}
}

bool
call_may_draw(const struct ir_func *func)
{
	return !func->body && !func->is_library;
}

bool
stmt_draws(const struct ir_stmt *s)
{
	return stmt_has(draws, s, 0);
}

/* ---- the device ---- */

static bool
reaches_device(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_LAUNCH: case IR_CALL_POINTER: return true;
	case IR_BUILTIN: return !strncmp(ir_builtin_name(e->builtin), "cuda", 4);
	default: return false;
	}
}

bool
stmt_reaches_device(const struct ir_stmt *s)
{
	return stmt_has(reaches_device, s, 0);
}
