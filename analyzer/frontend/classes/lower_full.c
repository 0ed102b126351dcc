/* Full expressions: expressions that are no part of another one. Their temporaries are destroyed at their end, in
 * reverse order. A temporary of a conditionally evaluated operand has a flag that records its construction. Temporaries
 * whose destructor has no effect are not tracked. */
#include "frontend/classes/lower_full.h"

#include "frontend/classes/lower_destroy.h"
#include "frontend/unit/build.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/problems.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"

void
full_begin(struct lower *l, struct lower_full *full)
{
	*full = (struct lower_full){.outer = l->full};
	l->full = full;
}

/* ---- temporaries ---- */

static const struct ir_expr *
set_flag(struct lower *l, const struct ir_var *flag, int64_t value)
{
	return build_store(l, build_var(l, flag, flag->loc), build_int(l, l->type_bool, value, flag->loc), l->type_bool,
	                   flag->loc);
}

const struct ir_expr *
full_note(struct lower *l, const struct ir_var *var, CXType type)
{
	struct lower_full *full = l->full;
	struct lower_temporary temporary = {.var = var, .type = type};
	if (!destroy_does_something(l, type))
		return NULL;
	if (!full) {
		lower_partial(l, arena_printf(l->arena, "line %u: a temporary that is not destroyed", var->loc.line));
		frontend_add_left_out(l, var->loc, "not modelled, and ignored: the destructor of a temporary");
		return NULL;
	}
	if (full->caveats) {
		temporary.flag = var_temporary(l, l->type_bool, var->loc);
		effects_add(l, &full->flags, set_flag(l, temporary.flag, 0));
	}
	arena_push(l->arena, full->items, full->count, full->capacity, temporary);
	return temporary.flag ? set_flag(l, temporary.flag, 1) : NULL;
}

/* Copies a record to a temporary. */
static const struct ir_expr *
copy_of(struct lower *l, const struct ir_expr *record, const struct ir_var **var)
{
	*var = var_temporary(l, record->type, record->loc);
	return build_copy(l, build_var(l, *var, record->loc), record, record->type, record->loc);
}

const struct ir_expr *
full_hold(struct lower *l, const struct ir_expr *result, CXType type)
{
	if (!destroy_does_something(l, type))
		return result;
	const struct ir_var *held;
	const struct ir_expr *copy = copy_of(l, result, &held);
	return build_comma(l, build_comma(l, copy, full_note(l, held, type)), build_var(l, held, result->loc));
}

static bool
is_of_call(const struct ir_expr *result)
{
	while (result->kind == IR_COMMA)
		result = result->b;
	return (result->kind == IR_CALL || result->kind == IR_CALL_POINTER) && result->type->kind == IR_TYPE_RECORD;
}

const struct ir_expr *
full_keep(struct lower *l, const struct ir_expr *result)
{
	if (!is_of_call(result))
		return result;
	const struct ir_var *kept;
	const struct ir_expr *copy = copy_of(l, result, &kept);
	return build_comma(l, copy, build_var(l, kept, result->loc));
}

size_t
full_count(const struct lower *l)
{
	return l->full ? l->full->count : 0;
}

static void
take_variable(struct lower *l, size_t before, const struct ir_var *var, struct lower_full *taken)
{
	struct lower_full *full = l->full;
	for (size_t i = before; i < full->count; i++) {
		if (full->items[i].var != var)
			continue;
		if (taken)
			arena_push(l->arena, taken->items, taken->count, taken->capacity, full->items[i]);
		for (full->count--; i < full->count; i++)
			full->items[i] = full->items[i + 1];
	}
}

void
full_take(struct lower *l, size_t before, const struct ir_expr *address, bool parts, struct lower_full *taken)
{
	while (address->kind == IR_COMMA || (parts && (address->kind == IR_FIELD || address->kind == IR_OFFSET)) ||
	       address->kind == IR_CONVERT)
		address = address->kind == IR_COMMA ? address->b : address->a;
	if (address->kind == IR_CONDITIONAL) {
		full_take(l, before, address->b, parts, taken);
		full_take(l, before, address->c, parts, taken);
	} else if (address->kind == IR_VAR && l->full) {
		take_variable(l, before, address->var, taken);
	}
}

struct lower_full *
full_extend(struct lower *l, struct lower_full *extended)
{
	struct lower_full *before = l->full ? l->full->extended : NULL;
	if (l->full)
		l->full->extended = extended;
	return before;
}

void
full_enter_conditional(struct lower *l)
{
	if (l->full)
		l->full->caveats++;
}

void
full_leave_conditional(struct lower *l)
{
	if (l->full)
		l->full->caveats--;
}

/* ---- the end ---- */

static void
destroy_temporary(struct lower *l, const struct lower_temporary *temporary, struct lower_effects *effects)
{
	const struct ir_loc loc = temporary->var->loc;
	struct lower_effects destroy = {0};
	destroy_object(l, build_var(l, temporary->var, loc), temporary->type, loc, &destroy);
	const struct ir_expr *all = build_sequence(l, &destroy);
	if (all && temporary->flag)
		all = build_if(l, build_load(l, build_var(l, temporary->flag, loc), l->type_bool, loc), all);
	effects_add(l, effects, all);
}

static void
destroy_all(struct lower *l, const struct lower_full *full, struct lower_effects *effects)
{
	for (size_t i = full->count; i > 0; i--)
		destroy_temporary(l, &full->items[i - 1], effects);
}

void
full_end(struct lower *l, struct lower_full *full, const struct lower_effects *own, struct lower_effects *effects)
{
	l->full = full->outer;
	effects_add_all(l, effects, &full->flags);
	effects_add_all(l, effects, own);
	destroy_all(l, full, effects);
}

void
full_start(struct lower *l, struct lower_full *full, struct ir_loc loc)
{
	emit_effects(l, &full->flags, loc);
	full->flags.count = 0;
}

void
full_emit(struct lower *l, struct lower_full *full, const struct lower_effects *own, struct ir_loc loc)
{
	struct lower_effects effects = {0};
	full_end(l, full, own, &effects);
	emit_effects(l, &effects, loc);
}

/* The value of the full expression, after its temporaries are destroyed. */
static const struct ir_expr *
resolve(struct lower *l, const struct lower_full *full, const struct ir_expr *value)
{
	const struct ir_type *type = value->type;
	struct lower_effects effects = {0};
	const struct ir_expr *result = NULL;
	effects_add_all(l, &effects, &full->flags);
	if (types_is_scalar(type)) {
		const struct ir_var *kept = var_temporary(l, type, value->loc);
		result = build_load(l, build_var(l, kept, value->loc), type, value->loc);
		value = build_store(l, build_var(l, kept, value->loc), value, type, value->loc);
	}
	effects_add(l, &effects, value);
	destroy_all(l, full, &effects);
	return build_comma(l, build_sequence(l, &effects), result);
}

const struct ir_expr *
full_value(struct lower *l, CXCursor cursor)
{
	struct lower_full full;
	full_begin(l, &full);
	const struct ir_expr *value = lower_value(l, cursor);
	l->full = full.outer;
	return full.count ? resolve(l, &full, value) : value;
}
