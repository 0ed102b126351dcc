#include "eval/unseen_calls.h"

#include "ir/walk.h"

struct walk {
	struct program *program;
	struct pointer_set functions;        /* that main leads to, */
	const struct ir_func *func;          /* the one that is read, */
	bool launches;                       /* whether one of them launches something, */
	struct named_call *calls;            /* and the first calls of what nobody defines; in the facts' arena */
	size_t call_count, call_capacity;
	unsigned depth;
};

static void read_function(struct walk *walk, const struct ir_func *func);

static void
note_unseen(struct walk *walk, const struct ir_expr *call)
{
	const struct named_call unseen = program_call(walk->program, walk->func->unit, call->loc, call->func->qualified_name);
	if (!walk->func->is_kernel && !call->func->is_system && !call->func->is_rejected && pointer_set_add(&walk->functions, call->func))
		arena_push(&walk->program->facts->arena, walk->calls, walk->call_count, walk->call_capacity, unseen);
}

/* A kernel that is named may be launched; whoever calls a function that is named, and not called here, has to be seen for that. */
static void
read_expr(struct walk *walk, const struct ir_expr *e)
{
	const bool is_read = e->kind == IR_CALL || e->kind == IR_LAUNCH || (e->kind == IR_FUNC && e->func->is_kernel);
	if (!is_read || !e->func)
		return;
	const struct ir_func *definition = program_definition(walk->program, e->func);
	walk->launches |= e->func->is_kernel;
	if (definition && definition->body)
		read_function(walk, definition);
	else if (e->kind == IR_CALL)
		note_unseen(walk, e);
}

static void
read_node(struct walk *walk, struct ir_node node)
{
	if (++walk->depth <= IR_DEEPEST) {
		if (node.expr)
			read_expr(walk, node.expr);
		struct ir_parts parts = ir_parts_of(node);
		for (struct ir_node part; ir_next_part(&parts, &part);)
			read_node(walk, part);
	}
	walk->depth--;
}

static void
read_function(struct walk *walk, const struct ir_func *func)
{
	const struct walk before = *walk;
	if (!pointer_set_add(&walk->functions, func) || (func->is_kernel && !func->launches))
		return;
	walk->func = func;
	walk->depth = 0;
	read_node(walk, (struct ir_node){.stmt = func->body});
	walk->func = before.func;
	walk->depth = before.depth;
}

static bool
misses_a_launch(const struct walk *walk)
{
	const struct program *program = walk->program;
	for (size_t i = 0; i < program->func_count; i++) {
		const struct ir_func *func = program->funcs[i];
		if (func->is_kernel && !func->is_library && !program_has_launched(program, i) && !pointer_set_has(&walk->functions, func))
			return true;
	}
	return !program->launches_made && !walk->launches;
}

void
unseen_calls_tell(struct program *program, const struct ir_func *main_func)
{
	struct walk walk = {.program = program};
	read_function(&walk, main_func);
	if (misses_a_launch(&walk)) {
		program->facts->unseen_calls = walk.calls;
		program->facts->unseen_call_count = walk.call_count;
	}
	pointer_set_free(&walk.functions);
}
