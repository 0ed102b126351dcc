#include "analysis/textures.h"

#include <string.h>

#include "ir/walk.h"
#include "support/pointer_set.h"

enum { DEEPEST_CALL = 8 };

/* Of names with a common prefix, the longer comes first. */
static const struct {
	const char *prefix, *shape;
	bool is_surface;
} accesses[] = {
	{"tex1Dfetch", "1d-linear", false},
	{"tex1DLayered", "1d-layered", false},
	{"tex1D", "1d", false},
	{"tex2DLayered", "2d-layered", false},
	{"tex2D", "2d", false},
	{"tex3D", "3d", false},
	{"texCubemapLayered", "cube-layered", false},
	{"texCubemap", "cube", false},
	{"surf1DLayered", "1d-layered", true},
	{"surf1D", "1d", true},
	{"surf2DLayered", "2d-layered", true},
	{"surf2D", "2d", true},
	{"surf3D", "3d", true},
	{"surfCubemapLayered", "cube-layered", true},
	{"surfCubemap", "cube", true},
};

enum { ACCESSES = sizeof accesses / sizeof *accesses };

struct search {
	const struct ir_var *param;
	struct texture_use *use;
	struct pointer_set *seen; /* parameters that were visited */
	unsigned calls, depth;
};

static bool find_in(struct search *search, struct ir_node node);

static bool
reads(const struct ir_expr *e, const struct ir_var *param)
{
	e = ir_without_conversions(e);
	return e->kind == IR_LOAD && e->a->kind == IR_VAR && e->a->var == param;
}

/* A read's element is the result or stored through the first argument; a write's element is that argument. */
static const struct ir_type *
element_of(const struct ir_expr *call)
{
	const struct ir_type *type = call->func->result;
	if (type->kind == IR_TYPE_VOID && call->func->param_count)
		type = call->func->params[0]->type;
	return ir_type_at(type);
}

/* The index in `accesses`, or ACCESSES. */
static size_t
access_named(const char *name)
{
	size_t i = 0;
	while (i < ACCESSES && strncmp(name, accesses[i].prefix, strlen(accesses[i].prefix)) != 0)
		i++;
	return i;
}

bool
is_texture_access(const struct ir_func *func)
{
	return func->is_library && access_named(func->name) < ACCESSES;
}

static bool
is_access(const struct ir_expr *call, struct texture_use *use)
{
	const size_t i = access_named(call->func->name);
	if (i == ACCESSES)
		return false;
	*use = (struct texture_use){accesses[i].shape, accesses[i].is_surface, element_of(call)};
	return use->element;
}

static bool
find_in_call(struct search *search, const struct ir_expr *call)
{
	for (uint32_t i = 0; i < call->arg_count && i < call->func->param_count; i++) {
		if (!reads(call->args[i], search->param))
			continue;
		if (is_access(call, search->use))
			return true;
		if (!call->func->body || search->calls == DEEPEST_CALL ||
		    !pointer_set_add(search->seen, call->func->params[i]))
			continue;
		struct search within = {.param = call->func->params[i],
		                        .use = search->use,
		                        .seen = search->seen,
		                        .calls = search->calls + 1};
		if (find_in(&within, (struct ir_node){.stmt = call->func->body}))
			return true;
	}
	return false;
}

static bool
find_in(struct search *search, struct ir_node node)
{
	if (search->depth == IR_DEEPEST)
		return false;
	if (node.expr && node.expr->kind == IR_CALL && find_in_call(search, node.expr))
		return true;
	bool found = false;
	search->depth++;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; !found && ir_next_part(&parts, &part);)
		found = find_in(search, part);
	search->depth--;
	return found;
}

bool
texture_use_of(const struct ir_func *func, const struct ir_var *param, struct texture_use *use)
{
	struct pointer_set seen = {0};
	struct search search = {.param = param, .use = use, .seen = &seen};
	const bool found = func->body && find_in(&search, (struct ir_node){.stmt = func->body});
	pointer_set_free(&seen);
	return found;
}
