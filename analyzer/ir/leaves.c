#include "ir/leaves.h"

#include "support/memory.h"

struct collecting {
	struct ir_leaves leaves;
	size_t most;
};

static void
collect_scalar(struct collecting *c, const struct ir_type *type, uint64_t offset)
{
	struct ir_leaves *leaves = &c->leaves;
	if (!type->size || (leaves->count && leaves->items[leaves->count - 1].offset == offset))
		return;
	leaves->too_many = leaves->count == c->most;
	if (leaves->too_many)
		return;
	const struct ir_leaf leaf = {type, offset};
	memory_push(leaves->items, leaves->count, leaves->capacity, leaf);
}

static const struct ir_field *
widest_of(const struct ir_type *type)
{
	const struct ir_field *widest = NULL;
	for (uint32_t i = 0; i < type->field_count; i++)
		if (!widest || type->fields[i].type->size > widest->type->size)
			widest = &type->fields[i];
	return widest;
}

static void collect(struct collecting *c, const struct ir_type *type, uint64_t offset);

/* Where the first element holds nothing, none does, however many there are. */
static void
collect_elements(struct collecting *c, const struct ir_type *array, uint64_t offset)
{
	const size_t before = c->leaves.count;
	for (uint64_t i = 0; i < array->count && !c->leaves.too_many && (!i || c->leaves.count > before); i++)
		collect(c, array->element, offset + i * array->element->size);
}

static void
collect(struct collecting *c, const struct ir_type *type, uint64_t offset)
{
	if (type->kind == IR_TYPE_ARRAY && type->element) {
		collect_elements(c, type, offset);
	} else if (type->kind == IR_TYPE_RECORD && type->is_union) {
		const struct ir_field *widest = widest_of(type);
		if (widest)
			collect(c, widest->type, offset);
	} else if (type->kind == IR_TYPE_RECORD) {
		for (uint32_t i = 0; i < type->field_count && !c->leaves.too_many; i++)
			collect(c, type->fields[i].type, offset + type->fields[i].offset);
	} else {
		collect_scalar(c, type, offset);
	}
}

struct ir_leaves
ir_leaves_of(const struct ir_type *type, size_t most)
{
	struct collecting c = {.most = most};
	collect(&c, type, 0);
	return c.leaves;
}
