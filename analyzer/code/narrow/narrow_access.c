/* What is loaded, stored and copied. */
#include "code/narrow/narrow_internal.h"

/* What an address is computed from; what it is of is not needed by that. */
void
narrow_read_address(struct narrow_reader *r, const struct ir_expr *address)
{
	for (; address->kind == IR_FIELD || address->kind == IR_OFFSET || address->kind == IR_CONVERT; address = address->a)
		if (address->kind == IR_OFFSET)
			narrow_read_expr(r, address->b, ALL_BITS);
	const bool is_pointer = address->kind == IR_LOAD && address->type->kind == IR_TYPE_POINTER && address->a->kind == IR_VAR;
	if (!is_pointer && address->kind != IR_VAR)
		narrow_read_expr(r, address, ALL_BITS);
}

/* Loads by another way than the usual keep their width but for what comes into a register that nobody reads. */
void
narrow_read_load(struct narrow_reader *r, const struct ir_expr *e, const struct ir_expr *address, uint64_t bits)
{
	enum { TWO_REGISTERS = 8 };
	struct narrow_place place;
	const bool is_placed = narrow_place_of(r->needs->func, address, &place);
	const bool may_be_narrow = narrow_is_number(e->type) && !e->type->is_volatile &&
	                           (e->kind == IR_LOAD || e->type->size == TWO_REGISTERS);
	if (is_placed)
		narrow_need_at(r, &place, e->type, bits);
	if ((!is_placed || place.is_pointed_to) && r->tells && may_be_narrow &&
	    narrow_is_enough(e->type, bits & narrow_all_of(e->type)))
		pointer_set_add(&r->narrow->loads, e);
	narrow_read_address(r, address);
}

/* Where a variable gets a part of what it was (`x >>= 24`), other bits of that are gone. */
static void
read_stored(struct narrow_reader *r, const struct ir_expr *e, const struct narrow_place *own, uint64_t bits)
{
	const struct ir_var *outer = r->target;
	const uint64_t outer_reused = r->reused;
	const struct narrow_operands operands =
		e->kind == IR_UPDATE ? narrow_updated(r->values, e, bits) : (struct narrow_operands){0, bits};
	r->target = own && narrow_is_number(own->element) ? own->var : NULL;
	r->reused = 0;
	if (own && e->kind == IR_UPDATE)
		narrow_need_at(r, own, e->type, operands.a);
	narrow_read_expr(r, e->b, narrow_is_number(e->type) ? operands.b & narrow_all_of(e->b->type) : ALL_BITS);
	if (r->target && r->reused && narrow_is_enough(own->element, r->reused))
		narrow_doubt_var(r, own->var);
	if (own && e->kind == IR_STORE && !r->reused)
		narrow_need_of(r, own->var)->stores++;
	r->target = outer;
	r->reused = outer_reused;
}

/* A store or an update: nobody needs more of the value than the place holds, nor of what goes into a variable that is needed
 * in part. `bits`: of the value, beyond the place. */
void
narrow_read_store(struct narrow_reader *r, const struct ir_expr *e, uint64_t bits)
{
	struct narrow_place place;
	const bool is_placed = narrow_place_of(r->needs->func, e->a, &place), is_own = is_placed && !place.is_pointed_to;
	const struct narrow_need *need = is_own ? narrow_need_of(r, place.var) : NULL;
	if (is_placed && place.is_pointed_to)
		narrow_fill(r, place.var);
	if (need && (need->is_doubted || (need->piece && need->piece < e->type->size)))
		narrow_doubt_all(r, e->b);
	if (need && narrow_place_holds(&place, e->type->size))
		bits |= narrow_place_number(&place, need->bits);
	else
		bits = ALL_BITS;
	narrow_read_address(r, e->a);
	read_stored(r, e, is_own ? &place : NULL, bits & narrow_all_of(e->type));
}

/* Of records, and of arrays of numbers. */
void
narrow_read_copy(struct narrow_reader *r, const struct ir_expr *e)
{
	struct narrow_place to, from;
	const struct ir_expr *source = e->b;
	for (; source->kind == IR_COMMA; source = source->b)
		narrow_read_expr(r, source->a, ALL_BITS);
	const bool is_placed = narrow_place_of(r->needs->func, e->a, &to), is_to = is_placed && !to.is_pointed_to;
	const bool is_from = narrow_place_of(r->needs->func, source, &from);
	if (is_placed && !is_to)
		narrow_fill(r, to.var);
	const struct narrow_need *need = is_to ? narrow_need_of(r, to.var) : &NARROW_WHOLE;
	narrow_read_address(r, e->a);
	if (is_from)
		narrow_need_as(r, &from, narrow_element_of(e->type), need);
	if (need->is_doubted && (!is_from || from.is_pointed_to))
		narrow_doubt_all(r, source);
	if (source->kind == IR_CALL)
		narrow_read_expr(r, source, need->is_doubted ? 0 : ALL_BITS);
	else
		narrow_read_address(r, source);
}
