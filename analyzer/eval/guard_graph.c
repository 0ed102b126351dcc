#include "eval/guard_graph.h"

#include <stdlib.h>
#include <string.h>

#include "code/definitions.h"
#include "code/effects.h"
#include "eval/guard_nodes.h"
#include "eval/guards.h"
#include "ir/integer.h"
#include "ir/walk.h"
#include "support/memory.h"

enum {
	DEEPEST_CALL = 8, MOST_VARIABLES = 4096, MOST_CALLS = 256,
	DEEPEST_NUMBER = 64,
	NO_RESULT = UINT16_MAX,   /* of those that have not returned yet */
};

/* A call that is being read. */
struct reading {
	const struct ir_func *func;
	const struct reading *caller;
	guard_id *vars;            /* by slot, and behind them the result */
	unsigned depth;
};

struct reader {
	struct program *program;
	const struct launch_request *request;
	struct guard_nodes nodes;
	struct reading *frame;
	guard_id path;             /* of the code that is read now, within the call */
	guard_id around;           /* the path to the call */
	unsigned switches;         /* around: what breaks there does not leave a loop */
	unsigned depth, calls;
};

static const struct ir_type wide = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};

static guard_id read_expr(struct reader *r, const struct ir_expr *e);
static void read_stmt(struct reader *r, const struct ir_stmt *s);

/* ---- guards ---- */

static void
add_guard(struct reader *r, guard_id condition, bool counts)
{
	struct guard_graph *g = r->nodes.graph;
	const struct guard guard = {guard_both(&r->nodes, r->around, r->path), condition, counts};
	if (!g->nodes[condition].of_block || guard_is_changed(condition) || guard.path == GUARD_NODE_FALSE)
		return;
	for (size_t i = 0; i < g->guard_count; i++)
		if (g->guards[i].condition == condition && g->guards[i].path == guard.path)
			return;
	r->nodes.too_much |= g->guard_count == MOST_GUARDS;
	if (!r->nodes.too_much)
		g->guards[g->guard_count++] = guard;
}

/* ---- variables ---- */

/* A scalar whose every change is seen. */
static bool
is_followed(const struct ir_var *var)
{
	return (var->storage == IR_STORAGE_LOCAL || var->storage == IR_STORAGE_PARAM) && !var->address_taken &&
	       (var->type->kind == IR_TYPE_INT || var->type->kind == IR_TYPE_BOOL);
}

static guard_id *
result_of(const struct reading *frame)
{
	return &frame->vars[frame->func->slot_count];
}

/* Calls push and pop these as they come and go. */
static guard_id *
copy_vars(const struct reading *frame)
{
	const size_t count = (size_t)frame->func->slot_count + 1;
	guard_id *copy = memory_alloc(memory_product(count, sizeof *copy));
	memcpy(copy, frame->vars, count * sizeof *copy);
	return copy;
}

static void
forget_assigned(struct reader *r, struct ir_node node, unsigned depth)
{
	const struct ir_expr *e = node.expr;
	r->nodes.too_much |= depth == IR_DEEPEST;
	if (r->nodes.too_much)
		return;
	if (e && (e->kind == IR_STORE || e->kind == IR_UPDATE) && e->a->kind == IR_VAR && is_followed(e->a->var)) {
		guard_id *var = &r->frame->vars[e->a->var->slot];
		*var = guard_changed(&r->nodes, *var, *var);
	}
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		forget_assigned(r, part, depth + 1);
}

static bool
leaves(struct ir_node node, unsigned depth)
{
	if (depth == IR_DEEPEST || (node.stmt && node.stmt->kind == IR_STMT_RETURN))
		return true;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (leaves(part, depth + 1))
			return true;
	return false;
}

/* ---- both sides of a condition ---- */

static guard_id
read_node(struct reader *r, struct ir_node node)
{
	if (node.expr)
		return read_expr(r, node.expr);
	if (node.stmt)
		read_stmt(r, node.stmt);
	return GUARD_NODE_UNKNOWN;
}

