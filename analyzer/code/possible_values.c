#include "code/possible_values.h"

#include "code/possible_state.h"

enum { DEEPEST_CALL = 16, WORK_OF_EXPR = 8, MOST_ROUNDS = 8 };

static struct possible read_expr(struct possible_reader *r, const struct ir_expr *e);
static void read_stmt(struct possible_reader *r, const struct ir_stmt *s);

/* ---- expressions ---- */

/* The grid's limits of compute capabilities 5.0 to 12.x (CUDA C++ Programming Guide, "Technical Specifications"). */
static struct possible
of_special(enum ir_special special)
{
	static const struct { int64_t low, high; } limits[] = {
		[IR_THREAD_X] = {0, 1023}, [IR_THREAD_Y] = {0, 1023}, [IR_THREAD_Z] = {0, 63},
		[IR_BLOCK_X] = {0, INT32_MAX - 1}, [IR_BLOCK_Y] = {0, 65534}, [IR_BLOCK_Z] = {0, 65534},
		[IR_BLOCK_DIM_X] = {1, 1024}, [IR_BLOCK_DIM_Y] = {1, 1024}, [IR_BLOCK_DIM_Z] = {1, 64},
		[IR_GRID_DIM_X] = {1, INT32_MAX}, [IR_GRID_DIM_Y] = {1, 65535}, [IR_GRID_DIM_Z] = {1, 65535},
		[IR_WARP_SIZE] = {32, 32},
	};
	return possible_between(limits[special].low, limits[special].high);
}

/* What a load or a store yields of a member; of a bit-field, no more than that holds. */
static struct possible
of_field(const struct ir_expr *e)
{
	const struct ir_field *field = e->a->kind == IR_FIELD ? e->a->field : NULL;
	if (!field || !field->bit_width || field->bit_width >= 64)
		return possible_of_type(e->type);
	const int64_t span = (int64_t)1 << (field->bit_width - 1);
	return possible_meet(possible_of_type(e->type), field->type->is_signed ? possible_between(-span, span - 1)
	                                                                          : possible_between(0, span - 1 + span));
}

static struct possible
read_load(struct possible_reader *r, const struct ir_expr *e)
{
	const struct ir_var *var = possible_own_integer(r, e->a);
	if (var)
		return possible_in_state(&r->state, var);
	read_expr(r, e->a);
	return of_field(e);
}

static void
assign(struct possible_reader *r, const struct ir_var *var, struct possible value)
{
	if (var)
		r->state.vars[var->slot] = possible_meet(value, possible_of_type(var->type));
}

static struct possible
read_store(struct possible_reader *r, const struct ir_expr *e)
{
	const struct ir_var *var = possible_own_integer(r, e->a);
	if (!var)
		read_expr(r, e->a);
	const struct possible value = read_expr(r, e->b);
	assign(r, var, value);
	return e->a->kind == IR_FIELD ? of_field(e) : value;
}

static struct possible
read_update(struct possible_reader *r, const struct ir_expr *e)
{
	const struct ir_var *var = possible_own_integer(r, e->a);
	const struct ir_type *type = e->compute_type;
	if (!var)
		read_expr(r, e->a);
	const struct possible by = read_expr(r, e->b), old = var ? possible_in_state(&r->state, var) : possible_of_type(e->type);
	if (!is_integer(e->type) || !is_integer(type) || !is_integer(e->b->type)) {
		assign(r, var, possible_of_type(e->type));
		return possible_of_type(e->type);
	}
	const struct possible made = possible_operation(e->op, type, type, possible_converted(type, e->type, old), by),
	                      now = possible_converted(e->type, type, made);
	assign(r, var, now);
	return e->post ? old : now;
}

static struct possible
read_binary(struct possible_reader *r, const struct ir_expr *e)
{
	const struct possible a = read_expr(r, e->a), b = e->b ? read_expr(r, e->b) : possible_exactly(0);
	return is_integer(e->a->type) ? possible_operation(e->op, e->type, e->a->type, a, b) : possible_of_type(e->type);
}

