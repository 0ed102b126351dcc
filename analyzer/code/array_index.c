#include "code/array_index.h"

#include "ir/walk.h"
#include "support/pointer_set.h"

enum { MOST_NODES = 4000, MOST_STEPS = 8, MOST_CALLS = 6 };

struct search {
	struct definitions_known *known;
	const struct ir_var *array;
	struct array_index found;
	unsigned left;                  /* nodes that are looked at at most */
};

/* A function, and the parameter that it was given the array by; NULL: none. */
struct scope {
	const struct ir_func *func;
	const struct ir_var *given;
	struct definitions definitions;
	unsigned calls;
};

static bool
leads_there(const struct search *s, const struct scope *scope, const struct ir_expr *address, unsigned steps)
{
	const struct ir_expr *base = ir_base_of_address(address);
	if (!base || steps > MOST_STEPS)
		return false;
	if (base->kind == IR_VAR)
		return base->var == s->array;
	if (base->kind != IR_LOAD || base->a->kind != IR_VAR)
		return false;
	return base->a->var == scope->given || leads_there(s, scope, definition_of(&scope->definitions, base), steps + 1);
}

static void
take(struct search *s, enum array_index_kind kind, const struct ir_expr *load)
{
	if (kind > s->found.kind)
		s->found = (struct array_index){kind, load};
}

static bool
is_in_constant_memory(const struct ir_expr *load)
{
	const struct ir_expr *base = ir_base_of_address(load->a);
	return base->kind == IR_VAR && base->var->storage == IR_STORAGE_CONSTANT;
}

static void
look_at_index(struct search *s, const struct scope *scope, struct ir_node node, unsigned steps)
{
	const struct ir_expr *e = node.expr;
	if (!e || steps > MOST_STEPS || !s->left)
		return;
	s->left--;
	const struct ir_expr *value = e->kind == IR_LOAD ? definition_of(&scope->definitions, e) : NULL;
	if (value)
		look_at_index(s, scope, (struct ir_node){.expr = value}, steps + 1);
	else if (e->kind == IR_LOAD && ir_local_of_address(e->a))
		take(s, INDEX_BY_VARIABLE, NULL);
	else if (e->kind == IR_LOAD)
		take(s, is_in_constant_memory(e) ? INDEX_BY_TABLE : INDEX_BY_DATA, e);
	if (e->kind == IR_LOAD)
		return;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		look_at_index(s, scope, part, steps + 1);
}

static void look_at(struct search *s, const struct scope *scope, struct ir_node node, unsigned depth);

static void
look_at_call(struct search *s, const struct scope *scope, const struct ir_expr *call)
{
	if (!call->func->body || scope->calls == MOST_CALLS)
		return;
	struct scope inside = {call->func, NULL, definitions_known_of(s->known, call->func), scope->calls + 1};
	for (uint32_t i = 0; i < call->arg_count && i < call->func->param_count; i++)
		if (leads_there(s, scope, call->args[i], 0))
			inside.given = call->func->params[i];
	look_at(s, &inside, (struct ir_node){.stmt = call->func->body}, 0);
}

static void
look_at(struct search *s, const struct scope *scope, struct ir_node node, unsigned depth)
{
	const struct ir_expr *e = node.expr;
	if (!s->left || depth >= IR_DEEPEST)
		return;
	s->left--;
	if (e && e->kind == IR_OFFSET && leads_there(s, scope, e->a, 0))
		look_at_index(s, scope, (struct ir_node){.expr = e->b}, 0);
	if (e && e->kind == IR_CALL)
		look_at_call(s, scope, e);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		look_at(s, scope, part, depth + 1);
}

struct array_index
array_index_of(struct definitions_known *known, const struct ir_func *kernel, const struct ir_var *array)
{
	struct search s = {.known = known, .array = array, .left = MOST_NODES};
	const struct scope scope = {kernel, NULL, definitions_known_of(known, kernel), 0};
	look_at(&s, &scope, (struct ir_node){.stmt = kernel->body}, 0);
	return s.found;
}

/* ---- tables ---- */

struct table_search {
	const struct ir_var *array;
	struct pointer_set functions;   /* that have been read */
	bool is_filled, has_other;      /* with constants; with something else */
};

static bool
is_constant(const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	return e->kind == IR_INT || e->kind == IR_FLOAT;
}

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
		look_at_write(s, e->a, e->kind == IR_STORE && is_constant(e->b));
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
