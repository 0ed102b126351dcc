#include "code/loop_control.h"

#include "code/effects.h"
#include "ir/walk.h"

/* A scalar that the loop assigns. */
struct candidate {
	const struct ir_var *var;
	bool unclear;               /* some of what is assigned to it, or whether it is, does not follow from others */
	bool needed;
	bool steady;                /* goes through the same numbers in every iteration */
};

struct reader {
	struct arena *arena;
	const struct ir_stmt *loop;
	const struct assigned *assigned;
	struct candidate items[MOST_CONTROL_VARIABLES];
	size_t count;
	bool too_much, changed;
	unsigned depth;
	struct control_node **end;  /* where the next node goes */
	struct loop_control *control;
};

static bool
enter(struct reader *r)
{
	r->too_much |= r->depth >= IR_DEEPEST;
	r->depth += !r->too_much;
	return !r->too_much;
}

static bool
is_scalar(const struct ir_var *var)
{
	const enum ir_type_kind kind = var->type->kind;
	return (var->storage == IR_STORAGE_LOCAL || var->storage == IR_STORAGE_PARAM) && !var->address_taken &&
	       (kind == IR_TYPE_INT || kind == IR_TYPE_BOOL || kind == IR_TYPE_POINTER);
}

static struct candidate *
find_candidate(struct reader *r, const struct ir_var *var)
{
	for (size_t i = 0; i < r->count; i++)
		if (r->items[i].var == var)
			return &r->items[i];
	return NULL;
}

/* The variable that an expression assigns; NULL: it is no assignment to a scalar. */
static const struct ir_var *
assigned_by(const struct ir_expr *e)
{
	const bool assigns = (e->kind == IR_STORE || e->kind == IR_UPDATE) && e->a->kind == IR_VAR;
	return assigns && is_scalar(e->a->var) ? e->a->var : NULL;
}

/* ---- what follows from numbers of the thread's own ---- */

static bool
is_written(const struct reader *r, const struct ir_var *var)
{
	for (size_t i = 0; i < r->assigned->count; i++)
		if (r->assigned->vars[i] == var)
			return true;
	return r->assigned->anything;
}

static bool
load_is_clear(struct reader *r, const struct ir_expr *load)
{
	if (load->a->kind == IR_VAR && is_scalar(load->a->var)) {
		const struct candidate *c = find_candidate(r, load->a->var);
		return !c || !c->unclear;
	}
	const struct ir_expr *base = ir_base_of_address(load->a);
	const struct ir_var *local = ir_local_of_address(load->a);
	return (base->kind == IR_VAR && base->var->storage == IR_STORAGE_CONSTANT) || (local && !is_written(r, local));
}

static bool
builtin_is_clear(const struct ir_expr *e)
{
	switch (e->builtin) {
	case IR_BUILTIN_abs: case IR_BUILTIN_labs: case IR_BUILTIN_llabs: case IR_BUILTIN_min: case IR_BUILTIN_max:
	case IR_BUILTIN_umin: case IR_BUILTIN_umax:
		return true;
	default:
		return false;
	}
}

static bool
node_is_clear(struct reader *r, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_INT: case IR_FLOAT: case IR_SPECIAL: case IR_UNARY: case IR_BINARY: case IR_AND: case IR_OR: case IR_CONDITIONAL:
	case IR_COMMA: case IR_CONVERT: case IR_OFFSET: case IR_POINTER_DIFF:
		return true;
	case IR_VAR: case IR_FIELD:
		return true;     /* an address */
	case IR_LOAD:
		return load_is_clear(r, e);
	case IR_STORE: case IR_UPDATE:
		return assigned_by(e) && !find_candidate(r, assigned_by(e))->unclear;
	case IR_BUILTIN:
		return builtin_is_clear(e);
	default:
		return false;
	}
}

