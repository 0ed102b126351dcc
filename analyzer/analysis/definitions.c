#include "analysis/definitions.h"

#include "ir/integer.h"
#include "ir/walk.h"

enum { DEEPEST = 64, MOST_VISITS = 2000 };

/* ---- definitions ---- */

struct reader {
	struct definitions found;
	unsigned depth;
};

static struct definition *
slot_of(struct reader *r, const struct ir_expr *target)
{
	if (target->kind != IR_VAR || target->var->slot >= r->found.count)
		return NULL;
	if (target->var->storage != IR_STORAGE_LOCAL && target->var->storage != IR_STORAGE_PARAM)
		return NULL;
	return &r->found.slots[target->var->slot];
}

static void
note(struct reader *r, const struct ir_expr *e)
{
	struct definition *d = slot_of(r, e->a);
	if (!d)
		return;
	d->value = e->kind == IR_STORE ? e->b : NULL;
	/* An escaped address allows any code to change the variable. */
	d->times += e->a->var->address_taken ? 3 : 1;
}

static void
read_node(struct reader *r, struct ir_node node)
{
	if (r->depth > 4 * DEEPEST)
		return;
	r->depth++;
	if (node.expr && (node.expr->kind == IR_STORE || node.expr->kind == IR_UPDATE))
		note(r, node.expr);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		read_node(r, part);
	r->depth--;
}

/* The result is allocated in `arena`. */
static struct definitions
definitions_of(const struct ir_func *func, struct arena *arena)
{
	struct reader r = {.found = {.slots = arena_new_array(arena, struct definition, func->slot_count + 1),
	                             .count = func->slot_count}};
	/* The caller defines a parameter. */
	for (uint32_t i = 0; i < func->param_count; i++)
		if (func->params[i]->slot < func->slot_count)
			r.found.slots[func->params[i]->slot].times++;
	read_node(&r, (struct ir_node){.stmt = func->body});
	return r.found;
}

struct definitions
definitions_known_of(struct definitions_known *known, const struct ir_func *func)
{
	void **value = pointer_map_value(&known->funcs, func);
	if (!*value) {
		struct definitions *definitions = arena_new(&known->arena, struct definitions);
		*definitions = definitions_of(func, &known->arena);
		*value = definitions;
	}
	return *(const struct definitions *)*value;
}

void
definitions_known_free(struct definitions_known *known)
{
	pointer_map_free(&known->funcs);
	arena_free(&known->arena);
}

/* The local variable or parameter that the expression reads. */
static const struct ir_var *
variable_read_by(const struct definitions *definitions, const struct ir_expr *e)
{
	if (e->kind != IR_LOAD || e->a->kind != IR_VAR)
		return NULL;
	const struct ir_var *var = e->a->var;
	const bool local = var->storage == IR_STORAGE_LOCAL || var->storage == IR_STORAGE_PARAM;
	return local && var->slot < definitions->count ? var : NULL;
}

const struct ir_expr *
definition_of(const struct definitions *definitions, const struct ir_expr *e)
{
	const struct ir_var *var = variable_read_by(definitions, e);
	if (var)
		return definitions->slots[var->slot].times == 1 ? definitions->slots[var->slot].value : NULL;
	const struct ir_var *global =
		e->kind == IR_LOAD && e->a->kind == IR_VAR && e->a->var->is_const ? e->a->var : NULL;
	return global && global->init && global->init->kind == IR_STORE ? global->init->b : NULL;
}

/* Definitions can be cyclic, so depth and visits are limited. */
static bool
go_on(struct definitions *definitions, unsigned depth)
{
	return depth <= DEEPEST && ++definitions->visits <= MOST_VISITS;
}

/* ---- constants ---- */

static bool
fold(struct definitions *definitions, const struct ir_expr *e, int64_t *value, unsigned depth)
{
	if (!e || !go_on(definitions, depth))
		return false;
	int64_t a, b;
	switch (e->kind) {
	case IR_INT: *value = e->integer; return true;
	case IR_CONVERT:
		if (e->type->kind != IR_TYPE_INT || e->a->type->kind == IR_TYPE_FLOAT ||
		    !fold(definitions, e->a, &a, depth + 1))
			return false;
		*value = integer_wrap(a, e->type);
		return true;
	case IR_LOAD: return fold(definitions, definition_of(definitions, e), value, depth + 1);
	case IR_UNARY: return fold(definitions, e->a, &a, depth + 1) && integer_of(e, a, 0, value);
	case IR_BINARY:
		return fold(definitions, e->a, &a, depth + 1) && fold(definitions, e->b, &b, depth + 1) &&
		       integer_of(e, a, b, value);
	default: return false;
	}
}

bool
constant_value(struct definitions *definitions, const struct ir_expr *e, int64_t *value)
{
	definitions->visits = 0;
	return fold(definitions, e, value, 0);
}
