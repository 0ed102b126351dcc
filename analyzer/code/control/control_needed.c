/* What is needed of a loop that is cut down. */
#include "code/control/control_reader.h"

static void
need_variable(struct control_reader *r, const struct ir_var *var)
{
	struct control_candidate *c = control_candidate(r, var);
	r->changed |= c && !c->needed;
	if (c)
		c->needed = true;
}

static void
need_variables(struct control_reader *r, struct ir_node node)
{
	if (!control_enter(r))
		return;
	if (node.expr && node.expr->kind == IR_VAR)
		need_variable(r, node.expr->var);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		need_variables(r, part);
	r->depth--;
}

static bool
assigns_what_is_needed(struct control_reader *r, struct ir_node node)
{
	if (!control_enter(r))
		return true;
	const struct ir_var *var = node.expr ? control_assigned_by(node.expr) : NULL;
	bool needed = var && control_candidate(r, var)->needed;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; !needed && ir_next_part(&parts, &part);)
		needed = assigns_what_is_needed(r, part);
	r->depth--;
	return needed;
}

static bool find_needed(struct control_reader *r, struct control_node *list, bool loop_needed);

static bool
has_needed(const struct control_node *list)
{
	for (const struct control_node *node = list; node; node = node->next)
		if (node->needed || has_needed(node->inner))
			return true;
	return false;
}

/* Whether something is assigned there that is needed: then a loop around it is, and else its body once is enough. */
static bool
moves_on(const struct control_node *list)
{
	for (const struct control_node *node = list; node; node = node->next)
		if ((node->needed && (node->kind == CONTROL_ASSIGN || node->kind == CONTROL_DECLARE)) || moves_on(node->inner) ||
		    moves_on(node->otherwise))
			return true;
	return false;
}

static bool
is_needed(struct control_reader *r, struct control_node *node, bool loop_needed)
{
	switch (node->kind) {
	case CONTROL_ASSIGN:
		return assigns_what_is_needed(r, (struct ir_node){.expr = node->expr});
	case CONTROL_DECLARE:
		return control_candidate(r, node->var)->needed;
	case CONTROL_DECIDE:
		return node->decider;
	case CONTROL_BRANCH: {
		const bool then = find_needed(r, node->inner, loop_needed), otherwise = find_needed(r, node->otherwise, loop_needed);
		return node->decider || then || otherwise || assigns_what_is_needed(r, (struct ir_node){.expr = node->expr});
	}
	case CONTROL_LOOP:
		find_needed(r, node->inner, node->needed);
		find_needed(r, node->otherwise, node->needed);
		return node->decider || moves_on(node->inner) || moves_on(node->otherwise) ||
		       (node->expr && assigns_what_is_needed(r, (struct ir_node){.expr = node->expr}));
	case CONTROL_CONTINUE: case CONTROL_BREAK:
		return loop_needed;
	default:
		return false;    /* nobody leaves: see only_leaves */
	}
}

/* Whether something of the list is. */
static bool
find_needed(struct control_reader *r, struct control_node *list, bool loop_needed)
{
	bool any = false;
	for (struct control_node *node = list; node; node = node->next) {
		const bool needed = is_needed(r, node, loop_needed);
		r->changed |= needed && !node->needed;
		node->needed |= needed;
		if (node->needed)
			need_variables(r, (struct ir_node){.expr = node->expr});
		any |= node->needed || has_needed(node->inner);
	}
	return any;
}

static void
leave_out_needless(struct control_node **list)
{
	while (*list) {
		struct control_node *node = *list, **end = &node->inner;
		if (!node->needed) {
			while (*end)
				end = &(*end)->next;
			*end = node->next;
			*list = node->inner;
			continue;
		}
		leave_out_needless(&(*list)->inner);
		leave_out_needless(&(*list)->otherwise);
		list = &(*list)->next;
	}
}

void
control_keep_needed(struct control_reader *r)
{
	struct loop_control *control = r->control;
	do {
		r->changed = false;
		find_needed(r, control->round, true);
		find_needed(r, control->step, true);
	} while (r->changed && !r->too_much);
	leave_out_needless(&control->round);
	leave_out_needless(&control->step);
}
