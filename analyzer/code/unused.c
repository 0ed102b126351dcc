#include "code/unused.h"

#include <stdlib.h>

#include "code/cancel.h"
#include "code/effects.h"
#include "code/linear.h"
#include "code/live.h"
#include "code/possible_values.h"
#include "ir/constant.h"
#include "ir/walk.h"
#include "support/memory.h"

enum { DEEPEST_CALL = 32, MOST_ROUNDS = 64, MOST_LOOPS = 256, MOST_WORK = 1 << 24 };

/* Things that are not left out, so far; unsure: those where numbers may be known to let nobody come. */
struct effects {
	unsigned long sure, unsure;
};

/* Where control goes on behind a jump. */
struct target {
	const struct live *live;
	unsigned clobbers;
};

struct reader {
	struct unused_known *known;
	struct unused_loads *found;
	const struct ir_func *func;
	const struct possible_values *values;
	enum use most;                 /* how what is being read is used at most */
	struct arena arena, kept;      /* kept: of all rounds */
	struct live live;              /* at the place that has been read up to */
	struct live_way way;           /* on which alone what is being read is used */
	unsigned choices;              /* between values, around what is being read: its loads are on a way already */
	struct target at_break, at_continue;
	const struct ir_stmt *around[IR_DEEPEST];   /* branches and loops that are being read, by depth */
	struct live heads[MOST_LOOPS]; /* what lives where an iteration begins, by the order in which loops are read */
	unsigned loops;
	bool *escaped;                 /* variables, by slot: who has their address may read them any time */
	struct effects effects;
	unsigned clobbers;             /* of these, on the way with the fewest to the end, what loads are not moved across */
	unsigned long work;
	bool noting;                   /* what lives is known by now */
	bool changed, lost;            /* lost: not all of the function could be read */
	unsigned depth;
};

static void read_stmt(struct reader *r, const struct ir_stmt *s);
static void read_expr(struct reader *r, const struct ir_expr *e, enum use use);

static enum use
more(enum use a, enum use b)
{
	return a > b ? a : b;
}

static enum use
less(enum use a, enum use b)
{
	return a < b ? a : b;
}

/* How what decides on effects is used: there were so many before these. */
static enum use
use_by_effects(const struct reader *r, struct effects before)
{
	return r->effects.sure != before.sure ? USE_SURELY : r->effects.unsure != before.unsure ? USE_PARTLY : USE_NONE;
}

static void
note(struct reader *r, const struct ir_expr *e, enum use use)
{
	if (r->noting && use != USE_SURELY)
		pointer_set_add(use == USE_NONE ? &r->found->loads : &r->found->partly, e);
}

static void
note_sunk(struct reader *r, const struct ir_expr *load)
{
	const struct sunk_load sunk = {load, r->way, r->way.clobbers != r->clobbers};
	if (r->noting && r->way.at && !r->choices)
		memory_push(r->found->sunk, r->found->sunk_count, r->found->sunk_capacity, sunk);
}

/* Memory may be written to. */
static void
clobber(struct reader *r)
{
	r->effects.sure++;
	r->clobbers++;
}

/* Behind a choice of ways, which is before it as code is read. */
static void
meet_clobbers(struct reader *r, unsigned other)
{
	if (other < r->clobbers)
		r->clobbers = other;
}

static bool
is_needless(const struct reader *r, const struct ir_expr *e)
{
	const struct pointer_set *needless = r->known->needless;
	return needless && (pointer_set_has(needless, e) || (e->kind == IR_COPY && pointer_set_has(needless, e->a)));
}

/* ---- sets ---- */

static struct live
copy(struct reader *r, const struct live *live)
{
	r->work += live->count;
	r->lost |= r->work > MOST_WORK;
	return live_copy(&r->arena, live);
}

/* Of a place in a variable, as far as the code behind this place says. */
static enum use
use_of(const struct reader *r, struct live_place place)
{
	return r->escaped[place.var->slot] || place.var->type->is_volatile ? USE_SURELY : live_use(&r->live, place);
}