static guard_id
one_result(struct reader *r, guard_id condition, guard_id a, guard_id b)
{
	return a == NO_RESULT ? b : b == NO_RESULT ? a : guard_choice(&r->nodes, condition, a, b);
}

static void
merge_vars(struct reader *r, guard_id condition, guard_id *then)
{
	const uint32_t result = r->frame->func->slot_count;
	for (uint32_t i = 0; i < result; i++)
		r->frame->vars[i] = guard_choice(&r->nodes, condition, then[i], r->frame->vars[i]);
	*result_of(r->frame) = one_result(r, condition, then[result], *result_of(r->frame));
	free(then);
}

/* Reads the two, either of which may be empty; *results: what they come to. */
static void
read_sides(struct reader *r, guard_id condition, struct ir_node then, struct ir_node otherwise, guard_id results[2])
{
	const guard_id path = r->path, to_then = guard_both(&r->nodes, path, condition), to_otherwise = guard_both(&r->nodes, path, guard_negated(&r->nodes, condition));
	guard_id *before = copy_vars(r->frame);
	r->path = to_then;
	results[0] = read_node(r, then);
	guard_id *after_then = copy_vars(r->frame);
	const guard_id from_then = r->path;
	memcpy(r->frame->vars, before, ((size_t)r->frame->func->slot_count + 1) * sizeof *before);
	free(before);
	r->path = to_otherwise;
	results[1] = read_node(r, otherwise);
	merge_vars(r, condition, after_then);
	/* Unless some have left on a side, all are together again. */
	r->path = from_then == to_then && r->path == to_otherwise ? path : guard_either(&r->nodes, from_then, r->path);
}

/* ---- expressions ---- */

static guard_id
read_special(struct reader *r, const struct ir_expr *e)
{
	const enum ir_special special = e->special;
	const unsigned d = special % 3;
	if (special == IR_WARP_SIZE)
		return guard_number(&r->nodes, e->type, 32);
	if (special <= IR_BLOCK_Z) {
		const bool is_thread = special <= IR_THREAD_Z;
		if ((is_thread ? r->request->block[d] : r->request->grid[d]) == 1)
			return guard_number(&r->nodes, e->type, 0);
		return guard_add_node(&r->nodes, (struct guard_node){.kind = is_thread ? GUARD_THREAD : GUARD_BLOCK, .type = e->type, .dimension = d});
	}
	return guard_number(&r->nodes, e->type, special <= IR_BLOCK_DIM_Z ? r->request->block[d] : r->request->grid[d]);
}

/* Of the kernel's parameters, and of records among them their members. */
static guard_id
read_argument(struct reader *r, const struct ir_expr *load)
{
	int64_t offset, integer;
	const struct ir_expr *at = guards_object(load, &offset);
	const bool known = at && at->kind == IR_VAR && at->var->storage == IR_STORAGE_PARAM && at != load->a && !r->frame->caller &&
	                   guards_argument(r->program, r->request, at->var, load->type, offset, &integer);
	return known ? guard_number(&r->nodes, load->type, integer) : GUARD_NODE_UNKNOWN;
}

static guard_id
read_load(struct reader *r, const struct ir_expr *e)
{
	if (e->a->kind == IR_VAR)
		return is_followed(e->a->var) ? r->frame->vars[e->a->var->slot] : GUARD_NODE_UNKNOWN;
	read_expr(r, e->a);
	return e->type->kind == IR_TYPE_INT ? read_argument(r, e) : GUARD_NODE_UNKNOWN;
}

static guard_id
assign(struct reader *r, const struct ir_expr *address, guard_id what)
{
	if (address->kind != IR_VAR)
		read_expr(r, address);
	else if (is_followed(address->var))
		r->frame->vars[address->var->slot] = what;
	return what;
}

