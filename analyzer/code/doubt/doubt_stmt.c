/* Statements, and what they stand under. */
#include "code/doubt/doubt_internal.h"
#include "ir/walk.h"

void
doubt_read_func(struct doubt_reader *r, struct known_func *f)
{
	if (f->read_in == r->pass || !f->func->body)
		return;
	f->read_in = r->pass;
	const struct doubt_reader saved = *r;
	r->in = f;
	r->context = f->context;
	r->left = false;
	doubt_read_stmt(r, f->func->body);
	r->in = saved.in;
	r->context = saved.context;
	r->left = saved.left;
}

static bool
leaves(const struct ir_stmt *s, unsigned depth)
{
	if (!s || depth > IR_DEEPEST)
		return s != NULL;
	if (s->kind == IR_STMT_BREAK || s->kind == IR_STMT_CONTINUE || s->kind == IR_STMT_RETURN)
		return true;
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (leaves(part.stmt, depth + 1))
			return true;
	return false;
}

/* The parts of a statement but for its condition, which has been read. */
static void
read_rest(struct doubt_reader *r, const struct ir_stmt *s)
{
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		if (part.stmt)
			doubt_read_stmt(r, part.stmt);
		else if (part.expr != s->expr)
			doubt_read_expr(r, part.expr);
	}
}

/* A branch or a loop: what its statements are under. Whoever does not leave by it goes on, on the same condition. */
static void
read_branch(struct doubt_reader *r, const struct ir_stmt *s, bool condition)
{
	const bool outer = r->context;
	r->context |= condition;
	if (r->doubts && around(r))
		doubts_add(r->doubts, s);
	read_rest(r, s);
	if (r->context != outer && leaves(s, 0))
		r->left |= r->context;
	r->context = outer;
}

/* A loop: all of a round but the first comes behind what the one before has asked, and may have been left by. */
static void
read_rounds(struct doubt_reader *r, const struct ir_stmt *s)
{
	const bool outer = r->context, left = r->left, condition = doubt_read_expr(r, s->expr);
	read_branch(r, s, condition);
	if (r->left != left)
		read_branch(r, s, condition);
	r->context |= condition;
	doubt_read_expr(r, s->expr);
	r->context = outer;
}

void
doubt_read_stmt(struct doubt_reader *r, const struct ir_stmt *s)
{
	if (!s)
		return;
	if (r->depth > IR_DEEPEST) {
		r->too_much = true;
		return;
	}
	r->depth++;
	switch (s->kind) {
	case IR_STMT_EXPR:
		doubt_read_expr(r, s->expr);
		break;
	case IR_STMT_BLOCK:
		read_rest(r, s);
		break;
	case IR_STMT_IF: case IR_STMT_SWITCH:
		read_branch(r, s, doubt_read_expr(r, s->expr));
		break;
	case IR_STMT_LOOP:
		read_rounds(r, s);
		break;
	case IR_STMT_RETURN:
		doubt_raise(r, &r->in->result, doubt_read_expr(r, s->expr) || around(r));
		if (s->expr && (s->expr->type->kind == IR_TYPE_POINTER || s->expr->type->kind == IR_TYPE_RECORD)) {
			const struct targets targets = doubt_targets(r, s->expr);
			doubt_add_targets(r, &r->in->returned, &targets);
		}
		break;
	default:
		break;
	}
	r->depth--;
}