static void
escape(struct reader *r, const struct ir_var *var)
{
	r->changed |= !r->escaped[var->slot];
	r->escaped[var->slot] = true;
}

/* ---- expressions ---- */

/* What is left out with its result. */
static bool
is_pure(enum ir_builtin id)
{
	return id == IR_BUILTIN___ldg || (id >= IR_BUILTIN___popc && id <= IR_BUILTIN___gl_saturate) ||
	       (id >= IR_BUILTIN___shfl_sync && id <= IR_BUILTIN___shfl_xor_sync);
}

/* What is made as well behind a branch: not where lanes exchange values. */
static bool
is_movable(enum ir_builtin id)
{
	return is_pure(id) && !(id >= IR_BUILTIN___shfl_sync && id <= IR_BUILTIN___shfl_xor_sync);
}

/* On the way to a part of a variable, which is not used itself as an address. */
static void
read_indices(struct reader *r, const struct ir_expr *address, enum use use)
{
	for (; address->kind != IR_VAR; address = address->a)
		if (address->kind == IR_OFFSET)
			read_expr(r, address->b, use);
}

static void
read_load(struct reader *r, const struct ir_expr *e, enum use use)
{
	const struct live_place place = live_place_of(r->func, e->a, e->type->size);
	if (e->type->is_volatile) {
		r->effects.sure++;
		use = USE_SURELY;
	}
	note(r, e, use);
	if (place.var) {
		live_read(&r->live, place, use, r->way);
		read_indices(r, e->a, use);
	} else {
		note_sunk(r, e);
		read_expr(r, e->a, use);
	}
}

static bool
is_within(const struct reader *r, const struct ir_stmt *s)
{
	for (unsigned i = 0; i < r->depth; i++)
		if (r->around[i] == s)
			return true;
	return false;
}

static void
note_meeting(struct reader *r, struct live_place place, const struct ir_expr *value)
{
	const struct live_var *live = &r->live.vars[place.var->slot];
	const struct ir_stmt *at = live->meets;
	if (!r->noting || !at || live->clobbers != r->clobbers || place.var->type->kind == IR_TYPE_ARRAY || !place.whole)
		return;
	const struct meeting meeting = {place.var, at, value};
	memory_push(r->found->meetings, r->found->meeting_count, r->found->meeting_capacity, meeting);
}

/* Of what a loop assigns in each iteration and nobody reads before its end, only the last value counts. */
static bool
is_for_end_of_loop(const struct reader *r, struct live_place place)
{
	const struct ir_stmt *at = r->live.vars[place.var->slot].meets;
	return at && at->kind == IR_STMT_LOOP && !r->escaped[place.var->slot] && is_within(r, at);
}

/* How a value that is assigned is used. */
static enum use
use_of_value(const struct reader *r, const struct ir_expr *e, struct live_place place, enum use use)
{
	if (e->type->is_volatile)
		return USE_SURELY;
	const enum use later = less(use_of(r, place), r->most);
	return more(use, later == USE_SURELY && is_for_end_of_loop(r, place) ? USE_PARTLY : later);
}

/* What an assignment makes its variable's value of, and where it is. */
static void
read_assigned(struct reader *r, const struct ir_expr *e, enum use needed)
{
	const struct live_place from = e->kind == IR_COPY ? live_place_of(r->func, e->b, e->type->size) : (struct live_place){0};
	if (e->kind == IR_COPY)
		note(r, e->b, needed);
	if (from.var) {
		live_read(&r->live, from, needed, r->way);
		read_indices(r, e->b, needed);
	} else if (e->b) {
		if (e->kind == IR_COPY)
			note_sunk(r, e->b);
		read_expr(r, e->b, needed);
	}
}