static guard_id
read_update(struct reader *r, const struct ir_expr *e)
{
	const bool followed = e->a->kind == IR_VAR && is_followed(e->a->var);
	const guard_id by = read_expr(r, e->b);
	if (!followed) {
		assign(r, e->a, GUARD_NODE_UNKNOWN);
		return GUARD_NODE_UNKNOWN;
	}
	const guard_id before = r->frame->vars[e->a->var->slot];
	const guard_id after = guard_convert(&r->nodes, guard_binary(&r->nodes, e->op, e->compute_type, guard_convert(&r->nodes, before, e->compute_type), by), e->a->var->type);
	assign(r, e->a, after);
	return e->post ? before : after;
}

static guard_id
read_unary(struct reader *r, const struct ir_expr *e)
{
	int64_t x, result;
	const guard_id a = read_expr(r, e->a);
	if (!a || e->type->kind == IR_TYPE_FLOAT)
		return GUARD_NODE_UNKNOWN;
	if (guard_is_changed(a))
		return a;
	if (e->op == IR_NOT)
		return guard_negated(&r->nodes, guard_convert(&r->nodes, a, &guard_truth));
	if (guard_is_number(&r->nodes, a, &x))
		return integer_of(e, x, 0, &result) ? guard_number(&r->nodes, e->type, result) : GUARD_NODE_UNKNOWN;
	return e->op == IR_NEG ? guard_binary(&r->nodes, IR_SUB, e->type, guard_number(&r->nodes, e->type, 0), a)
	                       : guard_add_node(&r->nodes, (struct guard_node){.kind = GUARD_UNARY, .op = e->op, .type = e->type, .a = a});
}

static guard_id
read_binary(struct reader *r, const struct ir_expr *e)
{
	const guard_id a = read_expr(r, e->a), b = read_expr(r, e->b);
	return e->type->kind == IR_TYPE_FLOAT ? GUARD_NODE_UNKNOWN : guard_binary(&r->nodes, e->op, e->type, a, b);
}

/* `&&`, `||` and `?:`: guards where it makes a difference to memory which side is taken. */
static guard_id
read_choice(struct reader *r, const struct ir_expr *e)
{
	guard_id results[2];
	const guard_id a = read_expr(r, e->a);
	if (expr_chooses_accesses(e))
		add_guard(r, a, false);
	const struct ir_node b = {.expr = e->b}, c = {.expr = e->c}, none = {0};
	read_sides(r, a, e->kind == IR_OR ? none : b, e->kind == IR_OR ? b : c, results);
	if (e->kind == IR_CONDITIONAL)
		return guard_choice(&r->nodes, a, results[0], results[1]);
	return e->kind == IR_AND ? guard_both(&r->nodes, a, results[0]) : guard_either(&r->nodes, a, results[1]);
}

static guard_id
read_builtin(struct reader *r, const struct ir_expr *e)
{
	guard_id args[2] = {GUARD_NODE_UNKNOWN, GUARD_NODE_UNKNOWN};
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const guard_id arg = read_expr(r, e->args[i]);
		if (i < 2)
			args[i] = arg;
	}
	switch (e->builtin) {
	case IR_BUILTIN_min: case IR_BUILTIN_umin: case IR_BUILTIN_max: case IR_BUILTIN_umax: {
		const bool least = e->builtin == IR_BUILTIN_min || e->builtin == IR_BUILTIN_umin;
		const guard_id a = guard_convert(&r->nodes, args[0], e->type), b = guard_convert(&r->nodes, args[1], e->type);
		return guard_choice(&r->nodes, guard_binary(&r->nodes, least ? IR_LT : IR_GT, &guard_truth, a, b), a, b);
	}
	default:
		return GUARD_NODE_UNKNOWN;
	}
}

static bool
is_being_read(const struct reading *frame, const struct ir_func *func)
{
	for (; frame; frame = frame->caller)
		if (frame->func == func)
			return true;
	return false;
}

