#include "eval/assigned.h"

#include "eval/may_write.h"

enum { DEEPEST = 200 };

struct reader {
	struct assigned *assigned;
	bool conditional;          /* under a condition that varies */
	unsigned depth;
};

static void read_stmt(struct reader *r, const struct ir_stmt *s);
static void read_expr(struct reader *r, const struct ir_expr *e);

/* The variable's place in the list, made when missing; MOST_ASSIGNED when there is no more room. */
static size_t
place_of(struct assigned *a, const struct ir_var *var)
{
	for (size_t i = 0; i < a->count; i++)
		if (a->vars[i] == var)
			return i;
	if (a->count == MOST_ASSIGNED) {
		a->anything = true;
		return MOST_ASSIGNED;
	}
	a->vars[a->count] = var;
	return a->count++;
}

static void
note_variable(struct reader *r, const struct ir_var *var, bool from_varying)
{
	struct assigned *a = r->assigned;
	const size_t i = place_of(a, var);
	if (i == MOST_ASSIGNED)
		return;
	a->conditional[i] |= r->conditional;
	a->varying[i] |= !a->declared[i] || from_varying || r->conditional;
}

static void
note_pointer(struct reader *r, const struct ir_var *var)
{
	struct assigned *a = r->assigned;
	if (!r->conditional)
		return;
	for (size_t i = 0; i < a->pointer_count; i++)
		if (a->pointers[i] == var)
			return;
	if (a->pointer_count == MOST_ASSIGNED)
		a->anything = true;
	else
		a->pointers[a->pointer_count++] = var;
}

/* The variable that an address is a part of, or the pointer variable that it goes through. */
static void
note_target(struct reader *r, const struct ir_expr *address, bool from_varying)
{
	const struct ir_expr *e = address;
	while (e && (e->kind == IR_FIELD || e->kind == IR_OFFSET || e->kind == IR_CONVERT))
		e = e->a;
	if (e && e->kind == IR_CALL && r->depth < DEEPEST) {
		/* A reference that a function returns leads into what the function was given. */
		bool known = false;
		r->depth++;
		for (uint32_t i = 0; i < e->arg_count; i++) {
			if (e->args[i]->type->kind != IR_TYPE_POINTER || !func_may_return(e->func, i))
				continue;
			note_target(r, e->args[i], from_varying);
			known = true;
		}
		r->depth--;
		r->assigned->anything |= !known && r->conditional;
		return;
	}
	if (e && e->kind == IR_VAR)
		note_variable(r, e->var, from_varying);
	else if (e && e->kind == IR_LOAD && e->a->kind == IR_VAR)
		note_pointer(r, e->a->var);
	else if (r->conditional)
		r->assigned->anything = true;
}

static void
under(struct reader *r, const struct ir_expr *condition, const struct ir_expr *a, const struct ir_expr *b)
{
	const bool outer = r->conditional;
	r->conditional |= assigned_affects(r->assigned, condition);
	read_expr(r, a);
	read_expr(r, b);
	r->conditional = outer;
}

static void
read_expr(struct reader *r, const struct ir_expr *e)
{
	if (!e)
		return;
	if (++r->depth > DEEPEST) {
		r->assigned->anything = true;
		r->depth--;
		return;
	}
	switch (e->kind) {
	case IR_STORE: case IR_UPDATE: case IR_COPY: case IR_ZERO:
		note_target(r, e->a, e->b && assigned_affects(r->assigned, e->b));
		read_expr(r, e->a);
		read_expr(r, e->b);
		break;
	case IR_CONDITIONAL:
		read_expr(r, e->a);
		under(r, e->a, e->b, e->c);
		break;
	case IR_AND: case IR_OR:
		read_expr(r, e->a);
		under(r, e->a, e->b, NULL);
		break;
	case IR_STATEMENTS:
		read_stmt(r, e->body);
		read_expr(r, e->a);
		break;
	case IR_CALL: case IR_CALL_POINTER: case IR_BUILTIN: case IR_LAUNCH: case IR_UNKNOWN:
		/* What it is given the address of, it may write. */
		for (uint32_t i = 0; i < e->arg_count; i++) {
			const enum ir_type_kind kind = e->args[i]->type->kind;
			read_expr(r, e->args[i]);
			if ((kind == IR_TYPE_POINTER || kind == IR_TYPE_RECORD) &&
			    (e->kind != IR_CALL || i >= e->func->param_count || func_may_write(e->func, i)))
				note_target(r, e->args[i], true);
		}
		read_expr(r, e->a);
		break;
	default:
		read_expr(r, e->a);
		read_expr(r, e->b);
		read_expr(r, e->c);
		break;
	}
	r->depth--;
}