/* To a variable of the function. */
static void
read_assignment(struct reader *r, const struct ir_expr *e, struct live_place place, enum use use)
{
	const enum use needed = use_of_value(r, e, place, use);
	const struct live_way around = r->way, way = r->live.vars[place.var->slot].way;
	r->way = use == USE_NONE && !r->escaped[place.var->slot] ? way : (struct live_way){.at = NULL};
	r->effects.sure += needed != USE_NONE;
	if (e->kind == IR_UPDATE) {
		note(r, e, needed);
		live_read(&r->live, place, needed, r->way);
	} else {
		if (needed != USE_NONE && use == USE_NONE && e->kind == IR_STORE)
			note_meeting(r, place, e->b);
		live_end(&r->live, place);
	}
	read_indices(r, e->a, needed);
	read_assigned(r, e, needed);
	r->way = around;
}

/* A store, or an update or copy, which read the place or another as well. */
static void
read_store(struct reader *r, const struct ir_expr *e, enum use use)
{
	const struct live_place place = live_place_of(r->func, e->a, e->type->size);
	/* These yield the variable itself. */
	if (place.var && use != USE_NONE && (e->kind == IR_COPY || e->kind == IR_ZERO))
		escape(r, place.var);
	if (place.var) {
		read_assignment(r, e, place, use);
		return;
	}
	const bool needless = is_needless(r, e);
	use = more(use, needless ? USE_NONE : USE_SURELY);
	if (!needless)
		clobber(r);
	if (e->kind == IR_COPY)
		note(r, e->b, use);
	read_expr(r, e->a, use);
	const struct live_place from = e->kind == IR_COPY ? live_place_of(r->func, e->b, e->type->size) : (struct live_place){0};
	if (from.var) {
		live_read(&r->live, from, use, r->way);
		read_indices(r, e->b, use);
	} else {
		read_expr(r, e->b, use);
	}
}

/* What a choice is between: a variable of the function's own that nobody reads behind it, or else NULL. */
static const struct ir_var *
chosen_alone(const struct reader *r, const struct ir_expr *value)
{
	const struct ir_expr *load = value ? ir_without_conversions(value) : NULL;
	const struct ir_var *var = load && load->kind == IR_LOAD && load->a->kind == IR_VAR ? load->a->var : NULL;
	return var && live_is_own(r->func, var) && use_of(r, live_all_of(var)) == USE_NONE ? var : NULL;
}

/* Of two values that are loaded for a choice alone the compiler loads the one that is chosen. */
static void
note_choice(struct reader *r, const struct ir_expr *e, const struct ir_var *chosen)
{
	if (chosen && e->c && ir_without_conversions(e->b)->kind == IR_LOAD && ir_without_conversions(e->c)->kind == IR_LOAD)
		r->live.vars[chosen->slot].way = (struct live_way){e, SIDE_CHOSEN, r->clobbers};
}

/* Whether what is known of numbers alone says that the condition does not come out that way. */
static bool
never_comes(const struct reader *r, const struct ir_expr *condition, bool holds)
{
	const struct possible p = possible_value(r->values, condition);
	return possible_is_one(p) && (p.low != 0) != holds;
}

/* A choice between b and c, or between running b or not. */
static void
read_choice(struct reader *r, const struct ir_expr *e, enum use use)
{
	const struct ir_var *const b = chosen_alone(r, e->b), *const c = chosen_alone(r, e->c);
	r->choices++;
	int64_t value;
	const bool is_known = ir_is_constant(e->kind == IR_CONDITIONAL ? e->a : e, &value);
	const bool may_be_b = !is_known || (e->kind == IR_CONDITIONAL && value), may_be_c = !is_known || !value;
	const enum use use_of_b = never_comes(r, e->a, e->kind != IR_OR) ? less(use, USE_PARTLY) : use,
	               use_of_c = never_comes(r, e->a, false) ? less(use, USE_PARTLY) : use;
	const struct effects effects = r->effects;
	const struct arena_mark mark = arena_mark(&r->arena);
	struct live otherwise = copy(r, &r->live);
	read_expr(r, e->b, may_be_b ? use_of_b : USE_NONE);
	if (e->c) {
		struct live then = r->live;
		r->live = otherwise;
		read_expr(r, e->c, may_be_c ? use_of_c : USE_NONE);
		otherwise = r->live;
		r->live = then;
	}
	live_join(&r->live, &otherwise);
	arena_release(&r->arena, mark);
	r->choices--;
	note_choice(r, e, b);
	note_choice(r, e, c);
	read_expr(r, e->a, more(use_by_effects(r, effects), is_known ? USE_NONE : use));
}