/* The body, with those arguments; what it returns. */
static guard_id
read_body(struct reader *r, const struct ir_func *func, const guard_id *args, size_t arg_count)
{
	struct reading frame = {.func = func, .caller = r->frame, .depth = r->frame ? r->frame->depth + 1 : 0};
	const guard_id path = r->path, around = r->around;
	const unsigned switches = r->switches;
	frame.vars = memory_zeroed((size_t)func->slot_count + 1, sizeof *frame.vars);
	for (uint32_t i = 0; i < func->param_count && i < arg_count; i++)
		if (is_followed(func->params[i]))
			frame.vars[func->params[i]->slot] = guard_convert(&r->nodes, args[i], func->params[i]->type);
	*result_of(&frame) = NO_RESULT;
	r->around = guard_both(&r->nodes, around, path);
	r->path = GUARD_NODE_TRUE;
	r->switches = 0;
	r->frame = &frame;
	read_stmt(r, func->body);
	const guard_id result = *result_of(&frame);
	r->frame = (struct reading *)frame.caller;
	r->path = path;
	r->around = around;
	r->switches = switches;
	free(frame.vars);
	return result == NO_RESULT ? GUARD_NODE_UNKNOWN : result;
}

static guard_id
read_call(struct reader *r, const struct ir_expr *e)
{
	enum { MOST_ARGUMENTS = 16 };
	guard_id args[MOST_ARGUMENTS];
	const struct ir_func *func = e->func;
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const guard_id arg = read_expr(r, e->args[i]);
		if (i < MOST_ARGUMENTS)
			args[i] = arg;
	}
	const bool readable = func->body && func->slot_count <= MOST_VARIABLES && e->arg_count <= MOST_ARGUMENTS &&
	                      r->frame->depth < DEEPEST_CALL && r->calls < MOST_CALLS && !is_being_read(r->frame, func);
	r->calls++;
	return readable ? read_body(r, func, args, e->arg_count) : GUARD_NODE_UNKNOWN;
}

static guard_id
read_parts(struct reader *r, struct ir_node node)
{
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		read_node(r, part);
	return GUARD_NODE_UNKNOWN;
}

static guard_id
read_expr_kind(struct reader *r, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_INT:
		return e->type->kind == IR_TYPE_INT || e->type->kind == IR_TYPE_BOOL ? guard_number(&r->nodes, e->type, e->integer) : GUARD_NODE_UNKNOWN;
	case IR_SPECIAL: return read_special(r, e);
	case IR_LOAD: return read_load(r, e);
	case IR_STORE: return assign(r, e->a, read_expr(r, e->b));
	case IR_UPDATE: return read_update(r, e);
	case IR_UNARY: return read_unary(r, e);
	case IR_BINARY: return read_binary(r, e);
	case IR_CONVERT: return guard_convert(&r->nodes, read_expr(r, e->a), e->type);
	case IR_AND: case IR_OR: case IR_CONDITIONAL: return read_choice(r, e);
	case IR_COMMA:
		read_expr(r, e->a);
		return read_expr(r, e->b);
	case IR_CALL: return read_call(r, e);
	case IR_BUILTIN: return read_builtin(r, e);
	case IR_STATEMENTS:
		read_stmt(r, e->body);
		return e->a ? read_expr(r, e->a) : GUARD_NODE_UNKNOWN;
	default: return read_parts(r, (struct ir_node){.expr = e});
	}
}

static guard_id
read_expr(struct reader *r, const struct ir_expr *e)
{
	r->nodes.too_much |= r->depth == IR_DEEPEST;
	if (r->nodes.too_much)
		return GUARD_NODE_UNKNOWN;
	r->depth++;
	const guard_id what = read_expr_kind(r, e);
	r->depth--;
	return what;
}

/* ---- statements ---- */

static void
read_if(struct reader *r, const struct ir_stmt *s)
{
	guard_id results[2];
	const guard_id condition = read_expr(r, s->expr);
	add_guard(r, condition, false);
	read_sides(r, condition, (struct ir_node){.stmt = s->then}, (struct ir_node){.stmt = s->otherwise}, results);
}

