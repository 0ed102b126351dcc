#include "ir/leaves.h"

#include "support/allocate.h"

struct collecting {
	struct ir_leaves leaves;
	size_t most;
	size_t visits;    /* visited records and arrays: they may be empty, and unlimited in number */
	const char *name; /* of the innermost enclosing member */
	bool in_union;
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
	const struct ir_leaf leaf = {type, offset, c->name, c->in_union};
	memory_push(leaves->items, leaves->count, leaves->capacity, leaf);
}

static void collect(struct collecting *c, const struct ir_type *type, uint64_t offset);

static void
collect_field(struct collecting *c, const struct ir_field *field, uint64_t offset)
{
	const char *outer = c->name;
	c->name = field->name;
	collect(c, field->type, offset + field->offset);
	c->name = outer;
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

/* If the first element is empty, all are. */
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
	enum { VISITS_A_LEAF = 16 };
	if (c->visits++ > VISITS_A_LEAF * c->most)
		c->leaves.too_many = true;
	else if (type->kind == IR_TYPE_ARRAY && type->element) {
		collect_elements(c, type, offset);
	} else if (type->kind == IR_TYPE_RECORD && type->is_union) {
		const struct ir_field *widest = widest_of(type);
		const bool outer = c->in_union;
		c->in_union = true;
		if (widest)
			collect_field(c, widest, offset);
		c->in_union = outer;
	} else if (type->kind == IR_TYPE_RECORD) {
		for (uint32_t i = 0; i < type->field_count && !c->leaves.too_many; i++)
			collect_field(c, &type->fields[i], offset);
	} else {
		collect_scalar(c, type, offset);
	}
}

struct ir_leaves
ir_leaves_of(const struct ir_type *type, size_t most)
{
	struct collecting c = {.most = most, .name = ""};
	collect(&c, type, 0);
	return c.leaves;
}