/* How the operands of an operation are used whose result is. */
static enum use
use_of_operands(const struct reader *r, const struct ir_expr *e, enum use use)
{
	if (expr_is_zero_anyway(e) || is_needless(r, e))
		return USE_NONE;
	return expr_cancels(e) && use == USE_SURELY ? USE_PARTLY : use;
}

static void
read_operands(struct reader *r, const struct ir_expr *e, enum use use)
{
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; ir_last_part(&parts, &part);) {
		if (part.expr)
			read_expr(r, part.expr, use);
		else
			read_stmt(r, part.stmt);
	}
}

/* Compiled into its caller, a function leaves nothing of an argument that it does not use. What the built-in headers hold
 * of a library's function is not all that it does. */
static bool
is_argument_used(const struct unused_loads *callee, uint32_t index)
{
	const struct ir_func *func = callee->func;
	return !callee->param_used || func->is_library || index >= func->param_count || callee->param_used[index];
}

static void
read_call(struct reader *r, const struct ir_expr *e, enum use use)
{
	const struct unused_loads *callee = unused_loads_of(r->known, e->func);
	if (callee->is_pure && use == USE_NONE) {
		note(r, e, use);
		for (uint32_t i = 0; i < e->arg_count; i++)
			note(r, e->args[i], use);      /* a record that is passed by value is loaded for it */
		read_operands(r, e, use);
		return;
	}
	const struct live_way way = r->way;
	if (!callee->is_pure) {
		clobber(r);
		r->way.at = NULL;
	}
	const enum use most = callee->is_pure ? use : USE_SURELY;
	for (uint32_t i = e->arg_count; i > 0; i--)
		read_expr(r, e->args[i - 1], is_argument_used(callee, i - 1) ? most : USE_NONE);
	r->way = way;
}

static void
read_builtin(struct reader *r, const struct ir_expr *e, enum use use)
{
	const bool pure = is_pure(e->builtin);
	const struct live_way way = r->way;
	if (!pure)
		clobber(r);
	if (e->builtin == IR_BUILTIN___ldg) {
		note(r, e, use);
		note_sunk(r, e);
	}
	if (!is_movable(e->builtin))
		r->way.at = NULL;
	read_operands(r, e, pure ? use : USE_SURELY);
	r->way = way;
}

static void
read_kind(struct reader *r, const struct ir_expr *e, enum use use)
{
	switch (e->kind) {
	case IR_VAR:
		if (use != USE_NONE && live_is_own(r->func, e->var))
			escape(r, e->var);
		break;
	case IR_LOAD:
		read_load(r, e, use);
		break;
	case IR_STORE: case IR_UPDATE: case IR_COPY: case IR_ZERO:
		read_store(r, e, use);
		break;
	case IR_AND: case IR_OR: case IR_CONDITIONAL:
		read_choice(r, e, use);
		break;
	case IR_BINARY:
		read_operands(r, e, use_of_operands(r, e, use));
		break;
	case IR_COMMA:
		read_expr(r, e->b, use);
		read_expr(r, e->a, USE_NONE);
		break;
	case IR_CALL:
		read_call(r, e, use);
		break;
	case IR_BUILTIN:
		read_builtin(r, e, use);
		break;
	case IR_CALL_POINTER: case IR_LAUNCH: case IR_UNKNOWN:
		clobber(r);
		read_operands(r, e, USE_SURELY);
		break;
	default:
		read_operands(r, e, use);
		break;
	}
}

