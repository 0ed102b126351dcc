#include "analysis/effects.h"

#include <string.h>

#include "analysis/restrict.h"
#include "ir/walk.h"
#include "support/pointer_set.h"

/* Whether an expression itself has the effect, without its operands and the bodies of called functions. */
typedef bool (*effect)(const struct ir_expr *e);

struct search {
	effect has;
	struct pointer_set seen; /* functions whose bodies were visited */
	unsigned depth;
};

static bool in_node(struct search *search, struct ir_node node);

static bool
in_body(struct search *search, const struct ir_func *func)
{
	return func->body && pointer_set_add(&search->seen, func) &&
	       in_node(search, (struct ir_node){.stmt = func->body});
}

static bool
in_itself(struct search *search, struct ir_node node)
{
	if (node.stmt)
		return node.stmt->kind == IR_STMT_UNKNOWN;
	return search->has(node.expr) || (node.expr->kind == IR_CALL && in_body(search, node.expr->func));
}

static bool
in_node(struct search *search, struct ir_node node)
{
	if (search->depth > IR_DEEPEST)
		return true;
	search->depth++;
	bool found = in_itself(search, node);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; !found && ir_next_part(&parts, &part);)
		found = in_node(search, part);
	search->depth--;
	return found;
}

static bool
node_has(effect has, struct ir_node node)
{
	struct search search = {.has = has};
	const bool found = in_node(&search, node);
	pointer_set_free(&search.seen);
	return found;
}

static bool
stmt_has(effect has, const struct ir_stmt *s)
{
	return s && node_has(has, (struct ir_node){.stmt = s});
}

static bool
expr_has(effect has, const struct ir_expr *e)
{
	return node_has(has, (struct ir_node){.expr = e});
}

/* ---- memory ---- */

static bool
builtin_clobbers(enum ir_builtin id)
{
	switch (id) {
	case IR_BUILTIN___gl_async_copy:
	case IR_BUILTIN___gl_async_wait:
	case IR_BUILTIN___gl_matrix_store:
	case IR_BUILTIN_memset:
	case IR_BUILTIN_memcpy:
	case IR_BUILTIN_memmove: return true;
	default: break;
	}
	const enum ir_builtin_kind kind = ir_builtin_kind(id);
	return kind == IR_BUILTIN_IS_BARRIER || kind == IR_BUILTIN_IS_STORE || kind == IR_BUILTIN_IS_ATOMIC;
}

bool
builtin_shows_stores(enum ir_builtin id)
{
	switch (ir_builtin_kind(id)) {
	case IR_BUILTIN_IS_EXCHANGE:
	case IR_BUILTIN_IS_LANE:
	case IR_BUILTIN_IS_CLOCK:
	case IR_BUILTIN_IS_SPACE:
	case IR_BUILTIN_IS_PURE: return false;
	default: return id != IR_BUILTIN___ldg && id != IR_BUILTIN___gl_texture_fetch;
	}
}

/* Stores to a local variable without escaped address do not count. */
static bool
clobbers(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_STORE:
	case IR_UPDATE:
	case IR_COPY:
	case IR_ZERO: return !ir_local_of_address(e->a);
	case IR_BUILTIN: return builtin_clobbers(e->builtin);
	case IR_CALL: return !e->func->body;
	case IR_CALL_POINTER: return true;
	case IR_UNKNOWN: return e->accesses_memory;
	default: return false;
	}
}

/* Loads through a `__restrict__` pointer do not count: they cannot observe stores through other pointers. */
static bool
shows_stores(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_LOAD:
	case IR_UPDATE: return !ir_local_of_address(e->a) && !restricted_base_of(e->a);
	case IR_COPY: return !ir_local_of_address(e->b) && !restricted_base_of(e->b);
	case IR_BUILTIN: return builtin_shows_stores(e->builtin);
	case IR_CALL: return !e->func->body;
	case IR_CALL_POINTER:
	case IR_UNKNOWN: return true;
	default: return false;
	}
}

static bool
may_order_threads(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_BUILTIN:
		return ir_builtin_kind(e->builtin) != IR_BUILTIN_IS_PURE &&
		       ir_builtin_kind(e->builtin) != IR_BUILTIN_IS_LOAD;
	case IR_CALL: return !e->func->body;
	case IR_CALL_POINTER:
	case IR_UNKNOWN: return true;
	default: return false;
	}
}

bool
stmt_may_order_threads(const struct ir_stmt *s)
{
	return stmt_has(may_order_threads, s);
}

bool
stmt_clobbers(const struct ir_stmt *s)
{
	return stmt_has(clobbers, s);
}

