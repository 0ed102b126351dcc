#include "code/inexact.h"

#include "ir/walk.h"

struct search {
	struct pointer_set *calls;
	struct pointer_set funcs;       /* that were read */
};

static bool
is_inexact(enum ir_builtin id)
{
	return (id >= IR_BUILTIN_pow && id <= IR_BUILTIN_hypot) || id == IR_BUILTIN_rsqrt || id == IR_BUILTIN_cbrt ||
	       id == IR_BUILTIN___gl_sin || id == IR_BUILTIN___gl_cos || id == IR_BUILTIN___gl_approximate;
}

static void
find(struct search *s, struct ir_node code, unsigned depth)
{
	if (depth == IR_DEEPEST)
		return;
	const struct ir_expr *e = code.expr;
	if (e && e->kind == IR_BUILTIN && is_inexact(e->builtin))
		pointer_set_add(s->calls, e);
	if (e && e->kind == IR_CALL && e->func->body && pointer_set_add(&s->funcs, e->func))
		find(s, (struct ir_node){.stmt = e->func->body}, depth + 1);
	struct ir_parts parts = ir_parts_of(code);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		find(s, part, depth + 1);
}

void
inexact_calls_find(struct pointer_set *calls, const struct ir_func *func)
{
	struct search s = {.calls = calls};
	find(&s, (struct ir_node){.stmt = func->body}, 0);
	pointer_set_free(&s.funcs);
}