static void
read_expr(struct reader *r, const struct ir_expr *e, enum use use)
{
	if (!e)
		return;
	r->lost |= r->depth >= IR_DEEPEST;
	if (r->lost)
		return;
	/* The compiler may know as much of numbers, and then needs nothing to compute them. */
	const enum use most = possible_is_decided(r->values, e) ? less(r->most, USE_PARTLY) : r->most;
	r->around[r->depth++] = NULL;
	read_kind(r, e, less(use, most));
	r->depth--;
}

/* ---- statements ---- */

/* What is not modelled may be a label, by which others come in. */
static bool
may_be_entered(const struct ir_stmt *s, unsigned depth)
{
	if (depth > IR_DEEPEST || s->kind == IR_STMT_UNKNOWN)
		return true;
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (part.stmt && may_be_entered(part.stmt, depth + 1))
			return true;
	return false;
}

/* Literals decide which side runs: there is no other. */
static void
read_decided(struct reader *r, const struct ir_stmt *s, bool condition)
{
	const struct ir_stmt *side = condition ? s->then : s->otherwise, *other = condition ? s->otherwise : s->then;
	r->lost |= other && may_be_entered(other, 0);
	if (side)
		read_stmt(r, side);
	read_expr(r, s->expr, USE_NONE);
}

/* What a side that never runs is the only one to use may not be used. */
static void
read_side(struct reader *r, const struct ir_stmt *s, bool never_runs)
{
	const enum use most = r->most;
	const struct effects before = r->effects;
	if (never_runs)
		r->most = less(most, USE_PARTLY);
	live_forget_ways(&r->live);
	read_stmt(r, s);
	if (never_runs) {
		live_weaken(&r->live);
		r->effects.unsure += r->effects.sure - before.sure;
		r->effects.sure = before.sure;
	}
	r->most = most;
}

static void
read_if(struct reader *r, const struct ir_stmt *s)
{
	const bool never_then = never_comes(r, s->expr, true), never_otherwise = never_comes(r, s->expr, false);
	const struct effects effects = r->effects;
	const unsigned clobbers = r->clobbers;
	const struct arena_mark mark = arena_mark(&r->arena);
	live_meet(&r->live, s, clobbers);
	struct live otherwise = copy(r, &r->live);
	read_side(r, s->then, never_then);
	unsigned others = clobbers;
	if (s->otherwise) {
		const struct live then = r->live;
		others = r->clobbers;
		r->clobbers = clobbers;
		r->live = otherwise;
		read_side(r, s->otherwise, never_otherwise);
		otherwise = r->live;
		r->live = then;
	} else if (never_otherwise) {
		live_weaken(&otherwise);
	}
	live_part(&r->live, &otherwise, s, (unsigned[]){r->clobbers, others});
	meet_clobbers(r, others);
	live_join(&r->live, &otherwise);
	arena_release(&r->arena, mark);
	read_expr(r, s->expr, use_by_effects(r, effects));
}

/* What lives at the loop's head, of which this round has found so much, is what lives at the end of each iteration. */
static void
grow_head(struct reader *r, struct live *head)
{
	if (live_lacks(head, &r->live)) {
		r->changed = true;
		live_join(head, &r->live);
	}
}

/* Behind the body: the step and, where it comes last, the condition. */
static void
read_loop_end(struct reader *r, const struct ir_stmt *s, const struct live *behind)
{
	if (s->test_last) {
		live_join(&r->live, behind);
		read_expr(r, s->expr, USE_SURELY);
	}
	read_expr(r, s->step, USE_NONE);
}

