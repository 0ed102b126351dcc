/* What functions are given. */
#include "code/narrow/narrow_internal.h"

/* Something that is not seen gets it. */
void
narrow_read_given(struct narrow_reader *r, const struct ir_expr *arg)
{
	struct narrow_place place;
	if (arg->type->kind == IR_TYPE_POINTER && narrow_place_of(r->needs->func, arg, &place)) {
		narrow_need_as(r, &place, place.element, &NARROW_WHOLE);
		narrow_read_address(r, arg);
	} else {
		narrow_read_expr(r, arg, ALL_BITS);
	}
}

static void
read_argument(struct narrow_reader *r, const struct ir_expr *arg, const struct ir_var *param, const struct narrow_need *need)
{
	struct narrow_place place;
	const bool is_record = param->type->kind == IR_TYPE_RECORD;
	if (!is_record && param->type->kind != IR_TYPE_POINTER) {
		if (need->is_doubted)
			narrow_doubt_all(r, arg);
		narrow_read_expr(r, arg, need->bits);
		return;
	}
	for (; arg->kind == IR_COMMA; arg = arg->b)
		narrow_read_expr(r, arg->a, ALL_BITS);
	if (narrow_place_of(r->needs->func, arg, &place)) {
		narrow_need_as(r, &place, narrow_element_of(is_record ? param->type : param->type->element), need);
		narrow_read_address(r, arg);
		return;
	}
	if (is_record && need->is_doubted)
		narrow_doubt_all(r, arg);
	narrow_read_expr(r, arg, arg->kind == IR_CALL && arg->type->kind == IR_TYPE_RECORD && need->is_doubted ? 0 : ALL_BITS);
}

/* Whether the callee puts something into a variable of which only a part is needed. */
static bool
fills_in_part(struct narrow_reader *r, const struct ir_expr *call, const struct narrow_needs *needs)
{
	for (uint32_t i = 0; i < call->arg_count && i < call->func->param_count; i++) {
		struct narrow_place place;
		if (!needs->vars[call->func->params[i]->slot].is_filled || !narrow_place_of(r->needs->func, call->args[i], &place))
			continue;
		if (place.is_pointed_to)
			narrow_fill(r, place.var);
		const struct narrow_need *need = narrow_need_of(r, place.var);
		const bool in_part = narrow_is_number(place.element) && need->bits && narrow_is_enough(place.element, need->bits);
		if (!place.is_pointed_to && (need->is_doubted || need->piece || in_part))
			return true;
	}
	return false;
}

/* Of a record that a function returns: all or none. */
uint64_t
narrow_result_bits(const struct ir_func *func, uint64_t bits)
{
	if (func->result->kind == IR_TYPE_RECORD)
		return bits ? ALL_BITS : 0;
	return narrow_is_number(func->result) ? bits & narrow_all_of(func->result) : ALL_BITS;
}

void
narrow_read_call(struct narrow_reader *r, const struct ir_expr *call, uint64_t bits)
{
	const struct ir_func *callee = call->func;
	const uint64_t result = narrow_result_bits(callee, bits);
	const struct narrow_needs *needs = callee->body ? narrow_needs_of(r->narrow, callee, result) : NULL;
	for (uint32_t i = 0; i < call->arg_count; i++) {
		const struct ir_var *param = needs && i < callee->param_count ? callee->params[i] : NULL;
		if (param)
			read_argument(r, call->args[i], param, &needs->vars[param->slot]);
		else
			narrow_read_given(r, call->args[i]);
	}
	if (needs && fills_in_part(r, call, needs)) {
		for (uint32_t i = 0; i < call->arg_count; i++)
			narrow_doubt_all(r, call->args[i]);
		if (r->tells)
			narrow_add_all(&r->narrow->loads, (struct ir_node){.stmt = callee->body}, 0);
	}
	if (r->tells && callee->body)
		narrow_tell(r->narrow, callee, result);
}

/* Bytes of one variable become those of another. */
static void
read_bytes_copied(struct narrow_reader *r, const struct ir_expr *e)
{
	struct narrow_place to, from;
	const bool is_from = narrow_place_of(r->needs->func, e->args[1], &from);
	const bool is_to = narrow_place_of(r->needs->func, e->args[0], &to) && !to.is_pointed_to;
	const struct narrow_need *need = is_to ? narrow_need_of(r, to.var) : &NARROW_WHOLE;
	const bool is_small = is_from && is_to && narrow_is_small(from.element) && narrow_is_small(to.element);
	if (is_small && from.element->size == to.element->size)
		narrow_need_as(r, &from, to.element, need);
	else if (is_from && (is_small || need->is_doubted || need->piece))
		narrow_doubt_var(r, from.var);
	else if (is_from)
		narrow_need_bits(r, from.var, ALL_BITS);
	for (uint32_t i = 0; i < e->arg_count; i++)
		narrow_read_address(r, e->args[i]);
}

void
narrow_read_builtin(struct narrow_reader *r, const struct ir_expr *e, uint64_t bits)
{
	switch (e->builtin) {
	case IR_BUILTIN___ldg: case IR_BUILTIN___ldcg: case IR_BUILTIN___ldca: case IR_BUILTIN___ldcs: case IR_BUILTIN___ldlu:
	case IR_BUILTIN___ldcv:
		narrow_read_load(r, e, e->args[0], bits);
		return;
	case IR_BUILTIN_memcpy:
		read_bytes_copied(r, e);
		return;
	default:
		break;
	}
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const uint64_t needed = narrow_argument(e, i, bits);
		if (needed == ALL_BITS)
			narrow_read_given(r, e->args[i]);
		else
			narrow_read_expr(r, e->args[i], needed);
	}
}