/* Of a state that the condition leads to with that outcome, what the expression is there. */
static struct possible
read_where(struct possible_reader *r, const struct ir_expr *condition, bool holds, const struct ir_expr *e)
{
	possible_assume(r, condition, holds);
	const struct possible p = read_expr(r, e);
	return r->state.is_reached ? p : possible_none();
}

/* A choice between b and c, or between running b or not. */
static struct possible
read_choice(struct possible_reader *r, const struct ir_expr *e)
{
	const struct possible a = read_expr(r, e->a);
	const bool on = e->kind != IR_OR;
	const struct arena_mark mark = arena_mark(&r->arena);
	struct possible_state otherwise = possible_copy_state(r, &r->state);
	struct possible p = read_where(r, e->a, on, e->b);
	struct possible_state then = r->state;
	r->state = otherwise;
	if (e->kind == IR_CONDITIONAL) {
		const struct possible c = read_where(r, e->a, false, e->c);
		p = possible_is_one(a) ? (a.low ? p : c) : possible_join(p, c);
	} else {
		possible_assume(r, e->a, !on);
		p = possible_is_one(a) && (a.low != 0) != on ? a : possible_is_one(a) ? p : possible_join(p, possible_exactly(!on));
	}
	possible_join_state(r, &then, &r->state);
	r->state = then;
	arena_release(&r->arena, mark);
	return p;
}

static struct possible
read_parts(struct possible_reader *r, const struct ir_expr *e)
{
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		if (part.expr)
			read_expr(r, part.expr);
		else
			read_stmt(r, part.stmt);
	}
	return possible_of_type(e->type);
}

static struct possible
read_builtin(struct possible_reader *r, const struct ir_expr *e)
{
	read_parts(r, e);
	const bool has_two = e->arg_count == 2 && is_integer(e->type);
	switch (e->builtin) {
	case IR_BUILTIN_min: case IR_BUILTIN_umin:
		return !has_two ? possible_of_type(e->type)
		                : possible_least(e->type, possible_value(r->found, e->args[0]), possible_value(r->found, e->args[1]));
	case IR_BUILTIN_max: case IR_BUILTIN_umax:
		return !has_two ? possible_of_type(e->type)
		                : possible_most(e->type, possible_value(r->found, e->args[0]), possible_value(r->found, e->args[1]));
	case IR_BUILTIN___popc: case IR_BUILTIN___clz: case IR_BUILTIN___ffs:
		return possible_between(0, 32);
	case IR_BUILTIN___popcll: case IR_BUILTIN___clzll: case IR_BUILTIN___ffsll:
		return possible_between(0, 64);
	case IR_BUILTIN___lane_id:
		return possible_between(0, 31);
	default:
		return possible_of_type(e->type);
	}
}

static struct possible
read_kind(struct possible_reader *r, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_INT:
		return is_integer(e->type) ? possible_exactly(e->integer) : possible_of_type(e->type);
	case IR_SPECIAL:
		return r->known->without_grid && e->special != IR_WARP_SIZE ? possible_of_type(e->type) : of_special(e->special);
	case IR_LOAD:
		return read_load(r, e);
	case IR_STORE:
		return read_store(r, e);
	case IR_UPDATE:
		return read_update(r, e);
	case IR_UNARY: case IR_BINARY:
		return read_binary(r, e);
	case IR_AND: case IR_OR: case IR_CONDITIONAL:
		return read_choice(r, e);
	case IR_COMMA:
		read_expr(r, e->a);
		return read_expr(r, e->b);
	case IR_CONVERT:
		return possible_converted(e->type, e->a->type, read_expr(r, e->a));
	case IR_STATEMENTS:
		read_stmt(r, e->body);
		return e->a ? read_expr(r, e->a) : possible_of_type(e->type);
	case IR_CALL:
		read_parts(r, e);
		return possible_meet(possible_values_of(r->known, e->func)->result, possible_of_type(e->type));
	case IR_BUILTIN:
		return read_builtin(r, e);
	default:
		return read_parts(r, e);
	}
}

