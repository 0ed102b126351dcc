/* Statements, from the last one to the first. */
#include "code/unused/unused_internal.h"
#include "ir/constant.h"
#include "ir/walk.h"

/* Behind a choice of ways, which is before it as code is read. */
static void
meet_clobbers(struct unused_reader *r, unsigned other)
{
	if (other < r->clobbers)
		r->clobbers = other;
}

/* What is not modelled may be a label, by which others come in. */
static bool
may_be_entered(const struct ir_stmt *s, unsigned depth)
{
	if (depth > IR_DEEPEST || s->kind == IR_STMT_UNKNOWN)
		return true;
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (part.stmt && may_be_entered(part.stmt, depth + 1))
			return true;
	return false;
}

/* Literals decide which side runs: there is no other. */
static void
read_decided(struct unused_reader *r, const struct ir_stmt *s, bool condition)
{
	const struct ir_stmt *side = condition ? s->then : s->otherwise, *other = condition ? s->otherwise : s->then;
	r->lost |= other && may_be_entered(other, 0);
	if (side)
		unused_read_stmt(r, side);
	unused_read_expr(r, s->expr, USE_NONE);
}

/* What a side that never runs is the only one to use may not be used. */
static void
read_side(struct unused_reader *r, const struct ir_stmt *s, bool never_runs)
{
	const enum use most = r->most;
	const struct unused_effects before = r->effects;
	if (never_runs)
		r->most = less(most, USE_PARTLY);
	live_forget_ways(&r->live);
	unused_read_stmt(r, s);
	if (never_runs) {
		live_weaken(&r->live);
		r->effects.unsure += r->effects.sure - before.sure;
		r->effects.sure = before.sure;
	}
	r->most = most;
}

static void
read_if(struct unused_reader *r, const struct ir_stmt *s)
{
	const bool never_then = unused_never_comes(r, s->expr, true), never_otherwise = unused_never_comes(r, s->expr, false);
	const struct unused_effects effects = r->effects;
	const unsigned clobbers = r->clobbers;
	const struct arena_mark mark = arena_mark(&r->arena);
	live_meet(&r->live, s, clobbers);
	struct live otherwise = unused_copy_live(r, &r->live);
	read_side(r, s->then, never_then);
	unsigned others = clobbers;
	if (s->otherwise) {
		const struct live then = r->live;
		others = r->clobbers;
		r->clobbers = clobbers;
		r->live = otherwise;
		read_side(r, s->otherwise, never_otherwise);
		otherwise = r->live;
		r->live = then;
	} else if (never_otherwise) {
		live_weaken(&otherwise);
	}
	live_part(&r->live, &otherwise, s, (unsigned[]){r->clobbers, others});
	meet_clobbers(r, others);
	live_join(&r->live, &otherwise);
	arena_release(&r->arena, mark);
	unused_read_expr(r, s->expr, unused_use_by_effects(r, effects));
}

/* What lives at the loop's head, of which this round has found so much, is what lives at the end of each iteration. */
static void
grow_head(struct unused_reader *r, struct live *head)
{
	if (live_lacks(head, &r->live)) {
		r->changed = true;
		live_join(head, &r->live);
	}
}

/* Behind the body: the step and, where it comes last, the condition. */
static void
read_loop_end(struct unused_reader *r, const struct ir_stmt *s, const struct live *behind)
{
	if (s->test_last) {
		live_join(&r->live, behind);
		unused_read_expr(r, s->expr, USE_SURELY);
	}
	unused_read_expr(r, s->step, USE_NONE);
}

