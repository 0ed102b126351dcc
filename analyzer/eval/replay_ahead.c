#include "eval/replay_ahead.h"

#include "eval/program.h"

enum { DEEPEST = 300, MOST_CALLEES = 256 };

/* Reads a function in the order of its text. Before `here` (a statement, or a call of the function `callee`) nothing
 * counts, but for the loops around it, which go round again. */
struct search {
	struct machine *m;
	const struct ir_stmt *here;
	const struct ir_func *callee;
	bool passed;                 /* here has been met */
	unsigned depth;
	const struct ir_func *seen[MOST_CALLEES];
	size_t seen_count;
};

static bool may_launch_stmt(struct search *s, const struct ir_stmt *stmt);
static bool may_launch_expr(struct search *s, const struct ir_expr *e);

static bool
may_launch_func(struct search *s, const struct ir_func *func)
{
	const struct ir_func *definition = program_definition(s->m->program, func);
	if (!definition)
		return false;
	if (definition->launches)
		return true;
	for (size_t i = 0; i < s->seen_count; i++)
		if (s->seen[i] == definition)
			return false;
	if (s->seen_count == MOST_CALLEES)
		return true;
	s->seen[s->seen_count++] = definition;
	const bool passed = s->passed;
	s->passed = true;
	const bool found = may_launch_stmt(s, definition->body);
	s->passed = passed;
	return found;
}

static bool
is_launch(const struct ir_expr *e)
{
	if (e->kind == IR_BUILTIN)
		return e->builtin == IR_BUILTIN_cudaLaunchKernel || e->builtin == IR_BUILTIN_cudaLaunchCooperativeKernel;
	return e->kind == IR_LAUNCH || e->kind == IR_CALL_POINTER;
}

static bool
search_expr(struct search *s, const struct ir_expr *e)
{
	if (may_launch_expr(s, e->a) || may_launch_expr(s, e->b) || may_launch_expr(s, e->c))
		return true;
	for (uint32_t i = 0; i < e->arg_count; i++)
		if (may_launch_expr(s, e->args[i]))
			return true;
	if (e->kind == IR_STATEMENTS && e->body && may_launch_stmt(s, e->body))
		return true;
	if (e->kind == IR_CALL && s->callee && program_definition(s->m->program, e->func) == s->callee) {
		s->passed = true;
		return false;
	}
	return s->passed && (is_launch(e) || (e->kind == IR_CALL && may_launch_func(s, e->func)));
}

static bool
may_launch_expr(struct search *s, const struct ir_expr *e)
{
	if (!e)
		return false;
	if (++s->depth > DEEPEST)
		return true;
	const bool found = search_expr(s, e);
	s->depth--;
	return found;
}

static bool
search_loop(struct search *s, const struct ir_stmt *stmt)
{
	const bool before = s->passed;
	for (int round = 0; round < 2; round++) {
		if (may_launch_expr(s, stmt->expr) || may_launch_stmt(s, stmt->body) || may_launch_expr(s, stmt->step))
			return true;
		if (before || !s->passed)
			break;
	}
	return false;
}

static bool
search_stmt(struct search *s, const struct ir_stmt *stmt)
{
	if (stmt == s->here) {
		s->passed = true;
		return false;
	}
	switch (stmt->kind) {
	case IR_STMT_EXPR: case IR_STMT_RETURN:
		return may_launch_expr(s, stmt->expr);
	case IR_STMT_BLOCK: case IR_STMT_SWITCH:
		if (may_launch_expr(s, stmt->expr))
			return true;
		for (uint32_t i = 0; i < stmt->stmt_count; i++)
			if (may_launch_stmt(s, stmt->stmts[i]))
				return true;
		return false;
	case IR_STMT_IF:
		return may_launch_expr(s, stmt->expr) || may_launch_stmt(s, stmt->then) || may_launch_stmt(s, stmt->otherwise);
	case IR_STMT_LOOP:
		return search_loop(s, stmt);
	default:
		return false;
	}
}

static bool
may_launch_stmt(struct search *s, const struct ir_stmt *stmt)
{
	if (!stmt)
		return false;
	if (++s->depth > DEEPEST)
		return true;
	const bool found = search_stmt(s, stmt);
	s->depth--;
	return found;
}

bool
launch_ahead(struct machine *m, const struct ir_stmt *loop)
{
	struct search search = {.m = m, .here = loop};
	for (const struct frame *frame = m->frame; frame; frame = frame->caller) {
		search.passed = false;
		if (may_launch_stmt(&search, frame->func->body) || !search.passed)
			return true;
		search.here = NULL;
		search.callee = frame->func;
	}
	return false;
}

bool
reals_decide(const struct program *program)
{
	for (size_t u = 0; u < program->unit_count; u++) {
		for (size_t i = 0; i < program->units[u]->func_count; i++) {
			const struct ir_func *func = program->units[u]->funcs[i];
			if ((func->is_kernel || func->is_device) && stmt_decides_by_reals(func->body))
				return true;
		}
	}
	return false;
}