/* Whether it follows, with all that it assigns, from numbers that do. */
static bool
is_clear(struct reader *r, const struct ir_expr *e)
{
	if (!enter(r))
		return false;
	bool clear = node_is_clear(r, e);
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; clear && ir_next_part(&parts, &part);)
		clear = part.expr && is_clear(r, part.expr);
	r->depth--;
	return clear;
}

/* Whether lanes leave the rest of a loop's body on a condition that does not follow: then it is not known who assigns what
 * stands there. */
static bool
has_unclear_jump(struct reader *r, const struct ir_stmt *s, bool unclear, bool in_switch)
{
	if (!s || !enter(r))
		return s != NULL;
	bool found = false;
	switch (s->kind) {
	case IR_STMT_BREAK:
		found = unclear && !in_switch;
		break;
	case IR_STMT_CONTINUE: case IR_STMT_RETURN:
		found = unclear || in_switch;
		break;
	case IR_STMT_LOOP:
		break;
	default: {
		const bool inside = unclear || (s->kind == IR_STMT_IF && !is_clear(r, s->expr));
		struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
		for (struct ir_node part; !found && ir_next_part(&parts, &part);)
			found = has_unclear_jump(r, part.stmt, inside, in_switch || s->kind == IR_STMT_SWITCH);
		break;
	}
	}
	r->depth--;
	return found;
}

static void
note_candidates(struct reader *r, struct ir_node node)
{
	if (!enter(r))
		return;
	const struct ir_var *var = node.expr ? assigned_by(node.expr) : NULL;
	if (var && !find_candidate(r, var)) {
		if (r->count == MOST_CONTROL_VARIABLES)
			r->too_much = true;
		else
			r->items[r->count++] = (struct candidate){.var = var};
	}
	r->too_much |= node.stmt && (node.stmt->kind == IR_STMT_UNKNOWN || node.stmt->kind == IR_STMT_TRY);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; !r->too_much && ir_next_part(&parts, &part);)
		note_candidates(r, part);
	r->depth--;
}

/* Whether it follows how often an inner loop goes round, and who does. */
static bool
loop_is_clear(struct reader *r, const struct ir_stmt *s)
{
	return (!s->expr || is_clear(r, s->expr)) && !has_unclear_jump(r, s->body, false, false);
}

/* Which candidates do not follow; `unclear`: whether the node is come to does not. */
static void
settle(struct reader *r, struct ir_node node, bool unclear)
{
	const struct ir_expr *e = node.expr;
	if (!enter(r))
		return;
	const struct ir_var *var = e ? assigned_by(e) : NULL;
	if (var && (unclear || !is_clear(r, e->b))) {
		struct candidate *c = find_candidate(r, var);
		r->changed |= !c->unclear;
		c->unclear = true;
	}
	const struct ir_stmt *s = node.stmt;
	if (s && s->kind == IR_STMT_LOOP)
		unclear |= s == r->loop ? has_unclear_jump(r, s->body, false, false) : !loop_is_clear(r, s);
	unclear |= (s && s->kind == IR_STMT_SWITCH) || (e && e->kind == IR_STATEMENTS);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		settle(r, part, unclear);
		/* Of operators that choose, a side's assignments are not told from the other's. */
		if (ir_is_condition(node, part))
			unclear |= e || !is_clear(r, part.expr);
	}
	r->depth--;
}

/* ---- the loop, cut down to what follows ---- */

static struct control_node *
add(struct reader *r, enum control_kind kind, const struct ir_expr *expr)
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

static void read_stmt(struct reader *r, const struct ir_stmt *s, enum around around);

