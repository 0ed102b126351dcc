#include "eval/guard/guards.h"

#include <stdlib.h>
#include <string.h>

#include "eval/language/access.h"
#include "eval/state/program.h"
#include "ir/integer.h"
#include "ir/walk.h"
#include "support/allocate.h"

enum { MOST_CONDITIONS = 64, DEEPEST = 64, MOST_STEPS = 1000000 };

struct guards {
	struct program *program;
	const struct launch_request *request;
	const struct ir_expr **first; /* by slot: the local's first value, or NULL */
	const struct ir_expr *conditions[MOST_CONDITIONS];
	size_t condition_count;
	bool uses_thread[3];
	int64_t shared_extent[3]; /* extent of the arrays that the thread's index is an index of; 0: none */
	int64_t block[3];         /* index of the block whose first thread is evaluated */
	unsigned depth;
	unsigned steps;
	bool too_much; /* the kernel exceeds the limits of the analysis */
	/* Since these were last cleared: */
	bool met_number;   /* a number of the launch was read */
	bool met_block[3]; /* the block's index along that dimension was read */
};

/* ---- reading the kernel ---- */

static bool
is_comparison(const struct ir_expr *e)
{
	return e->kind == IR_BINARY && ir_is_ordering(e->op) && e->a->type->kind == IR_TYPE_INT;
}

/* The dimension whose thread index the expression is; -1: another expression. */
static int
thread_dimension(const struct guards *g, const struct ir_expr *e)
{
	for (unsigned steps = 0; e && steps < DEEPEST; steps++) {
		if (e->kind == IR_SPECIAL)
			return e->special <= IR_THREAD_Z ? (int)(e->special - IR_THREAD_X) : -1;
		if (e->kind == IR_CONVERT)
			e = e->a;
		else if (e->kind == IR_LOAD && e->a->kind == IR_VAR && e->a->var->storage == IR_STORAGE_LOCAL)
			e = g->first[e->a->var->slot];
		else
			return -1;
	}
	return -1;
}

/* The array of shared memory at the address, or a row of one; NULL: other memory. */
static const struct ir_type *
shared_array_at(const struct ir_expr *address)
{
	const struct ir_type *type = NULL;
	unsigned rows = 0;
	for (; address->kind == IR_OFFSET || address->kind == IR_CONVERT; address = address->a)
		rows += address->kind == IR_OFFSET;
	if (address->kind == IR_VAR && address->var->storage == IR_STORAGE_SHARED)
		type = address->var->type;
	for (; type && rows; rows--)
		type = type->kind == IR_TYPE_ARRAY ? type->element : NULL;
	return type && type->kind == IR_TYPE_ARRAY ? type : NULL;
}

static void
note_shared_index(struct guards *g, const struct ir_expr *e)
{
	const int d = thread_dimension(g, e->b);
	const struct ir_type *array = d >= 0 ? shared_array_at(e->a) : NULL;
	if (array && array->count && (!g->shared_extent[d] || (int64_t)array->count < g->shared_extent[d]))
		g->shared_extent[d] = (int64_t)array->count;
}

static void
read_node(struct guards *g, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	g->too_much |= g->depth == DEEPEST * 4 || (e && is_comparison(e) && g->condition_count == MOST_CONDITIONS);
	if (g->depth == DEEPEST * 4)
		return;
	g->depth++;
	if (e && is_comparison(e) && g->condition_count < MOST_CONDITIONS)
		g->conditions[g->condition_count++] = e;
	if (e && e->kind == IR_SPECIAL && e->special <= IR_THREAD_Z)
		g->uses_thread[e->special - IR_THREAD_X] = true;
	if (e && e->kind == IR_STORE && e->a->kind == IR_VAR && e->a->var->storage == IR_STORAGE_LOCAL &&
	    !g->first[e->a->var->slot])
		g->first[e->a->var->slot] = e->b;
	if (e && e->kind == IR_OFFSET)
		note_shared_index(g, e);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		read_node(g, part);
	g->depth--;
}

struct guards *
guards_find(struct program *program, const struct launch_request *request)
{
	struct guards *g = memory_zeroed(1, sizeof *g);
	g->program = program;
	g->request = request;
	g->first = memory_zeroed(request->kernel->slot_count, sizeof *g->first);
	if (request->kernel->body)
		read_node(g, (struct ir_node){.stmt = request->kernel->body});
	return g;
}

void
guards_free(struct guards *guards)
{
	free(guards->first);
	free(guards);
}

bool
guards_use_thread(const struct guards *guards, int d)
{
	return guards->uses_thread[d];
}

int64_t
guards_shared_extent(const struct guards *guards, int d)
{
	return guards->shared_extent[d];
}

/* ---- numbers ---- */

static bool number_of(struct guards *g, const struct ir_expr *e, int64_t *number);

