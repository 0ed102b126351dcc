#include "eval/guard_graph.h"

#include <stdlib.h>
#include <string.h>

#include "code/effects.h"
#include "eval/guards.h"
#include "ir/integer.h"
#include "ir/walk.h"
#include "support/hash.h"
#include "support/memory.h"

enum {
	PLACES = 2 * MOST_GUARD_NODES,
	DEEPEST_CALL = 8, MOST_VARIABLES = 4096, MOST_CALLS = 256,
	NO_RESULT = UINT16_MAX,   /* of those that have not returned yet */
};

/* A call that is being read. */
struct reading {
	const struct ir_func *func;
	const struct reading *caller;
	guard_id *vars;            /* by slot, and behind them the result */
	unsigned depth;
};

struct reader {
	struct program *program;
	const struct launch_request *request;
	struct guard_graph *graph;
	guard_id places[PLACES];   /* nodes by hash; 0: none */
	struct reading *frame;
	guard_id path;             /* of the code that is read now, within the call */
	guard_id around;           /* the path to the call */
	unsigned switches;         /* around: what breaks there does not leave a loop */
	unsigned depth, calls;
	bool too_much;
};

static const struct ir_type truth = {.kind = IR_TYPE_BOOL, .size = 1};

static guard_id read_expr(struct reader *r, const struct ir_expr *e);
static void read_stmt(struct reader *r, const struct ir_stmt *s);

/* ---- nodes ---- */

static bool
same_node(const struct guard_node *x, const struct guard_node *y)
{
	return x->kind == y->kind && x->op == y->op && x->type == y->type && x->operands == y->operands && x->a == y->a &&
	       x->b == y->b && x->c == y->c && x->dimension == y->dimension && x->integer == y->integer;
}

static uint64_t
hash_of(const struct guard_node *node)
{
	const uint64_t what = hash_mix(node->kind, node->op), parts = hash_mix((uint64_t)node->a << 32 | node->b, node->c);
	return hash_mix(hash_mix(what, parts), hash_mix((uint64_t)node->integer, node->dimension));
}

/* The node that is so, made when there is none yet. */
static guard_id
add_node(struct reader *r, struct guard_node node)
{
	struct guard_graph *g = r->graph;
	uint64_t at = hash_of(&node) % PLACES;
	for (; r->places[at]; at = (at + 1) % PLACES)
		if (same_node(&g->nodes[r->places[at]], &node))
			return r->places[at];
	r->too_much |= g->node_count == MOST_GUARD_NODES;
	if (r->too_much)
		return GUARD_NODE_UNKNOWN;
	node.of_block = node.kind == GUARD_BLOCK || g->nodes[node.a].of_block || g->nodes[node.b].of_block || g->nodes[node.c].of_block;
	g->nodes[g->node_count] = node;
	return r->places[at] = (guard_id)g->node_count++;
}

static guard_id
number(struct reader *r, const struct ir_type *type, int64_t integer)
{
	if (type->kind == IR_TYPE_BOOL)
		return integer ? GUARD_NODE_TRUE : GUARD_NODE_FALSE;
	return add_node(r, (struct guard_node){.kind = GUARD_INT, .type = type, .integer = integer});
}

static bool
is_number(const struct reader *r, guard_id id, int64_t *integer)
{
	const struct guard_node *node = &r->graph->nodes[id];
	*integer = node->integer;
	return node->kind == GUARD_INT;
}

static guard_id
negated(struct reader *r, guard_id a)
{
	const struct guard_node *node = &r->graph->nodes[a];
	if (a <= GUARD_NODE_TRUE)
		return a == GUARD_NODE_UNKNOWN ? a : a == GUARD_NODE_TRUE ? GUARD_NODE_FALSE : GUARD_NODE_TRUE;
	if (node->kind == GUARD_UNARY && node->op == IR_NOT)
		return node->a;
	return add_node(r, (struct guard_node){.kind = GUARD_UNARY, .op = IR_NOT, .type = &truth, .a = a});
}

static guard_id
both(struct reader *r, guard_id a, guard_id b)
{
	if (a == GUARD_NODE_FALSE || b == GUARD_NODE_FALSE)
		return GUARD_NODE_FALSE;
	if (a == GUARD_NODE_TRUE || a == b)
		return b;
	if (b == GUARD_NODE_TRUE)
		return a;
	return add_node(r, (struct guard_node){.kind = GUARD_AND, .type = &truth, .a = a, .b = b});
}