static void
read_loop(struct unused_reader *r, const struct ir_stmt *s)
{
	r->lost |= r->loops >= MOST_LOOPS;
	if (r->lost)
		return;
	struct live *head = &r->heads[r->loops++];
	if (!head->vars)
		*head = live_new(&r->kept, r->func);
	const struct unused_target at_break = r->at_break, at_continue = r->at_continue;
	const unsigned clobbers = r->clobbers;
	const struct arena_mark mark = arena_mark(&r->arena);
	live_meet(&r->live, s, clobbers);
	struct live behind = unused_copy_live(r, &r->live);
	live_set(&r->live, head);
	live_forget_ways(&r->live);
	live_meet(&r->live, s->body, r->clobbers);
	read_loop_end(r, s, &behind);
	const struct live next = unused_copy_live(r, &r->live);
	r->at_break = (struct unused_target){&behind, clobbers};
	r->at_continue = (struct unused_target){&next, r->clobbers};
	r->effects.sure++;
	unused_read_stmt(r, s->body);
	live_forget_ways(&r->live);
	if (!s->test_last && s->expr) {
		live_forget_ways(&behind);
		live_part(&r->live, &behind, s, (unsigned[]){r->clobbers, clobbers});
		live_join_not_run(&r->live, &behind);
		unused_read_expr(r, s->expr, USE_SURELY);
	}
	r->at_break = at_break;
	r->at_continue = at_continue;
	grow_head(r, head);
	meet_clobbers(r, clobbers);
	live_meet(&r->live, s->body, r->clobbers);
	arena_release(&r->arena, mark);
}

/* Where a case begins, control may come in from the head. */
static void
join_cases(const struct ir_stmt *s, uint32_t at, struct live *entry, const struct live *live)
{
	for (uint32_t i = 0; i < s->case_count; i++)
		if (s->cases[i].first == at)
			live_join(entry, live);
}

static void
read_switch(struct unused_reader *r, const struct ir_stmt *s)
{
	const struct unused_effects effects = r->effects;
	const unsigned clobbers = r->clobbers;
	const struct unused_target at_break = r->at_break;
	const struct arena_mark mark = arena_mark(&r->arena);
	live_meet(&r->live, s, clobbers);
	const struct live behind = unused_copy_live(r, &r->live);
	struct live entry = unused_copy_live(r, &r->live);
	bool has_default = false;
	for (uint32_t i = 0; i < s->case_count; i++)
		has_default |= s->cases[i].is_default;
	if (has_default)
		entry = live_new(&r->arena, r->func);
	r->at_break = (struct unused_target){&behind, clobbers};
	join_cases(s, s->stmt_count, &entry, &r->live);
	for (uint32_t i = s->stmt_count; i > 0; i--) {
		unused_read_stmt(r, s->stmts[i - 1]);
		join_cases(s, i - 1, &entry, &r->live);
	}
	r->at_break = at_break;
	meet_clobbers(r, clobbers);
	live_set(&r->live, &entry);
	arena_release(&r->arena, mark);
	unused_read_expr(r, s->expr, unused_use_by_effects(r, effects));
}

static void
read_jump(struct unused_reader *r, struct unused_target to)
{
	r->effects.sure++;
	r->clobbers = to.clobbers;
	r->lost |= !to.live;
	if (to.live)
		live_set(&r->live, to.live);
}

static void
read_return(struct unused_reader *r, const struct ir_stmt *s)
{
	r->effects.sure++;
	live_clear(&r->live);
	unused_read_expr(r, s->expr, USE_SURELY);
}

static void
read_stmt_kind(struct unused_reader *r, const struct ir_stmt *s)
{
	int64_t known;
	switch (s->kind) {
	case IR_STMT_EXPR:
		unused_read_expr(r, s->expr, USE_NONE);
		break;
	case IR_STMT_DECLARE:
		if (live_is_own(r->func, s->var))
			live_end(&r->live, live_all_of(s->var));
		break;
	case IR_STMT_BLOCK:
		for (uint32_t i = s->stmt_count; i > 0; i--)
			unused_read_stmt(r, s->stmts[i - 1]);
		break;
	case IR_STMT_IF:
		if (ir_is_constant(s->expr, &known))
			read_decided(r, s, known);
		else
			read_if(r, s);
		break;
	case IR_STMT_LOOP:
		read_loop(r, s);
		break;
	case IR_STMT_SWITCH:
		read_switch(r, s);
		break;
	case IR_STMT_BREAK:
		read_jump(r, r->at_break);
		break;
	case IR_STMT_CONTINUE:
		read_jump(r, r->at_continue);
		break;
	case IR_STMT_RETURN:
		read_return(r, s);
		break;
	case IR_STMT_TRY:
	case IR_STMT_UNKNOWN:
		r->lost = true;
		break;
	}
}

void
unused_read_stmt(struct unused_reader *r, const struct ir_stmt *s)
{
	r->lost |= r->depth >= IR_DEEPEST;
	if (r->lost)
		return;
	r->around[r->depth++] = s;
	read_stmt_kind(r, s);
	r->depth--;
}
