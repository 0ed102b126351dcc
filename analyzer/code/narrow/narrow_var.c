/* What is needed of the variables of a function, and what is in doubt of them. */
#include "code/narrow/narrow_internal.h"

const struct narrow_need NARROW_WHOLE = {.bits = ALL_BITS};

struct narrow_need *
narrow_need_of(struct narrow_reader *r, const struct ir_var *var)
{
	return &r->needs->vars[var->slot];
}

void
narrow_need_bits(struct narrow_reader *r, const struct ir_var *var, uint64_t bits)
{
	struct narrow_need *need = narrow_need_of(r, var);
	r->changed |= (bits & ~need->bits) != 0;
	need->bits |= bits;
	if (var == r->target)
		r->reused |= bits;
}

/* It is not told for what, or only a part of one of its members is. */
void
narrow_doubt_var(struct narrow_reader *r, const struct ir_var *var)
{
	struct narrow_need *need = narrow_need_of(r, var);
	r->changed |= r->knows && !need->is_doubted;
	need->is_doubted |= r->knows;
}

void
narrow_fill(struct narrow_reader *r, const struct ir_var *pointer)
{
	r->changed |= !narrow_need_of(r, pointer)->is_filled;
	narrow_need_of(r, pointer)->is_filled = true;
}

static void
need_piece(struct narrow_reader *r, const struct ir_var *var, uint64_t size)
{
	struct narrow_need *need = narrow_need_of(r, var);
	if (need->piece && need->piece <= size)
		return;
	need->piece = size;
	r->changed = true;
}

/* The place is needed as a variable of that type is. */
void
narrow_need_as(struct narrow_reader *r, const struct narrow_place *place, const struct ir_type *type, const struct narrow_need *other)
{
	const bool fits = narrow_is_small(type) && narrow_place_holds(place, type->size);
	const bool in_part = narrow_is_number(type) && other->bits && narrow_is_enough(type, other->bits);
	if (other->is_doubted || (narrow_is_number(place->element) ? !fits : in_part))
		narrow_doubt_var(r, place->var);
	if (other->piece)
		need_piece(r, place->var, other->piece);
	narrow_need_bits(r, place->var, fits ? narrow_place_bits(place, other->bits & narrow_all_of(type)) : ALL_BITS);
}

/* Something needs a number of that type there. */
void
narrow_need_at(struct narrow_reader *r, const struct narrow_place *place, const struct ir_type *type, uint64_t bits)
{
	const bool fits = narrow_place_holds(place, type->size);
	const bool narrow = !type->is_volatile && narrow_is_enough(type, bits & narrow_all_of(type));
	narrow_need_of(r, place->var)->is_taken_apart |= narrow;
	if (narrow_is_number(place->element) ? !fits : narrow)
		narrow_doubt_var(r, place->var);
	if (!narrow_is_number(place->element) && place->is_seen_otherwise)
		need_piece(r, place->var, type->size);
	narrow_need_bits(r, place->var, fits ? narrow_place_bits(place, bits & narrow_all_of(type)) : ALL_BITS);
}

void
narrow_add_all(struct pointer_set *loads, struct ir_node node, unsigned depth)
{
	if (depth > IR_DEEPEST)
		return;
	if (node.expr)
		pointer_set_add(loads, node.expr);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		narrow_add_all(loads, part, depth + 1);
}

static void
doubt_vars(struct narrow_reader *r, struct ir_node node, unsigned depth)
{
	struct narrow_place place;
	r->lost |= depth > IR_DEEPEST;
	if (r->lost)
		return;
	if (node.expr && node.expr->kind == IR_LOAD && narrow_is_number(node.expr->type) &&
	    narrow_place_of(r->needs->func, node.expr->a, &place))
		narrow_doubt_var(r, place.var);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		doubt_vars(r, part, depth + 1);
}

/* All loads of an expression whose value is needed in part, and what is kept in variables for it. */
void
narrow_doubt_all(struct narrow_reader *r, const struct ir_expr *e)
{
	doubt_vars(r, (struct ir_node){.expr = e}, r->depth);
	if (r->tells)
		narrow_add_all(&r->narrow->loads, (struct ir_node){.expr = e}, r->depth);
}
