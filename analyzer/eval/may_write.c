#include "eval/may_write.h"

enum { DEEPEST = 256, MOST_CALLS = 6, MOST_LOOKS = 20000 };

struct question {
	const struct ir_var *param;
	unsigned depth;       /* of statements and expressions */
	unsigned calls;       /* one inside the other */
	unsigned *looks;      /* at expressions and statements, in all bodies */
	bool returned;        /* a pointer into it is */
};

static bool expr_writes(struct question *q, const struct ir_expr *e);

/* What becomes of the object that the call's function gets the address of as this parameter. */
struct answer {
	bool writes, returns;
};

static struct answer ask(const struct ir_func *func, uint32_t param, unsigned calls, unsigned *looks);

/* Whether an address lies in what the parameter points to: not in what is pointed to from there. */
static bool
leads_there(const struct question *q, const struct ir_expr *e)
{
	while (e && (e->kind == IR_FIELD || e->kind == IR_OFFSET || e->kind == IR_CONVERT))
		e = e->a;
	if (!e)
		return false;
	for (uint32_t i = 0; e->kind == IR_CALL && i < e->arg_count; i++)
		if (leads_there(q, e->args[i]) && ask(e->func, i, q->calls + 1, q->looks).returns)
			return true;
	return e->kind == IR_LOAD && e->a->kind == IR_VAR && e->a->var == q->param;
}

static bool
call_writes(struct question *q, const struct ir_expr *e)
{
	for (uint32_t i = 0; i < e->arg_count; i++) {
		if (expr_writes(q, e->args[i]))
			return true;
		if (leads_there(q, e->args[i]) && (e->kind != IR_CALL || ask(e->func, i, q->calls + 1, q->looks).writes))
			return true;
	}
	return false;
}

static bool
kind_writes(struct question *q, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_STORE: case IR_UPDATE: case IR_ZERO: case IR_COPY:
		/* Stored somewhere else, the pointer is out of sight; a copy only reads what it points to. */
		if (leads_there(q, e->a) || (e->kind == IR_STORE && leads_there(q, e->b)))
			return true;
		break;
	case IR_CONDITIONAL:
		/* As an address it may be written to by whoever chose it. */
		if (leads_there(q, e->b) || leads_there(q, e->c))
			return true;
		break;
	case IR_CALL: case IR_CALL_POINTER: case IR_BUILTIN: case IR_LAUNCH: case IR_UNKNOWN:
		if (call_writes(q, e))
			return true;
		break;
	default:
		break;
	}
	return expr_writes(q, e->a) || expr_writes(q, e->b) || expr_writes(q, e->c);
}

static bool stmt_writes(struct question *q, const struct ir_stmt *s);

static bool
expr_writes(struct question *q, const struct ir_expr *e)
{
	if (!e)
		return false;
	if (q->depth > DEEPEST || ++*q->looks > MOST_LOOKS)
		return true;
	q->depth++;
	const bool writes = kind_writes(q, e) || (e->kind == IR_STATEMENTS && stmt_writes(q, e->body));
	q->depth--;
	return writes;
}

static bool
parts_write(struct question *q, const struct ir_stmt *s)
{
	switch (s->kind) {
	case IR_STMT_BLOCK: case IR_STMT_SWITCH:
		for (uint32_t i = 0; i < s->stmt_count; i++)
			if (stmt_writes(q, s->stmts[i]))
				return true;
		return expr_writes(q, s->expr);
	case IR_STMT_IF:
		return expr_writes(q, s->expr) || stmt_writes(q, s->then) || stmt_writes(q, s->otherwise);
	case IR_STMT_LOOP:
		return expr_writes(q, s->expr) || stmt_writes(q, s->body) || expr_writes(q, s->step);
	case IR_STMT_RETURN:
		q->returned |= leads_there(q, s->expr);
		return expr_writes(q, s->expr);
	case IR_STMT_UNKNOWN:
		return true;
	default:
		return expr_writes(q, s->expr);
	}
}

static bool
stmt_writes(struct question *q, const struct ir_stmt *s)
{
	if (!s)
		return false;
	if (q->depth > DEEPEST || ++*q->looks > MOST_LOOKS)
		return true;
	q->depth++;
	const bool writes = parts_write(q, s);
	q->depth--;
	return writes;
}

static struct answer
ask(const struct ir_func *func, uint32_t param, unsigned calls, unsigned *looks)
{
	if (!func->body || param >= func->param_count || calls > MOST_CALLS || *looks > MOST_LOOKS)
		return (struct answer){true, true};
	struct question q = {.param = func->params[param], .calls = calls, .looks = looks};
	if (q.param->address_taken || stmt_writes(&q, func->body))
		return (struct answer){true, true};
	return (struct answer){false, q.returned};
}

bool
func_may_write(const struct ir_func *func, uint32_t param)
{
	unsigned looks = 0;
	return ask(func, param, 0, &looks).writes;
}

bool
func_may_return(const struct ir_func *func, uint32_t param)
{
	unsigned looks = 0;
	return ask(func, param, 0, &looks).returns;
}
