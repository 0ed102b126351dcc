/* The accesses of a kernel that the evaluator did not come to, and why: a walk over all of its code. */
#include <stdlib.h>
#include <string.h>

#include "eval/builtin.h"
#include "eval/program.h"
#include "eval/reach.h"
#include "support/memory.h"

enum { DEEPEST = 400 };

struct walk {
	const struct reach *reach;
	struct program *program;
	struct kernel *kernel;
	struct reach functions;          /* seen already: of several calls the first says why */
	const struct ir_func *func;
	const char *why;                 /* why nothing came here; NULL: something did */
	struct unreached *found;
	size_t count, capacity;
	unsigned depth;
};

static void walk_stmt(struct walk *walk, const struct ir_stmt *stmt);
static void walk_expr(struct walk *walk, const struct ir_expr *e);

/* Of a reference or of `this` what is behind it may well be the thread's own. */
static bool
is_memory(const struct ir_expr *address)
{
	const struct ir_expr *e = address;
	while (e && (e->kind == IR_FIELD || e->kind == IR_OFFSET || e->kind == IR_CONVERT))
		e = e->a;
	if (!e || (e->kind == IR_VAR && (e->var->storage == IR_STORAGE_LOCAL || e->var->storage == IR_STORAGE_PARAM)))
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
	case IR_LOAD: case IR_STORE: case IR_UPDATE: return is_memory(e->a);
	case IR_COPY: return is_memory(e->a) || is_memory(e->b);
	case IR_BUILTIN: return builtin_is_access(e->builtin) && e->arg_count && is_memory(e->args[0]);
	default: return false;
	}
}

static void
note_access(struct walk *walk, const struct ir_expr *e)
{
	struct arena *arena = &walk->program->facts->arena;
	const struct ir_unit *unit = walk->func->unit;
	walk->kernel->access_count++;
	if (!walk->why)
		return;
	const char *file = e->loc.file < unit->file_count ? unit->files[e->loc.file] : "";
	const struct unreached found = {
		.place = {arena_strdup(arena, file), e->loc.line, e->loc.column, e->loc.end_line, e->loc.end_column},
		.why = walk->why,
	};
	memory_push(walk->found, walk->count, walk->capacity, found);
}

/* Why nothing comes to a statement to which the one before it does not lead. */
static const char *
why_not_further(const struct walk *walk)
{
	for (size_t i = 0; i < walk->kernel->launch_count; i++)
		if (walk->kernel->launches[i].budget_reached)
			return "the evaluation's budget ended before";
	return "every thread had left before";
}

/* A reason that names a line, where there is one: not in what the front end made of a jump. */
static const char *
at_line(struct walk *walk, const char *format, struct ir_loc loc)
{
	if (walk->why || !loc.line)
		return why_not_further(walk);
	return arena_printf(&walk->program->facts->arena, format, loc.line);
}

/* Code that runs when its statement, or its operand, does: `why` is the reason if it never did. */
static void
walk_guarded_expr(struct walk *walk, const struct ir_expr *e, const char *why)
{
	const char *outer = walk->why;
	if (!outer && !reach_has(walk->reach, e))
		walk->why = why;
	walk_expr(walk, e);
	walk->why = outer;
}

static void
walk_guarded(struct walk *walk, const struct ir_stmt *stmt, const char *why)
{
	const char *outer = walk->why;
	if (!outer && stmt && !reach_has(walk->reach, stmt))
		walk->why = why;
	walk_stmt(walk, stmt);
	walk->why = outer;
}

static void
walk_call(struct walk *walk, const struct ir_expr *call)
{
	const struct ir_func *definition = program_definition(walk->program, call->func), *caller = walk->func;
	if (!definition || definition->is_library || reach_has(&walk->functions, definition))
		return;
	const char *outer = walk->why;
	reach_add(&walk->functions, definition);
	walk->func = definition;
	/* Whatever this call's fate, another may have got there. */
	const char *why = outer ? outer : why_not_further(walk);
	walk->why = NULL;
	walk_guarded(walk, definition->body, why);
	walk->why = outer;
	walk->func = caller;
}

static void
walk_operands(struct walk *walk, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_AND:
		walk_expr(walk, e->a);
		walk_guarded_expr(walk, e->b, at_line(walk, "what stands before && at line %u never held", e->a->loc));
		break;
	case IR_OR:
		walk_expr(walk, e->a);
		walk_guarded_expr(walk, e->b, at_line(walk, "what stands before || at line %u always held", e->a->loc));
		break;
	case IR_CONDITIONAL:
		walk_expr(walk, e->a);
		walk_guarded_expr(walk, e->b, at_line(walk, "the condition at line %u never held", e->a->loc));
		walk_guarded_expr(walk, e->c, at_line(walk, "the condition at line %u always held", e->a->loc));
		break;
	case IR_STATEMENTS:
		walk_stmt(walk, e->body);
		walk_expr(walk, e->a);
		break;
	default:
		walk_expr(walk, e->a);
		walk_expr(walk, e->b);
		walk_expr(walk, e->c);
		for (uint32_t i = 0; i < e->arg_count; i++)
			walk_expr(walk, e->args[i]);
		break;
	}
}

static void
walk_expr(struct walk *walk, const struct ir_expr *e)
{
	if (!e || walk->depth >= DEEPEST)
		return;
	walk->depth++;
	if (is_access(e))
		note_access(walk, e);
	walk_operands(walk, e);
	if (e->kind == IR_CALL)
		walk_call(walk, e);
	walk->depth--;
}

static void
walk_stmts(struct walk *walk, const struct ir_stmt *stmt, const char *why)
{
	for (uint32_t i = 0; i < stmt->stmt_count; i++)
		walk_guarded(walk, stmt->stmts[i], why);
}

static void
walk_stmt(struct walk *walk, const struct ir_stmt *stmt)
{
	if (!stmt || walk->depth >= DEEPEST)
		return;
	walk->depth++;
	switch (stmt->kind) {
	case IR_STMT_EXPR:
	case IR_STMT_RETURN:
		walk_expr(walk, stmt->expr);
		break;
	case IR_STMT_BLOCK:
		walk_stmts(walk, stmt, why_not_further(walk));
		break;
	case IR_STMT_IF:
		walk_expr(walk, stmt->expr);
		walk_guarded(walk, stmt->then, at_line(walk, "the condition at line %u never held", stmt->expr->loc));
		walk_guarded(walk, stmt->otherwise, at_line(walk, "the condition at line %u always held", stmt->expr->loc));
		break;
	case IR_STMT_LOOP:
		walk_expr(walk, stmt->expr);
		walk_guarded(walk, stmt->body, at_line(walk, "the loop at line %u was never entered", stmt->loc));
		walk_expr(walk, stmt->step);
		break;
	case IR_STMT_SWITCH:
		walk_expr(walk, stmt->expr);
		walk_stmts(walk, stmt, at_line(walk, "no value came here in the switch at line %u", stmt->loc));
		break;
	default:
		break;
	}
	walk->depth--;
}

void
reach_tell(const struct reach *reach, struct program *program, const struct ir_func *func, struct kernel *kernel)
{
	struct arena *arena = &program->facts->arena;
	struct walk walk = {.reach = reach, .program = program, .kernel = kernel, .func = func};
	walk_guarded(&walk, func->body, "no launch of the kernel was evaluated");
	kernel->unreached_count = walk.count;
	kernel->unreached = arena_array(arena, walk.count + 1, sizeof *walk.found);
	if (walk.count)
		memcpy(kernel->unreached, walk.found, walk.count * sizeof *walk.found);
	free(walk.found);
	reach_free(&walk.functions);
}
