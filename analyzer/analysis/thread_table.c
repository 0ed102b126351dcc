#include "analysis/thread_table.h"

#include "ir/walk.h"
#include "support/pointer_set.h"

struct table_search {
	const struct ir_var *array;
	struct pointer_set functions; /* functions that were visited */
	bool is_filled, has_other;    /* with constants; with other values */
};

static bool
is_address_in(const struct ir_expr *address, const struct ir_var *array)
{
	const struct ir_expr *base = ir_base_of_address(address);
	return base && base->kind == IR_VAR && base->var == array;
}

static bool
is_text(const struct ir_expr *address)
{
	const struct ir_expr *base = ir_base_of_address(address);
	return base && base->kind == IR_STRING;
}

static void
look_at_write(struct table_search *s, const struct ir_expr *to, bool is_of_constants)
{
	if (!is_address_in(to, s->array))
		return;
	s->is_filled |= is_of_constants;
	s->has_other |= !is_of_constants;
}

static void
look_for_writes(struct table_search *s, struct ir_node node, unsigned depth)
{
	const struct ir_expr *e = node.expr;
	if (depth >= IR_DEEPEST || s->has_other)
		return;
	if (e && (e->kind == IR_STORE || e->kind == IR_UPDATE))
		look_at_write(s, e->a, e->kind == IR_STORE && ir_is_literal(e->b));
	else if (e && e->kind == IR_COPY)
		look_at_write(s, e->a, is_text(e->b));
	else if (e && e->kind == IR_BUILTIN && e->builtin == IR_BUILTIN_memcpy)
		look_at_write(s, e->args[0], is_text(e->args[1]));
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		look_for_writes(s, part, depth + 1);
	if (e && e->kind == IR_CALL && e->func->body && pointer_set_add(&s->functions, e->func))
		look_for_writes(s, (struct ir_node){.stmt = e->func->body}, 0);
}

bool
array_is_table(const struct ir_func *kernel, const struct ir_var *array)
{
	struct table_search s = {.array = array};
	if (!array->is_const)
		return false;
	look_for_writes(&s, (struct ir_node){.stmt = kernel->body}, 0);
	pointer_set_free(&s.functions);
	return s.is_filled && !s.has_other;
}