static guard_id
either(struct reader *r, guard_id a, guard_id b)
{
	if (a == GUARD_NODE_TRUE || b == GUARD_NODE_TRUE)
		return GUARD_NODE_TRUE;
	if (a == GUARD_NODE_FALSE || a == b)
		return b;
	if (b == GUARD_NODE_FALSE)
		return a;
	return add_node(r, (struct guard_node){.kind = GUARD_OR, .type = &truth, .a = a, .b = b});
}

static guard_id
choice(struct reader *r, guard_id condition, guard_id a, guard_id b)
{
	if (a == b || condition == GUARD_NODE_TRUE)
		return a;
	if (condition == GUARD_NODE_FALSE)
		return b;
	if (!condition || !a || !b)
		return GUARD_NODE_UNKNOWN;
	return add_node(r, (struct guard_node){.kind = GUARD_CHOICE, .type = r->graph->nodes[a].type, .a = condition, .b = a, .c = b});
}

static guard_id
convert(struct reader *r, guard_id a, const struct ir_type *type)
{
	int64_t integer;
	if (!a || (type->kind != IR_TYPE_INT && type->kind != IR_TYPE_BOOL))
		return GUARD_NODE_UNKNOWN;
	const struct ir_type *from = r->graph->nodes[a].type;
	if (from->kind == type->kind && from->size == type->size && from->is_signed == type->is_signed)
		return a;
	if (is_number(r, a, &integer))
		return number(r, type, integer_wrap(integer, type));
	return add_node(r, (struct guard_node){.kind = GUARD_CONVERT, .type = type, .a = a});
}

static guard_id
binary(struct reader *r, enum ir_op op, const struct ir_type *type, guard_id a, guard_id b)
{
	int64_t x, y, result;
	if (!a || !b)
		return GUARD_NODE_UNKNOWN;
	const bool compares = op >= IR_LT && op <= IR_NE;
	const struct ir_type *operands = compares ? r->graph->nodes[a].type : type;
	if (is_number(r, a, &x) && is_number(r, b, &y))
		return integer_binary(op, operands, x, y, &result) ? number(r, type, result) : GUARD_NODE_UNKNOWN;
	return add_node(r, (struct guard_node){.kind = GUARD_BINARY, .op = op, .type = type, .operands = operands, .a = a, .b = b});
}

static void
add_guard(struct reader *r, guard_id condition)
{
	struct guard_graph *g = r->graph;
	const struct guard guard = {both(r, r->around, r->path), condition};
	if (!g->nodes[condition].of_block || guard.path == GUARD_NODE_FALSE)
		return;
	for (size_t i = 0; i < g->guard_count; i++)
		if (g->guards[i].condition == condition && g->guards[i].path == guard.path)
			return;
	r->too_much |= g->guard_count == MOST_GUARDS;
	if (!r->too_much)
		g->guards[g->guard_count++] = guard;
}

/* ---- variables ---- */

/* A scalar whose every change is seen. */
static bool
is_followed(const struct ir_var *var)
{
	return (var->storage == IR_STORAGE_LOCAL || var->storage == IR_STORAGE_PARAM) && !var->address_taken &&
	       (var->type->kind == IR_TYPE_INT || var->type->kind == IR_TYPE_BOOL);
}

static guard_id *
result_of(const struct reading *frame)
{
	return &frame->vars[frame->func->slot_count];
}

/* Calls push and pop these as they come and go. */
static guard_id *
copy_vars(const struct reading *frame)
{
	const size_t count = (size_t)frame->func->slot_count + 1;
	guard_id *copy = memory_alloc(memory_product(count, sizeof *copy));
	memcpy(copy, frame->vars, count * sizeof *copy);
	return copy;
}

static void
forget_assigned(struct reader *r, struct ir_node node, unsigned depth)
{
	const struct ir_expr *e = node.expr;
	r->too_much |= depth == IR_DEEPEST;
	if (r->too_much)
		return;
	if (e && (e->kind == IR_STORE || e->kind == IR_UPDATE) && e->a->kind == IR_VAR && is_followed(e->a->var))
		r->frame->vars[e->a->var->slot] = GUARD_NODE_UNKNOWN;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		forget_assigned(r, part, depth + 1);
}

