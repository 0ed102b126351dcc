#include "model/tails.h"

#include <stdlib.h>

#include "ir/walk.h"
#include "model/linear.h"
#include "support/memory.h"

enum { DEEPEST = 200, MOST_ENDS = 16 };

/* The stores with which a statement ends, whichever way it goes. */
struct ends {
	const struct ir_expr *stores[MOST_ENDS];
	unsigned count;
};

static void
add_end(struct ends *ends, const struct ir_expr *e)
{
	const bool stores = e && (e->kind == IR_STORE || e->kind == IR_UPDATE || e->kind == IR_COPY);
	if (stores && e->a->kind != IR_VAR && ends->count < MOST_ENDS)
		ends->stores[ends->count++] = e;
}

static bool
is_own(const struct ir_expr *address)
{
	return address->kind == IR_VAR &&
	       (address->var->storage == IR_STORAGE_LOCAL || address->var->storage == IR_STORAGE_PARAM);
}

/* Whether it is to a variable of the function's own, or to a part of one. */
static bool
is_of_own(const struct ir_stmt *s)
{
	const struct ir_expr *e = s->kind == IR_STMT_EXPR && (s->expr->kind == IR_STORE || s->expr->kind == IR_COPY) ? s->expr->a : NULL;
	while (e && (e->kind == IR_FIELD || e->kind == IR_OFFSET))
		e = e->a;
	return s->kind == IR_STMT_DECLARE || (e && is_own(e));
}

/* Behind it variables may be set. NULL: there is none. */
static const struct ir_stmt *
last_of(const struct ir_stmt *block)
{
	uint32_t count = block->stmt_count;
	while (count > 1 && is_of_own(block->stmts[count - 1]))
		count--;
	return count ? block->stmts[count - 1] : NULL;
}

static void
find_ends(struct ends *ends, const struct ir_stmt *s, unsigned depth)
{
	if (!s || depth > DEEPEST)
		return;
	switch (s->kind) {
	case IR_STMT_EXPR:
		add_end(ends, s->expr);
		break;
	case IR_STMT_BLOCK:
		find_ends(ends, last_of(s), depth + 1);
		break;
	case IR_STMT_IF:
		find_ends(ends, s->otherwise ? s->then : NULL, depth + 1);
		find_ends(ends, s->otherwise, depth + 1);
		break;
	default:
		break;
	}
}

/* The variable that an address begins with: an array, or a pointer. */
static const struct ir_var *
root_of(const struct ir_expr *e)
{
	while (e && e->kind != IR_VAR)
		e = e->a;
	return e ? e->var : NULL;
}

static void
note(struct tails *tails, const struct ir_expr *store)
{
	/* A copy's store is told by the address that it goes to. */
	const struct ir_expr *site = store->kind == IR_COPY ? store->a : store;
	if (!tails_has(tails, site))
		memory_push(tails->sites, tails->count, tails->capacity, site);
}

static void
pair_ends(struct tails *tails, const struct ends *then, const struct ends *otherwise)
{
	for (unsigned i = 0; i < then->count; i++) {
		for (unsigned j = 0; j < otherwise->count; j++) {
			const struct ir_expr *a = then->stores[i], *b = otherwise->stores[j];
			if (a->type->size != b->type->size || root_of(a->a) != root_of(b->a))
				continue;
			note(tails, a);
			note(tails, b);
		}
	}
}

static void
pair_sides(struct tails *tails, const struct ir_stmt *branch, unsigned depth)
{
	struct ends then = {.count = 0}, otherwise = {.count = 0};
	find_ends(&then, branch->then, depth);
	find_ends(&otherwise, branch->otherwise, depth);
	pair_ends(tails, &then, &otherwise);
}

static bool
is_shared(const struct ir_expr *address)
{
	const struct ir_var *root = root_of(address);
	return root && (root->storage == IR_STORAGE_SHARED || root->storage == IR_STORAGE_SHARED_DYNAMIC);
}

/* Whether an expression by itself accesses memory of the store's kind, or may. */
static bool
stops(const struct ir_expr *e, const struct ir_expr *store)
{
	switch (e->kind) {
	case IR_CALL: case IR_CALL_POINTER: case IR_BUILTIN: case IR_UNKNOWN:
		return true;
	case IR_LOAD: case IR_STORE: case IR_UPDATE: case IR_COPY:
		return !is_own(e->a) && is_shared(e->a) == is_shared(store->a);
	default:
		return false;
	}
}