static void
read_loop(struct reader *r, const struct ir_stmt *s)
{
	r->lost |= r->loops >= MOST_LOOPS;
	if (r->lost)
		return;
	struct live *head = &r->heads[r->loops++];
	if (!head->vars)
		*head = live_new(&r->kept, r->func);
	const struct target at_break = r->at_break, at_continue = r->at_continue;
	const unsigned clobbers = r->clobbers;
	const struct arena_mark mark = arena_mark(&r->arena);
	live_meet(&r->live, s, clobbers);
	struct live behind = copy(r, &r->live);
	live_set(&r->live, head);
	live_forget_ways(&r->live);
	live_meet(&r->live, s->body, r->clobbers);
	read_loop_end(r, s, &behind);
	const struct live next = copy(r, &r->live);
	r->at_break = (struct target){&behind, clobbers};
	r->at_continue = (struct target){&next, r->clobbers};
	r->effects.sure++;
	read_stmt(r, s->body);
	live_forget_ways(&r->live);
	if (!s->test_last && s->expr) {
		live_forget_ways(&behind);
		live_part(&r->live, &behind, s, (unsigned[]){r->clobbers, clobbers});
		live_join_not_run(&r->live, &behind);
		read_expr(r, s->expr, USE_SURELY);
	}
	r->at_break = at_break;
	r->at_continue = at_continue;
	grow_head(r, head);
	meet_clobbers(r, clobbers);
	live_meet(&r->live, s->body, r->clobbers);
	arena_release(&r->arena, mark);
}

/* Where a case begins, control may come in from the head. */
static void
join_cases(const struct ir_stmt *s, uint32_t at, struct live *entry, const struct live *live)
{
	for (uint32_t i = 0; i < s->case_count; i++)
		if (s->cases[i].first == at)
			live_join(entry, live);
}

static void
read_switch(struct reader *r, const struct ir_stmt *s)
{
	const struct effects effects = r->effects;
	const unsigned clobbers = r->clobbers;
	const struct target at_break = r->at_break;
	const struct arena_mark mark = arena_mark(&r->arena);
	live_meet(&r->live, s, clobbers);
	const struct live behind = copy(r, &r->live);
	struct live entry = copy(r, &r->live);
	bool has_default = false;
	for (uint32_t i = 0; i < s->case_count; i++)
		has_default |= s->cases[i].is_default;
	if (has_default)
		entry = live_new(&r->arena, r->func);
	r->at_break = (struct target){&behind, clobbers};
	join_cases(s, s->stmt_count, &entry, &r->live);
	for (uint32_t i = s->stmt_count; i > 0; i--) {
		read_stmt(r, s->stmts[i - 1]);
		join_cases(s, i - 1, &entry, &r->live);
	}
	r->at_break = at_break;
	meet_clobbers(r, clobbers);
	live_set(&r->live, &entry);
	arena_release(&r->arena, mark);
	read_expr(r, s->expr, use_by_effects(r, effects));
}

static void
read_jump(struct reader *r, struct target to)
{
	r->effects.sure++;
	r->clobbers = to.clobbers;
	r->lost |= !to.live;
	if (to.live)
		live_set(&r->live, to.live);
}

static void
read_return(struct reader *r, const struct ir_stmt *s)
{
	r->effects.sure++;
	live_clear(&r->live);
	read_expr(r, s->expr, USE_SURELY);
}

