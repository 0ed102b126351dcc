#include "analysis/shared_layout.h"

#include <stdlib.h>

#include "ir/constant.h"
#include "ir/walk.h"
#include "support/allocate.h"
#include "support/pointer_set.h"

struct place {
	const struct ir_var *var;
	size_t met;   /* its ordinal in the layout */
	int64_t uses; /* uses of its address other than stores */
	uint64_t offset;
};

struct shared_layout {
	struct place *variables;
	size_t count, capacity;
	uint64_t size;
};

struct walk {
	struct shared_layout *layout;
	struct pointer_set funcs; /* visited functions */
	unsigned depth;
};

/* Calls `visit` for every expression of the code. */
static void
walk_code(struct walk *w, struct ir_node node, void (*visit)(struct walk *w, const struct ir_expr *e))
{
	if (w->depth >= IR_DEEPEST)
		return;
	w->depth++;
	if (node.expr)
		visit(w, node.expr);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (!ir_never_runs(node, part))
			walk_code(w, part, visit);
	w->depth--;
}

static struct place *
variable_of(struct shared_layout *layout, const struct ir_var *var)
{
	for (size_t i = 0; i < layout->count; i++)
		if (layout->variables[i].var == var)
			return &layout->variables[i];
	memory_push(layout->variables, layout->count, layout->capacity,
	            ((struct place){.var = var, .met = layout->count}));
	return &layout->variables[layout->count - 1];
}

/* The variable that contains the address, if the address alone determines it; else NULL. */
static const struct ir_var *
variable_at(const struct ir_expr *address)
{
	const struct ir_expr *base = ir_base_of_address(address);
	return base->kind == IR_VAR ? base->var : NULL;
}

static void
visit_variable(struct walk *w, const struct ir_expr *e)
{
	if (e->kind == IR_VAR && e->var->storage == IR_STORAGE_SHARED)
		variable_of(w->layout, e->var)->uses++;
	const struct ir_var *stored = e->kind == IR_STORE && !e->type->is_volatile ? variable_at(e->a) : NULL;
	if (stored && stored->storage == IR_STORAGE_SHARED)
		variable_of(w->layout, stored)->uses--;
}

static int
by_declaration(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	const struct ir_loc *at = &x->var->loc, *other = &y->var->loc;
	if (at->file != other->file)
		return at->file < other->file ? -1 : 1;
	if (at->line != other->line)
		return at->line < other->line ? -1 : 1;
	if (at->column != other->column)
		return at->column < other->column ? -1 : 1;
	/* Variables that one macro declares have the macro's location. */
	return x->met < y->met ? -1 : 1;
}

static void note_function(struct walk *w, const struct ir_func *func);

static void
visit_call(struct walk *w, const struct ir_expr *e)
{
	if ((e->kind == IR_CALL || e->kind == IR_FUNC || e->kind == IR_CALL_POINTER) && e->func && e->func->body)
		note_function(w, e->func);
}

static void
note_function(struct walk *w, const struct ir_func *func)
{
	if (!pointer_set_add(&w->funcs, func))
		return;
	const struct ir_node body = {.stmt = func->body};
	walk_code(w, body, visit_call);
	const size_t first = w->layout->count;
	walk_code(w, body, visit_variable);
	if (w->layout->count > first)
		qsort(w->layout->variables + first, w->layout->count - first, sizeof *w->layout->variables,
		      by_declaration);
}

static struct shared_layout *
layout_of(struct shared_layouts *layouts, const struct ir_func *kernel)
{
	struct shared_layout *layout = pointer_map_find(&layouts->kernels, kernel);
	if (layout)
		return layout;
	layout = memory_zeroed(1, sizeof *layout);
	struct walk w = {.layout = layout};
	note_function(&w, kernel);
	pointer_set_free(&w.funcs);
	uint64_t end = 0;
	for (size_t i = 0; i < layout->count; i++) {
		const struct ir_type *type = layout->variables[i].var->type;
		const uint64_t align = type->align ? type->align : 1;
		if (!layout->variables[i].uses)
			continue;
		layout->variables[i].offset = (end + align - 1) / align * align;
		end = layout->variables[i].offset + type->size;
	}
	layout->size = end;
	*pointer_map_value(&layouts->kernels, kernel) = layout;
	return layout;
}

uint64_t
shared_layout_offset(struct shared_layouts *layouts, const struct ir_func *kernel, const struct ir_var *var)
{
	const struct shared_layout *layout = layout_of(layouts, kernel);
	for (size_t i = 0; i < layout->count; i++)
		if (layout->variables[i].var == var)
			return layout->variables[i].offset;
	return 0;
}

uint64_t
shared_layout_size(struct shared_layouts *layouts, const struct ir_func *kernel)
{
	return layout_of(layouts, kernel)->size;
}

void
shared_layouts_free(struct shared_layouts *layouts)
{
	for (size_t i = 0; i < layouts->kernels.count; i++) {
		struct shared_layout *layout = layouts->kernels.items[i].value;
		free(layout->variables);
		free(layout);
	}
	pointer_map_free(&layouts->kernels);
}