static bool
special_number(struct guards *g, enum ir_special special, int64_t *number)
{
	const int d = special % 3;
	if (special >= IR_BLOCK_X && special <= IR_BLOCK_Z)
		g->met_block[d] = true;
	if (special == IR_WARP_SIZE)
		*number = 32;
	else if (special <= IR_THREAD_Z)
		*number = 0;
	else if (special <= IR_BLOCK_Z)
		*number = g->block[d];
	else if (special <= IR_BLOCK_DIM_Z)
		*number = g->request->block[d];
	else
		*number = g->request->grid[d];
	return special <= IR_BLOCK_DIM_Z || special == IR_WARP_SIZE || g->request->grid_known;
}

/* The object that a load reads, and the offset of the member that it reads, at any depth; NULL: it reads a bit
 * field. */
static const struct ir_expr *
object_of(const struct ir_expr *load, int64_t *offset)
{
	const struct ir_expr *at = load->a;
	for (*offset = 0; at->kind == IR_FIELD; at = at->a) {
		if (at->field->bit_width)
			return NULL;
		*offset += (int64_t)at->field->offset;
	}
	return at;
}

/* The launch's value of a kernel parameter, or of the member at `offset` of a record; false: unknown. */
static bool
argument_of(struct program *program, const struct launch_request *request, const struct ir_var *param,
            const struct ir_type *type, int64_t offset, int64_t *number)
{
	for (size_t i = 0; i < request->arg_count; i++) {
		if (request->kernel->params[i] != param)
			continue;
		struct machine *host = program->host;
		struct value v = request->args[i];
		if (param->type->kind == IR_TYPE_RECORD)
			v = access_load(host, NULL, type, value_offset(host, v, value_integer(host, offset), 1));
		return value_is_constant(&v, number);
	}
	return false;
}

static bool
argument_number(struct guards *g, const struct ir_var *param, const struct ir_type *type, int64_t offset,
                int64_t *number)
{
	g->met_number = true;
	return argument_of(g->program, g->request, param, type, offset, number);
}

static bool
loaded_number(struct guards *g, const struct ir_expr *load, int64_t *number)
{
	int64_t offset;
	const struct ir_expr *at = object_of(load, &offset);
	if (!at || at->kind != IR_VAR || load->type->kind != IR_TYPE_INT)
		return false;
	if (at->var->storage == IR_STORAGE_PARAM)
		return argument_number(g, at->var, load->type, offset, number);
	const struct ir_expr *first =
		at == load->a && at->var->storage == IR_STORAGE_LOCAL ? g->first[at->var->slot] : NULL;
	return first && number_of(g, first, number);
}

static bool
number_of_kind(struct guards *g, const struct ir_expr *e, int64_t *number)
{
	int64_t a, b;
	switch (e->kind) {
	case IR_INT: *number = e->integer; return true;
	case IR_SPECIAL: return special_number(g, e->special, number);
	case IR_LOAD: return loaded_number(g, e, number);
	case IR_CONVERT: return e->a->type->kind == IR_TYPE_INT && number_of(g, e->a, number);
	case IR_BINARY: return number_of(g, e->a, &a) && number_of(g, e->b, &b) && integer_of(e, a, b, number);
	default: return false;
	}
}

/* False: the expression is not supported. */
static bool
number_of(struct guards *g, const struct ir_expr *e, int64_t *number)
{
	g->too_much |= g->steps == MOST_STEPS;
	if (e->type->kind != IR_TYPE_INT || g->depth >= DEEPEST || g->too_much)
		return false;
	g->steps++;
	g->depth++;
	const bool known = number_of_kind(g, e, number);
	g->depth--;
	if (known)
		*number = integer_wrap(*number, e->type);
	return known;
}

/* ---- where conditions change ---- */

static bool
outcome(struct guards *g, const struct ir_expr *condition, bool *holds)
{
	int64_t a, b, result;
	if (!number_of(g, condition->a, &a) || !number_of(g, condition->b, &b) || !integer_of(condition, a, b, &result))
		return false;
	*holds = result != 0;
	return true;
}

/* The first block along d, below `limit`, whose first thread has another outcome of the condition than the first
 * block's; 0: none. */
static int64_t
first_turn(struct guards *g, const struct ir_expr *condition, int d, int64_t limit)
{
	bool at_first, here;
	memset(g->block, 0, sizeof g->block);
	g->met_block[d] = false;
	if (limit < 2 || !outcome(g, condition, &at_first) || !g->met_block[d])
		return 0;
	/* The search does not start at the far end, where 32-bit integers may have overflowed. */
	int64_t same = 0, other = 1;
	for (;; same = other, other = 2 * other < limit ? 2 * other : limit - 1) {
		g->block[d] = other;
		if (!outcome(g, condition, &here) || (here == at_first && other == limit - 1))
			return 0;
		if (here != at_first)
			break;
	}
	while (other - same > 1) {
		const int64_t middle = same + (other - same) / 2;
		g->block[d] = middle;
		if (!outcome(g, condition, &here))
			return 0;
		*(here == at_first ? &same : &other) = middle;
	}
	return other;
}

int64_t
guards_extent(struct guards *g, int d, int64_t limit)
{
	int64_t extent = 0;
	for (size_t i = 0; i < g->condition_count; i++) {
		g->met_number = false;
		const int64_t turn = first_turn(g, g->conditions[i], d, limit);
		if (g->met_number && turn > extent)
			extent = turn;
	}
	return extent;
}