static void
read_stmt_kind(struct reader *r, const struct ir_stmt *s)
{
	int64_t known;
	switch (s->kind) {
	case IR_STMT_EXPR:
		read_expr(r, s->expr, USE_NONE);
		break;
	case IR_STMT_DECLARE:
		if (live_is_own(r->func, s->var))
			live_end(&r->live, live_all_of(s->var));
		break;
	case IR_STMT_BLOCK:
		for (uint32_t i = s->stmt_count; i > 0; i--)
			read_stmt(r, s->stmts[i - 1]);
		break;
	case IR_STMT_IF:
		if (ir_is_constant(s->expr, &known))
			read_decided(r, s, known);
		else
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
read_stmt(struct reader *r, const struct ir_stmt *s)
{
	r->lost |= r->depth >= IR_DEEPEST;
	if (r->lost)
		return;
	r->around[r->depth++] = s;
	read_stmt_kind(r, s);
	r->depth--;
}

/* ---- functions ---- */

static void
read_body(struct reader *r)
{
	const struct arena_mark mark = arena_mark(&r->arena);
	r->live = live_new(&r->arena, r->func);
	r->changed = false;
	r->loops = 0;
	r->effects = (struct effects){0};
	r->clobbers = 0;
	read_stmt(r, r->func->body);
	if (r->noting && !r->lost) {
		r->found->param_used = memory_zeroed(r->func->param_count + 1, sizeof *r->found->param_used);
		for (uint32_t i = 0; i < r->func->param_count; i++)
			r->found->param_used[i] = use_of(r, live_all_of(r->func->params[i])) != USE_NONE;
	}
	arena_release(&r->arena, mark);
}

static void
read_func(struct unused_known *known, struct unused_loads *found)
{
	const struct ir_func *func = found->func;
	struct reader *r = memory_zeroed(1, sizeof *r);
	*r = (struct reader){.known = known, .found = found, .func = func, .most = USE_SURELY, .changed = true,
	                     .values = possible_values_of(known->possible, func)};
	r->arena.spares = r->kept.spares = &known->spares;
	r->escaped = memory_zeroed(func->slot_count + 1, sizeof *r->escaped);
	/* What lives at a loop's head, and whose address is used, is known only after a round that came there. */
	for (unsigned rounds = 0; r->changed && !r->lost; rounds++) {
		read_body(r);
		r->lost |= r->changed && rounds == MOST_ROUNDS;
	}
	r->noting = true;
	if (!r->lost)
		read_body(r);
	arena_free(&r->arena);
	arena_free(&r->kept);
	free(r->escaped);
	free(r);
}

const struct unused_loads *
unused_loads_of(struct unused_known *known, const struct ir_func *func)
{
	struct unused_loads *found = pointer_map_find(&known->funcs, func);
	if (found)
		return found;
	found = memory_zeroed(1, sizeof *found);
	found->func = func;
	found->is_pure = func_is_pure(func);
	*pointer_map_value(&known->funcs, func) = found;
	if (func->body && known->depth < DEEPEST_CALL) {
		known->depth++;
		read_func(known, found);
		known->depth--;
	}
	return found;
}

bool
unused_loads_has(const struct unused_loads *unused, const struct ir_expr *load)
{
	return pointer_set_has(&unused->loads, load);
}

bool
unused_loads_doubt(const struct unused_loads *unused, const struct ir_expr *load)
{
	return pointer_set_has(&unused->loads, load) || pointer_set_has(&unused->partly, load);
}

const struct sunk_load *
unused_loads_sunk(const struct unused_loads *unused, const struct ir_expr *load)
{
	for (size_t i = 0; i < unused->sunk_count; i++)
		if (unused->sunk[i].load == load)
			return &unused->sunk[i];
	return NULL;
}

bool
unused_loads_choose(const struct unused_loads *unused, const struct sunk_load *sunk)
{
	for (size_t i = 0; i < unused->sunk_count; i++) {
		const struct live_way *other = &unused->sunk[i].way;
		if (other->at == sunk->way.at && other->side != sunk->way.side)
			return true;
	}
	return sunk->way.side == SIDE_CHOSEN;
}

void
unused_known_free(struct unused_known *known)
{
	for (size_t i = 0; i < known->funcs.count; i++) {
		struct unused_loads *unused = known->funcs.items[i].value;
		pointer_set_free(&unused->loads);
		pointer_set_free(&unused->partly);
		free(unused->meetings);
		free(unused->sunk);
		free(unused->param_used);
		free(unused);
	}
	pointer_map_free(&known->funcs);
	arena_spares_free(&known->spares);
}