/* What is noted is that of the last round, which begins with all that comes there. */
static void
note(struct possible_reader *r, const struct ir_expr *e, struct possible p)
{
	const bool says_more = r->state.is_reached && !possible_same(p, possible_of_type(e->type));
	if (!says_more && !pointer_map_has(&r->found->exprs, e))
		return;
	struct possible **noted = (struct possible **)pointer_map_value(&r->found->exprs, e);
	if (!*noted)
		*noted = arena_new(&r->known->arena, struct possible);
	**noted = says_more ? p : possible_of_type(e->type);
}

static struct possible
read_expr(struct possible_reader *r, const struct ir_expr *e)
{
	r->lost |= r->depth >= IR_DEEPEST || (r->work += WORK_OF_EXPR) > MOST_WORK;
	if (r->lost)
		return possible_of_type(e->type);
	r->depth++;
	const struct possible p = read_kind(r, e);
	r->depth--;
	if (is_integer(e->type))
		note(r, e, p);
	return p;
}

/* ---- statements ---- */

static void
read_if(struct possible_reader *r, const struct ir_stmt *s)
{
	read_expr(r, s->expr);
	const struct arena_mark mark = arena_mark(&r->arena);
	struct possible_state otherwise = possible_copy_state(r, &r->state);
	possible_assume(r, s->expr, true);
	read_stmt(r, s->then);
	struct possible_state then = r->state;
	r->state = otherwise;
	possible_assume(r, s->expr, false);
	if (s->otherwise)
		read_stmt(r, s->otherwise);
	possible_join_state(r, &then, &r->state);
	r->state = then;
	arena_release(&r->arena, mark);
}

/* Who does not go on goes to where `break` does. */
static void
read_loop_condition(struct possible_reader *r, const struct ir_expr *condition)
{
	if (!condition)
		return;
	read_expr(r, condition);
	struct possible_state on = r->state;
	r->state = possible_copy_state(r, &on);
	possible_assume(r, condition, false);
	possible_join_state(r, r->at_break, &r->state);
	r->state = on;
	possible_assume(r, condition, true);
}

static void
read_iteration(struct possible_reader *r, const struct ir_stmt *s)
{
	if (!s->test_last)
		read_loop_condition(r, s->expr);
	read_stmt(r, s->body);
	possible_join_state(r, &r->state, r->at_continue);
	if (s->step)
		read_expr(r, s->step);
	if (s->test_last)
		read_loop_condition(r, s->expr);
}

static void
read_loop(struct possible_reader *r, const struct ir_stmt *s)
{
	struct possible_state *const at_break = r->at_break, *const at_continue = r->at_continue;
	const struct arena_mark mark = arena_mark(&r->arena);
	struct possible_state head = possible_copy_state(r, &r->state), behind = possible_new_state(r), next = possible_new_state(r);
	r->at_break = &behind;
	r->at_continue = &next;
	for (unsigned round = 0; !r->lost; round++) {
		const struct arena_mark before = arena_mark(&r->arena);
		possible_set_state(r, &r->state, &head);
		behind.is_reached = next.is_reached = false;
		read_iteration(r, s);
		arena_release(&r->arena, before);
		if (!possible_widen_state(r, &head, &r->state))
			break;
		r->lost |= round == MOST_ROUNDS;
	}
	possible_set_state(r, &r->state, &behind);
	r->at_break = at_break;
	r->at_continue = at_continue;
	arena_release(&r->arena, mark);
}

/* Control comes here from the head as well, for each case that begins here. */
static void
enter_cases(struct possible_reader *r, const struct ir_stmt *s, uint32_t at, const struct possible_state *head)
{
	for (uint32_t i = 0; i < s->case_count; i++)
		if (s->cases[i].first == at)
			possible_join_state(r, &r->state, head);
}

