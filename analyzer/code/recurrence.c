#include "code/recurrence.h"

#include "ir/walk.h"

enum {
	MOST_NODES = 4000,             /* that are looked at, for one access */
	MOST_LISTED = 64,              /* assignments, or variables */
	MOST_STEPS = 3,                /* from variable to variable */
};

/* `var = value`, or `var op= value`. */
struct assignment {
	const struct ir_var *var;
	const struct ir_expr *value;
	bool updates;
};

struct body {
	struct assignment assignments[MOST_LISTED];
	const struct ir_var *declared[MOST_LISTED];   /* new in each iteration */
	unsigned assignment_count, declared_count, nodes;
	bool is_too_large;
};

static bool
goes_on(struct body *body, unsigned depth)
{
	body->is_too_large |= ++body->nodes > MOST_NODES || depth >= IR_DEEPEST;
	return !body->is_too_large;
}

static void
list_expr(struct body *body, const struct ir_expr *e)
{
	const bool assigns = e->kind == IR_STORE || e->kind == IR_UPDATE;
	const struct ir_var *var = assigns ? ir_local_of_address(e->a) : NULL;
	if (!var)
		return;
	if (body->assignment_count == MOST_LISTED)
		body->is_too_large = true;
	else
		body->assignments[body->assignment_count++] = (struct assignment){var, e->b, e->kind == IR_UPDATE};
}

static void
list(struct body *body, struct ir_node node, unsigned depth)
{
	if (!goes_on(body, depth))
		return;
	if (node.expr)
		list_expr(body, node.expr);
	if (node.stmt && node.stmt->kind == IR_STMT_DECLARE) {
		if (body->declared_count == MOST_LISTED)
			body->is_too_large = true;
		else
			body->declared[body->declared_count++] = node.stmt->var;
	}
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		list(body, part, depth + 1);
}

/* Something that is asked of each variable that a value is computed from, and of each load from memory, whose `var` is NULL. */
struct question {
	struct body *body;
	bool (*is_such)(const struct question *question, const struct ir_var *var);
	const struct ir_var *of;
};

static bool
asks(const struct question *question, struct ir_node node, unsigned steps, unsigned depth)
{
	struct body *body = question->body;
	if (!goes_on(body, depth))
		return false;
	const struct ir_expr *e = node.expr;
	const bool loads = e && (e->kind == IR_LOAD || (e->kind == IR_BUILTIN && e->builtin == IR_BUILTIN___ldg));
	const struct ir_var *var = loads && e->kind == IR_LOAD ? ir_local_of_address(e->a) : NULL;
	if (loads && question->is_such(question, var))
		return true;
	for (unsigned i = 0; var && steps < MOST_STEPS && i < body->assignment_count; i++) {
		const struct ir_expr *value = body->assignments[i].var == var ? body->assignments[i].value : NULL;
		if (value && asks(question, (struct ir_node){.expr = value}, steps + 1, depth + 1))
			return true;
	}
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (asks(question, part, steps, depth + 1))
			return true;
	return false;
}

static bool
is_the_one(const struct question *question, const struct ir_var *var)
{
	return var == question->of;
}

static bool
is_memory(const struct question *question, const struct ir_var *var)
{
	(void)question;
	return !var;
}

static bool
is_declared(const struct body *body, const struct ir_var *var)
{
	for (unsigned i = 0; i < body->declared_count; i++)
		if (body->declared[i] == var)
			return true;
	return false;
}

/* Each iteration computes the variable from what the one before has left in it, and from data. */
static bool
is_carried(const struct question *question, const struct ir_var *var)
{
	struct body *body = question->body;
	const struct question reads = {body, is_the_one, var}, loads = {body, is_memory, NULL};
	bool takes_data = false;
	if (!var || is_declared(body, var))
		return false;
	for (unsigned i = 0; i < body->assignment_count; i++) {
		const struct assignment *assignment = &body->assignments[i];
		const struct ir_node value = {.expr = assignment->value};
		if (assignment->var != var)
			continue;
		if (!assignment->updates && !asks(&reads, value, 0, 0))
			return false;
		takes_data |= asks(&loads, value, 0, 0);
	}
	return takes_data;
}

bool
is_recurrent(const struct ir_stmt *loop, const struct ir_expr *access)
{
	struct body body = {.is_too_large = false};
	list(&body, (struct ir_node){.stmt = loop}, 0);
	const struct question carries = {&body, is_carried, NULL};
	const bool stores = access->kind == IR_STORE || access->kind == IR_UPDATE;
	if (!stores && access->kind != IR_LOAD)
		return false;
	const bool found = asks(&carries, (struct ir_node){.expr = access->a}, 0, 0) ||
	                   (stores && asks(&carries, (struct ir_node){.expr = access->b}, 0, 0));
	return found && !body.is_too_large;
}