/* Whether the store may not be moved across the code. */
static bool
stops_store(struct ir_node node, const struct ir_expr *store, unsigned depth)
{
	const struct ir_stmt *s = node.stmt;
	if (depth > DEEPEST || (node.expr && stops(node.expr, store)))
		return true;
	if (s && s->kind != IR_STMT_EXPR && s->kind != IR_STMT_DECLARE && s->kind != IR_STMT_BLOCK && s->kind != IR_STMT_IF)
		return true;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (stops_store(part, store, depth + 1))
			return true;
	return false;
}

static const struct ir_expr *
store_of(const struct ir_stmt *s)
{
	const bool stores = s->kind == IR_STMT_EXPR && (s->expr->kind == IR_STORE || s->expr->kind == IR_UPDATE);
	return stores && !is_own(s->expr->a) ? s->expr : NULL;
}

/* The store that is all that the only side of a branch does to memory; NULL: there is none. */
static const struct ir_expr *
only_store(const struct ir_stmt *branch, unsigned depth)
{
	if (branch->kind != IR_STMT_IF || branch->otherwise)
		return NULL;
	const struct ir_stmt *side = branch->then, *last = side;
	while (last->kind == IR_STMT_BLOCK && last->stmt_count)
		last = last->stmts[last->stmt_count - 1];
	const struct ir_expr *store = store_of(last);
	if (!store || stops_store((struct ir_node){.expr = branch->expr}, store, depth) ||
	    stops_store((struct ir_node){.expr = store->b}, store, depth))
		return NULL;
	for (; side != last; side = side->stmts[side->stmt_count - 1])
		for (uint32_t i = 0; i + 1 < side->stmt_count; i++)
			if (stops_store((struct ir_node){.stmt = side->stmts[i]}, store, depth))
				return NULL;
	return store;
}

/* A branch whose side stores where there was a store before: that one becomes the other side's. */
static void
pair_with_store_before(struct tails *tails, const struct ir_stmt *block, uint32_t at, unsigned depth)
{
	const struct ir_expr *store = only_store(block->stmts[at], depth);
	for (uint32_t i = at; store && i > 0; i--) {
		const struct ir_stmt *before = block->stmts[i - 1];
		const struct ir_expr *in_order = store_of(before), *former = in_order ? in_order : only_store(before, depth);
		const bool same = former && same_expr(former->a, store->a);
		if (same) {
			note(tails, former);
			note(tails, store);
		}
		if (same ? in_order != NULL : stops_store((struct ir_node){.stmt = before}, store, depth))
			return;
	}
}

/* A side that returns, and the rest of the function. */
static void
pair_with_end(struct tails *tails, const struct ir_stmt *side, const struct ends *end, unsigned depth)
{
	struct ends stores = {.count = 0};
	const bool returns = side->kind == IR_STMT_BLOCK && side->stmt_count > 1 &&
	                     side->stmts[side->stmt_count - 1]->kind == IR_STMT_RETURN;
	if (!returns)
		return;
	find_ends(&stores, side->stmts[side->stmt_count - 2], depth);
	pair_ends(tails, &stores, end);
}

static void
pair_in_block(struct tails *tails, const struct ir_stmt *block, unsigned depth)
{
	struct ends end = {.count = 0};
	find_ends(&end, block, depth);
	for (uint32_t i = 0; i < block->stmt_count; i++) {
		const struct ir_stmt *s = block->stmts[i];
		if (s->kind != IR_STMT_IF || s->otherwise)
			continue;
		pair_with_store_before(tails, block, i, depth);
		pair_with_end(tails, s->then, &end, depth);
	}
}

static void
walk(struct tails *tails, const struct ir_stmt *s, unsigned depth)
{
	if (!s || depth > DEEPEST)
		return;
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		walk(tails, part.stmt, depth + 1);
	if (s->kind == IR_STMT_IF && s->otherwise)
		pair_sides(tails, s, depth);
	if (s->kind == IR_STMT_BLOCK)
		pair_in_block(tails, s, depth);
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
