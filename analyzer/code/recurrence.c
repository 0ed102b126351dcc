#include "code/recurrence.h"

#include "code/loop_test.h"
#include "ir/walk.h"

enum {
	MOST_NODES = 8000,             /* that are looked at, for one access */
	MOST_LISTED = 128,             /* assignments, variables, or conditions */
	MOST_STEPS = 3,                /* from variable to variable */
};

/* A condition that decides whether what stands behind it runs, and the one around that. */
struct guard {
	const struct ir_expr *condition;
	const struct guard *around;    /* NULL: there is none in the loop */
};

/* `var = value`, or `var op= value`; or `return value` of a function that the loop calls. */
struct assignment {
	const struct ir_var *var;
	const struct ir_func *func;    /* that returns it; else NULL */
	const struct ir_expr *value;
	const struct guard *guard;     /* the innermost that it depends on; or NULL */
	bool updates;
};

struct body {
	struct assignment assignments[MOST_LISTED];
	const struct ir_var *declared[MOST_LISTED];   /* new in each iteration */
	const struct ir_func *called[MOST_LISTED];
	struct guard guards[MOST_LISTED];
	unsigned assignment_count, declared_count, called_count, guard_count, nodes;
	bool is_too_large;
};

/* Where in the loop's code a node stands. */
struct standing {
	const struct ir_func *func;    /* that the loop calls; NULL: in the loop's own function */
	const struct guard *guard;
	unsigned depth;
};

static bool
goes_on(struct body *body, unsigned depth)
{
	body->is_too_large |= ++body->nodes > MOST_NODES || depth >= IR_DEEPEST;
	return !body->is_too_large;
}

/* Whether there is room for one more in a list. */
static bool
has_room(struct body *body, unsigned count)
{
	body->is_too_large |= count == MOST_LISTED;
	return count < MOST_LISTED;
}

static void
list_assignment(struct body *body, struct assignment assignment)
{
	if (has_room(body, body->assignment_count))
		body->assignments[body->assignment_count++] = assignment;
}

static void
list_declared(struct body *body, const struct ir_var *var)
{
	if (has_room(body, body->declared_count))
		body->declared[body->declared_count++] = var;
}

static const struct guard *
list_guard(struct body *body, const struct ir_expr *condition, const struct guard *around)
{
	if (!condition || !has_room(body, body->guard_count))
		return around;
	struct guard *guard = &body->guards[body->guard_count++];
	*guard = (struct guard){condition, around};
	return guard;
}

static void list(struct body *body, struct ir_node node, struct standing at);

static bool
is_called(const struct body *body, const struct ir_func *func)
{
	for (unsigned i = 0; i < body->called_count; i++)
		if (body->called[i] == func)
			return true;
	return false;
}

/* What the loop calls is a part of it: parameters are assigned the arguments. */
static void
list_call(struct body *body, const struct ir_expr *call, struct standing at)
{
	const struct ir_func *func = call->func;
	for (uint32_t i = 0; func->body && i < call->arg_count && i < func->param_count; i++)
		list_assignment(body, (struct assignment){.var = func->params[i], .value = call->args[i], .guard = at.guard});
	if (!func->body || is_called(body, func) || !has_room(body, body->called_count))
		return;
	body->called[body->called_count++] = func;
	for (uint32_t i = 0; i < func->param_count; i++)
		list_declared(body, func->params[i]);
	list(body, (struct ir_node){.stmt = func->body}, (struct standing){func, at.guard, at.depth + 1});
}

static void
list_expr(struct body *body, const struct ir_expr *e, struct standing at)
{
	const bool assigns = e->kind == IR_STORE || e->kind == IR_UPDATE;
	const struct ir_var *var = assigns ? ir_local_of_address(e->a) : NULL;
	if (var)
		list_assignment(body, (struct assignment){.var = var, .value = e->b, .guard = at.guard, .updates = e->kind == IR_UPDATE});
	if (e->kind == IR_CALL)
		list_call(body, e, at);
}

static void
list_stmt(struct body *body, const struct ir_stmt *s, struct standing at)
{
	if (s->kind == IR_STMT_DECLARE)
		list_declared(body, s->var);
	if (s->kind == IR_STMT_RETURN && s->expr && at.func)
		list_assignment(body, (struct assignment){.func = at.func, .value = s->expr, .guard = at.guard});
}