bool
stmt_shows_stores(const struct ir_stmt *s)
{
	return stmt_has(shows_stores, s);
}

bool
expr_shows_stores(const struct ir_expr *e)
{
	return expr_has(shows_stores, e);
}

static bool
is_impure(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_LAUNCH:
	case IR_UNKNOWN: return true;
	case IR_BUILTIN: return ir_builtin_kind(e->builtin) != IR_BUILTIN_IS_PURE;
	default: return clobbers(e);
	}
}

bool
func_is_pure(const struct ir_func *func)
{
	return func->body && !stmt_has(is_impure, func->body);
}

static bool
arguments_have_effects(const struct ir_expr *call)
{
	for (uint32_t i = 0; i < call->arg_count; i++)
		if (expr_has_effects(call->args[i]))
			return true;
	return false;
}

static bool
is_declared_before(const struct ir_stmt *block, uint32_t end, const struct ir_var *var)
{
	for (uint32_t i = 0; i < end; i++)
		if (block->stmts[i]->kind == IR_STMT_DECLARE && block->stmts[i]->var == var)
			return true;
	return false;
}

/* A statement expression has no effects if it only assigns its own variables. */
static bool
statements_have_effects(const struct ir_expr *e)
{
	const struct ir_stmt *block = e->body;
	if (block->kind != IR_STMT_BLOCK)
		return true;
	for (uint32_t i = 0; i < block->stmt_count; i++) {
		const struct ir_stmt *s = block->stmts[i];
		if (s->kind == IR_STMT_DECLARE)
			continue;
		const bool stores = s->kind == IR_STMT_EXPR && s->expr->kind == IR_STORE &&
		                    s->expr->a->kind == IR_VAR && is_declared_before(block, i, s->expr->a->var);
		if (!stores || expr_has_effects(s->expr->b))
			return true;
	}
	return expr_has_effects(e->a);
}

bool
expr_has_effects(const struct ir_expr *e)
{
	if (!e)
		return false;
	switch (e->kind) {
	case IR_CALL: return arguments_have_effects(e) || !func_is_pure(e->func);
	case IR_BUILTIN: return arguments_have_effects(e) || ir_builtin_kind(e->builtin) != IR_BUILTIN_IS_PURE;
	case IR_STATEMENTS: return statements_have_effects(e);
	case IR_INT:
	case IR_FLOAT:
	case IR_STRING:
	case IR_VAR:
	case IR_FUNC:
	case IR_SPECIAL: return false;
	case IR_LOAD:
	case IR_OFFSET:
	case IR_FIELD:
	case IR_POINTER_DIFF:
	case IR_UNARY:
	case IR_BINARY:
	case IR_CONVERT:
	case IR_AND:
	case IR_OR:
	case IR_CONDITIONAL: return expr_has_effects(e->a) || expr_has_effects(e->b) || expr_has_effects(e->c);
	default: return true;
	}
}

/* ---- random generators ---- */

static bool
draws(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_BUILTIN:
		switch (e->builtin) {
		case IR_BUILTIN_rand:
		case IR_BUILTIN_srand:
		case IR_BUILTIN_random:
		case IR_BUILTIN_srandom:
		case IR_BUILTIN_drand48:
		case IR_BUILTIN_lrand48:
		case IR_BUILTIN_mrand48:
		case IR_BUILTIN_srand48: return true;
		default: return false;
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
	return stmt_has(draws, s);
}

/* ---- the device ---- */

static bool
reaches_device(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_LAUNCH:
	case IR_CALL_POINTER: return true;
	case IR_BUILTIN: return !strncmp(ir_builtin_name(e->builtin), "cuda", 4);
	default: return false;
	}
}

bool
stmt_reaches_device(const struct ir_stmt *s)
{
	return stmt_has(reaches_device, s);
}

/* ---- floating point ---- */

static bool
is_real(const struct ir_expr *e)
{
	return e && e->type->kind == IR_TYPE_FLOAT;
}

static bool
decides_by_real(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_BINARY:
	case IR_CONVERT:
	case IR_UNARY: return is_real(e->a) && !is_real(e);
	case IR_AND:
	case IR_OR: return is_real(e->a) || is_real(e->b);
	case IR_CONDITIONAL: return is_real(e->a);
	case IR_BUILTIN:
		for (uint32_t i = 0; i < e->arg_count; i++)
			if (is_real(e->args[i]) && !is_real(e))
				return true;
		return false;
	default: return false;
	}
}

bool
stmt_decides_by_reals(const struct ir_stmt *s)
{
	return stmt_has(decides_by_real, s);
}
