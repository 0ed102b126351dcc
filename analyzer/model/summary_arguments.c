/* Which of the kernel's arguments determine an index. */
#include <stdio.h>
#include <string.h>

#include "ir/walk.h"
#include "model/summary.h"

enum { MOST_PARAMS = 4, MOST_SEEN = 16 };

/* The kernel's integer parameters that an index depends on, followed through local variables. */
struct trail {
	const struct ir_stmt *body; /* of the kernel or of a called function; NULL: not available */
	const struct ir_var *params[MOST_PARAMS];
	bool multiplied[MOST_PARAMS]; /* the parameter is a factor of a product */
	size_t count;
	unsigned products; /* products around the current expression */
	const struct ir_var *seen[MOST_SEEN];
	size_t seen_count;
	size_t *visits; /* statements that may still be visited, for all sites together */
};

static void follow_assignments(struct trail *trail, const struct ir_stmt *s, const struct ir_var *var);

static void
note_param(struct trail *trail, const struct ir_var *var)
{
	trail->multiplied[trail->count] = trail->products;
	trail->params[trail->count++] = var;
}

static void
follow_variable(struct trail *trail, const struct ir_var *var)
{
	for (size_t i = 0; i < trail->seen_count; i++)
		if (trail->seen[i] == var)
			return;
	if (trail->seen_count >= MOST_SEEN)
		return;
	trail->seen[trail->seen_count++] = var;
	if (var->storage == IR_STORAGE_PARAM && var->type->kind == IR_TYPE_INT)
		note_param(trail, var);
	else if (var->storage == IR_STORAGE_LOCAL)
		follow_assignments(trail, trail->body, var);
}

static void
follow(struct trail *trail, const struct ir_expr *e)
{
	if (!e || trail->count >= MOST_PARAMS)
		return;
	if (e->kind == IR_LOAD && e->a->kind == IR_VAR) {
		follow_variable(trail, e->a->var);
		return;
	}
	const bool is_product = e->kind == IR_BINARY && (e->op == IR_MUL || e->op == IR_SHL);
	trail->products += is_product;
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		follow(trail, part.expr);
	trail->products -= is_product;
}

static void
follow_assignment(struct trail *trail, const struct ir_expr *e, const struct ir_var *var)
{
	if (!e)
		return;
	if ((e->kind == IR_STORE || e->kind == IR_UPDATE) && e->a->kind == IR_VAR && e->a->var == var)
		follow(trail, e->b);
	if (e->kind == IR_COMMA) {
		follow_assignment(trail, e->a, var);
		follow_assignment(trail, e->b, var);
	}
}

static void
follow_assignments(struct trail *trail, const struct ir_stmt *s, const struct ir_var *var)
{
	if (!s || !*trail->visits)
		return;
	--*trail->visits;
	follow_assignment(trail, s->kind == IR_STMT_EXPR ? s->expr : NULL, var);
	if (s->kind == IR_STMT_LOOP)
		follow_assignment(trail, s->step, var);
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		follow_assignments(trail, part.stmt, var);
}

bool
summary_steps_by_arbitrary(struct summary *t, const struct ir_func *func, const struct ir_expr *index)
{
	struct trail trail = {.body = func ? func->body : NULL, .visits = &t->visits};
	follow(&trail, index);
	for (size_t i = 0; i < trail.count; i++)
		for (size_t a = 0; trail.multiplied[i] && a < t->launch->data.argument_count; a++)
			if (t->launch->data.arguments[a].is_arbitrary &&
			    !strcmp(t->launch->data.arguments[a].name, trail.params[i]->name))
				return true;
	return false;
}

const char *
summary_arguments(struct summary *t, const struct ir_func *func, const struct ir_expr *index)
{
	struct trail trail = {.body = func ? func->body : NULL, .visits = &t->visits};
	char text[256] = "";
	size_t used = 0;
	follow(&trail, index);
	for (size_t i = 0; i < trail.count; i++) {
		for (size_t a = 0; a < t->launch->data.argument_count; a++) {
			const struct named_value *v = &t->launch->data.arguments[a];
			if (strcmp(v->name, trail.params[i]->name) || !v->is_integer)
				continue;
			const int n = snprintf(text + used, sizeof text - used, "%s%s = %s", used ? ", " : ": ",
			                       v->name, v->text);
			if (n > 0 && used + (size_t)n < sizeof text)
				used += (size_t)n;
		}
	}
	if (!used)
		return "";
	if (t->launch->origin == LAUNCH_SOURCE && t->launch->place.line)
		return arena_printf(t->arena, "%s (launch at line %u)", text, t->launch->place.line);
	return arena_strdup(t->arena, text);
}