static void
list(struct body *body, struct ir_node node, struct standing at)
{
	if (!goes_on(body, at.depth))
		return;
	if (node.expr)
		list_expr(body, node.expr, at);
	if (node.stmt)
		list_stmt(body, node.stmt, at);
	struct standing inside = {at.func, at.guard, at.depth + 1};
	/* That the loop itself goes on is no choice between iterations. */
	if (node.stmt && node.stmt->kind == IR_STMT_LOOP && at.depth)
		inside.guard = list_guard(body, node.stmt->expr, at.guard);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		list(body, part, inside);
		if (part.expr && ir_is_condition(node, part))
			inside.guard = list_guard(body, part.expr, inside.guard);
	}
}

/* Something that is asked of each variable that a value is computed from, and of each load from memory, whose `var` is NULL. */
struct question {
	struct body *body;
	bool (*is_such)(const struct question *question, const struct ir_var *var);
	const struct ir_var *of;
	bool of_choices;               /* also of the conditions that decide whether a variable is assigned */
};

/* How far a question has come. */
struct way { unsigned steps, depth; };

static bool asks(const struct question *question, struct ir_node node, struct way way);

static bool
asks_assignment(const struct question *question, const struct assignment *assignment, struct way way)
{
	for (const struct guard *guard = question->of_choices ? assignment->guard : NULL; guard; guard = guard->around)
		if (asks(question, (struct ir_node){.expr = guard->condition}, way))
			return true;
	return asks(question, (struct ir_node){.expr = assignment->value}, way);
}

/* Of what the variable may be, or the function return. */
static bool
asks_assigned(const struct question *question, const struct ir_var *var, const struct ir_func *func, struct way way)
{
	const struct body *body = question->body;
	const struct way next = {way.steps + 1, way.depth + 1};
	for (unsigned i = 0; (var || func) && way.steps < MOST_STEPS && i < body->assignment_count; i++) {
		const struct assignment *assignment = &body->assignments[i];
		if (assignment->var == var && assignment->func == func && asks_assignment(question, assignment, next))
			return true;
	}
	return false;
}

static bool
asks(const struct question *question, struct ir_node node, struct way way)
{
	if (!goes_on(question->body, way.depth))
		return false;
	const struct ir_expr *e = node.expr;
	const bool loads = e && (e->kind == IR_LOAD || (e->kind == IR_BUILTIN && e->builtin == IR_BUILTIN___ldg));
	const struct ir_var *var = loads && e->kind == IR_LOAD ? ir_local_of_address(e->a) : NULL;
	if (loads && question->is_such(question, var))
		return true;
	if (asks_assigned(question, var, e && e->kind == IR_CALL ? e->func : NULL, way))
		return true;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (asks(question, part, (struct way){way.steps, way.depth + 1}))
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

/* Each iteration computes the variable from what the one before has left in it, and from data, or as data decide. */
static bool
is_carried(const struct question *question, const struct ir_var *var)
{
	struct body *body = question->body;
	const struct question reads = {.body = body, .is_such = is_the_one, .of = var};
	const struct question loads = {.body = body, .is_such = is_memory, .of_choices = true};
	const struct way begin = {0, 0};
	bool takes_data = false;
	if (!var || is_declared(body, var))
		return false;
	for (unsigned i = 0; i < body->assignment_count; i++) {
		const struct assignment *assignment = &body->assignments[i];
		if (assignment->var != var)
			continue;
		if (!assignment->updates && !asks(&reads, (struct ir_node){.expr = assignment->value}, begin))
			return false;
		takes_data |= asks_assignment(&loads, assignment, begin);
	}
	return takes_data;
}

/* Whether what the iterations hand on decides how many of them there are. */
static bool
asks_end(const struct question *question, const struct ir_stmt *loop)
{
	const struct ir_stmt *exit = first_loop_exit(loop);
	const struct way begin = {0, 0};
	return asks(question, (struct ir_node){.expr = loop->expr}, begin) ||
	       (exit && asks(question, (struct ir_node){.expr = exit->expr}, begin));
}

bool
is_recurrent(const struct ir_stmt *loop, const struct ir_expr *access)
{
	struct body body = {.is_too_large = false};
	list(&body, (struct ir_node){.stmt = loop}, (struct standing){.depth = 0});
	const struct question carries = {.body = &body, .is_such = is_carried};
	const struct way begin = {0, 0};
	const bool stores = access->kind == IR_STORE || access->kind == IR_UPDATE;
	if (!stores && access->kind != IR_LOAD)
		return false;
	const bool found = asks(&carries, (struct ir_node){.expr = access->a}, begin) ||
	                   (stores && asks(&carries, (struct ir_node){.expr = access->b}, begin)) ||
	                   asks_end(&carries, loop);
	return found && !body.is_too_large;
}
