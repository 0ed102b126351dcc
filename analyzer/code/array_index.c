#include "code/array_index.h"

#include "ir/walk.h"

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
