#include "model/tails.h"

#include <stdlib.h>

#include "ir/walk.h"
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
		if (s->stmt_count)
			find_ends(ends, s->stmts[s->stmt_count - 1], depth + 1);
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
pair_sides(struct tails *tails, const struct ir_stmt *branch, unsigned depth)
{
	struct ends then = {.count = 0}, otherwise = {.count = 0};
	find_ends(&then, branch->then, depth);
	find_ends(&otherwise, branch->otherwise, depth);
	for (unsigned i = 0; i < then.count; i++) {
		for (unsigned j = 0; j < otherwise.count; j++) {
			const struct ir_expr *a = then.stores[i], *b = otherwise.stores[j];
			if (a->type->size != b->type->size || root_of(a->a) != root_of(b->a))
				continue;
			note(tails, a);
			note(tails, b);
		}
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
