#include "model/twins.h"

#include "ir/constant.h"
#include "ir/walk.h"
#include "model/linear.h"

enum { DEEPEST = 200, MOST_LOADS = 64 };

/* What a side of a branch loads, but in loops of its own. */
struct side {
	const struct ir_expr *loads[MOST_LOADS];
	unsigned count;
};

/* The address that an expression loads from; NULL: it is no load, or one of a variable of the thread's own. */
static const struct ir_expr *
loaded_from(const struct ir_expr *e)
{
	if (e->kind == IR_BUILTIN && e->builtin == IR_BUILTIN___ldg && e->arg_count)
		return e->args[0];
	if (e->kind != IR_LOAD && e->kind != IR_UPDATE)
		return NULL;
	const bool is_own = e->a->kind == IR_VAR &&
	                    (e->a->var->storage == IR_STORAGE_LOCAL || e->a->var->storage == IR_STORAGE_PARAM);
	return is_own ? NULL : e->a;
}

static void
find_loads(struct side *side, struct ir_node node, unsigned depth)
{
	if (depth > DEEPEST || side->count == MOST_LOADS || (node.stmt && node.stmt->kind == IR_STMT_LOOP))
		return;
	if (node.expr && loaded_from(node.expr))
		side->loads[side->count++] = node.expr;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; side->count < MOST_LOADS && ir_next_part(&parts, &part);)
		find_loads(side, part, depth + 1);
}

static void
pair(struct twins *twins, const struct ir_expr *a, const struct ir_expr *b)
{
	pointer_set_add(&twins->loads, a);
	pointer_set_add(&twins->loads, b);
}

static void
pair_same_addresses(struct twins *twins, struct ir_node then, struct ir_node otherwise)
{
	struct side a = {.count = 0}, b = {.count = 0};
	find_loads(&a, then, 0);
	find_loads(&b, otherwise, 0);
	for (unsigned i = 0; i < a.count; i++)
		for (unsigned j = 0; j < b.count; j++)
			if (same_expr(loaded_from(a.loads[i]), loaded_from(b.loads[j])))
				pair(twins, a.loads[i], b.loads[j]);
}

/* Values that are computed alike are computed behind the branch, from whichever of both was loaded. */
static void
pair_values(struct twins *twins, const struct ir_expr *a, const struct ir_expr *b, unsigned depth)
{
	if (!a || !b || depth > DEEPEST || a->type->size != b->type->size)
		return;
	if (loaded_from(a) && loaded_from(b)) {
		pair(twins, a, b);
	} else if (a->kind == b->kind && (a->kind == IR_CONVERT || a->kind == IR_UNARY || a->kind == IR_BINARY) && a->op == b->op) {
		pair_values(twins, a->a, b->a, depth + 1);
		pair_values(twins, a->b, b->b, depth + 1);
	}
}

/* The value that a side ends with storing, or NULL. */
static const struct ir_expr *
last_value(const struct ir_stmt *s)
{
	while (s && s->kind == IR_STMT_BLOCK)
		s = s->stmt_count ? s->stmts[s->stmt_count - 1] : NULL;
	return s && s->kind == IR_STMT_EXPR && s->expr->kind == IR_STORE ? s->expr->b : NULL;
}

static void
pair_branch(struct twins *twins, struct ir_node node)
{
	int64_t known;
	const struct ir_stmt *s = node.stmt;
	const struct ir_expr *e = node.expr;
	if (s && s->kind == IR_STMT_IF && s->otherwise && !ir_is_constant(s->expr, &known)) {
		pair_same_addresses(twins, (struct ir_node){.stmt = s->then}, (struct ir_node){.stmt = s->otherwise});
		pair_values(twins, last_value(s->then), last_value(s->otherwise), 0);
	} else if (e && e->kind == IR_CONDITIONAL && !ir_is_constant(e->a, &known)) {
		pair_same_addresses(twins, (struct ir_node){.expr = e->b}, (struct ir_node){.expr = e->c});
		pair_values(twins, e->b, e->c, 0);
	}
}

static void
walk(struct twins *twins, struct ir_node node, unsigned depth)
{
	if (depth > DEEPEST)
		return;
	pair_branch(twins, node);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		walk(twins, part, depth + 1);
}

void
twins_find(struct twins *twins, const struct ir_func *func)
{
	if (twins->func == func)
		return;
	twins_free(twins);
	twins->func = func;
	walk(twins, (struct ir_node){.stmt = func->body}, 0);
}

void
twins_free(struct twins *twins)
{
	pointer_set_free(&twins->loads);
}

bool
twins_has(const struct twins *twins, const struct ir_expr *load)
{
	return pointer_set_has(&twins->loads, load);
}
