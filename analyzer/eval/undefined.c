#include "eval/undefined.h"

#include <string.h>

#include "ir/walk.h"

struct list {
	struct named_call *items; /* in the facts' arena */
	size_t count, capacity;
};

struct walk {
	struct program *program;
	struct pointer_set functions; /* functions that main reaches */
	const struct ir_func *func;   /* the function that is being read */
	bool launches;                /* one of them launches a defined kernel */
	struct list calls;            /* the first call of each undefined function */
	unsigned depth;
};

static void read_function(struct walk *walk, const struct ir_func *func);

static bool
has_name(const struct list *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (!strcmp(list->items[i].name, name))
			return true;
	return false;
}

/* A function that several files declare and none defines is listed once. */
static void
note(struct list *list, struct program *program, const struct ir_func *reader, const struct ir_expr *e)
{
	const struct ir_func *used = e->func;
	if (used->is_system || used->is_rejected || has_name(list, used->qualified_name))
		return;
	const struct named_call call = program_call(program, reader->unit, e->loc, used->qualified_name);
	arena_push(&program->facts->arena, list->items, list->count, list->capacity, call);
}

static bool
names_kernel(const struct ir_expr *e)
{
	return e && (e->kind == IR_LAUNCH || e->kind == IR_FUNC) && e->func && e->func->is_kernel;
}

/* A kernel that is named may be launched. Another function counts only where it is called: if it is only named, its
 * caller is elsewhere. */
static void
read_expr(struct walk *walk, const struct ir_expr *e)
{
	const bool is_kernel = names_kernel(e);
	if (!is_kernel && (e->kind != IR_CALL || !e->func))
		return;
	const struct ir_func *definition = program_definition(walk->program, e->func);
	const bool is_defined = definition && definition->body;
	walk->launches |= is_kernel && is_defined;
	if (is_defined)
		read_function(walk, definition);
	else if (!is_kernel && !walk->func->is_kernel)
		note(&walk->calls, walk->program, walk->func, e);
}

static void
read_node(struct walk *walk, struct ir_node node)
{
	if (++walk->depth <= IR_DEEPEST) {
		if (node.expr)
			read_expr(walk, node.expr);
		struct ir_parts parts = ir_parts_of(node);
		for (struct ir_node part; ir_next_part(&parts, &part);)
			read_node(walk, part);
	}
	walk->depth--;
}

static void
read_function(struct walk *walk, const struct ir_func *func)
{
	const struct ir_func *reader = walk->func;
	const unsigned depth = walk->depth;
	if (!pointer_set_add(&walk->functions, func) || (func->is_kernel && !func->launches))
		return;
	walk->func = func;
	walk->depth = 0;
	read_node(walk, (struct ir_node){.stmt = func->body});
	walk->func = reader;
	walk->depth = depth;
}

static bool
misses_a_launch(const struct walk *walk)
{
	const struct program *program = walk->program;
	for (size_t i = 0; i < program->func_count; i++) {
		const struct ir_func *func = program->funcs[i];
		if (func->is_kernel && !func->is_library && !program_has_launched(program, i) &&
		    !pointer_set_has(&walk->functions, func))
			return true;
	}
	return !program->launches_made && !walk->launches;
}

void
undefined_report_calls(struct program *program, const struct ir_func *main_func)
{
	struct walk walk = {.program = program};
	read_function(&walk, main_func);
	if (misses_a_launch(&walk)) {
		program->facts->unseen_calls = walk.calls.items;
		program->facts->unseen_call_count = walk.calls.count;
	}
	pointer_set_free(&walk.functions);
}

/* Lists the undefined kernels in a function's code, or in a part of it. */
static void
list_kernels(struct list *kernels, struct program *program, const struct ir_func *func, struct ir_node node,
             unsigned depth)
{
	if (depth > IR_DEEPEST)
		return;
	if (names_kernel(node.expr) && !program_definition(program, node.expr->func))
		note(kernels, program, func, node.expr);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		list_kernels(kernels, program, func, part, depth + 1);
}

void
undefined_report_kernels(struct program *program)
{
	struct list kernels = {0};
	for (size_t u = 0; u < program->unit_count; u++)
		for (size_t i = 0; i < program->units[u]->func_count; i++) {
			const struct ir_func *func = program->units[u]->funcs[i];
			if (func->body && !func->is_system)
				list_kernels(&kernels, program, func, (struct ir_node){.stmt = func->body}, 0);
		}
	program->facts->undefined_kernels = kernels.items;
	program->facts->undefined_kernel_count = kernels.count;
}
