/* Finds the accesses of a kernel that the evaluator did not reach, and the reasons, by a walk over all of its code. */
#include <stdlib.h>
#include <string.h>

#include "eval/builtin/builtin.h"
#include "eval/reach.h"
#include "eval/state/program.h"
#include "ir/constant.h"
#include "ir/last_operand.h"
#include "ir/walk.h"
#include "support/allocate.h"

struct walk {
	const struct pointer_set *reach;
	struct program *program;
	struct kernel *kernel;
	struct pointer_set functions; /* already visited: the first of several calls gives the reason */
	const struct ir_func *func;
	const char *why; /* why nothing reaches this place; NULL: it was reached */
	struct unreached *found;
	size_t count, capacity;
	struct place *assembly;
	size_t assembly_count, assembly_capacity;
	unsigned depth;
};

/* A reference or `this` may well lead to the thread's own memory. */
static bool
is_memory(const struct ir_expr *address)
{
	const struct ir_expr *e = ir_base_of_address(address);
	if (!e || ir_local_of_address(e))
		return false;
	if (e->kind == IR_VAR)
		return true;
	if (e->kind != IR_LOAD || e->a->kind != IR_VAR)
		return e->kind == IR_LOAD;
	const struct ir_var *pointer = e->a->var;
	return !pointer->type->is_reference && strcmp(pointer->name, "this") != 0;
}

static bool
is_access(const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_LOAD:
	case IR_STORE:
	case IR_UPDATE: return is_memory(e->a);
	case IR_COPY: return is_memory(e->a) || is_memory(e->b);
	case IR_BUILTIN: return builtin_is_access(e->builtin) && e->arg_count && is_memory(e->args[0]);
	default: return false;
	}
}

static struct place
place_of(const struct walk *walk, const struct ir_loc *loc)
{
	return facts_place(&walk->program->facts->arena, walk->func->unit, *loc);
}

static void
note_access(struct walk *walk, const struct ir_expr *e)
{
	walk->kernel->access_count++;
	if (!walk->why)
		return;
	const struct unreached found = {.place = place_of(walk, ir_place_of_access(e)), .why = walk->why};
	memory_push(walk->found, walk->count, walk->capacity, found);
}

/* Why a statement is not reached after the one before it. */
static const char *
why_not_further(const struct walk *walk)
{
	for (size_t i = 0; i < walk->kernel->launch_count; i++)
		if (walk->kernel->launches[i].caveats.budget_reached)
			return "the evaluation's budget ended earlier";
	return "no evaluated thread gets past the statement before it";
}

/* A reason with a line, if there is one: code that the front end made from a jump has none. */
static const char *
at_line(struct walk *walk, const char *format, struct ir_loc loc)
{
	return loc.line ? arena_printf(&walk->program->facts->arena, format, loc.line) : why_not_further(walk);
}

static const char *
why_not_in_expr(struct walk *walk, const struct ir_expr *whole, const void *part)
{
	switch (whole->kind) {
	case IR_AND: return at_line(walk, "the operand before && at line %u was never true", whole->a->loc);
	case IR_OR: return at_line(walk, "the operand before || at line %u was always true", whole->a->loc);
	case IR_CONDITIONAL:
		return at_line(walk,
		               part == whole->b ? "the condition at line %u was never true"
		                                : "the condition at line %u was always true",
		               whole->a->loc);
	default: return NULL;
	}
}

static const char *
why_not_in_stmt(struct walk *walk, const struct ir_stmt *whole, const void *part)
{
	switch (whole->kind) {
	case IR_STMT_BLOCK: return why_not_further(walk);
	case IR_STMT_IF:
		return at_line(walk,
		               part == whole->then ? "the condition at line %u was never true"
		                                   : "the condition at line %u was always true",
		               whole->expr->loc);
	case IR_STMT_LOOP: return at_line(walk, "the loop at line %u was never entered", whole->loc);
	case IR_STMT_SWITCH:
		return at_line(walk, "no evaluated value selects this case of the switch at line %u", whole->loc);
	default: return NULL;
	}
}

static void walk_node(struct walk *walk, struct ir_node node);

/* Nested statements, and operands under a condition, may be skipped for reasons of their own. Every other part
 * executes with the whole. */
static void
walk_part(struct walk *walk, struct ir_node whole, struct ir_node part)
{
	const char *outer = walk->why;
	if (!outer && whole.expr && part.expr && !ir_is_condition(whole, part) &&
	    !pointer_set_has(walk->reach, part.expr))
		walk->why = why_not_in_expr(walk, whole.expr, part.expr);
	else if (!outer && whole.stmt && part.stmt && !pointer_set_has(walk->reach, part.stmt))
		walk->why = why_not_in_stmt(walk, whole.stmt, part.stmt);
	walk_node(walk, part);
	walk->why = outer;
}

/* Walks a function's body, for the first of its calls. why: the reason if the body never ran. */
static void
walk_body(struct walk *walk, const struct ir_func *func, const char *why)
{
	const char *outer = walk->why;
	const struct ir_func *caller = walk->func;
	walk->func = func;
	walk->why = func->body && pointer_set_has(walk->reach, func->body) ? NULL : why;
	walk_node(walk, (struct ir_node){.stmt = func->body});
	walk->why = outer;
	walk->func = caller;
}

static void
walk_call(struct walk *walk, const struct ir_expr *call)
{
	const struct ir_func *definition = program_definition(walk->program, call->func);
	if (definition && !definition->is_library && pointer_set_add(&walk->functions, definition))
		walk_body(walk, definition, walk->why ? walk->why : why_not_further(walk));
}

static void
walk_node(struct walk *walk, struct ir_node node)
{
	if (walk->depth >= IR_DEEPEST)
		return;
	walk->depth++;
	const struct ir_expr *e = node.expr;
	if (e && is_access(e))
		note_access(walk, e);
	if (e && e->kind == IR_UNKNOWN && e->accesses_memory)
		memory_push(walk->assembly, walk->assembly_count, walk->assembly_capacity,
		            place_of(walk, ir_place_of_macro(&e->loc)));
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (!ir_never_runs(node, part))
			walk_part(walk, node, part);
	if (e && e->kind == IR_CALL)
		walk_call(walk, e);
	walk->depth--;
}

void
reach_report(const struct pointer_set *reach, struct program *program, const struct ir_func *func,
             struct kernel *kernel)
{
	struct arena *arena = &program->facts->arena;
	struct walk walk = {.reach = reach, .program = program, .kernel = kernel};
	walk_body(&walk, func, "no launch of the kernel was evaluated");
	kernel->unreached_count = walk.count;
	kernel->unreached = arena_copy(arena, walk.found, walk.count, walk.count, sizeof *walk.found);
	kernel->assembly_count = walk.assembly_count;
	kernel->assembly =
		arena_copy(arena, walk.assembly, walk.assembly_count, walk.assembly_count, sizeof *walk.assembly);
	free(walk.found);
	free(walk.assembly);
	pointer_set_free(&walk.functions);
}
