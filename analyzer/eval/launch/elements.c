#include "eval/launch/elements.h"

/* Limits of described records: their number of parts, and the offsets of these. */
enum { MOST_PARTS = 256 };
#define MOST_RECORD UINT64_C(0x1000000)

bool
elements_hold_pointers(const struct ir_type *type)
{
	if (type->kind == IR_TYPE_POINTER)
		return true;
	if (type->kind == IR_TYPE_ARRAY)
		return type->element && elements_hold_pointers(type->element);
	for (uint32_t i = 0; type->kind == IR_TYPE_RECORD && i < type->field_count; i++)
		if (elements_hold_pointers(type->fields[i].type))
			return true;
	return false;
}

/* The numbers in a type: `kind` is void until one is found, and opaque if there are several kinds. */
struct numbers {
	enum ir_type_kind kind;
	uint64_t size;
};

static void
collect_numbers(const struct ir_type *type, struct numbers *numbers)
{
	if (type->kind == IR_TYPE_ARRAY && type->element) {
		collect_numbers(type->element, numbers);
	} else if (type->kind == IR_TYPE_RECORD) {
		for (uint32_t i = 0; i < type->field_count; i++)
			collect_numbers(type->fields[i].type, numbers);
	} else if (numbers->kind == IR_TYPE_VOID) {
		*numbers = (struct numbers){type->kind, type->size};
	} else if (numbers->kind != type->kind || numbers->size != type->size) {
		numbers->kind = IR_TYPE_OPAQUE;
	}
}

static bool
are_numbers(const struct numbers *numbers)
{
	return numbers->kind == IR_TYPE_FLOAT || numbers->kind == IR_TYPE_INT || numbers->kind == IR_TYPE_BOOL;
}

/* ---- records of numbers of several kinds ---- */

struct part_list {
	struct element_part items[MOST_PARTS];
	uint32_t count;
};

/* False: there are too many parts. */
static bool
add_part(struct part_list *list, const struct numbers *numbers, uint64_t at, uint64_t count)
{
	struct element_part *last = list->count ? &list->items[list->count - 1] : NULL;
	const bool is_float = numbers->kind == IR_TYPE_FLOAT, is_bool = numbers->kind == IR_TYPE_BOOL;
	if (last && last->size == numbers->size && last->is_float == is_float && last->is_bool == is_bool &&
	    last->at + (uint64_t)last->count * last->size == at) {
		last->count += (uint32_t)count;
		return true;
	}
	if (list->count == MOST_PARTS)
		return false;
	list->items[list->count++] = (struct element_part){.at = (uint32_t)at,
	                                                   .size = (uint32_t)numbers->size,
	                                                   .count = (uint32_t)count,
	                                                   .is_float = is_float,
	                                                   .is_bool = is_bool};
	return true;
}

static bool collect_parts(struct part_list *list, const struct ir_type *type, uint64_t at);

static bool
collect_members(struct part_list *list, const struct ir_type *record, uint64_t at)
{
	for (uint32_t i = 0; i < record->field_count; i++) {
		const struct ir_field *field = &record->fields[i];
		if (!field->bit_width && !collect_parts(list, field->type, at + field->offset))
			return false;
	}
	return true;
}

/* Bit-fields, and unions of several kinds of numbers, are left out. */
static bool
collect_parts(struct part_list *list, const struct ir_type *type, uint64_t at)
{
	struct numbers numbers = {IR_TYPE_VOID, 0};
	if (type->kind == IR_TYPE_RECORD && !type->is_union)
		return collect_members(list, type, at);
	collect_numbers(type, &numbers);
	if (are_numbers(&numbers) && numbers.size)
		return add_part(list, &numbers, at, type->size / numbers.size);
	for (uint64_t i = 0; type->kind == IR_TYPE_ARRAY && type->element && i < type->count; i++)
		if (!collect_parts(list, type->element, at + i * type->element->size))
			return false;
	return true;
}

void
elements_describe(struct launch_argument *in, const struct ir_type *element, struct arena *arena)
{
	struct numbers numbers = {IR_TYPE_VOID, 0};
	in->element_size = 1;
	if (!element || element->kind == IR_TYPE_VOID)
		return;
	collect_numbers(element, &numbers);
	in->element_size = (uint32_t)element->size;
	in->numbers_are_floats = numbers.kind == IR_TYPE_FLOAT;
	in->numbers_are_bools = numbers.kind == IR_TYPE_BOOL;
	struct part_list list = {.count = 0};
	if (are_numbers(&numbers)) {
		in->number_size = (uint32_t)numbers.size;
	} else if (element->kind == IR_TYPE_RECORD && element->size <= MOST_RECORD &&
	           collect_parts(&list, element, 0)) {
		in->parts = arena_copy(arena, list.items, list.count, list.count, sizeof *list.items);
		in->part_count = list.count;
	}
}
