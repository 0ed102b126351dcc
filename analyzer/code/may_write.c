#include "code/may_write.h"

#include "ir/walk.h"

enum { MOST_CALLS = 6, MOST_LOOKS = 20000 };

struct question {
	const struct ir_var *param;
	unsigned depth;       /* of statements and expressions */
	unsigned calls;       /* one inside the other */
	unsigned *looks;      /* at expressions and statements, in all bodies */
	bool returned;        /* a pointer into it is */
};

/* What becomes of the object that the call's function gets the address of as this parameter. */
struct answer {
	bool writes, returns;
};

static struct answer ask(const struct ir_func *func, uint32_t param, unsigned calls, unsigned *looks);

/* Whether an address lies in what the parameter points to: not in what is pointed to from there. */
static bool
leads_there(const struct question *q, const struct ir_expr *e)
{
	e = ir_base_of_address(e);
	if (!e)
		return false;
	for (uint32_t i = 0; e->kind == IR_CALL && i < e->arg_count; i++)
		if (leads_there(q, e->args[i]) && ask(e->func, i, q->calls + 1, q->looks).returns)
			return true;
	return e->kind == IR_LOAD && e->a->kind == IR_VAR && e->a->var == q->param;
}

static bool
call_writes(const struct question *q, const struct ir_expr *e)
{
	for (uint32_t i = 0; i < e->arg_count; i++)
		if (leads_there(q, e->args[i]) && (e->kind != IR_CALL || ask(e->func, i, q->calls + 1, q->looks).writes))
			return true;
	return false;
}

/* The node by itself, its parts apart. */
static bool
expr_writes(const struct question *q, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_STORE:
		/* Stored somewhere else, the pointer is out of sight; a copy only reads what it points to. */
		return leads_there(q, e->a) || leads_there(q, e->b);
	case IR_UPDATE: case IR_ZERO: case IR_COPY:
		return leads_there(q, e->a);
	case IR_CONDITIONAL:
		/* As an address it may be written to by whoever chose it. */
		return leads_there(q, e->b) || leads_there(q, e->c);
	case IR_CALL: case IR_CALL_POINTER: case IR_BUILTIN: case IR_LAUNCH: case IR_UNKNOWN:
		return call_writes(q, e);
	default:
		return false;
	}
}

static bool
node_writes(struct question *q, struct ir_node node)
{
	if (q->depth > IR_DEEPEST || ++*q->looks > MOST_LOOKS)
		return true;
	q->depth++;
	bool writes = node.expr ? expr_writes(q, node.expr) : node.stmt->kind == IR_STMT_UNKNOWN;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; !writes && ir_next_part(&parts, &part);)
		writes = node_writes(q, part);
	q->depth--;
	if (node.stmt && node.stmt->kind == IR_STMT_RETURN)
		q->returned |= leads_there(q, node.stmt->expr);
	return writes;
}

static struct answer
ask(const struct ir_func *func, uint32_t param, unsigned calls, unsigned *looks)
{
	if (!func->body || param >= func->param_count || calls > MOST_CALLS || *looks > MOST_LOOKS)
		return (struct answer){true, true};
	struct question q = {.param = func->params[param], .calls = calls, .looks = looks};
	if (q.param->address_taken || node_writes(&q, (struct ir_node){.stmt = func->body}))
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
func_is_known_to_write(struct may_write_known *known, const struct ir_func *func, uint32_t param)
{
	static const bool answers[2] = {false, true};
	void **answer = pointer_map_value(&known->params, func->params[param]);
	if (!*answer)
		*answer = (void *)&answers[func_may_write(func, param)];
	return *(const bool *)*answer;
}

void
may_write_known_free(struct may_write_known *known)
{
	pointer_map_free(&known->params);
}

bool
func_may_return(const struct ir_func *func, uint32_t param)
{
	unsigned looks = 0;
	return ask(func, param, 0, &looks).returns;
}