/* Who returns from what is run on conditions that are not followed is not known. */
static void
go_on_behind(struct reader *r, const struct ir_stmt *s, guard_id path)
{
	r->path = leaves((struct ir_node){.stmt = s}, 0) ? guard_both(&r->nodes, path, GUARD_NODE_UNKNOWN) : path;
	if (r->path != path)
		*result_of(r->frame) = GUARD_NODE_UNKNOWN;
}

/* What the loop does to the counter in every round; NULL: that is not seen. */
static const struct ir_expr *
update_in(const struct ir_expr *e, const struct ir_var *counter)
{
	if (e && e->kind == IR_COMMA) {
		const struct ir_expr *found = update_in(e->a, counter);
		return found ? found : update_in(e->b, counter);
	}
	const bool updates = e && e->kind == IR_UPDATE && (e->op == IR_ADD || e->op == IR_SUB);
	return updates && e->a->kind == IR_VAR && e->a->var == counter ? e : NULL;
}

static const struct ir_expr *
update_of(const struct ir_stmt *loop, const struct ir_var *counter)
{
	const struct ir_expr *found = update_in(loop->step, counter);
	const struct ir_stmt *body = loop->body;
	for (uint32_t i = 0; !found && body->kind == IR_STMT_BLOCK && i < body->stmt_count; i++)
		if (body->stmts[i]->kind == IR_STMT_EXPR)
			found = update_in(body->stmts[i]->expr, counter);
	return found && assignments_of(loop, counter) == 1 ? found : NULL;
}

/* The counter that a number follows at some distance; NULL: it is no such number. */
static const struct ir_var *
counter_of(const struct ir_expr *e)
{
	while (e->kind == IR_CONVERT || (e->kind == IR_BINARY && (e->op == IR_ADD || e->op == IR_SUB) && e->b->kind == IR_INT))
		e = e->a;
	return e->kind == IR_LOAD && e->a->kind == IR_VAR && is_followed(e->a->var) ? e->a->var : NULL;
}

/* What the loop changes has been forgotten. */
static int64_t
step_of(struct reader *r, const struct ir_stmt *loop, const struct ir_expr *side)
{
	const struct ir_var *counter = counter_of(side);
	const struct ir_expr *update = counter ? update_of(loop, counter) : NULL;
	int64_t by;
	if (!update || !guard_is_number(&r->nodes, read_expr(r, update->b), &by) || by == INT64_MIN)
		return 0;
	return update->op == IR_SUB ? -by : by;
}

/* How often it is added until `start op end` holds no more; unknown, where it may never be so. */
static guard_id
rounds_until(struct reader *r, enum ir_op op, guard_id start, guard_id end, int64_t step)
{
	const bool up = op == IR_LT || op == IR_LE || (op == IR_NE && step > 0), with_end = op == IR_LE || op == IR_GE;
	if (!start || !end || !step || op == IR_EQ || up != (step > 0))
		return GUARD_NODE_UNKNOWN;
	const guard_id from = guard_convert(&r->nodes, up ? start : end, &wide), to = guard_convert(&r->nodes, up ? end : start, &wide);
	const guard_id way = guard_binary(&r->nodes, IR_SUB, &wide, to, from);
	const guard_id all = with_end ? guard_binary(&r->nodes, IR_ADD, &wide, way, guard_number(&r->nodes, &wide, 1)) : way;
	if (guard_is_changed(all) || !all)
		return GUARD_NODE_UNKNOWN;
	return guard_add_node(&r->nodes, (struct guard_node){.kind = GUARD_ROUNDS, .type = &wide, .a = all, .integer = up ? step : -step});
}

/* The same relation with its sides exchanged. */
static enum ir_op
turned(enum ir_op op)
{
	switch (op) {
	case IR_LT: return IR_GT;
	case IR_GT: return IR_LT;
	case IR_LE: return IR_GE;
	case IR_GE: return IR_LE;
	default: return op;
	}
}