static bool
leaves(struct ir_node node, unsigned depth)
{
	if (depth == IR_DEEPEST || (node.stmt && node.stmt->kind == IR_STMT_RETURN))
		return true;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (leaves(part, depth + 1))
			return true;
	return false;
}

/* ---- both sides of a condition ---- */

static guard_id
read_node(struct reader *r, struct ir_node node)
{
	if (node.expr)
		return read_expr(r, node.expr);
	if (node.stmt)
		read_stmt(r, node.stmt);
	return GUARD_NODE_UNKNOWN;
}

static guard_id
one_result(struct reader *r, guard_id condition, guard_id a, guard_id b)
{
	return a == NO_RESULT ? b : b == NO_RESULT ? a : choice(r, condition, a, b);
}

static void
merge_vars(struct reader *r, guard_id condition, guard_id *then)
{
	const uint32_t result = r->frame->func->slot_count;
	for (uint32_t i = 0; i < result; i++)
		r->frame->vars[i] = choice(r, condition, then[i], r->frame->vars[i]);
	*result_of(r->frame) = one_result(r, condition, then[result], *result_of(r->frame));
	free(then);
}

/* Reads the two, either of which may be empty; *results: what they come to. */
static void
read_sides(struct reader *r, guard_id condition, struct ir_node then, struct ir_node otherwise, guard_id results[2])
{
	const guard_id path = r->path, to_then = both(r, path, condition), to_otherwise = both(r, path, negated(r, condition));
	guard_id *before = copy_vars(r->frame);
	r->path = to_then;
	results[0] = read_node(r, then);
	guard_id *after_then = copy_vars(r->frame);
	const guard_id from_then = r->path;
	memcpy(r->frame->vars, before, ((size_t)r->frame->func->slot_count + 1) * sizeof *before);
	free(before);
	r->path = to_otherwise;
	results[1] = read_node(r, otherwise);
	merge_vars(r, condition, after_then);
	/* Unless some have left on a side, all are together again. */
	r->path = from_then == to_then && r->path == to_otherwise ? path : either(r, from_then, r->path);
}

/* ---- expressions ---- */

static guard_id
read_special(struct reader *r, const struct ir_expr *e)
{
	const enum ir_special special = e->special;
	const unsigned d = special % 3;
	if (special == IR_WARP_SIZE)
		return number(r, e->type, 32);
	if (special <= IR_BLOCK_Z) {
		const bool is_thread = special <= IR_THREAD_Z;
		if ((is_thread ? r->request->block[d] : r->request->grid[d]) == 1)
			return number(r, e->type, 0);
		return add_node(r, (struct guard_node){.kind = is_thread ? GUARD_THREAD : GUARD_BLOCK, .type = e->type, .dimension = d});
	}
	return number(r, e->type, special <= IR_BLOCK_DIM_Z ? r->request->block[d] : r->request->grid[d]);
}

/* Of the kernel's parameters, and of records among them their members. */
static guard_id
read_argument(struct reader *r, const struct ir_expr *load)
{
	int64_t offset, integer;
	const struct ir_expr *at = guards_object(load, &offset);
	const bool known = at && at->kind == IR_VAR && at->var->storage == IR_STORAGE_PARAM && at != load->a && !r->frame->caller &&
	                   guards_argument(r->program, r->request, at->var, load->type, offset, &integer);
	return known ? number(r, load->type, integer) : GUARD_NODE_UNKNOWN;
}

static guard_id
read_load(struct reader *r, const struct ir_expr *e)
{
	if (e->a->kind == IR_VAR)
		return is_followed(e->a->var) ? r->frame->vars[e->a->var->slot] : GUARD_NODE_UNKNOWN;
	read_expr(r, e->a);
	return e->type->kind == IR_TYPE_INT ? read_argument(r, e) : GUARD_NODE_UNKNOWN;
}

static guard_id
assign(struct reader *r, const struct ir_expr *address, guard_id what)
{
	if (address->kind != IR_VAR)
		read_expr(r, address);
	else if (is_followed(address->var))
		r->frame->vars[address->var->slot] = what;
	return what;
}

