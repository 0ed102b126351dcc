#include "code/tails.h"

#include <stdlib.h>

#include "code/linear.h"
#include "code/ways.h"
#include "ir/member.h"
#include "ir/walk.h"
#include "support/memory.h"

static bool
is_own(const struct ir_expr *address)
{
	return address->kind == IR_VAR &&
	       (address->var->storage == IR_STORAGE_LOCAL || address->var->storage == IR_STORAGE_PARAM);
}

static void
note(struct tails *tails, const struct ir_expr *store)
{
	if (!tails_has(tails, store))
		memory_push(tails->sites, tails->count, tails->capacity, store);
}

/* Whether an expression by itself accesses memory of the store's kind, or may. */
static bool
stops(const struct ir_expr *e, const struct ir_expr *store)
{
	switch (e->kind) {
	case IR_CALL: case IR_CALL_POINTER: case IR_BUILTIN: case IR_UNKNOWN:
		return true;
	case IR_LOAD: case IR_STORE: case IR_UPDATE: case IR_COPY:
		return !is_own(e->a) && ir_is_in_shared(e->a) == ir_is_in_shared(store->a);
	default:
		return false;
	}
}

static bool
node_stops(const void *store, struct ir_node node)
{
	const struct ir_stmt *s = node.stmt;
	if (s)
		return s->kind != IR_STMT_EXPR && s->kind != IR_STMT_DECLARE && s->kind != IR_STMT_BLOCK && s->kind != IR_STMT_IF;
	return node.expr && stops(node.expr, store);
}

/* Whether the store may not be moved across the code. */
static bool
stops_store(struct ir_node code, const struct ir_expr *store)
{
	return ir_any(code, node_stops, store);
}

static const struct ir_expr *
store_of(const struct ir_stmt *s)
{
	const bool stores = s->kind == IR_STMT_EXPR && (s->expr->kind == IR_STORE || s->expr->kind == IR_UPDATE);
	return stores && !is_own(s->expr->a) && !s->expr->type->is_volatile ? s->expr : NULL;
}

/* The store that is all that the only side of a branch does to memory; NULL: there is none. */
static const struct ir_expr *
only_store(const struct ir_stmt *branch)
{
	if (branch->kind != IR_STMT_IF || branch->otherwise)
		return NULL;
	const struct ir_stmt *side = branch->then, *last = side;
	while (last->kind == IR_STMT_BLOCK && last->stmt_count)
		last = last->stmts[last->stmt_count - 1];
	const struct ir_expr *store = store_of(last);
	if (!store || stops_store((struct ir_node){.expr = branch->expr}, store) ||
	    stops_store((struct ir_node){.expr = store->b}, store))
		return NULL;
	for (; side != last; side = side->stmts[side->stmt_count - 1])
		for (uint32_t i = 0; i + 1 < side->stmt_count; i++)
			if (stops_store((struct ir_node){.stmt = side->stmts[i]}, store))
				return NULL;
	return store;
}

/* What stands behind a branch that some leave by is its other side. */
static const struct ir_expr *
store_behind(const struct ir_stmt *block, uint32_t at)
{
	const struct ir_stmt *branch = block->stmts[at];
	const bool leaves = branch->kind == IR_STMT_IF && !branch->otherwise && side_jumps_off(branch->then);
	const struct ir_expr *store = leaves && at + 1 < block->stmt_count ? store_of(block->stmts[at + 1]) : NULL;
	if (!store || stops_store((struct ir_node){.expr = branch->expr}, store) ||
	    stops_store((struct ir_node){.expr = store->b}, store))
		return NULL;
	return store;
}

/* A branch whose side stores where there was a store before: that one becomes the other side's. */
static void
pair_with_store_before(struct tails *tails, const struct ir_stmt *block, uint32_t at)
{
	const struct ir_expr *on_side = only_store(block->stmts[at]), *store = on_side ? on_side : store_behind(block, at);
	for (uint32_t i = at; store && i > 0; i--) {
		const struct ir_stmt *before = block->stmts[i - 1];
		const struct ir_expr *in_order = store_of(before), *former = in_order ? in_order : only_store(before);
		const bool same = former && same_expr(former->a, store->a);
		if (same) {
			note(tails, former);
			note(tails, store);
		}
		if (same ? in_order != NULL : stops_store((struct ir_node){.stmt = before}, store))
			return;
	}
}

static void
walk(struct tails *tails, const struct ir_stmt *s, unsigned depth)
{
	if (!s || depth > IR_DEEPEST)
		return;
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		walk(tails, part.stmt, depth + 1);
	for (uint32_t i = 0; s->kind == IR_STMT_BLOCK && i < s->stmt_count; i++)
		pair_with_store_before(tails, s, i);
}

void
tails_find(struct tails *tails, const struct ir_func *func)
{
	if (tails->func == func)
		return;
	tails->func = func;
	tails->count = 0;
	walk(tails, func->body, 0);
}

void
tails_free(struct tails *tails)
{
	free(tails->sites);
}

bool
tails_has(const struct tails *tails, const struct ir_expr *site)
{
	for (size_t i = 0; i < tails->count; i++)
		if (tails->sites[i] == site)
			return true;
	return false;
}
