#include "code/control/loop_control.h"

#include "code/control/control_reader.h"
#include "code/effects.h"

bool
control_enter(struct control_reader *r)
{
	r->too_much |= r->depth >= IR_DEEPEST;
	r->depth += !r->too_much;
	return !r->too_much;
}

bool
control_can_follow(const struct ir_var *var)
{
	const enum ir_type_kind kind = var->type->kind;
	return (var->storage == IR_STORAGE_LOCAL || var->storage == IR_STORAGE_PARAM) && !var->address_taken &&
	       (kind == IR_TYPE_INT || kind == IR_TYPE_BOOL || kind == IR_TYPE_POINTER);
}

struct control_candidate *
control_candidate(struct control_reader *r, const struct ir_var *var)
{
	for (size_t i = 0; i < r->count; i++)
		if (r->items[i].var == var)
			return &r->items[i];
	return NULL;
}

const struct ir_var *
control_assigned_by(const struct ir_expr *e)
{
	const bool assigns = (e->kind == IR_STORE || e->kind == IR_UPDATE) && e->a->kind == IR_VAR;
	return assigns && control_can_follow(e->a->var) ? e->a->var : NULL;
}

static struct control_node *
add(struct control_reader *r, enum control_kind kind, const struct ir_expr *expr)
{
	struct control_node *node = arena_new(r->arena, struct control_node);
	node->kind = kind;
	node->expr = expr;
	*r->end = node;
	r->end = &node->next;
	return node;
}

/* Where a jump leads to. */
enum around {
	AROUND_OWN,        /* the loop that is read */
	AROUND_INNER,      /* one within it */
	AROUND_UNCLEAR,    /* who jumps does not follow */
};

static void read_stmt(struct control_reader *r, const struct ir_stmt *s, enum around around);

static struct control_node *
read_list(struct control_reader *r, const struct ir_stmt *s, enum around around)
{
	struct control_node *first = NULL, **outer = r->end;
	r->end = &first;
	if (s)
		read_stmt(r, s, around);
	r->end = outer;
	return first;
}

/* What the operators in an expression go by that follows as a whole; who assigns something there does so but once. */
static void
read_choices(struct control_reader *r, const struct ir_expr *e)
{
	if (!control_enter(r))
		return;
	const bool chooses = e->kind == IR_AND || e->kind == IR_OR || e->kind == IR_CONDITIONAL;
	if (chooses && !expr_has_effects(e->a))
		add(r, CONTROL_DECIDE, e->a);
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		read_choices(r, part.expr);
	r->depth--;
}

static void
read_expr(struct control_reader *r, const struct ir_expr *e)
{
	if (!control_enter(r))
		return;
	const bool chooses = e->kind == IR_AND || e->kind == IR_OR || e->kind == IR_CONDITIONAL;
	const bool known = chooses && control_is_clear(r, e->a);
	const struct ir_var *var = control_assigned_by(e);
	if (var && !control_candidate(r, var)->unclear) {
		read_choices(r, e->b);
		add(r, CONTROL_ASSIGN, e)->var = var;
	} else {
		if (known && (e->type->kind != IR_TYPE_FLOAT || expr_chooses_accesses(e)))
			add(r, CONTROL_DECIDE, e->a);
		struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
		for (struct ir_node part; ir_next_part(&parts, &part);) {
			if (part.stmt)
				read_stmt(r, part.stmt, AROUND_UNCLEAR);
			else if (!known || part.expr != e->a)
				read_expr(r, part.expr);
		}
	}
	r->depth--;
}

static void
read_branch(struct control_reader *r, const struct ir_stmt *s, enum around around)
{
	if (!control_is_clear(r, s->expr)) {
		read_expr(r, s->expr);
		read_stmt(r, s->then, AROUND_UNCLEAR);
		if (s->otherwise)
			read_stmt(r, s->otherwise, AROUND_UNCLEAR);
		return;
	}
	struct control_node *node = add(r, CONTROL_BRANCH, s->expr);
	node->inner = read_list(r, s->then, around);
	node->otherwise = read_list(r, s->otherwise, around);
}

/* One whose end does not follow is read as if it went round once. */
static void
read_loop(struct control_reader *r, const struct ir_stmt *s)
{
	if (!control_loop_is_clear(r, s)) {
		read_stmt(r, s->body, AROUND_UNCLEAR);
		return;
	}
	struct control_node *node = add(r, CONTROL_LOOP, s->expr), **outer = r->end;
	node->test_last = s->test_last;
	node->inner = read_list(r, s->body, AROUND_INNER);
	r->end = &node->otherwise;
	if (s->step)
		read_expr(r, s->step);
	r->end = outer;
}

