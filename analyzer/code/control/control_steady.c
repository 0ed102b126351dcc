/* What decides otherwise in another iteration. */
#include "code/control/control_reader.h"

static bool
is_variable(const void *var, struct ir_node node)
{
	return node.expr && node.expr->kind == IR_VAR && node.expr->var == var;
}

static bool
names(const struct ir_expr *e, const struct ir_var *var)
{
	return ir_any((struct ir_node){.expr = e}, is_variable, var);
}

/* Whether an iteration gives the variable a number before it asks for one. */
enum first { FIRST_NOT_NAMED, FIRST_READ, FIRST_WRITTEN };

static enum first first_of(const struct control_node *list, const struct ir_var *var);

/* Of a branch only what both sides do counts as done. */
static enum first
first_within(const struct control_node *node, const struct ir_var *var)
{
	const enum first inner = first_of(node->inner, var), otherwise = first_of(node->otherwise, var);
	if (node->kind == CONTROL_LOOP)
		return inner == FIRST_NOT_NAMED ? otherwise : inner;
	if (inner == FIRST_READ || otherwise == FIRST_READ)
		return FIRST_READ;
	return inner == otherwise ? inner : FIRST_NOT_NAMED;
}

static enum first
first_of(const struct control_node *list, const struct ir_var *var)
{
	enum first first = FIRST_NOT_NAMED;
	for (const struct control_node *node = list; node && first == FIRST_NOT_NAMED; node = node->next) {
		const struct ir_expr *e = node->expr;
		const bool is_set = node->kind == CONTROL_ASSIGN && e->kind == IR_STORE && node->var == var;
		if (node->kind == CONTROL_DECLARE && node->var == var)
			first = FIRST_WRITTEN;
		else if (e && names(is_set ? e->b : e, var))
			first = FIRST_READ;
		else
			first = is_set ? FIRST_WRITTEN : first_within(node, var);
	}
	return first;
}

static bool
varies(struct control_reader *r, const struct ir_expr *e)
{
	for (size_t i = 0; i < r->count; i++)
		if (!r->items[i].steady && names(e, r->items[i].var))
			return true;
	return false;
}

static void
unsteady(struct control_reader *r, const struct ir_var *var)
{
	struct control_candidate *c = control_candidate(r, var);
	r->changed |= c->steady;
	c->steady = false;
}

/* What is assigned in some iterations and not in others, or so many times. */
static void
unsettle_assigned(struct control_reader *r, const struct control_node *list, const struct control_node *branch)
{
	for (const struct control_node *node = list; node; node = node->next) {
		const bool is_own = node->kind == CONTROL_ASSIGN && (control_declares(branch->inner, node->var) ||
		                                                     control_declares(branch->otherwise, node->var));
		if (node->kind == CONTROL_ASSIGN && !is_own)
			unsteady(r, node->var);
		unsettle_assigned(r, node->inner, branch);
		unsettle_assigned(r, node->otherwise, branch);
	}
}

static void
unsettle(struct control_reader *r, const struct control_node *list)
{
	for (const struct control_node *node = list; node; node = node->next) {
		const bool parts = node->kind == CONTROL_BRANCH || node->kind == CONTROL_LOOP;
		if (node->kind == CONTROL_ASSIGN && varies(r, node->expr->b))
			unsteady(r, node->var);
		if (parts && node->expr && varies(r, node->expr)) {
			unsettle_assigned(r, node->inner, node);
			unsettle_assigned(r, node->otherwise, node);
		}
		unsettle(r, node->inner);
		unsettle(r, node->otherwise);
	}
}

void
control_find_steady(struct control_reader *r)
{
	const struct loop_control *control = r->control;
	for (size_t i = 0; i < r->count; i++) {
		struct control_candidate *c = &r->items[i];
		const enum first first = first_of(control->round, c->var);
		c->steady = first == FIRST_NOT_NAMED ? first_of(control->step, c->var) != FIRST_READ : first == FIRST_WRITTEN;
	}
	do {
		r->changed = false;
		unsettle(r, control->round);
		unsettle(r, control->step);
	} while (r->changed);
}

/* The condition to leave the loop that is read: all iterations that are looked at go on. */
static bool
only_leaves(const struct control_node *branch)
{
	return branch->inner && branch->inner->kind == CONTROL_LEAVE && !branch->otherwise;
}

void
control_number_deciders(struct control_reader *r, struct control_node *list)
{
	for (struct control_node *node = list; node; node = node->next) {
		const bool decides = node->kind == CONTROL_DECIDE || node->kind == CONTROL_LOOP ||
		                     (node->kind == CONTROL_BRANCH && !only_leaves(node));
		if (decides && node->expr && varies(r, node->expr)) {
			node->decider = ++r->control->deciders;
			node->needed = true;
		}
		control_number_deciders(r, node->inner);
		control_number_deciders(r, node->otherwise);
	}
}