/* What stood in the variables before the loop, and what stands there now that it has been forgotten what that changes. */
struct round_states {
	guard_id *before, *now;
};

static guard_id
read_before(struct reader *r, const struct ir_expr *e, const struct round_states *states)
{
	r->frame->vars = states->before;
	const guard_id what = read_expr(r, e);
	r->frame->vars = states->now;
	return what;
}

/* How often the loop goes round by that condition; unknown: it cannot be told. */
static guard_id
rounds_by(struct reader *r, const struct ir_stmt *loop, const struct ir_expr *e, const struct round_states *states)
{
	while (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_BOOL)
		e = e->a;
	if (e->kind == IR_AND) {
		const guard_id a = rounds_by(r, loop, e->a, states), b = rounds_by(r, loop, e->b, states);
		return a && b ? guard_choice(&r->nodes, guard_binary(&r->nodes, IR_LT, &guard_truth, a, b), a, b) : GUARD_NODE_UNKNOWN;
	}
	if (e->kind != IR_BINARY || e->op < IR_LT || e->op > IR_NE)
		return GUARD_NODE_UNKNOWN;
	const bool is_left = guard_is_changed(read_expr(r, e->a));
	const struct ir_expr *moving = is_left ? e->a : e->b, *other = is_left ? e->b : e->a;
	const guard_id end = read_expr(r, other), start = read_before(r, moving, states);
	return rounds_until(r, is_left ? e->op : turned(e->op), start, end, step_of(r, loop, moving));
}

/* A number changes its ways where one of these turns. */
static void
add_choices(struct reader *r, guard_id id, unsigned depth)
{
	const struct guard_node node = r->nodes.graph->nodes[id];
	r->nodes.too_much |= depth == DEEPEST_NUMBER;
	if (!node.of_block || r->nodes.too_much)
		return;
	if (node.kind == GUARD_CHOICE)
		add_guard(r, node.a, false);
	add_choices(r, node.a, depth + 1);
	add_choices(r, node.b, depth + 1);
	add_choices(r, node.c, depth + 1);
}

/* Whether it may be read as often as one likes. */
static bool
changes_nothing(struct ir_node node, unsigned depth)
{
	if (depth == IR_DEEPEST || (node.expr && (node.expr->kind == IR_STORE || node.expr->kind == IR_UPDATE)))
		return false;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (!changes_nothing(part, depth + 1))
			return false;
	return true;
}

static bool
is_changed_by_block(struct reader *r, const struct ir_expr *condition)
{
	r->nodes.compares_changed = false;
	read_expr(r, condition);
	return r->nodes.compares_changed;
}

/* Of a loop that tests first, by a condition that changes nothing: how often it goes round. */
static void
read_rounds(struct reader *r, const struct ir_stmt *s, const struct round_states *states)
{
	if (!is_changed_by_block(r, s->expr))
		return;
	const guard_id rounds = rounds_by(r, s, s->expr, states);
	add_choices(r, rounds, 0);
	add_guard(r, rounds, true);
	r->nodes.graph->varies |= !rounds;
}

/* Once, as any of its rounds: what it changes is unknown. The first test is one of the numbers before. */
static void
read_loop(struct reader *r, const struct ir_stmt *s)
{
	const struct ir_node loop = {.stmt = s};
	const guard_id path = r->path;
	const unsigned switches = r->switches;
	guard_id *before = NULL;
	r->switches = 0;
	if (s->expr && !s->test_last) {
		const guard_id first = read_expr(r, s->expr);
		add_guard(r, first, false);
		r->path = guard_both(&r->nodes, path, first);
		before = changes_nothing((struct ir_node){.expr = s->expr}, 0) ? copy_vars(r->frame) : NULL;
	}
	forget_assigned(r, loop, 0);
	if (before) {
		const struct round_states states = {before, r->frame->vars};
		read_rounds(r, s, &states);
		free(before);
	}
	read_stmt(r, s->body);
	r->path = path;
	if (s->test_last && s->expr) {
		add_guard(r, read_expr(r, s->expr), false);
		r->nodes.graph->varies |= is_changed_by_block(r, s->expr);
	}
	forget_assigned(r, loop, 0);
	r->switches = switches;
	go_on_behind(r, s, path);
}

