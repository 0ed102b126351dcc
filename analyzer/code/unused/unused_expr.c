/* Expressions, and how what is read in them is used. */
#include "code/cancel.h"
#include "code/steady.h"
#include "code/unused/unused_internal.h"
#include "ir/constant.h"
#include "ir/last_operand.h"
#include "ir/walk.h"
#include "support/memory.h"

enum { MOST_WORK = 1 << 24 };

enum use
unused_use_by_effects(const struct unused_reader *r, struct unused_effects before)
{
	return r->effects.sure != before.sure ? USE_SURELY : r->effects.unsure != before.unsure ? USE_PARTLY : USE_NONE;
}

static void
note(struct unused_reader *r, const struct ir_expr *e, enum use use)
{
	if (r->noting && use != USE_SURELY)
		pointer_set_add(use == USE_NONE ? &r->found->loads : &r->found->partly, e);
}

static void
note_sunk(struct unused_reader *r, const struct ir_expr *load)
{
	const struct sunk_load sunk = {load, r->way, r->way.clobbers != r->clobbers};
	if (r->noting && r->way.at && !r->choices)
		memory_push(r->found->sunk, r->found->sunk_count, r->found->sunk_capacity, sunk);
}

/* Memory may be written to. */
static void
clobber(struct unused_reader *r)
{
	r->effects.sure++;
	r->clobbers++;
}

static bool
is_needless(const struct unused_reader *r, const struct ir_expr *e)
{
	const struct pointer_set *needless = r->known->needless;
	return needless && (pointer_set_has(needless, e) || (e->kind == IR_COPY && pointer_set_has(needless, e->a)));
}

struct live
unused_copy_live(struct unused_reader *r, const struct live *live)
{
	r->work += live->count;
	r->lost |= r->work > MOST_WORK;
	return live_copy(&r->arena, live);
}

enum use
unused_use_of(const struct unused_reader *r, struct live_place place)
{
	return r->escaped[place.var->slot] || place.var->type->is_volatile ? USE_SURELY : live_use(&r->live, place);
}

static void
escape(struct unused_reader *r, const struct ir_var *var)
{
	r->changed |= !r->escaped[var->slot];
	r->escaped[var->slot] = true;
}

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
read_indices(struct unused_reader *r, const struct ir_expr *address, enum use use)
{
	for (; address->kind != IR_VAR; address = address->a)
		if (address->kind == IR_OFFSET)
			unused_read_expr(r, address->b, use);
}

static void
read_load(struct unused_reader *r, const struct ir_expr *e, enum use use)
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
		unused_read_expr(r, e->a, use);
	}
}

static bool
is_within(const struct unused_reader *r, const struct ir_stmt *s)
{
	for (unsigned i = 0; i < r->depth; i++)
		if (r->around[i] == s)
			return true;
	return false;
}

static void
note_meeting(struct unused_reader *r, struct live_place place, const struct ir_expr *value)
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
is_for_end_of_loop(const struct unused_reader *r, struct live_place place)
{
	const struct ir_stmt *at = r->live.vars[place.var->slot].meets;
	return at && at->kind == IR_STMT_LOOP && !r->escaped[place.var->slot] && is_within(r, at);
}

/* How a value that is assigned is used. */
static enum use
use_of_value(const struct unused_reader *r, const struct ir_expr *e, struct live_place place, enum use use)
{
	if (e->type->is_volatile)
		return USE_SURELY;
	const enum use later = less(unused_use_of(r, place), r->most);
	return more(use, later == USE_SURELY && is_for_end_of_loop(r, place) ? USE_PARTLY : later);
}

/* What an assignment makes its variable's value of, and where it is. */
static void
read_assigned(struct unused_reader *r, const struct ir_expr *e, enum use needed)
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
		unused_read_expr(r, e->b, needed);
	}
}