static guard_id
read_update(struct reader *r, const struct ir_expr *e)
{
	const bool followed = e->a->kind == IR_VAR && is_followed(e->a->var);
	const guard_id by = read_expr(r, e->b);
	if (!followed) {
		assign(r, e->a, GUARD_NODE_UNKNOWN);
		return GUARD_NODE_UNKNOWN;
	}
	const guard_id before = r->frame->vars[e->a->var->slot];
	const guard_id after = convert(r, binary(r, e->op, e->compute_type, convert(r, before, e->compute_type), by), e->a->var->type);
	assign(r, e->a, after);
	return e->post ? before : after;
}

static guard_id
read_unary(struct reader *r, const struct ir_expr *e)
{
	int64_t x, result;
	const guard_id a = read_expr(r, e->a);
	if (!a || e->type->kind == IR_TYPE_FLOAT)
		return GUARD_NODE_UNKNOWN;
	if (e->op == IR_NOT)
		return negated(r, convert(r, a, &truth));
	if (is_number(r, a, &x))
		return integer_of(e, x, 0, &result) ? number(r, e->type, result) : GUARD_NODE_UNKNOWN;
	return e->op == IR_NEG ? binary(r, IR_SUB, e->type, number(r, e->type, 0), a)
	                       : add_node(r, (struct guard_node){.kind = GUARD_UNARY, .op = e->op, .type = e->type, .a = a});
}

static guard_id
read_binary(struct reader *r, const struct ir_expr *e)
{
	const guard_id a = read_expr(r, e->a), b = read_expr(r, e->b);
	return e->type->kind == IR_TYPE_FLOAT ? GUARD_NODE_UNKNOWN : binary(r, e->op, e->type, a, b);
}

/* `&&`, `||` and `?:`: guards where it makes a difference to memory which side is taken. */
static guard_id
read_choice(struct reader *r, const struct ir_expr *e)
{
	guard_id results[2];
	const guard_id a = read_expr(r, e->a);
	if (expr_chooses_accesses(e))
		add_guard(r, a);
	const struct ir_node b = {.expr = e->b}, c = {.expr = e->c}, none = {0};
	read_sides(r, a, e->kind == IR_OR ? none : b, e->kind == IR_OR ? b : c, results);
	if (e->kind == IR_CONDITIONAL)
		return choice(r, a, results[0], results[1]);
	return e->kind == IR_AND ? both(r, a, results[0]) : either(r, a, results[1]);
}

static guard_id
read_builtin(struct reader *r, const struct ir_expr *e)
{
	guard_id args[2] = {GUARD_NODE_UNKNOWN, GUARD_NODE_UNKNOWN};
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const guard_id arg = read_expr(r, e->args[i]);
		if (i < 2)
			args[i] = arg;
	}
	switch (e->builtin) {
	case IR_BUILTIN_min: case IR_BUILTIN_umin: case IR_BUILTIN_max: case IR_BUILTIN_umax: {
		const bool least = e->builtin == IR_BUILTIN_min || e->builtin == IR_BUILTIN_umin;
		const guard_id a = convert(r, args[0], e->type), b = convert(r, args[1], e->type);
		return choice(r, binary(r, least ? IR_LT : IR_GT, &truth, a, b), a, b);
	}
	default:
		return GUARD_NODE_UNKNOWN;
	}
}

static bool
is_being_read(const struct reading *frame, const struct ir_func *func)
{
	for (; frame; frame = frame->caller)
		if (frame->func == func)
			return true;
	return false;
}

/* The body, with those arguments; what it returns. */
static guard_id
read_body(struct reader *r, const struct ir_func *func, const guard_id *args, size_t arg_count)
{
	struct reading frame = {.func = func, .caller = r->frame, .depth = r->frame ? r->frame->depth + 1 : 0};
	const guard_id path = r->path, around = r->around;
	const unsigned switches = r->switches;
	frame.vars = memory_zeroed((size_t)func->slot_count + 1, sizeof *frame.vars);
	for (uint32_t i = 0; i < func->param_count && i < arg_count; i++)
		if (is_followed(func->params[i]))
			frame.vars[func->params[i]->slot] = convert(r, args[i], func->params[i]->type);
	*result_of(&frame) = NO_RESULT;
	r->around = both(r, around, path);
	r->path = GUARD_NODE_TRUE;
	r->switches = 0;
	r->frame = &frame;
	read_stmt(r, func->body);
	const guard_id result = *result_of(&frame);
	r->frame = (struct reading *)frame.caller;
	r->path = path;
	r->around = around;
	r->switches = switches;
	free(frame.vars);
	return result == NO_RESULT ? GUARD_NODE_UNKNOWN : result;
}

