#include "eval/guard/guard_graph.h"

#include <stdlib.h>
#include <string.h>

#include "eval/guard/guard_read.h"
#include "eval/guard/guards.h"
#include "ir/walk.h"
#include "support/memory.h"

enum { NO_RESULT = UINT16_MAX };   /* of those that have not returned yet */

void
guard_note_rounds(struct guard_reader *r, guard_id rounds)
{
	struct guard_graph *g = r->nodes.graph;
	const struct counted_loop loop = {guard_both(&r->nodes, r->around, r->path), rounds};
	if (!g->nodes[rounds].by_memory || loop.path == GUARD_NODE_FALSE || g->loop_count == MOST_COUNTED_LOOPS)
		return;
	for (size_t i = 0; i < g->loop_count; i++)
		if (g->loops[i].rounds == rounds && g->loops[i].path == loop.path)
			return;
	g->loops[g->loop_count++] = loop;
}

bool
guard_follows(const struct ir_var *var)
{
	return (var->storage == IR_STORAGE_LOCAL || var->storage == IR_STORAGE_PARAM) && !var->address_taken &&
	       (var->type->kind == IR_TYPE_INT || var->type->kind == IR_TYPE_BOOL || var->type->kind == IR_TYPE_POINTER);
}

guard_id *
guard_result(const struct guard_reading *frame)
{
	return &frame->vars[frame->func->slot_count];
}

guard_id *
guard_copy_vars(const struct guard_reading *frame)
{
	const size_t count = (size_t)frame->func->slot_count + 1;
	guard_id *copy = memory_alloc(memory_product(count, sizeof *copy));
	memcpy(copy, frame->vars, count * sizeof *copy);
	return copy;
}

void
guard_forget_assigned(struct guard_reader *r, struct ir_node node, unsigned depth)
{
	const struct ir_expr *e = node.expr;
	r->nodes.too_much |= depth == IR_DEEPEST;
	if (r->nodes.too_much)
		return;
	if (e && (e->kind == IR_STORE || e->kind == IR_UPDATE) && e->a->kind == IR_VAR && guard_follows(e->a->var)) {
		guard_id *var = &r->frame->vars[e->a->var->slot];
		*var = guard_changed(*var, *var);
	}
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		guard_forget_assigned(r, part, depth + 1);
}

static guard_id
read_node(struct guard_reader *r, struct ir_node node)
{
	if (node.expr)
		return guard_read_expr(r, node.expr);
	if (node.stmt)
		guard_read_stmt(r, node.stmt);
	return GUARD_NODE_UNKNOWN;
}

guard_id
guard_one_result(struct guard_reader *r, guard_id condition, guard_id a, guard_id b)
{
	return a == NO_RESULT ? b : b == NO_RESULT ? a : guard_choice(&r->nodes, condition, a, b);
}

static void
merge_vars(struct guard_reader *r, guard_id condition, guard_id *then)
{
	const uint32_t result = r->frame->func->slot_count;
	for (uint32_t i = 0; i < result; i++)
		r->frame->vars[i] = guard_choice(&r->nodes, condition, then[i], r->frame->vars[i]);
	*guard_result(r->frame) = guard_one_result(r, condition, then[result], *guard_result(r->frame));
	free(then);
}

void
guard_read_sides(struct guard_reader *r, guard_id condition, struct ir_node then, struct ir_node otherwise, guard_id results[2])
{
	const guard_id path = r->path, to_then = guard_both(&r->nodes, path, condition);
	const guard_id to_otherwise = guard_both(&r->nodes, path, guard_negated(&r->nodes, condition));
	guard_id *before = guard_copy_vars(r->frame);
	r->path = to_then;
	results[0] = read_node(r, then);
	guard_id *after_then = guard_copy_vars(r->frame);
	const guard_id from_then = r->path;
	memcpy(r->frame->vars, before, ((size_t)r->frame->func->slot_count + 1) * sizeof *before);
	free(before);
	r->path = to_otherwise;
	results[1] = read_node(r, otherwise);
	merge_vars(r, condition, after_then);
	/* Unless some have left on a side, all are together again. */
	r->path = from_then == to_then && r->path == to_otherwise ? path : guard_either(&r->nodes, from_then, r->path);
}

guard_id
guard_read_body(struct guard_reader *r, const struct ir_func *func, const guard_id *args, size_t arg_count)
{
	struct guard_reading frame = {.func = func, .caller = r->frame, .depth = r->frame ? r->frame->depth + 1 : 0};
	const guard_id path = r->path, around = r->around;
	const unsigned switches = r->switches;
	frame.vars = memory_zeroed((size_t)func->slot_count + 1, sizeof *frame.vars);
	for (uint32_t i = 0; i < func->param_count && i < arg_count; i++)
		if (guard_follows(func->params[i]))
			frame.vars[func->params[i]->slot] = guard_convert(&r->nodes, args[i], func->params[i]->type);
	*guard_result(&frame) = NO_RESULT;
	r->around = guard_both(&r->nodes, around, path);
	r->path = GUARD_NODE_TRUE;
	r->switches = 0;
	r->frame = &frame;
	guard_read_stmt(r, func->body);
	const guard_id result = *guard_result(&frame);
	r->frame = (struct guard_reading *)frame.caller;
	r->path = path;
	r->around = around;
	r->switches = switches;
	free(frame.vars);
	return result == NO_RESULT ? GUARD_NODE_UNKNOWN : result;
}

guard_id
guard_read_parts(struct guard_reader *r, struct ir_node node)
{
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		read_node(r, part);
	return GUARD_NODE_UNKNOWN;
}

/* With the launch's arguments, as far as they are numbers. */
static void
read_kernel(struct guard_reader *r)
{
	enum { MOST_PARAMETERS = 64 };
	const struct ir_func *kernel = r->request->kernel;
	guard_id args[MOST_PARAMETERS] = {0};
	const size_t count = kernel->param_count < MOST_PARAMETERS ? kernel->param_count : MOST_PARAMETERS;
	for (size_t i = 0; i < count; i++) {
		int64_t integer;
		if (guard_follows(kernel->params[i]) &&
		    guards_argument(r->program, r->request, kernel->params[i], kernel->params[i]->type, 0, &integer))
			args[i] = guard_number(&r->nodes, kernel->params[i]->type, integer);
	}
	guard_read_body(r, kernel, args, count);
}

struct guard_graph *
guard_graph_read(struct program *program, const struct launch_request *request)
{
	const struct ir_func *kernel = request->kernel;
	if (!kernel->body || kernel->slot_count > MOST_GUARD_VARIABLES)
		return NULL;
	struct guard_graph *graph = memory_alloc(sizeof *graph);
	struct guard_reader r = {.program = program, .request = request, .path = GUARD_NODE_TRUE, .around = GUARD_NODE_TRUE};
	guard_nodes_begin(&r.nodes, graph);
	graph->loop_count = 0;
	read_kernel(&r);
	if (!r.nodes.too_much && graph->loop_count)
		return graph;
	free(graph);
	return NULL;
}
