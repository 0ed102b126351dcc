#include "analysis/recurrence.h"

#include "analysis/loop_test.h"
#include "ir/walk.h"

enum {
	MOST_NODES = 8000, /* visited nodes, for one access */
	MOST_LISTED = 128, /* of assignments, conditions, or variables */
	PASSES = 3,        /* of propagation between variables */
};

/* A condition that guards code, and the next outer one. */
struct guard {
	const struct ir_expr *condition;
	const struct guard *around; /* NULL: none in the loop */
};

/* `var = value`, or `var op= value`. */
struct assignment {
	const struct ir_var *var;
	const struct ir_expr *value;
	const struct guard *guard; /* the innermost condition that it depends on, or NULL */
	bool updates;
};

struct variables {
	const struct ir_var *items[MOST_LISTED];
	unsigned count;
};

struct body {
	struct assignment assignments[MOST_LISTED];
	struct guard guards[MOST_LISTED];
	unsigned assignment_count, guard_count, nodes;
	struct variables declared; /* new in each iteration */
	bool is_too_large;
};

static bool
has(const struct variables *variables, const struct ir_var *var)
{
	for (unsigned i = 0; i < variables->count; i++)
		if (variables->items[i] == var)
			return true;
	return false;
}

static void
add(struct variables *variables, const struct ir_var *var)
{
	if (!has(variables, var) && variables->count < MOST_LISTED)
		variables->items[variables->count++] = var;
}

/* A called function's result may depend on memory. */
static bool
asks_memory(const void *context, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	(void)context;
	return e && ((e->kind == IR_LOAD && !ir_local_of_address(e->a)) || e->kind == IR_CALL ||
	             (e->kind == IR_BUILTIN && e->builtin == IR_BUILTIN___ldg));
}

static bool
reads_one(const void *variables, struct ir_node node)
{
	const struct ir_var *var = node.expr && node.expr->kind == IR_LOAD ? ir_local_of_address(node.expr->a) : NULL;
	return var && has(variables, var);
}

static bool
reads(const struct ir_expr *e, const struct variables *variables)
{
	return e && ir_any((struct ir_node){.expr = e}, reads_one, variables);
}

static void list(struct body *body, struct ir_node node, const struct guard *guard, unsigned depth);

/* Called functions are part of the loop: their parameters are assigned the arguments. */
static void
list_call(struct body *body, const struct ir_expr *call, const struct guard *guard, unsigned depth)
{
	const struct ir_func *func = call->func;
	bool is_listed = false;
	for (uint32_t i = 0;
	     func->body && i < call->arg_count && i < func->param_count && body->assignment_count < MOST_LISTED; i++) {
		is_listed |= has(&body->declared, func->params[i]);
		add(&body->declared, func->params[i]);
		body->assignments[body->assignment_count++] =
			(struct assignment){func->params[i], call->args[i], guard, false};
	}
	if (func->body && !is_listed)
		list(body, (struct ir_node){.stmt = func->body}, guard, depth + 1);
}

static void
list(struct body *body, struct ir_node node, const struct guard *guard, unsigned depth)
{
	const struct ir_expr *e = node.expr;
	const struct ir_var *var =
		e && (e->kind == IR_STORE || e->kind == IR_UPDATE) ? ir_local_of_address(e->a) : NULL;
	body->is_too_large |=
		++body->nodes > MOST_NODES || depth >= IR_DEEPEST || body->assignment_count == MOST_LISTED;
	if (body->is_too_large)
		return;
	if (var)
		body->assignments[body->assignment_count++] =
			(struct assignment){var, e->b, guard, e->kind == IR_UPDATE};
	if (e && e->kind == IR_CALL)
		list_call(body, e, guard, depth);
	if (node.stmt && node.stmt->kind == IR_STMT_DECLARE)
		add(&body->declared, node.stmt->var);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		list(body, part, guard, depth + 1);
		/* The loop's own condition does not select between iterations. */
		if (part.expr && depth && ir_is_condition(node, part) && body->guard_count < MOST_LISTED) {
			body->guards[body->guard_count] = (struct guard){part.expr, guard};
			guard = &body->guards[body->guard_count++];
		}
	}
}

static bool
is_of_data(const struct ir_expr *e, const struct variables *of_data)
{
	return reads(e, of_data) || ir_any((struct ir_node){.expr = e}, asks_memory, NULL);
}

/* Whether the assignment's value or condition depends on data. */
static bool
assigns_data(const struct assignment *a, const struct variables *of_data)
{
	for (const struct guard *guard = a->guard; guard; guard = guard->around)
		if (is_of_data(guard->condition, of_data))
			return true;
	return is_of_data(a->value, of_data);
}

/* Adds variables that are computed from the set; of_data: or from memory. */
static void
spread(const struct body *body, struct variables *variables, bool of_data)
{
	for (unsigned pass = 0; pass < PASSES; pass++)
		for (unsigned i = 0; i < body->assignment_count; i++) {
			const struct assignment *a = &body->assignments[i];
			if (of_data ? assigns_data(a, variables) : reads(a->value, variables))
				add(variables, a->var);
		}
}

/* Whether each iteration computes the variable from its value in the previous one. */
static bool
is_handed_on(const struct body *body, const struct ir_var *var)
{
	struct variables of_it = {{var}, 1};
	if (has(&body->declared, var))
		return false;
	spread(body, &of_it, false);
	for (unsigned i = 0; i < body->assignment_count; i++) {
		const struct assignment *a = &body->assignments[i];
		if (a->var == var && !a->updates && !reads(a->value, &of_it))
			return false;
	}
	return true;
}

bool
is_recurrent(const struct ir_stmt *loop, const struct ir_expr *access)
{
	struct body body = {.is_too_large = false};
	struct variables of_data = {.count = 0}, carried = {.count = 0};
	const struct ir_stmt *exit = first_loop_exit(loop);
	const bool stores = access->kind == IR_STORE || access->kind == IR_UPDATE;
	list(&body, (struct ir_node){.stmt = loop}, NULL, 0);
	if (body.is_too_large || (!stores && access->kind != IR_LOAD))
		return false;
	spread(&body, &of_data, true);
	for (unsigned i = 0; i < of_data.count; i++)
		if (is_handed_on(&body, of_data.items[i]))
			add(&carried, of_data.items[i]);
	spread(&body, &carried, false);
	return reads(access->a, &carried) || (stores && reads(access->b, &carried)) || reads(loop->expr, &carried) ||
	       (exit && reads(exit->expr, &carried));
}
