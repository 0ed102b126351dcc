/* Statements: who comes where. */
#include <stdlib.h>

#include "eval/guard/guard_read.h"
#include "ir/walk.h"

static void
read_if(struct guard_reader *r, const struct ir_stmt *s)
{
	guard_id results[2];
	const guard_id condition = guard_read_expr(r, s->expr);
	guard_read_sides(r, condition, (struct ir_node){.stmt = s->then}, (struct ir_node){.stmt = s->otherwise}, results);
}

/* Who returns from what is run on conditions that are not followed is not known. */
static void
go_on_behind(struct guard_reader *r, const struct ir_stmt *s, guard_id path)
{
	r->path = ir_returns((struct ir_node){.stmt = s}) ? guard_both(&r->nodes, path, GUARD_NODE_UNKNOWN) : path;
	if (r->path != path)
		*guard_result(r->frame) = GUARD_NODE_UNKNOWN;
}

/* Once, as any of its rounds: what it changes is unknown. The first test is one of the numbers before. */
static void
read_loop(struct guard_reader *r, const struct ir_stmt *s)
{
	const struct ir_node loop = {.stmt = s};
	const guard_id path = r->path;
	const unsigned switches = r->switches;
	guard_id *before = NULL;
	r->switches = 0;
	if (s->expr && !s->test_last) {
		const guard_id first = guard_read_expr(r, s->expr);
		r->path = guard_both(&r->nodes, path, first);
		before = guard_can_repeat(s->expr) ? guard_copy_vars(r->frame) : NULL;
	}
	guard_forget_assigned(r, loop, 0);
	if (before) {
		const struct guard_round_states states = {before, r->frame->vars};
		guard_read_rounds(r, s, &states);
		free(before);
	}
	guard_read_stmt(r, s->body);
	r->path = path;
	if (s->test_last && s->expr)
		guard_read_expr(r, s->expr);
	guard_forget_assigned(r, loop, 0);
	r->switches = switches;
	go_on_behind(r, s, path);
}

static void
read_switch(struct guard_reader *r, const struct ir_stmt *s)
{
	const guard_id path = r->path;
	guard_read_expr(r, s->expr);
	r->switches++;
	for (uint32_t i = 0; i < s->stmt_count; i++) {
		guard_forget_assigned(r, (struct ir_node){.stmt = s}, 0);
		r->path = guard_both(&r->nodes, path, GUARD_NODE_UNKNOWN);
		guard_read_stmt(r, s->stmts[i]);
	}
	guard_forget_assigned(r, (struct ir_node){.stmt = s}, 0);
	r->switches--;
	go_on_behind(r, s, path);
}

static void
read_return(struct guard_reader *r, const struct ir_stmt *s)
{
	const guard_id what = s->expr ? guard_read_expr(r, s->expr) : GUARD_NODE_UNKNOWN;
	guard_id *result = guard_result(r->frame);
	*result = guard_one_result(r, r->path, what, *result);
	r->path = GUARD_NODE_FALSE;
}

void
guard_read_stmt(struct guard_reader *r, const struct ir_stmt *s)
{
	r->nodes.too_much |= r->depth == IR_DEEPEST;
	if (r->nodes.too_much)
		return;
	r->depth++;
	switch (s->kind) {
	case IR_STMT_DECLARE:
		if (guard_follows(s->var))
			r->frame->vars[s->var->slot] = GUARD_NODE_UNKNOWN;
		break;
	case IR_STMT_IF: read_if(r, s); break;
	case IR_STMT_LOOP: read_loop(r, s); break;
	case IR_STMT_SWITCH: read_switch(r, s); break;
	case IR_STMT_RETURN: read_return(r, s); break;
	case IR_STMT_CONTINUE:
		r->path = GUARD_NODE_FALSE;
		break;
	case IR_STMT_BREAK:
		if (!r->switches)
			r->path = GUARD_NODE_FALSE;
		break;
	case IR_STMT_UNKNOWN: case IR_STMT_TRY:
		r->nodes.too_much = true;
		break;
	default:
		guard_read_parts(r, (struct ir_node){.stmt = s});
		break;
	}
	r->depth--;
}
