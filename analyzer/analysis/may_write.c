#include "analysis/may_write.h"

#include "ir/walk.h"

enum { MOST_CALLS = 6, MOST_LOOKS = 20000 };

struct question {
	const struct ir_var *param;
	unsigned depth;  /* of nested statements and expressions */
	unsigned calls;  /* of nested calls */
	unsigned *looks; /* visited expressions and statements, in all bodies */
	bool writes;     /* some visited code writes it */
	bool returned;   /* a pointer into it is returned */
};

/* What the called function does with the object whose address it receives as this parameter. */
struct answer {
	bool writes, returns;
};

static struct answer ask(const struct ir_func *func, uint32_t param, unsigned calls, unsigned *looks);

/* Whether the address is in the parameter's object itself, not in an object that this points to. */
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

/* A record passed by value is copied, hence read. */
static bool
is_copied(const struct ir_expr *call, uint32_t argument)
{
	return call->kind == IR_CALL && argument < call->func->param_count &&
	       call->func->params[argument]->type->kind == IR_TYPE_RECORD;
}

static struct answer
answer_of_call(struct question *q, const struct ir_expr *e, uint32_t argument)
{
	if (is_copied(e, argument) || (e->kind == IR_BUILTIN && ir_builtin_kind(e->builtin) == IR_BUILTIN_IS_LOAD))
		return (struct answer){0};
	return e->kind == IR_CALL ? ask(e->func, argument, q->calls + 1, q->looks) : (struct answer){true, true};
}

static void
look_at_call(struct question *q, const struct ir_expr *e)
{
	for (uint32_t i = 0; i < e->arg_count; i++)
		if (leads_there(q, e->args[i]))
			q->writes |= answer_of_call(q, e, i).writes;
}

/* The pointer escapes, so it counts as written. */
static void
give_away(struct question *q, const struct ir_expr *e)
{
	q->writes |= leads_there(q, e);
}

/* Handles the node itself, without its parts. */
static void
look_at_expr(struct question *q, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_STORE:
		q->writes |= leads_there(q, e->a);
		give_away(q, e->b);
		break;
	case IR_ZERO:
	case IR_COPY: q->writes |= leads_there(q, e->a); break;
	case IR_UPDATE: give_away(q, e->a); break;
	case IR_CONDITIONAL:
		/* The selected address may be written through. */
		give_away(q, e->b);
		give_away(q, e->c);
		break;
	case IR_CALL:
	case IR_CALL_POINTER:
	case IR_BUILTIN:
	case IR_LAUNCH:
	case IR_UNKNOWN: look_at_call(q, e); break;
	default: break;
	}
}

static void
look_at(struct question *q, struct ir_node node)
{
	if (q->depth > IR_DEEPEST || ++*q->looks > MOST_LOOKS || (node.stmt && node.stmt->kind == IR_STMT_UNKNOWN)) {
		q->writes = true;
		return;
	}
	q->depth++;
	if (node.expr)
		look_at_expr(q, node.expr);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; !q->writes && ir_next_part(&parts, &part);)
		look_at(q, part);
	q->depth--;
	if (node.stmt && node.stmt->kind == IR_STMT_RETURN)
		q->returned |= leads_there(q, node.stmt->expr);
}

static struct answer
ask(const struct ir_func *func, uint32_t param, unsigned calls, unsigned *looks)
{
	if (!func->body || param >= func->param_count || calls > MOST_CALLS || *looks > MOST_LOOKS)
		return (struct answer){true, true};
	struct question q = {.param = func->params[param], .calls = calls, .looks = looks};
	if (q.param->address_taken)
		return (struct answer){true, true};
	look_at(&q, (struct ir_node){.stmt = func->body});
	return (struct answer){q.writes, q.writes || q.returned};
}

/* A pointer into a static table of all possible answers. */
static const struct answer *
known_answer(struct may_write_known *known, const struct ir_func *func, uint32_t param)
{
	static const struct answer answers[] = {{false, false}, {true, false}, {false, true}, {true, true}};
	const struct answer *unknown = &answers[sizeof answers / sizeof *answers - 1];
	if (param >= func->param_count)
		return unknown;
	void **answer = pointer_map_value(&known->params, func->params[param]);
	if (!*answer) {
		unsigned looks = 0;
		const struct answer does = ask(func, param, 0, &looks);
		*answer = (void *)&answers[does.writes + 2 * does.returns];
	}
	return *answer;
}

bool
func_is_known_to_write(struct may_write_known *known, const struct ir_func *func, uint32_t param)
{
	return known_answer(known, func, param)->writes;
}

bool
func_is_known_to_return(struct may_write_known *known, const struct ir_func *func, uint32_t param)
{
	return known_answer(known, func, param)->returns;
}

void
may_write_known_free(struct may_write_known *known)
{
	pointer_map_free(&known->params);
}