static void
read_switch(struct possible_reader *r, const struct ir_stmt *s)
{
	struct possible_state *const at_break = r->at_break;
	read_expr(r, s->expr);
	const struct arena_mark mark = arena_mark(&r->arena);
	struct possible_state head = possible_copy_state(r, &r->state), behind = possible_new_state(r);
	bool has_default = false;
	for (uint32_t i = 0; i < s->case_count; i++)
		has_default |= s->cases[i].is_default;
	r->at_break = &behind;
	r->state.is_reached = false;
	for (uint32_t i = 0; i < s->stmt_count; i++) {
		enter_cases(r, s, i, &head);
		read_stmt(r, s->stmts[i]);
	}
	enter_cases(r, s, s->stmt_count, &head);
	if (!has_default)
		possible_join_state(r, &r->state, &head);
	possible_join_state(r, &r->state, &behind);
	r->at_break = at_break;
	arena_release(&r->arena, mark);
}

static void
read_jump(struct possible_reader *r, struct possible_state *to)
{
	r->lost |= !to;
	if (to)
		possible_join_state(r, to, &r->state);
	r->state.is_reached = false;
}

static void
read_return(struct possible_reader *r, const struct ir_stmt *s)
{
	const struct possible p = s->expr ? read_expr(r, s->expr) : possible_none();
	if (r->state.is_reached)
		r->found->result = possible_join(r->found->result, p);
	r->state.is_reached = false;
}

static void
read_stmt_kind(struct possible_reader *r, const struct ir_stmt *s)
{
	switch (s->kind) {
	case IR_STMT_EXPR:
		read_expr(r, s->expr);
		break;
	case IR_STMT_DECLARE:
		if (possible_is_own(r->func, s->var))
			r->state.vars[s->var->slot] = possible_of_type(s->var->type);
		break;
	case IR_STMT_BLOCK:
		for (uint32_t i = 0; i < s->stmt_count; i++)
			read_stmt(r, s->stmts[i]);
		break;
	case IR_STMT_IF:
		read_if(r, s);
		break;
	case IR_STMT_LOOP:
		read_loop(r, s);
		break;
	case IR_STMT_SWITCH:
		read_switch(r, s);
		break;
	case IR_STMT_BREAK:
		read_jump(r, r->at_break);
		break;
	case IR_STMT_CONTINUE:
		read_jump(r, r->at_continue);
		break;
	case IR_STMT_RETURN:
		read_return(r, s);
		break;
	case IR_STMT_TRY:
	case IR_STMT_UNKNOWN:
		r->lost = true;
		break;
	}
}

static void
read_stmt(struct possible_reader *r, const struct ir_stmt *s)
{
	r->lost |= r->depth >= IR_DEEPEST;
	if (r->lost)
		return;
	r->depth++;
	read_stmt_kind(r, s);
	r->depth--;
}

/* ---- functions ---- */

static void
read_func(struct possible_known *known, struct possible_values *found, const struct ir_func *func)
{
	struct possible_reader r = {.known = known, .found = found, .func = func};
	found->result = possible_none();
	r.state = possible_new_state(&r);
	r.state.is_reached = true;
	for (uint32_t i = 0; i < func->slot_count; i++)
		r.state.vars[i] = possible_anything();
	read_stmt(&r, func->body);
	if (r.lost)
		pointer_map_free(&found->exprs);
	if (r.lost || possible_is_none(found->result))
		found->result = possible_anything();
	arena_free(&r.arena);
}

const struct possible_values *
possible_values_of(struct possible_known *known, const struct ir_func *func)
{
	struct possible_values *found = pointer_map_find(&known->funcs, func);
	if (found)
		return found;
	found = arena_new(&known->arena, struct possible_values);
	found->result = possible_anything();
	*pointer_map_value(&known->funcs, func) = found;
	if (func->body && !func->is_library && known->depth < DEEPEST_CALL) {
		known->depth++;
		read_func(known, found, func);
		known->depth--;
	}
	return found;
}

struct possible
possible_value(const struct possible_values *values, const struct ir_expr *e)
{
	const struct possible *noted = pointer_map_find(&values->exprs, e);
	return noted ? *noted : possible_of_type(e->type);
}

void
possible_known_free(struct possible_known *known)
{
	for (size_t i = 0; i < known->funcs.count; i++) {
		struct possible_values *values = known->funcs.items[i].value;
		pointer_map_free(&values->exprs);
	}
	pointer_map_free(&known->funcs);
	arena_free(&known->arena);
}