static guard_id
read_call(struct reader *r, const struct ir_expr *e)
{
	enum { MOST_ARGUMENTS = 16 };
	guard_id args[MOST_ARGUMENTS];
	const struct ir_func *func = e->func;
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const guard_id arg = read_expr(r, e->args[i]);
		if (i < MOST_ARGUMENTS)
			args[i] = arg;
	}
	const bool readable = func->body && func->slot_count <= MOST_VARIABLES && e->arg_count <= MOST_ARGUMENTS &&
	                      r->frame->depth < DEEPEST_CALL && r->calls < MOST_CALLS && !is_being_read(r->frame, func);
	r->calls++;
	return readable ? read_body(r, func, args, e->arg_count) : GUARD_NODE_UNKNOWN;
}

static guard_id
read_parts(struct reader *r, struct ir_node node)
{
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		read_node(r, part);
	return GUARD_NODE_UNKNOWN;
}

static guard_id
read_expr_kind(struct reader *r, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_INT:
		return e->type->kind == IR_TYPE_INT || e->type->kind == IR_TYPE_BOOL ? number(r, e->type, e->integer) : GUARD_NODE_UNKNOWN;
	case IR_SPECIAL: return read_special(r, e);
	case IR_LOAD: return read_load(r, e);
	case IR_STORE: return assign(r, e->a, read_expr(r, e->b));
	case IR_UPDATE: return read_update(r, e);
	case IR_UNARY: return read_unary(r, e);
	case IR_BINARY: return read_binary(r, e);
	case IR_CONVERT: return convert(r, read_expr(r, e->a), e->type);
	case IR_AND: case IR_OR: case IR_CONDITIONAL: return read_choice(r, e);
	case IR_COMMA:
		read_expr(r, e->a);
		return read_expr(r, e->b);
	case IR_CALL: return read_call(r, e);
	case IR_BUILTIN: return read_builtin(r, e);
	case IR_STATEMENTS:
		read_stmt(r, e->body);
		return e->a ? read_expr(r, e->a) : GUARD_NODE_UNKNOWN;
	default: return read_parts(r, (struct ir_node){.expr = e});
	}
}

static guard_id
read_expr(struct reader *r, const struct ir_expr *e)
{
	r->too_much |= r->depth == IR_DEEPEST;
	if (r->too_much)
		return GUARD_NODE_UNKNOWN;
	r->depth++;
	const guard_id what = read_expr_kind(r, e);
	r->depth--;
	return what;
}

/* ---- statements ---- */

static void
read_if(struct reader *r, const struct ir_stmt *s)
{
	guard_id results[2];
	const guard_id condition = read_expr(r, s->expr);
	add_guard(r, condition);
	read_sides(r, condition, (struct ir_node){.stmt = s->then}, (struct ir_node){.stmt = s->otherwise}, results);
}

/* Who returns from what is run on conditions that are not followed is not known. */
static void
go_on_behind(struct reader *r, const struct ir_stmt *s, guard_id path)
{
	r->path = leaves((struct ir_node){.stmt = s}, 0) ? both(r, path, GUARD_NODE_UNKNOWN) : path;
	if (r->path != path)
		*result_of(r->frame) = GUARD_NODE_UNKNOWN;
}

/* Once, as any of its rounds: what it changes is unknown. The first test is one of the numbers before. */
static void
read_loop(struct reader *r, const struct ir_stmt *s)
{
	const struct ir_node loop = {.stmt = s};
	const guard_id path = r->path;
	const unsigned switches = r->switches;
	r->switches = 0;
	if (s->expr && !s->test_last) {
		const guard_id first = read_expr(r, s->expr);
		add_guard(r, first);
		r->path = both(r, path, first);
	}
	forget_assigned(r, loop, 0);
	read_stmt(r, s->body);
	r->path = path;
	if (s->test_last && s->expr)
		add_guard(r, read_expr(r, s->expr));
	forget_assigned(r, loop, 0);
	r->switches = switches;
	go_on_behind(r, s, path);
}