static void
read_switch(struct reader *r, const struct ir_stmt *s)
{
	const guard_id path = r->path;
	add_guard(r, read_expr(r, s->expr), false);
	r->switches++;
	for (uint32_t i = 0; i < s->stmt_count; i++) {
		forget_assigned(r, (struct ir_node){.stmt = s}, 0);
		r->path = guard_both(&r->nodes, path, GUARD_NODE_UNKNOWN);
		read_stmt(r, s->stmts[i]);
	}
	forget_assigned(r, (struct ir_node){.stmt = s}, 0);
	r->switches--;
	go_on_behind(r, s, path);
}

static void
read_return(struct reader *r, const struct ir_stmt *s)
{
	const guard_id what = s->expr ? read_expr(r, s->expr) : GUARD_NODE_UNKNOWN;
	guard_id *result = result_of(r->frame);
	*result = one_result(r, r->path, what, *result);
	r->path = GUARD_NODE_FALSE;
}

static void
read_stmt(struct reader *r, const struct ir_stmt *s)
{
	r->nodes.too_much |= r->depth == IR_DEEPEST;
	if (r->nodes.too_much)
		return;
	r->depth++;
	switch (s->kind) {
	case IR_STMT_DECLARE:
		if (is_followed(s->var))
			r->frame->vars[s->var->slot] = GUARD_NODE_UNKNOWN;
		break;
	case IR_STMT_IF: read_if(r, s); break;
	case IR_STMT_LOOP: read_loop(r, s); break;
	case IR_STMT_SWITCH: read_switch(r, s); break;
	case IR_STMT_RETURN: read_return(r, s); break;
	case IR_STMT_CONTINUE:
		r->path = GUARD_NODE_FALSE;
		break;
	case IR_STMT_BREAK:
		if (!r->switches)
			r->path = GUARD_NODE_FALSE;
		break;
	case IR_STMT_UNKNOWN: case IR_STMT_TRY:
		r->nodes.too_much = true;
		break;
	default:
		read_parts(r, (struct ir_node){.stmt = s});
		break;
	}
	r->depth--;
}

/* ---- a kernel ---- */

/* NULL-terminated arguments of the launch, as far as they are numbers. */
static void
read_kernel(struct reader *r)
{
	enum { MOST_PARAMETERS = 64 };
	const struct ir_func *kernel = r->request->kernel;
	guard_id args[MOST_PARAMETERS] = {0};
	const size_t count = kernel->param_count < MOST_PARAMETERS ? kernel->param_count : MOST_PARAMETERS;
	for (size_t i = 0; i < count; i++) {
		int64_t integer;
		if (is_followed(kernel->params[i]) &&
		    guards_argument(r->program, r->request, kernel->params[i], kernel->params[i]->type, 0, &integer))
			args[i] = guard_number(&r->nodes, kernel->params[i]->type, integer);
	}
	read_body(r, kernel, args, count);
}

struct guard_graph *
guard_graph_read(struct program *program, const struct launch_request *request)
{
	const struct ir_func *kernel = request->kernel;
	if (!kernel->body || kernel->slot_count > MOST_VARIABLES)
		return NULL;
	struct guard_graph *graph = memory_alloc(sizeof *graph);
	struct reader r = {.program = program, .request = request, .path = GUARD_NODE_TRUE, .around = GUARD_NODE_TRUE};
	guard_nodes_begin(&r.nodes, graph);
	graph->guard_count = 0;
	graph->varies = false;
	read_kernel(&r);
	if (!r.nodes.too_much && (graph->guard_count || graph->varies))
		return graph;
	free(graph);
	return NULL;
}