static struct control_node *
read_list(struct reader *r, const struct ir_stmt *s, enum around around)
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
read_choices(struct reader *r, const struct ir_expr *e)
{
	if (!enter(r))
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
read_expr(struct reader *r, const struct ir_expr *e)
{
	if (!enter(r))
		return;
	const bool chooses = e->kind == IR_AND || e->kind == IR_OR || e->kind == IR_CONDITIONAL;
	const bool known = chooses && is_clear(r, e->a);
	const struct ir_var *var = assigned_by(e);
	if (var && !find_candidate(r, var)->unclear) {
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
read_branch(struct reader *r, const struct ir_stmt *s, enum around around)
{
	if (!is_clear(r, s->expr)) {
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
read_loop(struct reader *r, const struct ir_stmt *s)
{
	if (!loop_is_clear(r, s)) {
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
read_jump(struct reader *r, const struct ir_stmt *s, enum around around)
{
	if (around == AROUND_UNCLEAR)
		return;
	if (s->kind == IR_STMT_RETURN || (s->kind == IR_STMT_BREAK && around == AROUND_OWN))
		add(r, CONTROL_LEAVE, NULL);
	else
		add(r, s->kind == IR_STMT_BREAK ? CONTROL_BREAK : CONTROL_CONTINUE, NULL);
}

static void
read_switch(struct reader *r, const struct ir_stmt *s)
{
	if (is_clear(r, s->expr))
		add(r, CONTROL_DECIDE, s->expr);
	else
		read_expr(r, s->expr);
	for (uint32_t i = 0; i < s->stmt_count; i++)
		read_stmt(r, s->stmts[i], AROUND_UNCLEAR);
}

static void
read_parts(struct reader *r, const struct ir_stmt *s, enum around around)
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
read_stmt(struct reader *r, const struct ir_stmt *s, enum around around)
{
	const struct candidate *declared = s->kind == IR_STMT_DECLARE ? find_candidate(r, s->var) : NULL;
	if (!enter(r))
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

/* ---- what decides otherwise in another iteration ---- */

static bool
names(struct ir_node node, const struct ir_var *var, unsigned depth)
{
	if (depth > IR_DEEPEST || (node.expr && node.expr->kind == IR_VAR && node.expr->var == var))
		return true;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (names(part, var, depth + 1))
			return true;
	return false;
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
		else if (e && names((struct ir_node){.expr = is_set ? e->b : e}, var, 0))
			first = FIRST_READ;
		else
			first = is_set ? FIRST_WRITTEN : first_within(node, var);
	}
	return first;
}

static bool
varies(struct reader *r, const struct ir_expr *e)
{
	for (size_t i = 0; i < r->count; i++)
		if (!r->items[i].steady && names((struct ir_node){.expr = e}, r->items[i].var, 0))
			return true;
	return false;
}

static void
unsteady(struct reader *r, const struct ir_var *var)
{
	struct candidate *c = find_candidate(r, var);
	r->changed |= c->steady;
	c->steady = false;
}

static bool
declares(const struct control_node *list, const struct ir_var *var)
{
	for (const struct control_node *node = list; node; node = node->next)
		if ((node->kind == CONTROL_DECLARE && node->var == var) || declares(node->inner, var) || declares(node->otherwise, var))
			return true;
	return false;
}

/* What is assigned in some iterations and not in others, or so many times. */
static void
unsettle_assigned(struct reader *r, const struct control_node *list, const struct control_node *branch)
{
	for (const struct control_node *node = list; node; node = node->next) {
		if (node->kind == CONTROL_ASSIGN && !declares(branch->inner, node->var) && !declares(branch->otherwise, node->var))
			unsteady(r, node->var);
		unsettle_assigned(r, node->inner, branch);
		unsettle_assigned(r, node->otherwise, branch);
	}
}

static void
unsettle(struct reader *r, const struct control_node *list)
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

static void
find_steady(struct reader *r)
{
	const struct loop_control *control = r->control;
	for (size_t i = 0; i < r->count; i++) {
		struct candidate *c = &r->items[i];
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

static void
number_deciders(struct reader *r, struct control_node *list)
{
	for (struct control_node *node = list; node; node = node->next) {
		const bool decides = node->kind == CONTROL_DECIDE || node->kind == CONTROL_LOOP ||
		                     (node->kind == CONTROL_BRANCH && !only_leaves(node));
		if (decides && node->expr && varies(r, node->expr)) {
			node->decider = ++r->control->deciders;
			node->needed = true;
		}
		number_deciders(r, node->inner);
		number_deciders(r, node->otherwise);
	}
}

/* ---- what of it is needed ---- */

static void
need_variable(struct reader *r, const struct ir_var *var)
{
	struct candidate *c = find_candidate(r, var);
	r->changed |= c && !c->needed;
	if (c)
		c->needed = true;
}

static void
need_variables(struct reader *r, struct ir_node node)
{
	if (!enter(r))
		return;
	if (node.expr && node.expr->kind == IR_VAR)
		need_variable(r, node.expr->var);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		need_variables(r, part);
	r->depth--;
}

static bool
assigns_what_is_needed(struct reader *r, struct ir_node node)
{
	if (!enter(r))
		return true;
	const struct ir_var *var = node.expr ? assigned_by(node.expr) : NULL;
	bool needed = var && find_candidate(r, var)->needed;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; !needed && ir_next_part(&parts, &part);)
		needed = assigns_what_is_needed(r, part);
	r->depth--;
	return needed;
}

static bool find_needed(struct reader *r, struct control_node *list, bool loop_needed);

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
is_needed(struct reader *r, struct control_node *node, bool loop_needed)
{
	switch (node->kind) {
	case CONTROL_ASSIGN:
		return assigns_what_is_needed(r, (struct ir_node){.expr = node->expr});
	case CONTROL_DECLARE:
		return find_candidate(r, node->var)->needed;
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
find_needed(struct reader *r, struct control_node *list, bool loop_needed)
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

static void
find_all_needed(struct reader *r)
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

/* ---- what it begins with ---- */

static void
add_input(struct reader *r, const struct ir_var *var)
{
	struct loop_control *control = r->control;
	for (size_t i = 0; i < control->input_count; i++)
		if (control->inputs[i] == var)
			return;
	if (declares(control->round, var))
		return;
	control->has_other_inputs |= control->input_count == MOST_CONTROL_VARIABLES;
	if (!control->has_other_inputs)
		control->inputs[control->input_count++] = var;
}

static void
add_inputs_of(struct reader *r, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	if (!enter(r))
		return;
	if (e && e->kind == IR_VAR && is_scalar(e->var))
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
add_inputs(struct reader *r, const struct control_node *list)
{
	for (const struct control_node *node = list; node; node = node->next) {
		add_inputs_of(r, (struct ir_node){.expr = node->expr});
		add_inputs(r, node->inner);
		add_inputs(r, node->otherwise);
	}
}

/* ---- all of it ---- */

static void
settle_all(struct reader *r)
{
	note_candidates(r, (struct ir_node){.stmt = r->loop});
	r->changed = true;
	while (r->changed && !r->too_much) {
		r->changed = false;
		settle(r, (struct ir_node){.stmt = r->loop}, false);
	}
}

struct loop_control *
loop_control_read(struct arena *arena, const struct ir_stmt *loop, const struct assigned *assigned, control_wanted wanted,
                  void *context)
{
	struct loop_control *control = arena_new(arena, struct loop_control);
	struct reader r = {.arena = arena, .loop = loop, .assigned = assigned, .control = control};
	settle_all(&r);
	r.end = &control->round;
	if (loop->expr)
		read_expr(&r, loop->expr);
	read_stmt(&r, loop->body, AROUND_OWN);
	r.end = &control->step;
	if (loop->step)
		read_expr(&r, loop->step);
	find_steady(&r);
	number_deciders(&r, control->round);
	for (size_t i = 0; i < r.count; i++)
		r.items[i].needed = !r.items[i].unclear && wanted(context, r.items[i].var);
	find_all_needed(&r);
	for (size_t i = 0; i < r.count; i++)
		if (r.items[i].needed)
			control->vars[control->var_count++] = r.items[i].var;
	add_inputs(&r, control->round);
	add_inputs(&r, control->step);
	const bool known = !r.too_much && control->deciders <= MOST_DECIDERS && (control->deciders || control->var_count);
	return known ? control : NULL;
}
