#include "code/narrow/narrow_place.h"

#include "code/unused/live.h"

bool
narrow_is_number(const struct ir_type *type)
{
	return (type->kind == IR_TYPE_INT || type->kind == IR_TYPE_FLOAT) && type->size <= 8;
}

bool
narrow_is_small(const struct ir_type *type)
{
	return narrow_is_number(type) || (type->kind == IR_TYPE_RECORD && type->size <= 8);
}

const struct ir_type *
narrow_element_of(const struct ir_type *type)
{
	while (type && type->kind == IR_TYPE_ARRAY)
		type = type->element;
	return type;
}

/* The variable at the end of an address, or the pointer that it begins with. */
static bool
find_var(const struct ir_func *func, const struct ir_expr *base, struct narrow_place *place)
{
	place->is_pointed_to = base->kind == IR_LOAD && base->type->kind == IR_TYPE_POINTER;
	const struct ir_expr *name = place->is_pointed_to ? base->a : base;
	if (name->kind != IR_VAR || !live_is_own(func, name->var))
		return false;
	place->var = name->var;
	place->element = narrow_element_of(place->is_pointed_to ? name->var->type->element : name->var->type);
	return place->element && place->element->size &&
	       (!place->is_pointed_to || name->var->storage == IR_STORAGE_PARAM);
}

bool
narrow_place_of(const struct ir_func *func, const struct ir_expr *address, struct narrow_place *place)
{
	int64_t offset = 0;
	*place = (struct narrow_place){.is_known = true};
	for (; address->kind == IR_FIELD || address->kind == IR_OFFSET || address->kind == IR_CONVERT; address = address->a) {
		const struct ir_type *from = address->kind == IR_OFFSET ? NULL : ir_type_at(address->a->type);
		if (address->kind == IR_FIELD) {
			offset += (int64_t)address->field->offset;
			place->is_seen_otherwise |= from && from->is_union;
		} else if (address->kind == IR_OFFSET && address->b->kind == IR_INT) {
			offset += address->b->integer * address->scale;
		} else if (address->kind == IR_OFFSET) {
			place->is_known = false;
		} else {
			const struct ir_type *to = ir_type_at(address->type);
			place->is_seen_otherwise |= !from || !to || narrow_element_of(from) != narrow_element_of(to);
		}
	}
	if (!find_var(func, address, place))
		return false;
	const int64_t size = (int64_t)place->element->size;
	place->offset = (uint64_t)((offset % size + size) % size);
	return true;
}

bool
narrow_place_holds(const struct narrow_place *place, uint64_t size)
{
	if (!narrow_is_small(place->element))
		return false;
	return place->is_known ? place->offset + size <= place->element->size : size == place->element->size;
}

static unsigned
shift_of(const struct narrow_place *place)
{
	return place->is_known ? (unsigned)(8 * place->offset) : 0;
}

uint64_t
narrow_place_bits(const struct narrow_place *place, uint64_t bits)
{
	return bits << shift_of(place);
}

uint64_t
narrow_place_number(const struct narrow_place *place, uint64_t bits)
{
	return bits >> shift_of(place);
}