static void
read_stmt(struct reader *r, const struct ir_stmt *s)
{
	const bool outer = r->conditional;
	if (!s)
		return;
	if (++r->depth > DEEPEST) {
		r->assigned->anything = true;
		r->depth--;
		return;
	}
	switch (s->kind) {
	case IR_STMT_EXPR: case IR_STMT_RETURN:
		read_expr(r, s->expr);
		break;
	case IR_STMT_BLOCK:
		for (uint32_t i = 0; i < s->stmt_count; i++)
			read_stmt(r, s->stmts[i]);
		break;
	case IR_STMT_SWITCH:
		read_expr(r, s->expr);
		r->conditional |= assigned_affects(r->assigned, s->expr);
		for (uint32_t i = 0; i < s->stmt_count; i++)
			read_stmt(r, s->stmts[i]);
		break;
	case IR_STMT_IF:
		read_expr(r, s->expr);
		r->conditional |= assigned_affects(r->assigned, s->expr);
		read_stmt(r, s->then);
		read_stmt(r, s->otherwise);
		break;
	case IR_STMT_LOOP:
		/* How often an inner loop goes round shows in what it leaves behind: three samples tell a changing count. */
		read_expr(r, s->expr);
		read_stmt(r, s->body);
		read_expr(r, s->step);
		break;
	case IR_STMT_DECLARE: {
		const size_t i = place_of(r->assigned, s->var);
		if (i < MOST_ASSIGNED)
			r->assigned->declared[i] = true;
		break;
	}
	case IR_STMT_UNKNOWN:
		r->assigned->anything = true;
		break;
	default:
		break;
	}
	r->conditional = outer;
	r->depth--;
}

static bool
varies(const struct assigned *a, const struct ir_var *var)
{
	for (size_t i = 0; i < a->count; i++)
		if (a->vars[i] == var)
			return a->varying[i];
	return false;
}

static bool
affects(const struct assigned *a, const struct ir_expr *e, unsigned depth)
{
	if (!e)
		return false;
	if (a->anything || depth > DEEPEST)
		return true;
	switch (e->kind) {
	case IR_INT: case IR_FLOAT: case IR_SPECIAL: case IR_FUNC: case IR_STRING: case IR_VAR:
		return false;
	case IR_LOAD:
		if (e->a->kind == IR_VAR)
			return varies(a, e->a->var);
		return true;     /* memory */
	case IR_UNARY: case IR_BINARY: case IR_CONVERT: case IR_AND: case IR_OR: case IR_OFFSET: case IR_FIELD:
	case IR_CONDITIONAL: case IR_POINTER_DIFF:
		return affects(a, e->a, depth + 1) || affects(a, e->b, depth + 1) || affects(a, e->c, depth + 1);
	default:
		return true;
	}
}

bool
assigned_affects(const struct assigned *assigned, const struct ir_expr *condition)
{
	return affects(assigned, condition, 0);
}

void
assigned_in(struct assigned *assigned, const struct ir_stmt *stmt)
{
	/* Again: what an assignment or a condition depends on may be assigned further down. */
	enum { PASSES = 3 };
	*assigned = (struct assigned){.count = 0};
	for (int pass = 0; pass < PASSES; pass++) {
		struct reader r = {.assigned = assigned};
		read_stmt(&r, stmt);
	}
}
