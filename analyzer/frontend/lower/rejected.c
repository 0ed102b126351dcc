#include "frontend/lower/rejected.h"

#include <stdlib.h>

#include "frontend/unit/build.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"

void
rejected_touch(struct rejected *r, const struct ir_expr *address, const struct ir_type *type)
{
	struct lower *l = r->l;
	const struct ir_expr *first = NULL;
	if (type->kind == IR_TYPE_POINTER) {
		address = lower_address_once(l, address, &first);
		effects_add(l, &r->args, build_comma(l, first, build_load(l, build_again(l, address), type, r->loc)));
	}
	if (type->size)
		effects_add(l, &r->args, build_retyped(l, address, types_reference(l, type)));
}

void
rejected_touch_this(struct rejected *r)
{
	if (r->has_this || !r->l->scope || !r->l->scope->this_var)
		return;
	r->has_this = true;
	rejected_touch(r, lower_this(r->l, r->loc), types_get(r->l, r->l->scope->this_record));
}

static void
note_changed(struct rejected *r, const struct lower_var *var)
{
	for (size_t i = 0; i < r->changed_count; i++)
		if (r->changed[i] == var)
			return;
	arena_push(r->l->arena, r->changed, r->changed_count, r->changed_capacity, var);
}

void
rejected_touch_var(struct rejected *r, const struct lower_var *var, bool only_read)
{
	struct lower *l = r->l;
	const struct ir_type *type = var->ir.type;
	const struct ir_expr *target = build_var(l, &var->ir, r->loc);
	if (type->is_reference) {
		const struct ir_expr *bound = build_load(l, target, type, r->loc);
		if (!only_read || !types_is_scalar(type->element))
			rejected_touch(r, bound, type->element);
	} else if (!types_is_scalar(type)) {
		if (!var->ir.is_const)
			rejected_touch(r, target, type);
	} else {
		const bool is_own = var->ir.storage == IR_STORAGE_LOCAL || var->ir.storage == IR_STORAGE_PARAM;
		const bool stays = only_read || var->ir.is_const || var->is_vla;
		if (!stays && !is_own)
			rejected_touch(r, target, type);
		else if (type->kind == IR_TYPE_POINTER)
			effects_add(l, &r->args, build_load(l, target, type, r->loc));
		if (!stays && is_own)
			note_changed(r, var);
	}
}

void
rejected_understand(struct rejected *r, CXCursor part)
{
	size_t file;
	struct rejected_stretch text;
	if (source_whole(r->l, part, &file, &text.start, &text.end))
		arena_push(r->l->arena, r->understood, r->understood_count, r->understood_capacity, text);
}

static int
by_start(const void *a, const void *b)
{
	const struct rejected_stretch *x = a, *y = b;
	return (x->start > y->start) - (x->start < y->start);
}

/* Sorts the parts by start and sets each `end` to the maximum of the ends up to it. An offset is then in a part if it
 * is less than the `end` of the last part that starts at or before it. */
static void
sort_understood(struct rejected *r)
{
	qsort(r->understood, r->understood_count, sizeof *r->understood, by_start);
	for (size_t i = 1; i < r->understood_count; i++)
		if (r->understood[i].end < r->understood[i - 1].end)
			r->understood[i].end = r->understood[i - 1].end;
	r->sorted_count = r->understood_count;
}

bool
rejected_understands(struct rejected *r, unsigned offset)
{
	if (r->sorted_count < r->understood_count)
		sort_understood(r);
	size_t low = 0, high = r->understood_count;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (r->understood[middle].start <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low && offset < r->understood[low - 1].end;
}

static struct ir_func *
make_function(const struct rejected *r, const struct ir_type *result, const struct lower_effects *args)
{
	struct lower *l = r->l;
	struct lower_func *made = arena_new(l->arena, struct lower_func);
	struct ir_func *func = &made->ir;
	made->builtin = IR_BUILTIN_COUNT;
	*func = (struct ir_func){.name = "rejected",
	                         .qualified_name = "rejected",
	                         .result = result,
	                         .loc = r->loc,
	                         .unit = l->unit,
	                         .is_device = true,
	                         .is_host = true,
	                         .is_rejected = true};
	func->params = arena_new_array(l->arena, struct ir_var *, args->count + 1);
	for (size_t i = 0; i < args->count; i++) {
		struct lower_var *param = arena_new(l->arena, struct lower_var);
		param->ir = (struct ir_var){
			.name = "", .type = args->items[i]->type, .storage = IR_STORAGE_PARAM, .slot = (uint32_t)i};
		func->params[func->param_count++] = &param->ir;
	}
	func->slot_count = func->param_count;
	return func;
}

static const struct ir_expr *
call(const struct rejected *r, const struct ir_type *result, const struct lower_effects *args)
{
	return build_call(r->l, make_function(r, result, args), args->items, (uint32_t)args->count, r->loc);
}

const struct ir_expr *
rejected_build(struct rejected *r, const struct ir_type *type)
{
	struct lower *l = r->l;
	struct lower_effects effects = {0}, nothing = {0};
	if (r->args.count || !r->changed_count)
		effects_add(l, &effects, call(r, l->type_void, &r->args));
	for (size_t i = 0; i < r->changed_count; i++) {
		const struct ir_var *var = &r->changed[i]->ir;
		effects_add(l, &effects,
		            build_store(l, build_var(l, var, r->loc), call(r, var->type, &nothing), var->type, r->loc));
	}
	if (type->kind != IR_TYPE_VOID)
		effects_add(l, &effects, call(r, type, &nothing));
	lower_partial(l, arena_printf(l->arena, "line %u: the compiler rejects it", r->loc.line));
	return build_sequence(l, &effects);
}
