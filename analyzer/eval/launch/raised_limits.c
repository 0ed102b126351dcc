#include "eval/launch/raised_limits.h"

#include <string.h>

#include "eval/launch/host.h"
#include "eval/program.h"
#include "ir/walk.h"

struct search {
	const struct launch_request *request;
	bool in_main, in_loop;
	bool launched;             /* the launch has been met, outside of loops */
	bool raised;               /* by a call that may come before it */
	unsigned depth;
};

static bool
is_setter(const struct ir_func *func)
{
	static const char *const setters[] = {"cudaFuncSetAttribute", "cudaKernelSetAttributeForDevice", "cuFuncSetAttribute",
	                                      "cuKernelSetAttribute"};
	for (size_t i = 0; i < sizeof setters / sizeof *setters; i++)
		if (!strcmp(func->name, setters[i]))
			return true;
	return false;
}

/* Whether the call is surely about another kernel. */
static bool
is_of_another(const struct ir_expr *call, const struct ir_func *kernel)
{
	const struct ir_expr *whose = call->arg_count ? ir_without_conversions(call->args[0]) : NULL;
	return whose && whose->kind == IR_FUNC && whose->func->is_kernel && strcmp(whose->func->link_name, kernel->link_name);
}

/* In the order in which main comes to it. */
static void
look_at(struct search *s, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	const bool outer = s->in_loop;
	if (s->raised || ++s->depth > IR_DEEPEST) {
		s->raised = true;
		return;
	}
	s->in_loop |= node.stmt && node.stmt->kind != IR_STMT_BLOCK && node.stmt->kind != IR_STMT_EXPR && node.stmt->kind != IR_STMT_IF;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		look_at(s, part);
	if (e && s->in_main && !s->in_loop && ir_same_begin(&e->loc, &s->request->loc))
		s->launched = true;
	/* Who holds its address may call it any time. */
	const bool sets = e && (e->kind == IR_CALL || e->kind == IR_FUNC) && is_setter(e->func);
	if (sets && !s->launched && !(e->kind == IR_CALL && is_of_another(e, s->request->kernel)))
		s->raised = true;
	s->in_loop = outer;
	s->depth--;
}

bool
raised_limits_may_be(const struct program *program, const struct launch_request *request)
{
	struct search s = {.request = request};
	for (size_t u = 0; u < program->unit_count && !s.raised; u++) {
		const struct ir_unit *unit = program->units[u];
		for (size_t i = 0; i < unit->func_count && !s.raised; i++) {
			const struct ir_func *func = unit->funcs[i];
			s.in_main = unit == request->unit && !strcmp(func->name, "main") && !func->is_method;
			s.launched = false;
			look_at(&s, (struct ir_node){.stmt = func->body});
		}
	}
	return s.raised;
}