static void
read_switch(struct reader *r, const struct ir_stmt *s)
{
	const guard_id path = r->path;
	add_guard(r, read_expr(r, s->expr));
	r->switches++;
	for (uint32_t i = 0; i < s->stmt_count; i++) {
		forget_assigned(r, (struct ir_node){.stmt = s}, 0);
		r->path = both(r, path, GUARD_NODE_UNKNOWN);
		read_stmt(r, s->stmts[i]);
	}
	forget_assigned(r, (struct ir_node){.stmt = s}, 0);
	r->switches--;
	go_on_behind(r, s, path);
}

static void
read_return(struct reader *r, const struct ir_stmt *s)
{
	const guard_id what = s->expr ? read_expr(r, s->expr) : GUARD_NODE_UNKNOWN;
	guard_id *result = result_of(r->frame);
	*result = one_result(r, r->path, what, *result);
	r->path = GUARD_NODE_FALSE;
}

static void
read_stmt(struct reader *r, const struct ir_stmt *s)
{
	r->too_much |= r->depth == IR_DEEPEST;
	if (r->too_much)
		return;
	r->depth++;
	switch (s->kind) {
	case IR_STMT_DECLARE:
		if (is_followed(s->var))
			r->frame->vars[s->var->slot] = GUARD_NODE_UNKNOWN;
		break;
	case IR_STMT_IF: read_if(r, s); break;
	case IR_STMT_LOOP: read_loop(r, s); break;
	case IR_STMT_SWITCH: read_switch(r, s); break;
	case IR_STMT_RETURN: read_return(r, s); break;
	case IR_STMT_CONTINUE:
		r->path = GUARD_NODE_FALSE;
		break;
	case IR_STMT_BREAK:
		if (!r->switches)
			r->path = GUARD_NODE_FALSE;
		break;
	case IR_STMT_UNKNOWN: case IR_STMT_TRY:
		r->too_much = true;
		break;
	default:
		read_parts(r, (struct ir_node){.stmt = s});
		break;
	}
	r->depth--;
}

/* ---- a kernel ---- */

/* NULL-terminated arguments of the launch, as far as they are numbers. */
static void
read_kernel(struct reader *r)
{
	enum { MOST_PARAMETERS = 64 };
	const struct ir_func *kernel = r->request->kernel;
	guard_id args[MOST_PARAMETERS] = {0};
	const size_t count = kernel->param_count < MOST_PARAMETERS ? kernel->param_count : MOST_PARAMETERS;
	for (size_t i = 0; i < count; i++) {
		int64_t integer;
		if (is_followed(kernel->params[i]) &&
		    guards_argument(r->program, r->request, kernel->params[i], kernel->params[i]->type, 0, &integer))
			args[i] = number(r, kernel->params[i]->type, integer);
	}
	read_body(r, kernel, args, count);
}

struct guard_graph *
guard_graph_read(struct program *program, const struct launch_request *request)
{
	const struct ir_func *kernel = request->kernel;
	if (!kernel->body || kernel->slot_count > MOST_VARIABLES)
		return NULL;
	struct guard_graph *graph = memory_alloc(sizeof *graph);
	struct reader r = {.program = program, .request = request, .graph = graph, .path = GUARD_NODE_TRUE, .around = GUARD_NODE_TRUE};
	graph->nodes[GUARD_NODE_UNKNOWN] = (struct guard_node){.kind = GUARD_UNKNOWN, .type = &truth};
	graph->nodes[GUARD_NODE_FALSE] = (struct guard_node){.kind = GUARD_INT, .type = &truth};
	graph->nodes[GUARD_NODE_TRUE] = (struct guard_node){.kind = GUARD_INT, .type = &truth, .integer = 1};
	graph->node_count = GUARD_NODE_TRUE + 1;
	graph->guard_count = 0;
	read_kernel(&r);
	if (!r.too_much && graph->guard_count)
		return graph;
	free(graph);
	return NULL;
}
