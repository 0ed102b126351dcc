/* What a piece of code may do to memory, whether or not any lane ran it just now: the compiler has to reckon with it. */
#include "eval/machine.h"

enum { DEEPEST = 64 };

static bool expr_clobbers(const struct ir_expr *e, unsigned depth);

static bool
func_clobbers(const struct ir_func *func, unsigned depth)
{
	return !func->body || stmt_clobbers_within(func->body, depth + 8);
}

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
expr_clobbers(const struct ir_expr *e, unsigned depth)
{
	if (!e)
		return false;
	if (depth > DEEPEST)
		return true;
	switch (e->kind) {
	case IR_STORE: case IR_UPDATE: case IR_COPY: case IR_ZERO:
		if (!is_local(e->a))
			return true;
		break;
	case IR_BUILTIN:
		if (builtin_clobbers(e->builtin))
			return true;
		break;
	case IR_CALL:
		if (func_clobbers(e->func, depth))
			return true;
		break;
	case IR_CALL_POINTER:
		return true;
	case IR_STATEMENTS:
		if (stmt_clobbers_within(e->body, depth + 1))
			return true;
		break;
	default:
		break;
	}
	if (expr_clobbers(e->a, depth + 1) || expr_clobbers(e->b, depth + 1) || expr_clobbers(e->c, depth + 1))
		return true;
	for (uint32_t i = 0; i < e->arg_count; i++)
		if (expr_clobbers(e->args[i], depth + 1))
			return true;
	return false;
}

bool
stmt_clobbers_within(const struct ir_stmt *s, unsigned depth)
{
	if (!s)
		return false;
	if (depth > DEEPEST)
		return true;
	switch (s->kind) {
	case IR_STMT_BLOCK:
	case IR_STMT_SWITCH:
		for (uint32_t i = 0; i < s->stmt_count; i++)
			if (stmt_clobbers_within(s->stmts[i], depth + 1))
				return true;
		break;
	case IR_STMT_IF:
		if (stmt_clobbers_within(s->then, depth + 1) || stmt_clobbers_within(s->otherwise, depth + 1))
			return true;
		break;
	case IR_STMT_LOOP:
		if (stmt_clobbers_within(s->body, depth + 1) || expr_clobbers(s->step, depth))
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
	return expr_clobbers(s->expr, depth);
}

bool
stmt_clobbers(struct machine *m, const struct ir_stmt *s)
{
	struct effect_entry *entry = &m->effects[((uintptr_t)s >> 4) % EFFECT_ENTRIES];
	if (entry->stmt != s)
		*entry = (struct effect_entry){s, stmt_clobbers_within(s, 0)};
	return entry->clobbers;
}