/* To a variable of the function. */
static void
read_assignment(struct unused_reader *r, const struct ir_expr *e, struct live_place place, enum use use)
{
	const enum use needed = use_of_value(r, e, place, use);
	const struct live_way around = r->way, way = r->live.vars[place.var->slot].way;
	r->way = use == USE_NONE && !r->escaped[place.var->slot] ? way : (struct live_way){.at = NULL};
	r->effects.sure += needed != USE_NONE;
	if (e->kind == IR_UPDATE && !expr_is_zero_anyway(e)) {
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
read_store(struct unused_reader *r, const struct ir_expr *e, enum use use)
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
	if (e->kind == IR_UPDATE && possible_is_decided(r->values, e))
		note(r, e, USE_PARTLY);
	unused_read_expr(r, e->a, use);
	const struct live_place from = e->kind == IR_COPY ? live_place_of(r->func, e->b, e->type->size) : (struct live_place){0};
	if (from.var) {
		live_read(&r->live, from, use, r->way);
		read_indices(r, e->b, use);
	} else {
		unused_read_expr(r, e->b, use);
	}
}

/* What a choice is between: a variable of the function's own, or a member of it, that nobody reads behind it, or else NULL. */
static const struct ir_var *
chosen_alone(const struct unused_reader *r, const struct ir_expr *value)
{
	const struct ir_expr *load = value ? ir_without_conversions(value) : NULL;
	const struct ir_expr *place = load && load->kind == IR_LOAD ? load->a : NULL;
	while (place && place->kind == IR_FIELD)
		place = place->a;
	const struct ir_var *var = place && place->kind == IR_VAR ? place->var : NULL;
	return var && live_is_own(r->func, var) && unused_use_of(r, live_all_of(var)) == USE_NONE ? var : NULL;
}

static bool
is_load(const void *unused, struct ir_node node)
{
	(void)unused;
	return node.expr && node.expr->kind == IR_LOAD && ir_base_of_address(node.expr->a)->kind != IR_VAR;
}

static bool
is_loaded(const struct ir_expr *value)
{
	return ir_without_conversions(value)->kind == IR_LOAD || ir_any((struct ir_node){.expr = value}, is_load, NULL);
}

/* A choice that comes out alike for all lanes and in all rounds of a loop around it: the compiler makes it before the loop. */
static bool
is_made_before_loop(struct unused_reader *r, const struct ir_expr *choice)
{
	const struct ir_stmt *loop = NULL;
	for (unsigned i = r->depth; r->noting && !loop && i-- > 0;)
		if (r->around[i] && r->around[i]->kind == IR_STMT_LOOP)
			loop = r->around[i];
	if (!loop)
		return false;
	const struct definitions definitions = definitions_of(r->func, &r->arena);
	return steady_for_lanes(&definitions, choice->a) && steady_in_loop(&definitions, loop, choice->a);
}

/* What one side alone uses of such a choice is loaded for those who choose it. */
static void
note_side(struct unused_reader *r, const struct ir_expr *choice, struct live *otherwise)
{
	if (!is_made_before_loop(r, choice))
		return;
	live_part(&r->live, otherwise, choice, (unsigned[]){r->clobbers, r->clobbers});
	for (uint32_t i = 0; i < r->live.count; i++) {
		struct live_way *ways[] = {&r->live.vars[i].way, &otherwise->vars[i].way};
		for (unsigned k = 0; k < sizeof ways / sizeof *ways; k++)
			if (ways[k]->at == choice)
				ways[k]->side = SIDE_CHOSEN;
	}
}

/* Of two values that are loaded for a choice alone, or for what one is computed of, the compiler loads the one that is chosen. */
static void
note_choice(struct unused_reader *r, const struct ir_expr *e, const struct ir_var *chosen)
{
	if (chosen && e->c && is_loaded(e->b) && is_loaded(e->c))
		r->live.vars[chosen->slot].way = (struct live_way){e, SIDE_CHOSEN, r->clobbers};
}

bool
unused_never_comes(const struct unused_reader *r, const struct ir_expr *condition, bool holds)
{
	const struct possible p = possible_value(r->values, condition);
	return possible_is_one(p) && (p.low != 0) != holds;
}

/* A choice between b and c, or between running b or not. */
static void
read_choice(struct unused_reader *r, const struct ir_expr *e, enum use use)
{
	const struct ir_var *const b = chosen_alone(r, e->b), *const c = chosen_alone(r, e->c);
	r->choices++;
	int64_t value;
	const bool is_known = ir_is_constant(e->kind == IR_CONDITIONAL ? e->a : e, &value);
	const bool may_be_b = !is_known || (e->kind == IR_CONDITIONAL && value), may_be_c = !is_known || !value;
	const enum use use_of_b = unused_never_comes(r, e->a, e->kind != IR_OR) ? less(use, USE_PARTLY) : use,
	               use_of_c = unused_never_comes(r, e->a, false) ? less(use, USE_PARTLY) : use;
	const struct unused_effects effects = r->effects;
	const struct arena_mark mark = arena_mark(&r->arena);
	struct live otherwise = unused_copy_live(r, &r->live);
	unused_read_expr(r, e->b, may_be_b ? use_of_b : USE_NONE);
	if (e->c) {
		struct live then = r->live;
		r->live = otherwise;
		unused_read_expr(r, e->c, may_be_c ? use_of_c : USE_NONE);
		otherwise = r->live;
		r->live = then;
	}
	note_side(r, e, &otherwise);
	live_join(&r->live, &otherwise);
	arena_release(&r->arena, mark);
	r->choices--;
	note_choice(r, e, b);
	note_choice(r, e, c);
	unused_read_expr(r, e->a, more(unused_use_by_effects(r, effects), is_known ? USE_NONE : use));
}

/* How the operands of an operation are used whose result is. */
static enum use
use_of_operands(const struct unused_reader *r, const struct ir_expr *e, enum use use)
{
	if (expr_is_zero_anyway(e) || is_needless(r, e))
		return USE_NONE;
	return expr_cancels(e) && use == USE_SURELY ? USE_PARTLY : use;
}

static void
read_operands(struct unused_reader *r, const struct ir_expr *e, enum use use)
{
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; ir_last_part(&parts, &part);) {
		if (part.expr)
			unused_read_expr(r, part.expr, use);
		else
			unused_read_stmt(r, part.stmt);
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

/* A record that is given by value is read here, and nobody has its address. */
static void
read_argument(struct unused_reader *r, const struct ir_expr *call, uint32_t i, enum use use)
{
	const struct ir_expr *e = call->args[i];
	const struct ir_type *type = i < call->func->param_count ? call->func->params[i]->type : NULL;
	const bool by_value = type && type->kind == IR_TYPE_RECORD;
	const struct live_place place = by_value ? live_place_of(r->func, e, type->size) : (struct live_place){0};
	if (place.var) {
		live_read(&r->live, place, use, r->way);
		read_indices(r, e, use);
	} else {
		unused_read_expr(r, e, use);
	}
}

static void
read_call(struct unused_reader *r, const struct ir_expr *e, enum use use)
{
	const struct unused_loads *callee = unused_loads_of(r->known, e->func);
	if (callee->is_pure)
		note(r, e, use);
	if (callee->is_pure && use == USE_NONE) {
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
		read_argument(r, e, i - 1, is_argument_used(callee, i - 1) ? most : USE_NONE);
	r->way = way;
}

static void
read_builtin(struct unused_reader *r, const struct ir_expr *e, enum use use)
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
read_kind(struct unused_reader *r, const struct ir_expr *e, enum use use)
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
		unused_read_expr(r, e->b, use);
		unused_read_expr(r, e->a, USE_NONE);
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

void
unused_read_expr(struct unused_reader *r, const struct ir_expr *e, enum use use)
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
