#include "eval/state/entries.h"

#include <stdlib.h>
#include <string.h>

#include "ir/constant.h"
#include "ir/walk.h"
#include "support/allocate.h"
#include "support/pointer_set.h"

/* Classes forward a launch through more calls than functions do. */
enum { MOST_CALLS_BETWEEN = 4, MOST_CALLS_OF_METHODS = 8, MOST_NUMBERS_BYTES = 256 };

/* The calls of a function by one caller. */
struct call_edge {
	const struct ir_func *caller;
	struct call_edge *next;
	bool hands_constant; /* at least one call passes a constant */
};

struct finder {
	struct program *program;
	struct entries *entries;
	struct pointer_set taken;   /* functions that are entries or will be */
	struct pointer_map callers; /* function to its first struct call_edge */
	struct arena arena;
	bool has_callers; /* `callers` is complete */
};

static bool
is_entered(const struct ir_func *func)
{
	const bool is_for_device = func->is_kernel || (func->is_device && !func->is_host);
	return !is_for_device && !func->is_library && func->body;
}

/* ---- callers ---- */

static bool
hands_constant(const struct ir_expr *call)
{
	for (uint32_t i = 0; i < call->arg_count; i++)
		if (ir_is_constant(call->args[i], &(int64_t){0}))
			return true;
	return false;
}

static void
note_call(struct finder *f, const struct ir_func *caller, const struct ir_expr *call)
{
	const struct ir_func *definition = call->func ? program_definition(f->program, call->func) : NULL;
	if (!definition || definition == caller)
		return;
	void **first = pointer_map_value(&f->callers, definition);
	struct call_edge *edge = *first;
	if (!edge || edge->caller != caller) {
		edge = arena_new(&f->arena, struct call_edge);
		*edge = (struct call_edge){caller, *first, false};
		*first = edge;
	}
	edge->hands_constant |= hands_constant(call);
}

static void
read_calls(struct finder *f, const struct ir_func *caller, struct ir_node node, unsigned depth)
{
	struct ir_parts parts = ir_parts_of(node);
	if (depth == IR_DEEPEST)
		return;
	if (node.expr && node.expr->kind == IR_CALL)
		note_call(f, caller, node.expr);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		read_calls(f, caller, part, depth + 1);
}

static const struct call_edge *
callers_of(struct finder *f, const struct ir_func *func)
{
	for (size_t i = 0; !f->has_callers && i < f->program->func_count; i++)
		if (is_entered(f->program->funcs[i]))
			read_calls(f, f->program->funcs[i], (struct ir_node){.stmt = f->program->funcs[i]->body}, 0);
	f->has_callers = true;
	return pointer_map_find(&f->callers, func);
}

/* ---- functions that launch, and functions that need a caller ---- */

static bool
names_launch(const char *name)
{
	return !strncmp(name, "cudaLaunchKernel", strlen("cudaLaunchKernel")) ||
	       !strcmp(name, "cudaLaunchCooperativeKernel");
}

/* A call of the runtime's launch functions. */
static bool
is_launching_call(const void *context, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	(void)context;
	if (!e || e->kind != IR_BUILTIN)
		return e && e->kind == IR_CALL && e->func->is_library && names_launch(e->func->name);
	return e->builtin == IR_BUILTIN_cudaLaunchKernel || e->builtin == IR_BUILTIN_cudaLaunchCooperativeKernel;
}

static bool
launches_by_call(const struct ir_func *func)
{
	return !func->launches && ir_any((struct ir_node){.stmt = func->body}, is_launching_call, NULL);
}

static bool
launches_what_it_is_given(const void *context, struct ir_node node)
{
	(void)context;
	return node.expr && node.expr->kind == IR_LAUNCH && !node.expr->func;
}

static bool
names_kernel(const void *context, struct ir_node node)
{
	(void)context;
	return node.expr && node.expr->kind == IR_FUNC && node.expr->func->is_kernel;
}

static bool
is_given_kernel(const struct ir_func *func)
{
	const struct ir_node body = {.stmt = func->body};
	return func->launches ? ir_any(body, launches_what_it_is_given, NULL)
	                      : launches_by_call(func) && !ir_any(body, names_kernel, NULL);
}

static bool
is_of_numbers(const struct ir_type *type)
{
	if (type->kind == IR_TYPE_ARRAY)
		return is_of_numbers(type->element);
	if (type->kind != IR_TYPE_RECORD)
		return type->kind == IR_TYPE_INT || type->kind == IR_TYPE_FLOAT || type->kind == IR_TYPE_BOOL;
	for (uint32_t i = 0; i < type->field_count; i++)
		if (!is_of_numbers(type->fields[i].type))
			return false;
	return type->field_count && !type->is_union;
}

static bool
is_given_numbers(const struct ir_func *func)
{
	for (uint32_t i = 0; i < func->param_count; i++) {
		const struct ir_type *type = func->params[i]->type;
		const struct ir_type *given = type->is_reference ? type->element : type;
		if (given->kind != IR_TYPE_ARRAY && given->size <= MOST_NUMBERS_BYTES && is_of_numbers(given))
			return true;
	}
	return false;
}

/* Methods only. Functions that take other records, such as contexts, have callers that mostly know no more of them. */
static bool
is_of_object(const struct ir_func *func)
{
	const struct ir_type *object = func->is_method && func->param_count ? func->params[0]->type->element : NULL;
	return object && object->kind == IR_TYPE_RECORD && object->field_count;
}

/* ---- the entries ---- */

static void take(struct finder *f, const struct ir_func *func, const struct ir_func *target, unsigned calls);

static void
take_callers(struct finder *f, const struct ir_func *func, const struct ir_func *target, unsigned calls)
{
	for (const struct call_edge *call = callers_of(f, func); call; call = call->next)
		/* main has been run already. */
		if (strcmp(call->caller->name, "main") != 0)
			take(f, call->caller, target && !call->hands_constant ? target : call->caller, calls + 1);
}

/* target: the function through which to launch. An earlier entry may have launched it by then. */
static void
take(struct finder *f, const struct ir_func *func, const struct ir_func *target, unsigned calls)
{
	if (!pointer_set_add(&f->taken, func))
		return;
	if (func == target && is_given_kernel(func))
		take_callers(f, func, NULL, calls); /* each caller passes its own kernel */
	else if ((calls < MOST_CALLS_BETWEEN && is_given_numbers(func)) ||
	         (calls < MOST_CALLS_OF_METHODS && is_of_object(func)))
		take_callers(f, func, target, calls);
	const struct entry entry = {func, target};
	memory_push(f->entries->items, f->entries->count, f->entries->capacity, entry);
}

void
entries_find(struct entries *entries, struct program *program)
{
	struct finder f = {.program = program, .entries = entries};
	*entries = (struct entries){0};
	for (size_t i = 0; i < program->func_count; i++)
		if (is_entered(program->funcs[i]) &&
		    (program->funcs[i]->launches || launches_by_call(program->funcs[i])))
			take(&f, program->funcs[i], program->funcs[i], 0);
	pointer_set_free(&f.taken);
	pointer_map_free(&f.callers);
	arena_free(&f.arena);
}

void
entries_free(struct entries *entries)
{
	free(entries->items);
	*entries = (struct entries){0};
}
