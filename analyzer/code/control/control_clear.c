/* What follows from numbers of the thread's own. */
#include "code/control/control_reader.h"

static bool
is_written(const struct control_reader *r, const struct ir_var *var)
{
	for (size_t i = 0; i < r->assigned->count; i++)
		if (r->assigned->vars[i] == var)
			return true;
	return r->assigned->anything;
}

static bool
load_is_clear(struct control_reader *r, const struct ir_expr *load)
{
	if (load->a->kind == IR_VAR && control_can_follow(load->a->var)) {
		const struct control_candidate *c = control_candidate(r, load->a->var);
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
node_is_clear(struct control_reader *r, const struct ir_expr *e)
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
		return control_assigned_by(e) && !control_candidate(r, control_assigned_by(e))->unclear;
	case IR_BUILTIN:
		return builtin_is_clear(e);
	default:
		return false;
	}
}

bool
control_is_clear(struct control_reader *r, const struct ir_expr *e)
{
	if (!control_enter(r))
		return false;
	bool clear = node_is_clear(r, e);
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; clear && ir_next_part(&parts, &part);)
		clear = part.expr && control_is_clear(r, part.expr);
	r->depth--;
	return clear;
}

/* What a statement of a loop's body stands in, a bit each. */
enum around { IN_UNCLEAR_IF = 1, IN_SWITCH = 2 };

/* Whether lanes leave the rest of a loop's body on a condition that does not follow: then it is not known who assigns what
 * stands there. */
static bool
has_unclear_jump(struct control_reader *r, const struct ir_stmt *s, unsigned around)
{
	if (!s || !control_enter(r))
		return s != NULL;
	bool found = false;
	switch (s->kind) {
	case IR_STMT_BREAK:
		found = around == IN_UNCLEAR_IF;
		break;
	case IR_STMT_CONTINUE: case IR_STMT_RETURN:
		found = around != 0;
		break;
	case IR_STMT_LOOP:
		break;
	default: {
		unsigned inside = around | (s->kind == IR_STMT_SWITCH ? IN_SWITCH : 0);
		if (s->kind == IR_STMT_IF && !control_is_clear(r, s->expr))
			inside |= IN_UNCLEAR_IF;
		struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
		for (struct ir_node part; !found && ir_next_part(&parts, &part);)
			found = has_unclear_jump(r, part.stmt, inside);
		break;
	}
	}
	r->depth--;
	return found;
}

static void
note_candidates(struct control_reader *r, struct ir_node node)
{
	if (!control_enter(r))
		return;
	const struct ir_var *var = node.expr ? control_assigned_by(node.expr) : NULL;
	if (var && !control_candidate(r, var)) {
		if (r->count == MOST_CONTROL_VARIABLES)
			r->too_much = true;
		else
			r->items[r->count++] = (struct control_candidate){.var = var};
	}
	r->too_much |= node.stmt && (node.stmt->kind == IR_STMT_UNKNOWN || node.stmt->kind == IR_STMT_TRY);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; !r->too_much && ir_next_part(&parts, &part);)
		note_candidates(r, part);
	r->depth--;
}

bool
control_loop_is_clear(struct control_reader *r, const struct ir_stmt *s)
{
	return (!s->expr || control_is_clear(r, s->expr)) && !has_unclear_jump(r, s->body, 0);
}

/* Which candidates do not follow; `unclear`: whether the node is come to does not. */
static void
settle(struct control_reader *r, struct ir_node node, bool unclear)
{
	const struct ir_expr *e = node.expr;
	if (!control_enter(r))
		return;
	const struct ir_var *var = e ? control_assigned_by(e) : NULL;
	if (var && (unclear || !control_is_clear(r, e->b))) {
		struct control_candidate *c = control_candidate(r, var);
		r->changed |= !c->unclear;
		c->unclear = true;
	}
	const struct ir_stmt *s = node.stmt;
	if (s && s->kind == IR_STMT_LOOP)
		unclear |= s == r->loop ? has_unclear_jump(r, s->body, 0) : !control_loop_is_clear(r, s);
	unclear |= (s && s->kind == IR_STMT_SWITCH) || (e && e->kind == IR_STATEMENTS);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		settle(r, part, unclear);
		/* Of operators that choose, a side's assignments are not told from the other's. */
		if (ir_is_condition(node, part))
			unclear |= e || !control_is_clear(r, part.expr);
	}
	r->depth--;
}

void
control_settle(struct control_reader *r)
{
	note_candidates(r, (struct ir_node){.stmt = r->loop});
	r->changed = true;
	while (r->changed && !r->too_much) {
		r->changed = false;
		settle(r, (struct ir_node){.stmt = r->loop}, false);
	}
}