static void
read_jump(struct control_reader *r, const struct ir_stmt *s, enum around around)
{
	if (around == AROUND_UNCLEAR)
		return;
	if (s->kind == IR_STMT_RETURN || (s->kind == IR_STMT_BREAK && around == AROUND_OWN))
		add(r, CONTROL_LEAVE, NULL);
	else
		add(r, s->kind == IR_STMT_BREAK ? CONTROL_BREAK : CONTROL_CONTINUE, NULL);
}

static void
read_switch(struct control_reader *r, const struct ir_stmt *s)
{
	if (control_is_clear(r, s->expr))
		add(r, CONTROL_DECIDE, s->expr);
	else
		read_expr(r, s->expr);
	for (uint32_t i = 0; i < s->stmt_count; i++)
		read_stmt(r, s->stmts[i], AROUND_UNCLEAR);
}

static void
read_parts(struct control_reader *r, const struct ir_stmt *s, enum around around)
{
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		if (part.stmt)
			read_stmt(r, part.stmt, around);
		else
			read_expr(r, part.expr);
	}
}

static void
read_stmt(struct control_reader *r, const struct ir_stmt *s, enum around around)
{
	const struct control_candidate *declared = s->kind == IR_STMT_DECLARE ? control_candidate(r, s->var) : NULL;
	if (!control_enter(r))
		return;
	switch (s->kind) {
	case IR_STMT_DECLARE:
		if (declared && !declared->unclear)
			add(r, CONTROL_DECLARE, NULL)->var = s->var;
		break;
	case IR_STMT_IF: read_branch(r, s, around); break;
	case IR_STMT_LOOP: read_loop(r, s); break;
	case IR_STMT_SWITCH: read_switch(r, s); break;
	case IR_STMT_BREAK: case IR_STMT_CONTINUE: case IR_STMT_RETURN: read_jump(r, s, around); break;
	default: read_parts(r, s, around); break;
	}
	r->depth--;
}

bool
control_declares(const struct control_node *list, const struct ir_var *var)
{
	for (const struct control_node *node = list; node; node = node->next)
		if ((node->kind == CONTROL_DECLARE && node->var == var) || control_declares(node->inner, var) || control_declares(node->otherwise, var))
			return true;
	return false;
}

static void
add_input(struct control_reader *r, const struct ir_var *var)
{
	struct loop_control *control = r->control;
	for (size_t i = 0; i < control->input_count; i++)
		if (control->inputs[i] == var)
			return;
	if (control_declares(control->round, var))
		return;
	control->has_other_inputs |= control->input_count == MOST_CONTROL_VARIABLES;
	if (!control->has_other_inputs)
		control->inputs[control->input_count++] = var;
}

static void
add_inputs_of(struct control_reader *r, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	if (!control_enter(r))
		return;
	if (e && e->kind == IR_VAR && control_can_follow(e->var))
		add_input(r, e->var);
	else if (e && e->kind == IR_VAR)
		r->control->has_other_inputs = true;
	else if (e && e->kind == IR_SPECIAL)
		r->control->specials |= 1u << e->special;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		add_inputs_of(r, part);
	r->depth--;
}

static void
add_inputs(struct control_reader *r, const struct control_node *list)
{
	for (const struct control_node *node = list; node; node = node->next) {
		add_inputs_of(r, (struct ir_node){.expr = node->expr});
		add_inputs(r, node->inner);
		add_inputs(r, node->otherwise);
	}
}

struct loop_control *
loop_control_read(struct arena *arena, const struct ir_stmt *loop, const struct assigned *assigned, control_wanted wanted,
                  void *context)
{
	struct loop_control *control = arena_new(arena, struct loop_control);
	struct control_reader r = {.arena = arena, .loop = loop, .assigned = assigned, .control = control};
	control_settle(&r);
	r.end = &control->round;
	if (loop->expr)
		read_expr(&r, loop->expr);
	read_stmt(&r, loop->body, AROUND_OWN);
	r.end = &control->step;
	if (loop->step)
		read_expr(&r, loop->step);
	control_find_steady(&r);
	control_number_deciders(&r, control->round);
	for (size_t i = 0; i < r.count; i++)
		r.items[i].needed = !r.items[i].unclear && wanted(context, r.items[i].var);
	control_keep_needed(&r);
	for (size_t i = 0; i < r.count; i++)
		if (r.items[i].needed)
			control->vars[control->var_count++] = r.items[i].var;
	add_inputs(&r, control->round);
	add_inputs(&r, control->step);
	const bool known = !r.too_much && control->deciders <= MOST_DECIDERS && (control->deciders || control->var_count);
	return known ? control : NULL;
}
