#include "eval/replay/replay_ahead.h"

#include "code/effects.h"
#include "eval/program.h"
#include "ir/walk.h"

enum { MOST_CALLEES = 256 };

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

static bool may_launch(struct search *s, struct ir_node node);

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
	const bool found = may_launch(s, (struct ir_node){.stmt = definition->body});
	s->passed = passed;
	return found;
}

static bool
is_launch(const struct ir_expr *e)
{
	if (e->kind == IR_BUILTIN)
		return e->builtin == IR_BUILTIN_cudaLaunchKernel || e->builtin == IR_BUILTIN_cudaLaunchCooperativeKernel ||
		       e->builtin == IR_BUILTIN___gl_launch;
	return e->kind == IR_LAUNCH || e->kind == IR_CALL_POINTER;
}

static bool
expr_launches(struct search *s, const struct ir_expr *e)
{
	if (e->kind == IR_CALL && s->callee && program_definition(s->m->program, e->func) == s->callee) {
		s->passed = true;
		return false;
	}
	return s->passed && (is_launch(e) || (e->kind == IR_CALL && may_launch_func(s, e->func)));
}

static bool
parts_launch(struct search *s, struct ir_node whole)
{
	struct ir_parts parts = ir_parts_of(whole);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (may_launch(s, part))
			return true;
	return false;
}

static bool
may_launch_inside(struct search *s, struct ir_node node)
{
	const bool before = s->passed;
	if (node.stmt && node.stmt == s->here) {
		s->passed = true;
		return false;
	}
	if (parts_launch(s, node) || (node.expr && expr_launches(s, node.expr)))
		return true;
	const bool goes_round = node.stmt && node.stmt->kind == IR_STMT_LOOP && s->passed && !before;
	return goes_round && parts_launch(s, node);
}

static bool
may_launch(struct search *s, struct ir_node node)
{
	if (++s->depth > IR_DEEPEST)
		return true;
	const bool found = may_launch_inside(s, node);
	s->depth--;
	return found;
}

bool
launch_ahead(struct machine *m, const struct ir_stmt *loop)
{
	struct search search = {.m = m, .here = loop};
	for (const struct frame *frame = m->frame; frame; frame = frame->caller) {
		search.passed = false;
		if (may_launch(&search, (struct ir_node){.stmt = frame->func->body}) || !search.passed)
			return true;
		search.here = NULL;
		search.callee = frame->func;
	}
	return false;
}

static bool
look_for_reals(const struct program *program)
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

bool
reals_decide(struct program *program)
{
	if (!program->looked_for_reals)
		program->reals_decide = look_for_reals(program);
	program->looked_for_reals = true;
	return program->reals_decide;
}

bool
reals_are_idle(const struct machine *m)
{
	return m->on_device && m->lanes > 1 && !m->by_example && !reals_decide(m->program);
}
